package dev.tplus1.nightly;

import dev.tplus1.breaks.Revision;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Optional;

/**
 * Fetches concluded dates of an account again, and looks whether the provider says otherwise now:
 * that is kept and recorded for a person to decide on, and never run. Thread-safe.
 */
record Recheck(Rooms rooms, AccountPlan plan, StatementSource source) {
    /** The most dates that are fetched again at once. */
    static final int MOST_DATES = 31;

    private static final Logger LOG = LoggerFactory.getLogger(Recheck.class);

    /** Fetches one date again, under its lease; it is concluded. */
    Rechecked of(BusinessDate day) {
        String account = plan.id();
        try {
            rooms.requireOwn(plan, day);
            return switch (rooms.leases().acquire(account, day.date())) {
                case LeaseOutcome.HeldBy holder ->
                        new Rechecked.Busy(account, day.date(), holder);
                case LeaseOutcome.Acquired acquired -> {
                    try (Lease lease = acquired.lease()) {
                        yield held(day, lease);
                    }
                }
            };
        } catch (RunEnded e) {
            return new Rechecked.NotReady(account, day.date(), e.problem().reason());
        } catch (RefusedException e) {
            return new Rechecked.Refused(account, day.date(), e.getMessage());
        } catch (Exception | StackOverflowError | OutOfMemoryError thrown) {
            LOG.error("{} {} could not be fetched again", account, day, thrown);
            return new Rechecked.Failed(account, day.date(), thrown);
        }
    }

    private Rechecked held(BusinessDate day, Lease lease)
            throws RunEnded, IOException, RefusedException {
        Revision latest = rooms.revisions().latest(plan.id(), day.date()).orElseThrow();
        rooms.watcher().at(plan.id(), "fetching again " + day.date(), 0, 0);
        String runId = Run.runId(rooms.job(), latest.id()) + "/recheck";
        try (Intake intake = new Intake(rooms, plan, day, source, runId)) {
            intake.find();
            intake.read();
            return compared(rooms, intake, latest, lease::assertHeld);
        }
    }

    /**
     * Keeps what was found and read for a concluded date, and records whether it says otherwise
     * than what the latest revision used.
     *
     * @param fence throws when we no longer hold the date
     */
    static Rechecked compared(Rooms rooms, Intake intake, Revision latest, Runnable fence)
            throws IOException, RefusedException {
        String account = latest.id().account();
        int number = latest.id().number();
        fence.run();
        intake.keepForLater(fence);
        Optional<StatementChange> change = intake.against(latest);
        if (change.isEmpty() || change.get().nothing()) {
            rooms.revisedStatements().same(account, latest.id().date(), fence);
            return new Rechecked.Same(account, latest.id().date(), number, change.isEmpty());
        }
        String sha256 = intake.statement().sha256();
        rooms.revisedStatements().seen(latest.id(), sha256, change.get(), fence);
        return new Rechecked.Revised(account, latest.id().date(), number, change.get());
    }
}
