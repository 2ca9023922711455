package dev.tplus1.nightly;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.nightly.Nightly.Asked;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;

import java.io.IOException;

/**
 * Fetches an account's statement of a date under the date's lease: finds, reads, checks and keeps
 * it, compares it with nothing and writes no report. Thread-safe.
 */
record Fetching(Rooms rooms) {
    NightResult fetch(Asked asked) throws IOException {
        AccountPlan plan = asked.plan();
        BusinessDate day = asked.day();
        rooms.requireOwn(plan, day);
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
            boolean known = intake.keep();
            return fetched(plan, day, intake, known);
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

    private static NightResult fetched(
            AccountPlan plan, BusinessDate day, Intake intake, boolean known) {
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
                known);
    }
}
