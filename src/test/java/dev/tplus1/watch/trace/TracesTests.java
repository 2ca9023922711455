package dev.tplus1.watch.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.Secret;
import dev.tplus1.watch.Observer.Subject;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

class TracesTests {
    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
    private static final Subject SHOP = new Subject("shop", LocalDate.of(2026, 11, 28));
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";

    private Collector collector;

    @BeforeEach
    void open() throws IOException {
        collector = new Collector();
    }

    @AfterEach
    void close() {
        collector.close();
    }

    private Traces begun(Map<String, String> environment) {
        return new Traces(collector.settings(), "night", "reconcile", environment, CLOCK);
    }

    private static void ran(Traces traces) {
        traces.dateBegan(SHOP);
        traces.runNamed(SHOP, "night/shop/2026-11-28/r1");
        traces.stepBegan(SHOP, "check");
        traces.stepEnded(SHOP, "check", Duration.ofSeconds(2), null);
        traces.stepBegan(SHOP, "replay");
        traces.stepEnded(SHOP, "replay", Duration.ofSeconds(3), null);
        traces.dateEnded(SHOP, "RECONCILED", Duration.ofSeconds(6));
        traces.came(SHOP, new Ended("", 12, 9, 4, 2));
    }

    private Otlp.Span span(String name) {
        return collector.spans().stream()
                .filter(each -> each.name().equals(name))
                .reduce((_, _) -> {
                    throw new AssertionError("more than one " + name);
                })
                .orElseThrow();
    }

    @Test
    void showsACommandItsDatesAndTheirSteps() {
        Traces traces = begun(Map.of());
        ran(traces);

        String lost = traces.end(0, "");

        assertThat(lost).isEmpty();
        Otlp.Span root = span("tplus1 reconcile");
        Otlp.Span date = span("date");
        Otlp.Span check = span("check");
        assertThat(root.parentId()).isEmpty();
        assertThat(root.attributes()).containsOnly(Map.entry("tplus1.job", "night"), exit("0"));
        assertThat(root.resource())
                .containsEntry("service.name", "tplus1")
                .containsKey("service.version");
        assertThat(date.parentId()).isEqualTo(root.id());
        assertThat(date.attributes())
                .containsOnly(
                        Map.entry("tplus1.account", "shop"),
                        Map.entry("tplus1.date", "2026-11-28"),
                        Map.entry("tplus1.run", "night/shop/2026-11-28/r1"),
                        Map.entry("tplus1.outcome", "RECONCILED"),
                        Map.entry("tplus1.entries", "12"),
                        Map.entry("tplus1.booked", "9"),
                        Map.entry("tplus1.breaks", "4"),
                        Map.entry("tplus1.replays", "2"));
        assertThat(check.parentId()).isEqualTo(date.id());
        assertThat(check.attributes()).containsOnly(Map.entry("tplus1.entries", "12"));
        assertThat(span("replay").attributes()).containsOnly(Map.entry("tplus1.replays", "2"));
        assertThat(collector.spans()).extracting(Otlp.Span::traceId).containsOnly(root.traceId());
        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
        assertThat(check.end() - check.start()).isEqualTo(2_000_000_000L);
        assertThat(date.end() - date.start()).isEqualTo(6_000_000_000L);
        assertThat(date.start()).isEqualTo(CLOCK.millis() * 1_000_000L);
    }

    private static Map.Entry<String, String> exit(String code) {
        return Map.entry("tplus1.exit", code);
    }

    @Test
    void marksTheStepAndTheDateThatFailed() {
        Traces traces = begun(Map.of());
        traces.dateBegan(SHOP);
        traces.stepBegan(SHOP, "fetch");
        traces.stepEnded(SHOP, "fetch", Duration.ofSeconds(1), null);
        traces.stepBegan(SHOP, "check");
        traces.stepEnded(SHOP, "check", Duration.ofSeconds(1), new IllegalStateException("x"));
        traces.dateEnded(SHOP, "REFUSED", Duration.ofSeconds(2));
        traces.came(SHOP, Ended.without("in.csv, line 3: order_no \"O4200000123\" is there twice"));

        traces.end(6, "exit 6");

        String message = "in.csv, line 3: order_no \"***\" is there twice";
        assertThat(span("check").status()).isEqualTo(2);
        assertThat(span("check").message()).isEqualTo(message);
        assertThat(span("date").message()).isEqualTo(message);
        assertThat(span("fetch").status()).isZero();
        assertThat(span("tplus1 reconcile").status()).isEqualTo(2);
        assertThat(span("tplus1 reconcile").attributes()).contains(exit("6"));
        assertThat(collector.text()).doesNotContain("O4200000123");
    }

    @Test
    void takesAStepThatEndedEarlyForNoFaultWhereTheDateHasNone() {
        Traces traces = begun(Map.of());
        traces.dateBegan(SHOP);
        traces.stepBegan(SHOP, "fetch");
        traces.stepEnded(SHOP, "fetch", Duration.ofSeconds(1), new IllegalStateException("x"));
        traces.dateEnded(SHOP, "NOT_READY", Duration.ofSeconds(2));
        traces.came(SHOP, Ended.without(""));

        traces.end(4, "");

        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
        assertThat(span("date").attribute("tplus1.outcome")).isEqualTo("NOT_READY");
    }

    @Test
    void endsWhatHasNotEnded() {
        Traces traces = begun(Map.of());
        traces.dateBegan(SHOP);
        traces.stepBegan(SHOP, "fetch");

        String lost = traces.end(143, "");

        assertThat(lost).isEmpty();
        assertThat(collector.spans())
                .extracting(Otlp.Span::name)
                .containsExactlyInAnyOrder("tplus1 reconcile", "date", "fetch");
    }

    @Test
    void isPartOfTheTraceThatTheEnvironmentNames() {
        Traces traces = begun(Map.of("TRACEPARENT", PARENT + "01", "OTEL_SERVICE_NAME", "other"));
        ran(traces);

        traces.end(0, "");

        assertThat(span("tplus1 reconcile").parentId()).isEqualTo("00f067aa0ba902b7");
        assertThat(collector.spans())
                .extracting(Otlp.Span::traceId)
                .containsOnly("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(span("date").resource()).containsEntry("service.name", "tplus1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
            })
    void beginsATraceOfItsOwnWhereThatIsNone(String traceparent) {
        Traces traces = begun(Map.of("TRACEPARENT", traceparent));

        traces.end(0, "");

        assertThat(span("tplus1 reconcile").parentId()).isEmpty();
    }

    @Test
    void sendsNothingOfATraceThatIsNotKept() {
        Traces traces = begun(Map.of("TRACEPARENT", PARENT + "00"));
        ran(traces);

        String lost = traces.end(0, "");

        assertThat(lost).isEmpty();
        assertThat(collector.requests()).isEmpty();
    }

    @Test
    void sendsTheHeadersAndProtobuf() {
        TraceSettings settings =
                new TraceSettings(
                        TraceSettings.endpoint(collector.url()),
                        Map.of("api-key", new Secret("hush-hush")),
                        Duration.ofSeconds(10),
                        List.of(collector.certificate()));
        Traces traces = new Traces(settings, "night", "reconcile", Map.of(), CLOCK);

        traces.end(0, "");

        assertThat(collector.requests())
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.getMethod()).isEqualTo("POST");
                    assertThat(request.getUrl().encodedPath()).isEqualTo("/v1/traces");
                    assertThat(request.getHeaders().get("api-key")).isEqualTo("hush-hush");
                    assertThat(request.getHeaders().get("content-type"))
                            .isEqualTo("application/x-protobuf");
                });
        assertThat(settings.toString()).doesNotContain("hush");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 302, 500})
    void saysInALineWhatACollectorDidNotTake(int status) {
        collector.answers(() ->
                new MockResponse.Builder()
                        .code(status)
                        .addHeader("location", collector.url())
                        .body("a long story\nin lines")
                        .build());
        Traces traces = begun(Map.of());
        ran(traces);

        String lost = traces.end(0, "");

        assertThat(lost)
                .isEqualTo(
                        "traces: "
                                + collector.url().replace("/v1/traces", "")
                                + " answered "
                                + status
                                + "; 4 of 4 spans were not sent");
        assertThat(collector.requests()).hasSize(1);
    }

    @Test
    void triesAgainWhereThatMayHelp() {
        Iterator<Integer> statuses = List.of(503, 429, 200).iterator();
        collector.answers(() -> new MockResponse.Builder().code(statuses.next()).build());
        Traces traces = begun(Map.of());

        String lost = traces.end(0, "");

        assertThat(lost).isEmpty();
        assertThat(collector.requests()).hasSize(3);
    }

    @Test
    void saysInALineThatACollectorIsDown() {
        TraceSettings settings = collector.settings();
        collector.close();
        Traces traces = new Traces(settings, "night", "reconcile", Map.of(), CLOCK);

        String lost = traces.end(0, "");

        assertThat(lost)
                .startsWith("traces: https://localhost:")
                .contains(" was not reached: ")
                .endsWith("; 1 of 1 spans were not sent")
                .doesNotContain("v1/traces");
    }

    @Test
    void trustsNobodyElsesCertificate() {
        TraceSettings settings =
                new TraceSettings(
                        TraceSettings.endpoint(collector.url()),
                        Map.of(),
                        Duration.ofSeconds(10),
                        List.of());
        Traces traces = new Traces(settings, "night", "reconcile", Map.of(), CLOCK);

        String lost = traces.end(0, "");

        assertThat(lost).contains(" was not reached: ");
        assertThat(collector.requests()).isEmpty();
    }

    @Test
    void waitsForASlowCollectorOnlySoLong() {
        CountDownLatch asked = new CountDownLatch(1);
        collector.answers(() -> answered(asked));
        Traces traces =
                new Traces(
                        collector.settings(),
                        "night",
                        "reconcile",
                        Map.of(),
                        CLOCK,
                        Duration.ofMillis(100));

        String lost = traces.end(0, "");

        asked.countDown();
        assertThat(lost).contains(" did not answer within ").contains("1 of 1 spans");
    }

    private static MockResponse answered(CountDownLatch after) {
        try {
            after.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return new MockResponse.Builder().build();
    }
}
