package dev.tplus1.watch.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.encoder.EncoderBase;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;

/**
 * {@code 2026-11-29T10:07:02.123Z INFO shop/wechat-shop/2026-11-28/r1 replayed: 2 applied}: when,
 * in UTC; how grave; of which run, or else of which job; what, after the logger's name where it is
 * a library's. Traces follow, indented. UTF-8. Public because {@code logback.xml} names it.
 */
public final class TextLines extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = {};
    private static final String OURS = "dev.tplus1.";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final String job;

    /** Of a process that has no job yet. */
    public TextLines() {
        this("tplus1");
    }

    TextLines(String job) {
        this.job = job;
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder line = new StringBuilder();
        line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
                .append(' ')
                .append(event.getLevel())
                .repeat(' ', Math.max(1, "TRACE ".length() - event.getLevel().levelStr.length()))
                .append(Objects.requireNonNullElse(event.getMDCPropertyMap().get(RunLog.RUN), job))
                .append(' ');
        String logger = event.getLoggerName();
        if (!logger.startsWith(OURS)) {
            line.append(LogText.message(logger.substring(logger.lastIndexOf('.') + 1)))
                    .append(": ");
        }
        line.append(LogText.message(String.valueOf(event.getFormattedMessage()))).append('\n');
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) {
            line.append(LogText.trace(thrown)).append('\n');
        }
        return line.toString().getBytes(StandardCharsets.UTF_8);
    }
}
