package dev.tplus1.nightly;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Status;
import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Fence;
import dev.tplus1.replay.Deliveries;
import dev.tplus1.replay.Meanwhile;
import dev.tplus1.replay.MissedCallback;
import dev.tplus1.replay.OrderQuery;
import dev.tplus1.replay.ReplayOutcome;
import dev.tplus1.replay.ReplayRun;
import dev.tplus1.replay.Replayer;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Replays what may be replayed, and reads the books again to see what arrived. Thread-safe. */
record Replaying(Deliveries deliveries) {

    /** What became of the replays of one date. */
    record Replayed(List<Replayer.Replayed> done, boolean stopped) {
        static final Replayed NONE = new Replayed(List.of(), false);

        Summary.Replays counts() {
            long applied = 0;
            long already = 0;
            long refused = 0;
            long failed = 0;
            for (Replayer.Replayed each : done) {
                switch (each.outcome()) {
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
            Map<String, ReplayOutcome> outcomes = new HashMap<>();
            done.forEach(
                    each -> outcomes.put(each.missed().brk().identity().hash(), each.outcome()));
            return findings.stream()
                    .map(finding ->
                            applied(finding, outcomes.get(finding.found().identity().hash())))
                    .toList();
        }

        private static Finding applied(Finding finding, @Nullable ReplayOutcome outcome) {
            return switch (outcome) {
                case null -> finding;
                case ReplayOutcome.Applied applied ->
                        finding.with(
                                Action.REPLAY,
                                Status.REPAIRED,
                                (finding.found().note() + " " + applied.note()).strip());
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

    /**
     * Who is asked before each delivery.
     *
     * @param fence whether this run still holds the date
     * @param meanwhile what has become known since they were classified
     * @param provider whether they stand, where the provider can be asked
     */
    record Asked(Fence fence, Meanwhile meanwhile, @Nullable OrderQuery provider) {}

    /** Replays them. */
    Replayed replay(List<MissedCallback> missed, ReplayRun run, Asked asked, BooleanSupplier stop) {
        if (missed.isEmpty()) {
            return Replayed.NONE;
        }
        Replayer.Replays replays =
                Replayer.of(deliveries, run, asked.fence(), asked.meanwhile(), asked.provider())
                        .replay(missed, run.day(), run.runId(), stop);
        return new Replayed(replays.done(), replays.stopped());
    }

    /**
     * What counts is what is in the books: what was reported applied and is not there has failed,
     * and what failed and is there has arrived.
     *
     * @throws RunEnded where the books' own log of what this run applied says otherwise
     */
    Replayed verified(ReplayRun run, Replayed replayed) throws RunEnded {
        if (replayed.done().isEmpty()) {
            return replayed;
        }
        List<Callback> claimed =
                replayed.done().stream()
                        .filter(each -> !(each.outcome() instanceof ReplayOutcome.Refused))
                        .map(Replayer.Replayed::callback)
                        .toList();
        Set<Callback> there = deliveries.check(run).arrived(claimed);
        List<Replayer.Replayed> verified = new ArrayList<>();
        for (Replayer.Replayed each : replayed.done()) {
            verified.add(
                    new Replayer.Replayed(
                            each.missed(),
                            each.callback(),
                            verified(each.outcome(), there.contains(each.callback()))));
        }
        compareWithLog(run, verified);
        return new Replayed(verified, false);
    }

    private static ReplayOutcome verified(ReplayOutcome outcome, boolean there) {
        return switch (outcome) {
            case ReplayOutcome.Applied _ -> there ? outcome : absent(true);
            case ReplayOutcome.AlreadyApplied _ -> there ? outcome : absent(false);
            case ReplayOutcome.Refused _ -> outcome;
            case ReplayOutcome.Failed failed -> {
                if (!there) {
                    yield outcome;
                }
                yield failed.tried()
                        ? new ReplayOutcome.Applied()
                        : new ReplayOutcome.AlreadyApplied();
            }
        };
    }

    private static ReplayOutcome absent(boolean tried) {
        return new ReplayOutcome.Failed(
                "The books were read again and do not have it. Look at the order before anything"
                        + " else.",
                tried);
    }

    /**
     * Each that is reported applied must be in the log as this run's; each that the log has as this
     * run's must be reported so, or be a person's to look at.
     */
    private void compareWithLog(ReplayRun run, List<Replayer.Replayed> verified) throws RunEnded {
        List<Callback> callbacks = verified.stream().map(Replayer.Replayed::callback).toList();
        Optional<Set<Callback>> logged = deliveries.logged(run, callbacks);
        if (logged.isEmpty()) {
            return;
        }
        Set<Callback> reported =
                verified.stream()
                        .filter(each -> each.outcome() instanceof ReplayOutcome.Applied)
                        .map(Replayer.Replayed::callback)
                        .collect(Collectors.toSet());
        Set<Callback> contradicted =
                verified.stream()
                        .filter(each ->
                                each.outcome() instanceof ReplayOutcome.Refused
                                        || each.outcome() instanceof ReplayOutcome.Failed)
                        .map(Replayer.Replayed::callback)
                        .collect(Collectors.toSet());
        Set<Callback> applied = new HashSet<>(logged.get());
        applied.removeAll(contradicted);
        if (!applied.equals(reported)) {
            throw new RunEnded(
                    Outcome.FAILED,
                    "the callback log has "
                            + applied.size()
                            + " replays of this run, but "
                            + reported.size()
                            + " were reported. Somebody else changed the log or the books; compare"
                            + " payment_callback_log, run_id "
                            + run.runId()
                            + ", before this date is run again.",
                    null);
        }
    }
}
