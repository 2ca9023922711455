package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.TraceLog;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Who paid, planted in each provider's statement of the sample date, and where it is seen. */
class PayersTests {
    private static final Path SAMPLES = Path.of("sample-statements");
    private static final Charset GBK = Charset.forName("GB18030");
    private static final String WECHAT = "oPLANTEDopenid";
    private static final String ALIPAY = "planted-buyer(139***4321)";
    private static final String STRIPE = "planted-buyer@example.com";
    private static final String CSV = "=planted-buyer-of-csv<b>";
    private static final List<String> PLANTED =
            List.of(WECHAT, "planted-buyer(139", STRIPE, "cus_planted", "planted-buyer-of-csv");

    @TempDir private Path folder;
    private final StringBuilder said = new StringBuilder();

    @BeforeEach
    void unpack() throws IOException {
        plant(
                "wechatpay/wechatpay-2026-11-28.csv",
                StandardCharsets.UTF_8,
                "oSAMPLEopenid",
                WECHAT);
        plant("alipay/alipay-2026-11-28.csv", GBK, "*茶(138***0000)", ALIPAY);
        String source = "\"source\": {";
        String planted =
                source + "\"receipt_email\": \"" + STRIPE + "\", \"customer\": \"cus_planted\",";
        plant("stripe/stripe-2026-11-28-1.json", StandardCharsets.UTF_8, source, planted);
        plant("stripe/stripe-2026-11-28-2.json", StandardCharsets.UTF_8, source, planted);
        Files.createDirectories(folder.resolve("csv"));
        Files.writeString(
                folder.resolve("csv/csv-2026-11-28.csv"),
                "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at,buyer\n"
                        + "T1,unknown-1,,PAYMENT,1.00,EUR,SUCCESS,2026-11-28T10:00:00Z,"
                        + CSV
                        + "\nT2,unknown-2,,PAYMENT,2.00,EUR,SUCCESS,2026-11-28T10:00:00Z,\n");
        try (Database database =
                TestDatabases.opened(settings(), Schema.OWN, Schema.BOOKS, Schema.CALLBACK)) {
            new ResourceDatabasePopulator(
                            false,
                            false,
                            "UTF-8",
                            new FileSystemResource(SAMPLES.resolve("books.sql")))
                    .execute(database.dataSource());
        }
    }

    @Test
    void areNowhereWhereTheJobDoesNotAskForThem() throws IOException {
        try (TraceLog log = TraceLog.open()) {
            night("");

            for (String planted : PLANTED) {
                assertThat(log.holding(planted)).as(planted).isEmpty();
                assertThat(said).doesNotContain(planted);
                assertThat(rows()).doesNotContain(planted);
                assertThat(holding(planted)).as(planted).isEmpty();
            }
        }
    }

    @Test
    void areInThePageAndTheWorkbookAloneWhereItDoes() throws IOException {
        try (TraceLog log = TraceLog.open()) {
            night(", show-payer: true");

            for (String planted : PLANTED) {
                assertThat(log.holding(planted)).as(planted).isEmpty();
                assertThat(said).doesNotContain(planted);
                assertThat(rows()).doesNotContain(planted);
                assertThat(holding(planted))
                        .as(planted)
                        .containsExactly("report.html", "report.xlsx");
            }
        }
        assertThat(page("wechat-shop")).contains("Payer " + WECHAT + "0007");
        assertThat(page("stripe-shop")).contains("Payer " + STRIPE + ", cus_planted");
        assertThat(page("csv-shop"))
                .contains("Payer =planted-buyer-of-csv&lt;b&gt;", "payer not known");
    }

    @Test
    void comeAndGoWhenAReportIsRenderedAgain() throws IOException {
        night("");

        render(", show-payer: true, language: zh");
        assertThat(page("wechat-shop")).contains("付款方 " + WECHAT + "0007");

        render("");
        assertThat(holding(WECHAT)).isEmpty();
    }

    @Test
    void areNotKnownWhereTheArchiveHasLostTheStatement() throws IOException {
        night("");
        try (Stream<Path> kept = Files.walk(folder.resolve("reports/demo/.archive/wechat-shop"))) {
            for (Path each : kept.filter(Files::isRegularFile).toList()) {
                Files.delete(each);
            }
        }

        render(", show-payer: true");

        assertThat(page("wechat-shop")).contains("payer not known").doesNotContain(WECHAT);
    }

    private void night(String reports) throws IOException {
        said("reconcile", reports);
        said("breaks list", reports);
        said("reconcile --dry-run", reports);
    }

    private void render(String reports) throws IOException {
        said("report", reports);
    }

    private void said(String command, String reports) throws IOException {
        Path job =
                Files.writeString(
                        folder.resolve("job.yaml"),
                        Files.readString(SAMPLES.resolve("demo.yaml"))
                                .replace(
                                        "  replay:",
                                        "    - id: csv-shop\n      provider: csv\n"
                                                + "      csv: {columns: {payer: buyer}}\n"
                                                + "      statements: {directory: \"${DEMO}/csv\","
                                                + " file: \"*{date}*\"}\n  replay:")
                                .replace("/reports\"}", "/reports\"" + reports + "}"));
        Spoken spoken = new Spoken();
        Stream<String> more = Stream.of("--job", job.toString(), "--date", "2026-11-28");
        int code =
                Cli.run(
                        Stream.concat(Arrays.stream(command.split(" ")), more)
                                .toArray(String[]::new),
                        spoken.terminal(),
                        Map.of("DEMO", folder.toString()),
                        () -> new CommandWork(new NightClock("2026-11-29T02:07:00Z")));
        assertThat(code).as(spoken.err()).isZero();
        said.append(spoken.out()).append(spoken.err());
    }

    private void plant(String name, Charset charset, String old, String planted)
            throws IOException {
        String text = Files.readString(SAMPLES.resolve(name), charset);
        assertThat(text).contains(old);
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text.replace(old, planted), charset);
    }

    private DatabaseSettings settings() {
        return new DatabaseSettings("jdbc:h2:file:" + folder.resolve("demo"), "sa", "");
    }

    /** The whole database, as statements that would make it again. */
    private String rows() {
        try (Database database = Database.open("database", settings())) {
            return String.join(
                    "\n",
                    new JdbcTemplate(database.dataSource())
                            .queryForList("SCRIPT NOPASSWORDS", String.class));
        }
    }

    private String page(String account) throws IOException {
        return Files.readString(
                folder.resolve("reports/demo/" + account + "/2026-11-28/r1/report.html"));
    }

    /** The names of the files that hold it, packed or not, beside the statements themselves. */
    private Set<String> holding(String planted) throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = text(Files.readAllBytes(file));
                if (!file.toString().contains(".archive") && text.contains(planted)) {
                    names.add(String.valueOf(file.getFileName()));
                }
            }
        }
        return names;
    }

    private static String text(byte[] bytes) throws IOException {
        StringBuilder text = new StringBuilder(new String(bytes, StandardCharsets.UTF_8));
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry each = zip.getNextEntry(); each != null; each = zip.getNextEntry()) {
                text.append(new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }
}
