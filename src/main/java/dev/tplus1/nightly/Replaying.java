package dev.tplus1.nightly;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Status;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.replay.BooksDelivery;
import dev.tplus1.replay.MissedCallback;
import dev.tplus1.replay.ReplayCheck;
import dev.tplus1.replay.ReplayOutcome;
import dev.tplus1.replay.Replayer;
import dev.tplus1.report.Summary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Replays what may be replayed, and reads the books again to see what arrived. Thread-safe. */
record Replaying(Ledger ledger, Callbacks callbacks) {

    /** What became of the replays of one date, by the break's identity hash. */
    record Replayed(
            List<MissedCallback> missed, Map<String, ReplayOutcome> outcomes, boolean stopped) {
        static final Replayed NONE = new Replayed(List.of(), Map.of(), false);

        Summary.Replays counts() {
            long applied = 0;
            long already = 0;
            long refused = 0;
            long failed = 0;
            for (ReplayOutcome outcome : outcomes.values()) {
                switch (outcome) {
                    case ReplayOutcome.Applied _ -> applied++;
                    case ReplayOutcome.AlreadyApplied _ -> already++;
                    case ReplayOutcome.Refused _ -> refused++;
                    case ReplayOutcome.Failed _ -> failed++;
                }
            }
            return new Summary.Replays(applied, already, refused, failed);
        }

        /** The findings as the replays left them: repaired, or a person's to look at. */
        List<Finding> applyTo(List<Finding> findings) {
            return findings.stream().map(this::applyTo).toList();
        }

        private Finding applyTo(Finding finding) {
            ReplayOutcome outcome = outcomes.get(finding.found().identity().hash());
            return switch (outcome) {
                case null -> finding;
                case ReplayOutcome.Applied _ ->
                        finding.with(Action.REPLAY, Status.REPAIRED, finding.found().note());
                case ReplayOutcome.AlreadyApplied _ ->
                        finding.with(
                                Action.REPLAY,
                                Status.REPAIRED,
                                "The callback arrived on its own before the replay. Nothing was"
                                        + " done twice.");
                case ReplayOutcome.Refused refused ->
                        finding.with(
                                Action.ALERT,
                                Status.OPEN,
                                "The replay was refused. " + refused.reason());
                case ReplayOutcome.Failed failed ->
                        finding.with(
                                Action.ALERT,
                                Status.OPEN,
                                "The replay did not arrive. " + failed.reason());
            };
        }
    }

    Replayed replay(
            List<MissedCallback> missed,
            BusinessDate day,
            String runId,
            Fence fence,
            BooleanSupplier stop) {
        if (missed.isEmpty()) {
            return Replayed.NONE;
        }
        Replayer.Replays replays =
                new Replayer(new BooksDelivery(callbacks, fence)).replay(missed, day, runId, stop);
        Map<String, ReplayOutcome> outcomes = new HashMap<>();
        List<MissedCallback> delivered = new ArrayList<>();
        for (Replayer.Replayed done : replays.done()) {
            outcomes.put(done.missed().brk().identity().hash(), done.outcome());
            delivered.add(done.missed());
        }
        return new Replayed(delivered, outcomes, replays.stopped());
    }

    /**
     * What counts is what is in the books: what was reported applied and is not there has failed.
     */
    Replayed verified(String account, KeyRule rule, Replayed replayed) {
        Map<String, ReplayOutcome> outcomes = new HashMap<>(replayed.outcomes());
        List<MissedCallback> claimed =
                replayed.missed().stream()
                        .filter(missed ->
                                switch (outcomes.get(missed.brk().identity().hash())) {
                                    case ReplayOutcome.Applied _ -> true;
                                    case ReplayOutcome.AlreadyApplied _ -> true;
                                    case ReplayOutcome.Failed _ -> true;
                                    case ReplayOutcome.Refused _ -> false;
                                    case null -> false;
                                })
                        .toList();
        List<MissedCallback> absent = ReplayCheck.notArrived(ledger, account, rule, claimed);
        for (MissedCallback missed : claimed) {
            String hash = missed.brk().identity().hash();
            boolean there = !absent.contains(missed);
            if (outcomes.get(hash) instanceof ReplayOutcome.Failed) {
                if (there) {
                    outcomes.put(hash, new ReplayOutcome.AlreadyApplied());
                }
            } else if (!there) {
                outcomes.put(
                        hash,
                        new ReplayOutcome.Failed(
                                "The books were read again and do not have it. Look at the order"
                                        + " before anything else."));
            }
        }
        return new Replayed(replayed.missed(), outcomes, false);
    }
}
