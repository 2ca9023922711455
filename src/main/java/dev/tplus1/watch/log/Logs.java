package dev.tplus1.watch.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;

import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

import java.io.IOException;
import java.util.List;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.stream.Stream;

/**
 * Has this process log as a job file says, in the place of what {@code logback.xml} set up, until
 * it is closed. Loaded only where something is to be logged. One at a time.
 */
public final class Logs implements AutoCloseable {
    /** The launcher's own level, which {@code --verbose} sets too. */
    public static final String LEVEL = "tplus1.log";

    /** Spring Boot sets logging up anew with each context, unless it is told to keep away. */
    private static final String BOOT = "org.springframework.boot.logging.LoggingSystem";

    private static final String STDERR = "stderr";

    /**
     * Logs the trace of whatever ends a step, also of a statement that is not ready or is refused.
     * What is a fault is logged by us, once.
     */
    private static final String STEPS = "org.springframework.batch.core.step.AbstractStep";

    private final Logger root;
    private final Logger ours;
    private final Logger steps;
    private final @Nullable Level rootLevel;
    private final @Nullable Level oursLevel;
    private final @Nullable String boot = System.getProperty(BOOT);
    private final Appender<ILoggingEvent> appender;
    private final @Nullable Appender<ILoggingEvent> replaced;
    private final java.util.logging.Logger platform = LogManager.getLogManager().getLogger("");
    private final List<Handler> consoles =
            Stream.of(platform.getHandlers()).filter(ConsoleHandler.class::isInstance).toList();
    private final SLF4JBridgeHandler bridge = new SLF4JBridgeHandler();

    private Logs(LoggerContext context, LogSettings settings, Appender<ILoggingEvent> appender) {
        this.root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        this.ours = context.getLogger("dev.tplus1");
        this.steps = context.getLogger(STEPS);
        this.rootLevel = root.getLevel();
        this.oursLevel = ours.getLevel();
        this.appender = appender;
        Level asked = Level.toLevel(System.getProperty(LEVEL), Level.OFF);
        boolean both = settings.file() != null && asked != Level.OFF;
        this.replaced = both ? null : root.getAppender(STDERR);
        if (replaced != null) {
            root.detachAppender(replaced);
        }
        Level level = Level.toLevel(settings.level().name());
        boolean all = !level.isGreaterOrEqual(Level.INFO);
        ours.setLevel(finer(level, asked));
        root.setLevel(finer(all ? level : graver(level), asked));
        steps.setLevel(all ? null : Level.OFF);
        root.addAppender(appender);
        System.setProperty(BOOT, "none");
        consoles.forEach(platform::removeHandler);
        platform.addHandler(bridge);
    }

    private static Level graver(Level level) {
        return level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN;
    }

    private static Level finer(Level one, Level other) {
        return one.isGreaterOrEqual(other) ? other : one;
    }

    /**
     * Begins to log.
     *
     * @throws SettingException when there is a file to log to that cannot be written
     */
    public static Logs open(LogSettings settings, String job) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Encoder<ILoggingEvent> lines =
                switch (settings.format()) {
                    case TEXT -> new TextLines(job);
                    case ECS -> new EcsLines(job);
                };
        lines.setContext(context);
        lines.start();
        return new Logs(context, settings, appender(settings, lines, context));
    }

    private static Appender<ILoggingEvent> appender(
            LogSettings settings, Encoder<ILoggingEvent> lines, LoggerContext context) {
        if (settings.file() == null) {
            ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
            console.setContext(context);
            console.setTarget("System.err");
            console.setEncoder(lines);
            console.start();
            return console;
        }
        LogFile file = new LogFile(settings.file(), lines, LogFile.MAX_BYTES);
        file.setContext(context);
        try {
            file.open();
        } catch (IOException | UnsupportedOperationException e) {
            throw new SettingException(
                    "logs.file: "
                            + settings.file()
                            + ": cannot be written; check the folder and its permissions",
                    e);
        }
        return file;
    }

    /** How many lines could not be written. */
    public long lost() {
        return appender instanceof LogFile file ? file.lost() : 0;
    }

    @Override
    public void close() {
        root.detachAppender(appender);
        appender.stop();
        if (replaced != null) {
            root.addAppender(replaced);
        }
        root.setLevel(rootLevel);
        ours.setLevel(oursLevel);
        steps.setLevel(null);
        if (boot == null) {
            System.clearProperty(BOOT);
        } else {
            System.setProperty(BOOT, boot);
        }
        platform.removeHandler(bridge);
        consoles.forEach(platform::addHandler);
    }
}
