package dev.tplus1.cli.work.seen;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.ping.Ping;
import dev.tplus1.watch.ping.PingSettings;
import dev.tplus1.watch.trace.Ended;
import dev.tplus1.watch.trace.TraceSettings;
import dev.tplus1.watch.trace.Traces;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command that others see: who waits for a sign of life, from before anything is opened until all
 * is closed, and who collects traces. Whatever goes wrong in that is a line, and nothing else.
 */
public final class SeenCommand implements AutoCloseable {
    private final @Nullable Ping ping;
    private final @Nullable Traces traces;

    private SeenCommand(@Nullable Ping ping, @Nullable Traces traces) {
        this.ping = ping;
        this.traces = traces;
    }

    /**
     * One of this job.
     *
     * @param command {@code reconcile} say
     * @param environment may hold the trace that this one is a part of
     * @return nothing where nobody is to see it
     */
    public static Optional<SeenCommand> of(
            JobFile job,
            String command,
            Map<String, String> environment,
            Clock clock,
            Pauses pauses) {
        PingSettings ping = job.ping();
        TraceSettings traces = job.traces();
        return ping == null && traces == null
                ? Optional.empty()
                : Optional.of(
                        new SeenCommand(
                                ping == null ? null : new Ping(ping, clock, pauses),
                                traces == null
                                        ? null
                                        : new Traces(
                                                traces, job.job(), command, environment, clock)));
    }

    /** It begins. */
    public void begins() {
        if (ping != null) {
            ping.begins();
        }
    }

    /**
     * It has ended.
     *
     * @param fault the line that was said of what ended it early; empty where it went its way
     * @return what was not seen, in a line each
     */
    public List<String> ended(ExitCode exit, String fault) {
        List<String> troubles = new ArrayList<>();
        if (ping != null) {
            troubles.addAll(ping.ended(exit.code()));
        }
        if (traces != null) {
            String lost = traces.end(exit.code(), fault.isEmpty() ? fault(exit) : fault);
            if (!lost.isEmpty()) {
                troubles.add(lost);
            }
        }
        return troubles;
    }

    private static String fault(ExitCode exit) {
        return switch (exit) {
            case FAILED, USAGE, REFUSED -> "exit " + exit.code();
            case STOPPED, HELD, RUNNING, NOT_READY, BREAKS, DONE -> "";
        };
    }

    /** Who sees what the command's runs do. */
    public List<Observer> observers() {
        return traces == null ? List.of() : List.of(traces);
    }

    /** Is told what each date came to, some time after it has ended. */
    public void came(NightResult result) {
        if (traces != null) {
            traces.came(new Observer.Subject(result.account(), result.date()), ended(result));
        }
    }

    private static Ended ended(NightResult result) {
        return switch (result) {
            case NightResult.Ran ran -> figures(ran.summary());
            case NightResult.NotConcluded not -> Ended.without(fault(not));
            case NightResult.Failed failed -> Ended.without(failed.told());
            case NightResult.Already _,
                    NightResult.Fetched _,
                    NightResult.Busy _,
                    NightResult.Stopped _ ->
                    Ended.without("");
        };
    }

    private static Ended figures(Summary summary) {
        return new Ended(
                "",
                summary.statement().entries(),
                summary.ledger().entries(),
                summary.breaks().values().stream().mapToLong(Long::longValue).sum(),
                summary.replays().applied());
    }

    /** What is asked again later is no fault. */
    private static String fault(NightResult.NotConcluded not) {
        return not.outcome() == Outcome.NOT_READY ? "" : not.message();
    }

    @Override
    public void close() {
        if (ping != null) {
            ping.close();
        }
    }
}
