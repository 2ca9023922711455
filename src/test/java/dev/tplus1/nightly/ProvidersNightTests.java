package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;
import dev.tplus1.provider.alipay.AlipayFake;
import dev.tplus1.provider.alipay.BusinessZip;
import dev.tplus1.provider.stripe.StripeFake;
import dev.tplus1.provider.wechatpay.WechatPayFake;

import okhttp3.tls.Certificates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sample date, handed out by all three providers at once and asked back before each replay. */
class ProvidersNightTests {
    private static final Path SAMPLES = Path.of("sample-statements");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final String MORNING = "2026-11-29T02:07:00Z";
    private static final List<String> OF_FILES = List.of("sha256", "files", "bytes", "receivedAt");

    @TempDir private Path folder;
    private final NightClock clock = new NightClock(MORNING);
    private WechatPayFake wechatPay;
    private AlipayFake alipay;
    private StripeFake stripe;
    private byte[] bill;

    @BeforeEach
    void open() throws IOException {
        wechatPay = new WechatPayFake(clock);
        alipay = new AlipayFake(clock);
        stripe = new StripeFake();
        bill = BusinessZip.zipped(Files.readAllBytes(sample("alipay/alipay-2026-11-28.csv")));
    }

    @AfterEach
    void close() {
        wechatPay.close();
        alipay.close();
        stripe.close();
    }

    @Test
    void endsAsTheSameFilesFromAFolderDo() throws IOException {
        Path files = folder.resolve("files");
        Map<String, NightResult.Ran> fromFolders = night(files, unpacked(files));
        served();
        Path apis = folder.resolve("apis");

        Map<String, NightResult.Ran> fromApis = night(apis, asking(apis, unpacked(apis)));

        assertThat(fromApis.keySet()).containsExactly("alipay-shop", "stripe-shop", "wechat-shop");
        for (String account : fromApis.keySet()) {
            Path left = fromApis.get(account).folder();
            Path same = fromFolders.get(account).folder();
            assertThat(summary(left)).as(account).isEqualTo(summary(same));
            assertThat(unasked(left.resolve("breaks.csv")))
                    .isEqualTo(Files.readString(same.resolve("breaks.csv")));
        }
        assertThat(wechatPay.targets())
                .anyMatch(target -> target.contains("/W202611280005?"))
                .anyMatch(target -> target.endsWith("/refunds/WR0002"));
        try (Stream<Path> left = Files.walk(apis)) {
            assertThat(left.map(Path::toString))
                    .noneMatch(name -> name.endsWith(".part") || name.contains(".incoming-"));
        }
    }

    @Test
    void replaysNothingThatAProviderTakesBack() throws IOException {
        served();
        wechatPay.order("W202611280005", "4200002849202611280000000005", "REFUND", 8800);
        Path apis = folder.resolve("apis");

        NightResult.Ran ran = night(apis, asking(apis, unpacked(apis))).get("wechat-shop");

        assertThat(ran.summary().replays().applied()).isEqualTo(1);
        assertThat(ran.summary().replays().refused()).isEqualTo(1);
        assertThat(Files.readString(ran.folder().resolve("breaks.csv")).lines())
                .filteredOn(line -> line.contains("W202611280005") && line.contains("MISSED"))
                .singleElement()
                .asString()
                .contains(",alert,OPEN,")
                .contains("Asked before it, the provider said otherwise");
    }

    /** What the provider said before a replay stands in the note, which is all that differs. */
    private static String unasked(Path csv) throws IOException {
        return Files.readString(csv)
                .replace("Asked before the replay, the provider said: it stands.", "");
    }

    private static JsonNode summary(Path of) {
        ObjectNode summary =
                (ObjectNode) JsonMapper.shared().readTree(of.resolve("summary.json").toFile());
        OF_FILES.forEach(((ObjectNode) summary.get("statement"))::remove);
        return summary;
    }

    private void served() throws IOException {
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

    // --- the job

    /** Its job file's text. */
    private String unpacked(Path to) throws IOException {
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

    private String asking(Path to, String job) throws IOException {
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

    private Map<String, NightResult.Ran> night(Path at, String text) throws IOException {
        Path file = Files.writeString(at.resolve("job.yaml"), text);
        JobFile job = JobFile.read(file, Map.of("DEMO", at.toString()));
        try (Database database = Database.open("database", job.database())) {
            database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource(at.resolve("books.sql")))
                    .execute(database.dataSource());
        }
        Map<String, NightResult.Ran> ran = new TreeMap<>();
        try (Nightly nightly =
                Nightly.open(job, "job.yaml", clock, Pauses.REAL, Watcher.NOBODY)) {
            for (NightResult result :
                    nightly.reconcile(
                            new NightRequest(
                                    DATE, List.of(), List.of(), false, false, Duration.ZERO))) {
                assertThat(result).isInstanceOf(NightResult.Ran.class);
                ran.put(result.account(), (NightResult.Ran) result);
            }
        }
        return ran;
    }
}
