package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.provider.stripe.StripeFake;
import dev.tplus1.provider.wechatpay.WechatPayFake;

import okhttp3.tls.Certificates;

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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * SIGTERM while a provider is asked: the process ends in time, leaves nothing behind, and the next
 * one has its way at once.
 */
class StoppedProcessIntegrationTests {
    /** What is promised, before whoever stops it loses patience. */
    private static final long MOST_SECONDS = 20;

    /** Over at all providers, and not so old that one has thrown its statement away. */
    private final LocalDate date = LocalDate.now(ZoneOffset.UTC).minusDays(2);

    @TempDir private Path folder;
    private DatabaseSettings settings;
    private Path scratch;
    private Path job;

    @BeforeEach
    void name() {
        settings = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("data/night"), "sa", "");
        scratch = folder.resolve("tmp");
        job = folder.resolve("job.yaml");
    }

    @Test
    void endsInTheMiddleOfADownload() throws IOException {
        try (StripeFake stripe = new StripeFake()) {
            stripe.add("", charge());
            // it would take ten minutes
            stripe.spoil(answer -> answer.throttleBody(1, 1, TimeUnit.SECONDS));
            Path ca = folder.resolve("ca.pem");
            Shop.write(ca, Certificates.certificatePem(stripe.certificate()));
            account(
                    "stripe",
                    Map.of(
                            "url",
                            stripe.url().toString(),
                            "key",
                            StripeFake.KEY,
                            "ca-file",
                            ca.toString()));
            Child child = start("fetch");
            while (Contents.names(scratch).stream()
                    .noneMatch(StoppedProcessIntegrationTests::half)) {
                assertThat(child.alive()).as(child.err()).isTrue();
                Thread.onSpinWait();
            }

            child.terminate();

            endedWhole(child);
            Child next = start("fetch");
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.out()).contains("shop " + date + ": fetched, 1 entry, archived");
        }
    }

    @Test
    void endsWhileItWaitsForAStatement() throws IOException {
        try (WechatPayFake wechatPay = new WechatPayFake(Clock.systemUTC())) {
            wechatPay.creating(date);
            account(
                    "wechatpay, merchant-id: \"" + WechatPayFake.MERCHANT + "\"",
                    wechatPay.block(folder));
            Child child = start("reconcile", "--wait", "2h");
            while (wechatPay.targets().isEmpty()) {
                assertThat(child.alive()).as(child.err()).isTrue();
                Thread.onSpinWait();
            }

            child.terminate();

            endedWhole(child);
            Child next = start("reconcile");
            assertThat(next.code()).as(next.err()).isEqualTo(4);
            assertThat(next.err()).contains("STATEMENT_CREATING").hasLineCount(1);
        }
    }

    private static boolean half(Path file) {
        return file.toString().endsWith(".part");
    }

    private void endedWhole(Child child) {
        assertThat(child.code(MOST_SECONDS)).isEqualTo(143);
        assertThat(child.err())
                .isEqualTo(
                        "tplus1: shop "
                                + date
                                + ": stopped: by a signal, between two steps; safe to run"
                                + " again.\n");
        assertThat(child.out()).isEmpty();
        assertThat(Contents.names(scratch)).containsExactly(scratch);
        try (Shop shop = new Shop(folder, settings)) {
            assertThat(shop.count("tplus1_lease")).isEqualTo(1);
            assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
            assertThat(shop.files().keySet()).noneMatch(name -> name.contains(".archive"));
        }
    }

    /**
     * @param provider and what else the account has
     */
    private void account(String provider, Map<String, Object> api) {
        try (Shop shop = new Shop(folder, settings)) {
            shop.accounts(
                    "    - {id: shop, provider: "
                            + provider
                            + ", statements: {api: "
                            + JsonMapper.shared().writeValueAsString(api)
                            + "}}\n");
            shop.replay("{mode: books}\n  scratch: {directory: \"" + scratch + "\"}");
            job = shop.jobFile();
        }
    }

    private Child start(String command, String... more) {
        String[] args =
                Stream.concat(
                                Stream.of(
                                        command,
                                        "--job",
                                        job.toString(),
                                        "--date",
                                        date.toString()),
                                Stream.of(more))
                        .toArray(String[]::new);
        return Child.start(folder, List.of(), args);
    }

    private String charge() {
        return """
        {"id": "txn_1", "object": "balance_transaction", "amount": 4000, "created": %d,
         "currency": "eur", "fee": 0, "net": 4000, "reporting_category": "charge",
         "source": {"id": "ch_1", "object": "charge", "amount": 4000, "amount_captured": 4000,
          "currency": "eur", "payment_intent": "pi_1", "metadata": {"order_no": "S1"}},
         "status": "available"}\
        """
                .formatted(date.atTime(10, 0).toEpochSecond(ZoneOffset.UTC));
    }
}
