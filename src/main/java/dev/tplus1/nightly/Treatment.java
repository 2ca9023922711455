package dev.tplus1.nightly;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.nightly.known.Earlier;
import dev.tplus1.reconcile.Reconciliation;
import dev.tplus1.replay.MissedCallback;
import dev.tplus1.replay.ReplayPolicy;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is done about a day's breaks: replayed, watched, given to a person, or all held back. */
record Treatment(Rooms rooms, AccountPlan plan, BusinessDate day, Instant begun) {
    /** Which circuit breaker trips, if one does. */
    Summary.@Nullable Hold hold(Reconciliation found) {
        if (found.verdict() == Reconciliation.Verdict.SUSPECT_BOOKS) {
            return new Summary.Hold(
                    Summary.Breaker.SUSPECT_BOOKS,
                    found.unexplainedEntries(),
                    found.statementEntries(),
                    plan.maxAlertShare());
        }
        long missed = missed(found);
        return tooMany(missed, found) ? missedHold(missed, found) : null;
    }

    private static long missed(Reconciliation found) {
        return found.found().stream()
                .filter(f -> f.found().type() == BreakType.MISSED_CALLBACK)
                .count();
    }

    private boolean tooMany(long missed, Reconciliation found) {
        return rooms.replayPolicy().heldBack(Math.toIntExact(missed), found.statementPayments());
    }

    private Summary.Hold missedHold(long missed, Reconciliation found) {
        return new Summary.Hold(
                Summary.Breaker.MISSED_CALLBACKS,
                missed,
                found.statementPayments(),
                rooms.replayMaxShare());
    }

    /**
     * Nothing holds back what a person approved: the same reason as then, and no more than that.
     *
     * @return null
     * @throws RunEnded where it is something else by now
     */
    Summary.@Nullable Hold approved(Revision.Id held, Reconciliation found) throws RunEnded {
        Summary.Hold now = hold(found);
        Summary shown = rooms.recorded(held);
        Summary.Hold seen = shown.held();
        long missed = missed(found);
        if (now == null) {
            return null;
        }
        boolean otherwise = seen == null || seen.by() != now.by() || seen.count() < now.count();
        boolean moreMissed =
                missed > shown.breaks().getOrDefault(BreakType.MISSED_CALLBACK, 0L)
                        && tooMany(missed, found);
        if (!moreMissed && !otherwise) {
            return null;
        }
        throw new RunEnded(
                Outcome.HELD,
                "the books are not what they were when "
                        + held.label()
                        + " was approved: "
                        + (otherwise ? words(now) : words(missedHold(missed, found)))
                        + (seen == null ? "" : ", and then " + words(seen))
                        + ". Nothing was applied.",
                null);
    }

    private static String words(Summary.Hold hold) {
        return switch (hold.by()) {
            case MISSED_CALLBACKS ->
                    hold.count() + " of " + hold.of() + " payments missed their callback";
            case SUSPECT_BOOKS ->
                    "the books do not know " + hold.count() + " of " + hold.of() + " entries";
        };
    }

    /** The missed callbacks that are to be replayed. */
    static List<MissedCallback> toReplay(List<Finding> decided) {
        return decided.stream()
                .filter(f ->
                        f.found().type() == BreakType.MISSED_CALLBACK
                                && f.found().action() == Action.REPLAY
                                && f.found().status() == Status.OPEN)
                .map(f ->
                        new MissedCallback(
                                f.found(), f.found().identity().key(), f.providerRefundId()))
                .toList();
    }

    /**
     * What is done about each break: nothing where a person resolved it, else by the limits of the
     * replay, and held back where a breaker tripped.
     */
    List<Finding> decided(Reconciliation found, Summary.@Nullable Hold hold) {
        Earlier earlier = rooms.earlier(plan.id(), day.date());
        boolean booksSuspect = hold != null && hold.by() == Summary.Breaker.SUSPECT_BOOKS;
        List<Break> breaks = found.found().stream().map(Finding::found).toList();
        Map<String, String> objections = new HashMap<>();
        for (ReplayPolicy.Verdict verdict : rooms.replayPolicy().verdicts(breaks, day, begun)) {
            if (verdict instanceof ReplayPolicy.Verdict.Alert alert) {
                objections.put(alert.brk().identity().hash(), alert.note());
            }
        }
        List<Finding> decided = new ArrayList<>();
        for (Finding finding : found.found()) {
            Break brk = finding.found();
            String hash = brk.identity().hash();
            if (earlier.resolved(brk)) {
                decided.add(finding.with(brk.action(), Status.RESOLVED, brk.note()));
            } else if (booksSuspect) {
                decided.add(finding.with(brk.action(), Status.HELD, brk.note()));
            } else if (brk.type() != BreakType.MISSED_CALLBACK
                    || (rooms.replayPolicy().replays() && earlier.approved(brk))) {
                decided.add(finding);
            } else if (hold != null) {
                decided.add(finding.with(Action.REPLAY, Status.HELD, ReplayPolicy.HELD_NOTE));
            } else if (objections.containsKey(hash)) {
                decided.add(
                        finding.with(Action.ALERT, Status.OPEN, objections.getOrDefault(hash, "")));
            } else {
                decided.add(finding);
            }
        }
        return decided;
    }
}
