package dev.tplus1.nightly;

import dev.tplus1.provider.alipay.AlipayFake;
import dev.tplus1.provider.alipay.BusinessZip;
import dev.tplus1.provider.stripe.StripeFake;
import dev.tplus1.provider.wechatpay.WechatPayFake;

import okhttp3.tls.Certificates;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sample date at all three providers, and the job files that have it from folder or API. */
final class ThreeProviders implements AutoCloseable {
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final Path SAMPLES = Path.of("sample-statements");

    final WechatPayFake wechatPay;
    final AlipayFake alipay;
    final StripeFake stripe;
    private final byte[] bill;

    ThreeProviders(Clock clock) throws IOException {
        wechatPay = new WechatPayFake(clock);
        alipay = new AlipayFake(clock);
        stripe = new StripeFake();
        bill = BusinessZip.zipped(Files.readAllBytes(sample("alipay/alipay-2026-11-28.csv")));
    }

    @Override
    public void close() {
        wechatPay.close();
        alipay.close();
        stripe.close();
    }

    void served() throws IOException {
        wechatPay
                .bill(DATE, Files.readAllBytes(sample("wechatpay/wechatpay-2026-11-28.csv")))
                .order("W202611280005", "4200002849202611280000000005", "SUCCESS", 8800)
                .refund("WR0002", "4200002849202611280000000006", "SUCCESS", 6000);
        alipay.bill(DATE, bill);
        alipay.trade(
                "A202611280003",
                "2026112822001458860500000003",
                Map.of("trade_status", "TRADE_SUCCESS", "total_amount", "120.00"));
        stripe.serve(
                "",
                List.of(
                        sample("stripe/stripe-2026-11-28-1.json"),
                        sample("stripe/stripe-2026-11-28-2.json")));
    }

    private static Path sample(String name) {
        return SAMPLES.resolve(name);
    }

    /** Its job file's text. */
    String unpacked(Path to) throws IOException {
        for (String name : Files.readAllLines(sample("files.txt"))) {
            Path file = to.resolve(name);
            Files.createDirectories(file.resolveSibling("."));
            Files.copy(sample(name), file);
        }
        Path detail = to.resolve("alipay/alipay-2026-11-28.csv");
        Files.delete(detail);
        Files.write(detail.resolveSibling("alipay-2026-11-28.zip"), bill);
        return Files.readString(to.resolve("demo.yaml"));
    }

    String asking(Path to, String job) throws IOException {
        Map<String, Object> ofAlipay = new HashMap<>(alipay.settings());
        ofAlipay.put("ca-file", written(to, "alipay-ca.pem", AlipayFake.certificate()));
        Map<String, Object> ofStripe =
                Map.of(
                        "url",
                        stripe.url().toString(),
                        "key",
                        StripeFake.KEY,
                        "ca-file",
                        written(
                                to,
                                "stripe-ca.pem",
                                Certificates.certificatePem(stripe.certificate())));
        return job.replaceFirst("statements: .*wechatpay.*", api(wechatPay.block(to)))
                .replaceFirst("statements: .*alipay.*", api(ofAlipay))
                .replaceFirst("statements: .*stripe.*", api(ofStripe));
    }

    private static String written(Path to, String name, String text) throws IOException {
        return Files.writeString(to.resolve(name), text).toString();
    }

    private static String api(Map<String, Object> block) {
        return "statements: {api: " + JsonMapper.shared().writeValueAsString(block) + "}";
    }
}
