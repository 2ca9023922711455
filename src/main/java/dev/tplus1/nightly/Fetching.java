package dev.tplus1.nightly;

import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.breaks.Revision;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.nightly.Nightly.Asked;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Optional;

/**
 * Fetches an account's statement of a date under the date's lease: finds, reads, checks and keeps
 * it. Of a concluded date it tells, and records, what the provider says otherwise than what the
 * date's latest revision used; it runs nothing and writes no report. Thread-safe.
 */
record Fetching(Rooms rooms) {
    /** So much of a hash tells two statements of a date apart. */
    private static final int HASH = 12;

    NightResult fetch(Asked asked) throws IOException {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        rooms.requireOwn(plan, day);
        rooms.requireUnpurged(plan, day);
        rooms.requireArchived(plan, day);
        return switch (rooms.leases().acquire(plan.id(), day.date())) {
            case LeaseOutcome.HeldBy holder -> new NightResult.Busy(plan.id(), day.date(), holder);
            case LeaseOutcome.Acquired acquired -> {
                try (var lease = acquired.lease()) {
                    yield held(asked, lease);
                }
            }
        };
    }

    private NightResult held(Asked asked, Lease lease) throws IOException {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        String run = rooms.job() + "/" + plan.id() + "/" + day.date() + "/fetch";
        try (Intake intake =
                new Intake(
                        rooms,
                        plan,
                        day,
                        plan.source(),
                        run,
                        asked.patience(),
                        lease::assertHeld)) {
            carryOn(asked, "fetching");
            intake.find();
            carryOn(asked, "reading the statement");
            intake.read();
            carryOn(asked, "keeping the statement");
            return kept(plan, day, intake, lease::assertHeld);
        } catch (RunEnded | RunStopped | RefusedException e) {
            return Ending.of(plan.id(), day, e);
        }
    }

    private void carryOn(Asked asked, String doing) throws RunStopped {
        if (asked.patience().stopping().getAsBoolean()) {
            throw new RunStopped();
        }
        rooms.watcher().at(asked.plan().id(), doing, 0, 0);
    }

    private NightResult kept(AccountPlan plan, BusinessDate day, Intake intake, Runnable fence)
            throws IOException, RefusedException {
        Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
        Optional<Revision> underWay = rooms.revisions().underWay(plan.id(), day.date());
        NightResult.UnderWay told =
                underWay.map(run ->
                                new NightResult.UnderWay(
                                        run.id().number(),
                                        run.statementSha256().equals(intake.statement().sha256())))
                        .orElse(null);
        if (latest.isPresent()) {
            return beside(plan, day, intake, latest.get(), told, fence);
        }
        // what a run has staged goes on with the returns of the statement that it was made of
        boolean known = underWay.isPresent() ? intake.keepBeside() : intake.keep();
        return fetched(plan, day, intake, kept(known), null, told);
    }

    private static NightResult.Kept kept(boolean known) {
        return known ? NightResult.Kept.KNOWN : NightResult.Kept.ARCHIVED;
    }

    /**
     * Compares a concluded date's statement; keeps and records where it says otherwise. Providers
     * write the same entries anew in other bytes every day, which is nothing to keep.
     */
    private NightResult beside(
            AccountPlan plan,
            BusinessDate day,
            Intake intake,
            Revision latest,
            NightResult.@Nullable UnderWay underWay,
            Runnable fence)
            throws IOException, RefusedException {
        Revision.Id id = latest.id();
        RevisedStatements revised = rooms.revisedStatements();
        String sha256 = intake.statement().sha256();
        // first: what it returns is not to be replayed, even where the two cannot be compared
        intake.addReturns();
        StatementChange change = against(intake, latest);
        Optional<String> inOtherBytes =
                change.nothing()
                        ? Optional.of(latest.statementSha256()).filter(used -> !used.equals(sha256))
                        : revised.open(id.account(), id.date())
                                .map(RevisedStatements.Seen::sha256)
                                .filter(intake::saysTheSameAs);
        NightResult.Kept kept =
                inOtherBytes.isPresent() ? NightResult.Kept.SAME_ENTRIES : kept(intake.archive());
        if (change.nothing()) {
            revised.same(id.account(), id.date(), fence);
        } else {
            revised.seen(id, inOtherBytes.orElse(sha256), change, fence);
        }
        return fetched(
                plan, day, intake, kept, new NightResult.Against(id.number(), change), underWay);
    }

    private static StatementChange against(Intake intake, Revision latest)
            throws IOException, RefusedException {
        String used = latest.statementSha256();
        try {
            return intake.against(used).orElse(StatementChange.NONE);
        } catch (RefusedException e) {
            throw new RefusedException(
                    "the archived statement "
                            + used.substring(0, HASH)
                            + " that "
                            + latest.id().label()
                            + " used, "
                            + e.file(),
                    e.line(),
                    e.reason()
                            + "; what was fetched now is sound, and not kept, because it cannot be"
                            + " compared: --rerun makes the next revision of it");
        }
    }

    private static NightResult fetched(
            AccountPlan plan,
            BusinessDate day,
            Intake intake,
            NightResult.Kept kept,
            NightResult.@Nullable Against against,
            NightResult.@Nullable UnderWay underWay) {
        Statement statement = intake.statement();
        return new NightResult.Fetched(
                plan.id(),
                day.date(),
                statement.layout(),
                statement.counted().count(),
                statement.ignored().size(),
                statement.counted().totals(),
                statement.checks(),
                statement.sha256(),
                intake.files().stream().map(file -> String.valueOf(file.getFileName())).toList(),
                kept,
                against,
                underWay);
    }
}
