package dev.tplus1.watch.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;

import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

class LogLinesTests {
    private static final String RUN = "shop/wechat-shop/2026-11-28/r1";

    private static LoggingEvent event(String logger, String message) {
        return event(logger, message, Map.of());
    }

    private static LoggingEvent event(String logger, String message, Map<String, String> of) {
        LoggingEvent event = new LoggingEvent();
        event.setTimeStamp(Instant.parse("2026-11-29T10:07:02.123Z").toEpochMilli());
        event.setLevel(Level.INFO);
        event.setLoggerName(logger);
        event.setThreadName("account-1");
        event.setMessage(message);
        event.setMDCPropertyMap(of);
        return event;
    }

    private static LoggingEvent ofRun(String message) {
        return event("dev.tplus1.nightly.Run", message, Map.of(RunLog.RUN, RUN));
    }

    private static String text(LoggingEvent event) {
        return new String(new TextLines("shop").encode(event), StandardCharsets.UTF_8);
    }

    private static JsonNode json(LoggingEvent event) {
        EcsLines lines = new EcsLines("shop");
        lines.start();
        String line = new String(lines.encode(event), StandardCharsets.UTF_8);
        assertThat(line.indexOf('\n')).isEqualTo(line.length() - 1);
        return JsonMapper.shared().readTree(line);
    }

    @Test
    void sayWhenHowGraveOfWhichRunAndWhat() {
        assertThat(text(ofRun("reconcile done in 12.3 s")))
                .isEqualTo("2026-11-29T10:07:02.123Z INFO  " + RUN + " reconcile done in 12.3 s\n");
    }

    @Test
    void nameTheJobWhereThereIsNoRunAndTheLoggerOfALibrary() {
        assertThat(text(event("com.zaxxer.hikari.pool.HikariPool", "slow")))
                .isEqualTo("2026-11-29T10:07:02.123Z INFO  shop HikariPool: slow\n");
    }

    @Test
    void areNotForgedByWhatComesFromOutside() {
        String text = text(ofRun("order A\n2026-11-29T10:07:02.123Z INFO \u001b[2J\u202eB\ud800"));

        assertThat(text.lines()).hasSize(1);
        assertThat(text)
                .contains("order A‹U+000A›2026", "‹U+001B›[2J‹U+202E›B‹U+D800›")
                .doesNotContain("\u001b", "\u202e");
        assertThat(json(ofRun("order A\nB\u202eC")).path("message").asString())
                .isEqualTo("order A‹U+000A›B‹U+202E›C");
    }

    @Test
    void areCut() {
        String text = text(ofRun("x".repeat(LogText.MAX_CHARS) + "yz"));

        assertThat(text).endsWith("x... (2 more)\n").doesNotContain("y");
    }

    @Test
    void haveATraceBelowThemThatCannotBeTakenForALine() {
        LoggingEvent event = ofRun("failed");
        event.setThrowableProxy(
                new ThrowableProxy(
                        new IllegalStateException("bad\n2026-11-29T10:07:02.123Z INFO")));

        List<String> lines = text(event).lines().toList();

        assertThat(lines.getFirst()).endsWith(" failed");
        assertThat(lines.subList(1, lines.size()))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("    "));
        assertThat(lines.get(1)).isEqualTo("    java.lang.IllegalStateException: bad");
    }

    @Test
    void keepTheBeginningAndTheEndOfALongTrace() {
        Exception thrown = new IllegalStateException("root");
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "C", 1)});
        for (int i = 0; i < 200; i++) {
            StackTraceElement[] own = {new StackTraceElement("A", "b" + i, "C", i)};
            thrown = new IllegalStateException("wrapped " + i, thrown);
            thrown.setStackTrace(own);
        }
        LoggingEvent event = ofRun("failed");
        event.setThrowableProxy(new ThrowableProxy(thrown));

        List<String> lines = text(event).lines().toList();

        assertThat(lines).hasSize(1 + 120 + 1 + 80);
        assertThat(lines.get(1)).contains("wrapped 199");
        assertThat(lines.get(121)).matches("    \\.\\.\\. \\d+ lines");
        assertThat(String.join("\n", lines.subList(122, 202))).contains(": root");
    }

    @Test
    void areObjectsWithTheFieldsOfTheRun() {
        LoggingEvent event = ofRun("ended as RECONCILED after 1.0 s");
        event.setKeyValuePairs(
                List.of(
                        new KeyValuePair("tplus1.outcome", "RECONCILED"),
                        new KeyValuePair("event.duration", 1_000_000_000L)));

        JsonNode json = json(event);

        assertThat(json.path("@timestamp").asString()).isEqualTo("2026-11-29T10:07:02.123Z");
        assertThat(json.path("log.level").asString()).isEqualTo("INFO");
        assertThat(json.path("service.name").asString()).isEqualTo("tplus1");
        assertThat(json.path("event.dataset").asString()).isEqualTo("tplus1.log");
        assertThat(json.path("tplus1.job").asString()).isEqualTo("shop");
        assertThat(json.path("tplus1.run").asString()).isEqualTo(RUN);
        assertThat(json.path("tplus1.account").asString()).isEqualTo("wechat-shop");
        assertThat(json.path("tplus1.date").asString()).isEqualTo("2026-11-28");
        assertThat(json.path("tplus1.outcome").asString()).isEqualTo("RECONCILED");
        assertThat(json.path("event.duration").asLong()).isEqualTo(1_000_000_000L);
    }

    @Test
    void haveATraceAsAField() {
        LoggingEvent event = event("dev.tplus1.cli.Cli", "failed");
        event.setThrowableProxy(
                new ThrowableProxy(new IllegalStateException("x".repeat(LogText.MAX_CHARS + 1))));

        JsonNode json = json(event);

        assertThat(json.path("error.type").asString()).isEqualTo("java.lang.IllegalStateException");
        assertThat(json.path("error.message").asString()).endsWith("x... (1 more)");
        assertThat(json.path("error.stack_trace").asString())
                .contains("\n        at dev.tplus1.watch.log.LogLinesTests.");
        assertThat(json.has("tplus1.run")).isFalse();
    }
}
