package dev.tplus1.nightly;

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
            Optional<Revision> latest = rooms.revisions().latest(plan.id(), day.date());
            boolean known = latest.isEmpty() ? intake.keep() : intake.keepBeside();
            NightResult.Against against =
                    latest.isEmpty() ? null : against(intake, latest.get(), lease::assertHeld);
            return fetched(plan, day, intake, known, against);
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

    /** Compares a concluded date's statement, and records where it says otherwise. */
    private NightResult.Against against(Intake intake, Revision latest, Runnable fence)
            throws IOException, RefusedException {
        Revision.Id id = latest.id();
        StatementChange change = intake.against(latest).orElse(StatementChange.NONE);
        if (change.nothing()) {
            rooms.revisedStatements().same(id.account(), id.date(), fence);
        } else {
            rooms.revisedStatements().seen(id, intake.statement().sha256(), change, fence);
        }
        return new NightResult.Against(id.number(), change);
    }

    private static NightResult fetched(
            AccountPlan plan,
            BusinessDate day,
            Intake intake,
            boolean known,
            NightResult.@Nullable Against against) {
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
                known,
                against);
    }
}
