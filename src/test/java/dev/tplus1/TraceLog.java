package dev.tplus1;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;

import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LoggingSystem;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.stream.Stream;

/**
 * All that this JVM logs from now on, at every level, by either way of logging, with the traces of
 * exceptions, and all that it prints past the terminal that a command was given. For whoever looks
 * for what must not be there. Only one at a time; thread-safe.
 */
public final class TraceLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    /** What a fake server logs is the other side's own. */
    private static final String SERVERS = "mockwebserver3";

    /** Each once: the same is logged again and again. */
    private final Set<String> lines = ConcurrentHashMap.newKeySet();

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Level rootLevel = root.getLevel();
    private final Logger servers = (Logger) LoggerFactory.getLogger(SERVERS);
    private final List<Appender<ILoggingEvent>> others = new ArrayList<>();
    private final java.util.logging.Logger platform = LogManager.getLogManager().getLogger("");
    private final java.util.logging.Level platformLevel = platform.getLevel();
    private final Handler handler = new Platform();

    private TraceLog() {
        setContext(root.getLoggerContext());
    }

    /** Listens. */
    public static TraceLog open() {
        TraceLog log = new TraceLog();
        // each context would set logging up anew, without whoever listens
        System.setProperty(LoggingSystem.SYSTEM_PROPERTY, LoggingSystem.NONE);
        log.start();
        log.root.iteratorForAppenders().forEachRemaining(log.others::add);
        // the console would be written full
        log.others.forEach(log.root::detachAppender);
        log.root.addAppender(log);
        log.root.setLevel(Level.TRACE);
        log.servers.setLevel(Level.OFF);
        log.handler.setLevel(java.util.logging.Level.ALL);
        log.platform.addHandler(log.handler);
        log.platform.setLevel(java.util.logging.Level.ALL);
        PrintStream both = new PrintStream(log.printed, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        return log;
    }

    /** What the JDK's own way of logging is told. */
    private final class Platform extends Handler {
        @Override
        public void publish(LogRecord event) {
            String name = String.valueOf(event.getLoggerName());
            if (name.startsWith(SERVERS)) {
                return;
            }
            lines.add(name + " " + event.getMessage());
            if (event.getParameters() != null) {
                lines.add(name + " " + Arrays.toString(event.getParameters()));
            }
            if (event.getThrown() != null) {
                StringWriter trace = new StringWriter();
                event.getThrown().printStackTrace(new PrintWriter(trace));
                lines.add(trace.toString());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLoggerName() + " " + event.getFormattedMessage());
        if (event.getThrowableProxy() != null) {
            lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    }

    /** Whether nobody has told the loggers otherwise meanwhile. */
    public boolean listens() {
        String last = "heard at " + System.nanoTime();
        LoggerFactory.getLogger(TraceLog.class).trace("{}", last);
        platform.finest("platform " + last);
        return holding(last).size() == 2;
    }

    /** The first few lines that hold a text. */
    public List<String> holding(String text) {
        return Stream.concat(lines.stream(), printed.toString(StandardCharsets.UTF_8).lines())
                .filter(line -> line.contains(text))
                .limit(5)
                .toList();
    }

    /** Lets all be logged again as before. */
    @Override
    public void close() {
        System.clearProperty(LoggingSystem.SYSTEM_PROPERTY);
        System.setOut(out);
        System.setErr(err);
        platform.removeHandler(handler);
        platform.setLevel(platformLevel);
        root.setLevel(rootLevel);
        servers.setLevel(null);
        root.detachAppender(this);
        others.forEach(root::addAppender);
        stop();
        out.print(printed.toString(StandardCharsets.UTF_8));
    }
}
