package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.provider.alipay.AlipayFake;
import dev.tplus1.provider.stripe.StripeFake;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the command check says of accounts at all three providers. */
class CheckProvidersTests {
    @TempDir private Path folder;
    private final NightClock clock = new NightClock("2026-11-30T02:07:00Z");
    private final Spoken spoken = new Spoken();
    private ThreeProviders providers;
    private String job;

    @BeforeEach
    void open() throws IOException {
        providers = new ThreeProviders(clock);
        providers.served();
        job = providers.asking(folder, providers.unpacked(folder));
    }

    @AfterEach
    void close() {
        providers.close();
    }

    private int check() throws IOException {
        Path file = Files.writeString(folder.resolve("job.yaml"), job);
        return Cli.run(
                new String[] {"check", "--job", file.toString()},
                spoken.terminal(),
                Map.of("DEMO", folder.toString()),
                () -> new CommandWork(clock));
    }

    private List<String> ofAccounts() {
        return spoken.out().lines().filter(line -> line.contains("-shop")).toList();
    }

    private String billHost() {
        return providers.alipay.settings().getOrDefault("bill-hosts", "");
    }

    @Test
    void provesStatementsDownloadsAndOrdersOfEach() throws IOException {
        int code = check();

        assertThat(ofAccounts())
                .containsExactly(
                        "ok    wechat-shop            WeChat Pay: signed in as merchant 1230000109,"
                                + " the answer's signature is WeChat Pay's",
                        "ok    wechat-shop orders     WeChat Pay: orders and refunds can be asked"
                                + " for",
                        "ok    alipay-shop            Alipay: signed in as application "
                                + AlipayFake.APP_ID,
                        "ok    alipay-shop downloads  Alipay: bills can be fetched from "
                                + billHost(),
                        "ok    alipay-shop orders     Alipay: orders and refunds can be asked for",
                        "ok    stripe-shop            Stripe: signed in, balance transactions can"
                                + " be read",
                        "ok    stripe-shop orders     Stripe: orders and refunds can be asked for");
        assertThat(code).isZero();
        assertThat(spoken.err()).isEmpty();
    }

    @Test
    void saysOfEachThatFailsWhichKeyToMend() throws IOException {
        job =
                job.replace(billHost(), "localhost:1")
                        .replace("\"url\":", "\"tries\": 1, \"url\":")
                        .replace(StripeFake.KEY, "sk_test_another")
                        .replace(providers.wechatPay.url(), "https://localhost:2");

        int code = check();

        List<String> lines = ofAccounts();
        assertThat(lines).hasSize(7);
        assertThat(lines.get(0))
                .startsWith("fail  wechat-shop            WeChat Pay: https://localhost:2/v3/bill/")
                .endsWith(
                        "; check accounts[0].statements.api.url, ca-file beside it, and the"
                                + " network");
        assertThat(lines.get(1))
                .startsWith("fail  wechat-shop orders     WeChat Pay's state of the payment")
                .contains("; check accounts[0].statements.api.url, ");
        assertThat(lines.get(2))
                .startsWith("fail  alipay-shop            " + folder.resolve("job.yaml"))
                .contains(": accounts[1].statements.api.bill-hosts: does not allow the link to");
        assertThat(lines.get(3))
                .startsWith(
                        "fail  alipay-shop downloads  Alipay's host of bills: https://localhost:1")
                .contains("; check accounts[1].statements.api.bill-hosts, ");
        assertThat(lines.get(4)).startsWith("ok    alipay-shop orders");
        assertThat(lines.subList(5, 7))
                .allMatch(line -> line.startsWith("fail  stripe-shop"))
                .allMatch(line ->
                        line.contains(
                                "job.yaml: accounts[2].statements.api.key: is no key that Stripe"
                                        + " accepts; it answered 401"));
        assertThat(code).isEqualTo(1);
    }
}
