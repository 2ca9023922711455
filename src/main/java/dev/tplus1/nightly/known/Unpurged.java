package dev.tplus1.nightly.known;

import dev.tplus1.breaks.Classification;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.database.Database;
import dev.tplus1.entry.SettingException;
import dev.tplus1.nightly.known.PurgedDates.What;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** Keeps runs from dates that cannot be run any more, as breaks were purged. Thread-safe. */
public final class Unpurged {
    private final Database database;
    private final Revisions revisions;
    private final PurgedDates purged;

    public Unpurged(Database database, Revisions revisions, Clock clock) {
        this.database = database;
        this.revisions = revisions;
        this.purged = new PurgedDates(database, clock);
    }

    /**
     * A date whose breaks were purged has nothing left that a run of it could go on from, nor has
     * one before it that no run was begun of: what later statements return may be gone.
     *
     * @throws SettingException where it is such a date
     */
    public void require(String account, LocalDate date) {
        Optional<Instant> at = purged.at(account, date, What.BREAKS);
        if (at.isPresent()) {
            throw new SettingException(
                    PurgedDates.told(account, date, "breaks", at.get())
                            + ", so it stays as it was reconciled");
        }
        Optional<LocalDate> later = purged.after(account, date);
        if (later.isPresent()
                && revisions.latest(account, date).isEmpty()
                && revisions.underWay(account, date).isEmpty()) {
            throw new SettingException(
                    account
                            + " "
                            + date
                            + ": was never reconciled, and cannot be any more: the breaks of "
                            + later.get()
                            + " were purged by retention.breaks");
        }
    }

    /**
     * Stages what a run classified, as {@link Revisions#stage}, unless a later date was purged
     * since the run was let in. A purge marks a date under the audit trail's end; under it too, a
     * stage sees every mark that there is, and a later purge sees the date as begun. Where no later
     * date was begun there is none to purge, and nobody is waited for.
     *
     * @throws SettingException where the date cannot be run any more
     */
    public void stage(
            Revision.Id id,
            String runId,
            String statementSha256,
            Instant startedAt,
            Classification classification,
            Runnable fence) {
        if (!laterBegun(id)) {
            revisions.stage(id, runId, statementSha256, startedAt, classification, fence);
            return;
        }
        new Audit(database)
                .write(_ -> {
                    // before the date's row is there, by which it would be one that was begun
                    require(id.account(), id.date());
                    revisions.stage(id, runId, statementSha256, startedAt, classification, fence);
                    return id;
                });
    }

    private boolean laterBegun(Revision.Id id) {
        return database.jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM tplus1_revision WHERE account = ? AND"
                                        + " business_date > ?")
                        .params(id.account(), id.date())
                        .query(Long.class)
                        .single()
                > 0;
    }
}
