package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.provider.wechatpay.WechatPayFake;
import dev.tplus1.watch.ping.PingServer;
import dev.tplus1.watch.trace.Collector;
import dev.tplus1.watch.trace.Otlp;

import okhttp3.tls.Certificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What is seen of a process that a signal ends, and what is loaded where nobody looks on. */
class SeenProcessIntegrationTests {
    private static final long MOST_SECONDS = 20;

    private final LocalDate date = LocalDate.now(ZoneOffset.UTC).minusDays(2);

    @TempDir private Path folder;
    private DatabaseSettings settings;
    private WechatPayFake wechatPay;
    private Collector collector;
    private PingServer service;

    @BeforeEach
    void open() throws IOException {
        settings = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("data/night"), "sa", "");
        wechatPay = new WechatPayFake(Clock.systemUTC());
        wechatPay.creating(date);
        collector = new Collector();
        service = new PingServer();
    }

    @AfterEach
    void close() {
        wechatPay.close();
        collector.close();
        service.close();
    }

    private Path job(String more) throws IOException {
        try (Shop shop = new Shop(folder, settings)) {
            shop.accounts(
                    "    - {id: shop, provider: wechatpay, merchant-id: \""
                            + WechatPayFake.MERCHANT
                            + "\", statements: {api: "
                            + JsonMapper.shared().writeValueAsString(wechatPay.block(folder))
                            + "}}\n");
            Path job = shop.jobFile();
            Shop.write(job, Shop.read(job) + more);
            return job;
        }
    }

    private String seen() {
        Path ca = folder.resolve("seen.pem");
        Shop.write(
                ca,
                Certificates.certificatePem(collector.certificate())
                        + Certificates.certificatePem(service.certificate()));
        return "  traces: {endpoint: \"%s\", ca-file: \"%s\"}\n".formatted(collector.url(), ca)
                + "  ping: {url: \"%s\", ca-file: \"%s\"}\n".formatted(service.url(), ca);
    }

    private Child waiting(Path job, List<String> options) {
        Child child =
                Child.start(
                        folder,
                        options,
                        "reconcile",
                        "--job",
                        job.toString(),
                        "--date",
                        date.toString(),
                        "--wait",
                        "2h");
        while (wechatPay.targets().isEmpty()) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }
        return child;
    }

    @Test
    void saysThatItWasStopped() throws IOException {
        Child child = waiting(job(seen()), List.of());

        child.terminate();

        assertThat(child.code(MOST_SECONDS)).as(child.err()).isEqualTo(143);
        assertThat(child.err()).hasLineCount(1);
        assertThat(service.calls()).containsExactly("GET /UUID/start", "GET /UUID/143");
        assertThat(collector.spans())
                .filteredOn(each -> each.name().equals("tplus1 reconcile"))
                .extracting(each -> each.attribute("tplus1.exit"))
                .containsExactly("143");
        assertThat(collector.spans())
                .filteredOn(each -> each.name().equals("date"))
                .extracting(each -> each.attribute("tplus1.outcome"))
                .containsExactly("STOPPED");
        assertThat(collector.spans()).extracting(Otlp.Span::status).containsOnly(0L);
    }

    @Test
    void saysNothingMoreWhereItIsKilled() throws IOException {
        Child child = waiting(job(seen()), List.of());

        child.kill();

        assertThat(service.calls()).containsExactly("GET /UUID/start");
    }

    @Test
    void loadsNothingOfItWhereNobodyLooksOn() throws IOException {
        Path classes = folder.resolve("classes.log");
        Child child = waiting(job(""), List.of("-Xlog:class+load:file=" + classes));

        child.terminate();

        assertThat(child.code(MOST_SECONDS)).isEqualTo(143);
        assertThat(Shop.read(classes))
                .contains("dev.tplus1.cli.work.CommandWork")
                .doesNotContain("io.opentelemetry.")
                .doesNotContain("dev.tplus1.watch.trace.Traces ")
                .doesNotContain("dev.tplus1.watch.ping.Ping ");
    }
}
