package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.watch.ping.PingServer;
import dev.tplus1.watch.trace.Collector;
import dev.tplus1.watch.trace.Otlp;

import mockwebserver3.MockResponse;

import okhttp3.tls.Certificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A night as a service that waits for a sign of life and a collector of traces see it. */
class SeenNightTests {
    private static final String ID = "4200000123";

    @TempDir private Path folder;
    private Shop shop;
    private Collector collector;
    private PingServer service;
    private Spoken spoken = new Spoken();

    @BeforeEach
    void open() throws IOException {
        shop = new Shop(folder);
        collector = new Collector();
        service = new PingServer();
    }

    @AfterEach
    void close() {
        shop.close();
        collector.close();
        service.close();
    }

    private int run(String... command) {
        spoken = new Spoken();
        return Told.run(shop, spoken, seen(shop.jobFile()), command);
    }

    /** The job file with both blocks. */
    private Path seen(Path job) {
        Path ca = folder.resolve("ca.pem");
        Shop.write(
                ca,
                Certificates.certificatePem(collector.certificate())
                        + Certificates.certificatePem(service.certificate()));
        Shop.write(
                job,
                Shop.read(job)
                        + "  traces: {endpoint: \"%s\", ca-file: \"%s\"}\n"
                                .formatted(collector.url(), ca)
                        + "  ping: {url: \"%s\", ca-file: \"%s\"}\n".formatted(service.url(), ca));
        return job;
    }

    private int reconcile(String... more) {
        return run(
                Stream.concat(
                                Stream.of("reconcile", "--date", DATE.toString()),
                                Arrays.stream(more))
                        .toArray(String[]::new));
    }

    private Otlp.Span span(String name) {
        List<Otlp.Span> named =
                collector.spans().stream().filter(each -> each.name().equals(name)).toList();
        assertThat(named).as(name).hasSize(1);
        return named.getFirst();
    }

    private List<String> names() {
        return collector.spans().stream().map(Otlp.Span::name).toList();
    }

    private void statement() {
        shop.pending(ID, 1000);
        shop.statement(
                DATE,
                paid(ID, "10.00", "2026-11-28T10:00:00Z"),
                paid("77", "20.00", "2026-11-28T10:00:01Z"));
    }

    @Test
    void seesANightThatIsReconciled() {
        statement();

        int code = reconcile();

        assertThat(code).as(spoken.err()).isZero();
        assertThat(spoken.err()).isEmpty();
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID");
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "tplus1 reconcile",
                        "date",
                        "fetch",
                        "check",
                        "reconcile",
                        "replay",
                        "verify",
                        "conclude");
        Otlp.Span date = span("date");
        assertThat(date.parentId()).isEqualTo(span("tplus1 reconcile").id());
        assertThat(date.attributes())
                .containsAllEntriesOf(
                        Map.of(
                                "tplus1.account",
                                "shop",
                                "tplus1.run",
                                "night/shop/2026-11-28/r1",
                                "tplus1.outcome",
                                "RECONCILED",
                                "tplus1.entries",
                                "2",
                                "tplus1.breaks",
                                "2",
                                "tplus1.replays",
                                "1"));
        assertThat(collector.spans())
                .filteredOn(each -> !each.name().contains(" ") && !each.name().equals("date"))
                .extracting(Otlp.Span::parentId)
                .containsOnly(date.id());
        assertThat(span("replay").attribute("tplus1.replays")).isEqualTo("1");
        assertThat(span("tplus1 reconcile").attribute("tplus1.exit")).isEqualTo("0");
        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
        assertThat(collector.text()).doesNotContain(ID, PingServer.SECRET);
    }

    @Test
    void seesADateThatIsConcludedAlready() {
        statement();
        reconcile();

        int code = reconcile();

        assertThat(code).isZero();
        assertThat(service.calls())
                .containsExactly("GET /UUID/start", "GET /UUID", "GET /UUID/start", "GET /UUID");
    }

    @Test
    void seesAStatementThatIsRefused() {
        shop.statement(
                DATE,
                paid(ID, "10.00", "2026-11-28T10:00:00Z"),
                "T" + ID + "X,O1,,PAYMENT,ten,CNY,SUCCESS,2026-11-28T10:00:00Z");

        int code = reconcile();

        assertThat(code).isEqualTo(6);
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID/6");
        assertThat(span("check").status()).isEqualTo(2);
        assertThat(span("check").message()).contains("line 3").isEqualTo(span("date").message());
        assertThat(span("date").attribute("tplus1.outcome")).isEqualTo("REFUSED");
        assertThat(span("fetch").status()).isZero();
        assertThat(span("tplus1 reconcile").status()).isEqualTo(2);
        assertThat(collector.text()).doesNotContain(ID);
    }

    @Test
    void seesAStatementThatIsNotReadyAsNeither() {
        int code = reconcile();

        assertThat(code).isEqualTo(4);
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID/log");
        assertThat(span("date").attribute("tplus1.outcome")).isEqualTo("NOT_READY");
        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
    }

    @Test
    void seesARunThatGoesOnWithWhatAnotherLeft() {
        statement();
        shop.database.jdbc().sql("ALTER TABLE tplus1_audit_event RENAME TO elsewhere").update();
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.database.jdbc().sql("ALTER TABLE elsewhere RENAME TO tplus1_audit_event").update();

        int code = reconcile();

        assertThat(code).as(spoken.err()).isZero();
        assertThat(shop.count("tplus1_revision")).isEqualTo(1);
        assertThat(names())
                .containsOnlyOnce("replay", "verify", "conclude", "date", "tplus1 reconcile");
        assertThat(span("date").attribute("tplus1.run")).isEqualTo("night/shop/2026-11-28/r1");
        assertThat(span("date").attribute("tplus1.replays")).isEqualTo("1");
        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
    }

    @Test
    void seesThatTheDatabaseDoesNotOpen() {
        Path job = seen(shop.jobFile());
        Shop.write(
                job,
                Shop.read(job)
                        .replace(
                                Objects.requireNonNull(shop.settings.url()),
                                "jdbc:h2:file:" + folder.resolve("ca.pem").resolve("no")));

        int code = Told.run(shop, spoken, job, "reconcile");

        assertThat(code).isNotZero();
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID/" + code);
        assertThat(names()).containsExactly("tplus1 reconcile");
        assertThat(span("tplus1 reconcile").status()).isEqualTo(2);
        assertThat(span("tplus1 reconcile").attribute("tplus1.exit")).isEqualTo("" + code);
    }

    @Test
    void seesEachDateOfABackfill() {
        shop.statement(DATE);
        shop.statement(DATE.minusDays(1));

        int code = run("backfill", "--from", DATE.minusDays(1).toString(), "--to", DATE.toString());

        assertThat(code).as(spoken.err()).isZero();
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID");
        assertThat(collector.spans())
                .filteredOn(each -> each.name().equals("date"))
                .extracting(each -> each.attribute("tplus1.date"))
                .containsExactly("2026-11-27", "2026-11-28");
        assertThat(span("tplus1 backfill").attribute("tplus1.exit")).isEqualTo("0");
    }

    @Test
    void isSeenByNobodyWhereNothingIsDone() throws IOException {
        statement();

        int dry = reconcile("--dry-run");
        int status = run("status");
        int check = run("check");

        assertThat(List.of(dry, status, check)).containsOnly(0);
        assertThat(service.calls()).isEmpty();
        assertThat(collector.requests()).isEmpty();
        assertThat(Files.exists(folder.resolve("ca.pem"))).isTrue();
    }

    @Test
    void endsAsItDoesWhereNobodyAnswers() {
        statement();
        service.answers(() -> PingServer.answer(500));
        collector.answers(() -> new MockResponse.Builder().code(500).build());
        shop.pauses = (_, _) -> {};

        int code = reconcile();

        assertThat(code).isZero();
        assertThat(spoken.out()).contains("reconciled");
        assertThat(spoken.err())
                .hasLineCount(2)
                .contains(
                        "tplus1: ping: https://localhost:"
                                + service.url().getPort()
                                + "/*** "
                                + "answered 500: OK (tried 3 times)",
                        "answered 500; 8 of 8 spans were not sent")
                .doesNotContain(PingServer.SECRET);
    }
}
