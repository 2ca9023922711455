package dev.tplus1.watch.log;

import dev.tplus1.watch.Observer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import java.time.Duration;
import java.util.Locale;

/**
 * Logs what runs do, and has each line that is logged on a run's thread meanwhile carry the run's
 * id. Thread-safe.
 */
public final class RunLog implements Observer {
    /** What the context of a line calls its run: {@code job/account/date/r2}. */
    public static final String RUN = "tplus1.run";

    private static final Logger LOG = LoggerFactory.getLogger(RunLog.class);
    private static final long TENTH = 100;

    private final String job;

    public RunLog(String job) {
        this.job = job;
    }

    @Override
    public void dateBegan(Subject subject) {
        MDC.put(RUN, job + "/" + subject.account() + "/" + subject.date());
        LOG.info("begun");
    }

    @Override
    public void runNamed(Subject subject, String runId) {
        MDC.put(RUN, runId);
    }

    @Override
    public void stepBegan(Subject subject, String step) {
        LOG.debug("{} begun", step);
    }

    @Override
    public void stepEnded(
            Subject subject, String step, Duration took, @Nullable Throwable failure) {
        LOG.atInfo()
                .addKeyValue("tplus1.step", step)
                .addKeyValue("event.duration", took.toNanos())
                .log(
                        "{} {} {}",
                        step,
                        failure == null ? "done in" : "ended early, after",
                        seconds(took));
    }

    @Override
    public void dateEnded(Subject subject, String outcome, Duration took) {
        LOG.atInfo()
                .addKeyValue("tplus1.outcome", outcome)
                .addKeyValue("event.duration", took.toNanos())
                .log("ended as {} after {}", outcome, seconds(took));
        MDC.remove(RUN);
    }

    /** {@code 12.3 s}. */
    public static String seconds(Duration took) {
        long tenths = took.toMillis() / TENTH;
        return String.format(Locale.ROOT, "%,d.%d s", tenths / 10, tenths % 10);
    }
}
