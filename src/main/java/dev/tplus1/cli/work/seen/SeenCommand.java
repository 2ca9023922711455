package dev.tplus1.cli.work.seen;

import dev.tplus1.cli.ExitCode;
import dev.tplus1.cli.Failure;
import dev.tplus1.cli.Work;
import dev.tplus1.http.Pauses;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.watch.Observer;
import dev.tplus1.watch.Observers;
import dev.tplus1.watch.ping.Ping;
import dev.tplus1.watch.ping.PingSettings;
import dev.tplus1.watch.trace.Ended;
import dev.tplus1.watch.trace.TraceSettings;
import dev.tplus1.watch.trace.Traces;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A command that others see: who waits for a sign of life, from before anything is opened until all
 * is closed, and who collects traces. Whatever goes wrong in that is a line, and nothing else.
 */
public final class SeenCommand implements AutoCloseable {
    /** Nobody looks on. */
    public static final SeenCommand BY_NOBODY = new SeenCommand(null, null);

    private final @Nullable Ping ping;
    private final @Nullable Traces traces;
    private final Observer observer;

    private SeenCommand(@Nullable Ping ping, @Nullable Traces traces) {
        this.ping = ping;
        this.traces = traces;
        this.observer = traces == null ? new Observer() {} : new Observers(List.of(traces));
    }

    /**
     * One of this job.
     *
     * @param environment may hold the trace that this one is a part of
     */
    public static SeenCommand of(
            Work.Seen seen, Map<String, String> environment, Clock clock, Pauses pauses) {
        if (seen.dryRun()) {
            return BY_NOBODY;
        }
        PingSettings ping = seen.job().file().ping();
        TraceSettings traces = seen.job().file().traces();
        return new SeenCommand(
                ping == null ? null : new Ping(ping, clock, pauses),
                traces == null
                        ? null
                        : new Traces(
                                traces,
                                seen.job().file().job(),
                                seen.command(),
                                environment,
                                clock));
    }

    /**
     * Runs it, and says how it ended, also where it throws.
     *
     * @param stopped whether the process was asked to stop, which is then how it ends
     * @param troubles takes what was not seen
     */
    public ExitCode run(
            Supplier<ExitCode> command, BooleanSupplier stopped, Consumer<String> troubles) {
        if (ping != null) {
            ping.begins();
        }
        ExitCode exit;
        try {
            exit = command.get();
        } catch (RuntimeException | Error thrown) {
            Failure failure = Failure.of(thrown);
            ended(failure.code(), failure.line(), stopped, troubles);
            throw thrown;
        }
        ended(exit, fault(exit), stopped, troubles);
        return exit;
    }

    private void ended(
            ExitCode exit, String fault, BooleanSupplier stopped, Consumer<String> troubles) {
        int code = (stopped.getAsBoolean() ? ExitCode.STOPPED : exit).code();
        if (ping != null) {
            ping.ended(code).forEach(troubles);
        }
        if (traces != null) {
            String lost = traces.end(code, fault);
            if (!lost.isEmpty()) {
                troubles.accept(lost);
            }
        }
    }

    private static String fault(ExitCode exit) {
        return switch (exit) {
            case FAILED, USAGE, REFUSED -> "exit " + exit.code();
            case STOPPED, HELD, RUNNING, NOT_READY, BREAKS, DONE -> "";
        };
    }

    /** Whether anybody looks on at all. */
    public boolean byAnybody() {
        return ping != null || traces != null;
    }

    /** Sees what the command's runs do. */
    public Observer observer() {
        return observer;
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
