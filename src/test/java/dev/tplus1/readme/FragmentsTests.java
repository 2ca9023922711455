package dev.tplus1.readme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.job.JobFile;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the README shows of a job file is read as one; its queries and views do their work. */
class FragmentsTests {
    private static final Document README = Document.read("README.md");

    /** A job file, or a block of one. */
    private static final Pattern BLOCK =
            Pattern.compile(
                    "^(tplus1|accounts|breaks|secrets|ledger|replay|outbox|alerts):|^- id: ");

    private static final int KEY_BITS = 2048;

    private static final Map<String, String> ENVIRONMENT =
            Map.of(
                    "TPLUS1_PASSWORD", "a",
                    "LEDGER_PASSWORD", "b",
                    "CALLBACK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                    "OUTBOX_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    /** Made once: that takes longer than all the tests. */
    private static String own = "";

    private static String theirs = "";

    @TempDir private Path folder;

    @BeforeAll
    static void makeKeys() throws NoSuchAlgorithmException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(KEY_BITS);
        own = pem("PRIVATE", generator.generateKeyPair().getPrivate().getEncoded());
        theirs = pem("PUBLIC", generator.generateKeyPair().getPublic().getEncoded());
    }

    @BeforeEach
    void keepSecrets() throws IOException {
        secret("wechat.pem", own);
        secret("apiclient_key.pem", own);
        secret("app-private-key.pem", own);
        secret("pub_key.pem", theirs);
        secret("alipay-public-key.pem", theirs);
        secret("stripe-key", "rk_test_1");
        secret("db-password", "c");
        secret("smtp-password", "d");
        secret("wecom-url", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1");
        secret("slack-url", "https://hooks.slack.com/services/T/B/1");
    }

    private void secret(String name, String text) throws IOException {
        Path file = Files.createDirectories(folder.resolve("secrets")).resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    }

    private static String pem(String kind, byte[] key) {
        return "-----BEGIN %1$s KEY-----%n%2$s%n-----END %1$s KEY-----%n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(key));
    }

    static List<String> blocks() {
        return README.blocksFrom(BLOCK);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void isReadAsAJobFile(String block) throws IOException {
        JobFile job = JobFile.read(write(block), ENVIRONMENT);

        assertThat(job.accounts()).isNotEmpty();
    }

    @Test
    void hasBlocksOfAllSorts() {
        assertThat(blocks().stream().map(each -> each.replaceFirst("(?s):.*", "")).distinct())
                .containsExactlyInAnyOrder(
                        "tplus1",
                        "accounts",
                        "breaks",
                        "secrets",
                        "ledger",
                        "replay",
                        "outbox",
                        "- id");
        assertThat(blocks()).anyMatch(each -> each.contains("\nalerts:\n  channels:\n"));
    }

    @Test
    void readsEachWayToTellFreshness() throws IOException {
        List<String> lines =
                README.blocksFrom(Pattern.compile("^freshness-sql:")).getFirst().lines().toList();
        assertThat(lines).hasSize(3);
        String lag = "  " + lines.getLast() + "\n";

        for (String query : lines.subList(0, 2)) {
            assertThat(JobFile.read(write("ledger:\n  " + query + "\n" + lag), ENVIRONMENT))
                    .isNotNull();
        }
    }

    @Test
    void readsAUrlThatWantsAServerVerified() throws IOException {
        String option = "?sslMode=VERIFY_IDENTITY";
        assertThat(README.spans()).contains(option);
        String url = "jdbc:mysql://db:3306/tplus1" + option;

        JobFile job =
                JobFile.read(
                        write("database: {url: \"" + url + "\", username: a, password: b}\n"),
                        ENVIRONMENT);

        assertThat(job.database().url()).isEqualTo(url);
    }

    /** The view, the four queries and the updates that the README has for a shop of its own. */
    @Test
    void reconcilesAShopOfItsOwnTables() throws IOException {
        DatabaseSettings settings =
                new DatabaseSettings("jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MySQL", "sa", "");
        try (Database database = Database.open("database", settings)) {
            for (String sql :
                    List.of(
                            "CREATE TABLE shop_order (no VARCHAR(64) PRIMARY KEY, shop VARCHAR(64),"
                                    + " state VARCHAR(9), amount DECIMAL(12, 2), currency CHAR(3),"
                                    + " txn VARCHAR(64), paid_at TIMESTAMP(6))",
                            "CREATE TABLE shop_refund (no VARCHAR(64) PRIMARY KEY, order_no"
                                    + " VARCHAR(64), state VARCHAR(9), amount DECIMAL(12, 2),"
                                    + " done_at TIMESTAMP(6))",
                            README.blocksFrom(Pattern.compile("^CREATE VIEW")).getFirst(),
                            "INSERT INTO shop_order VALUES ('O1', 'shop', 'PAID', 10, 'CNY', 'T1',"
                                + " '2026-11-28 10:00'), ('O2', 'shop', 'NEW', 20, 'CNY', NULL,"
                                + " NULL), ('O3', 'shop', 'VOID', 30, 'CNY', NULL, NULL), ('O4',"
                                + " 'other', 'PAID', 40, 'CNY', 'T4', '2026-11-28 10:00')",
                            "INSERT INTO shop_refund VALUES"
                                    + " ('R1', 'O1', 'NEW', 4, NULL),"
                                    + " ('R2', 'O1', 'DONE', 5, '2026-11-28 11:00')")) {
                database.jdbc().sql(sql).update();
            }

            String said = reconcile(settings);

            assertThat(said)
                    .startsWith("0\n")
                    .contains("repaired      2 missed callbacks, 24.00 CNY")
                    .contains("1 break to decide");
            assertThat(
                            database.jdbc()
                                    .sql(
                                            "SELECT no || ' ' || state FROM shop_order UNION ALL"
                                                    + " SELECT no || ' ' || state FROM shop_refund"
                                                    + " ORDER BY 1")
                                    .query(String.class)
                                    .list())
                    .containsExactly(
                            "O1 PAID", "O2 PAID", "O3 VOID", "O4 PAID", "R1 DONE", "R2 DONE");
        }
    }

    private String reconcile(DatabaseSettings settings) throws IOException {
        Files.writeString(
                folder.resolve("2026-11-28.csv"),
                """
                transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at
                T1,O1,,PAYMENT,10.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T2,O2,,PAYMENT,20.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T3,O3,,PAYMENT,30.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T1,O1,R1,REFUND,4.00,CNY,SUCCESS,2026-11-28T10:00:00Z
                T1,O1,R2,REFUND,5.00,CNY,SUCCESS,2026-11-28T11:00:00Z
                """);
        String own = README.blocksFrom(Pattern.compile("^ledger:")).getFirst();
        String replay =
                README.blocksFrom(Pattern.compile("^replay:")).stream()
                        .filter(each -> each.contains("mode: sql"))
                        .findFirst()
                        .orElseThrow();
        Path file =
                write(
                        own.replace("jdbc:mysql://replica:3306/shop", settings.url())
                                        .replace("username: reader", "username: sa")
                                        .replace("\"${LEDGER_PASSWORD}\"", "\"\"")
                                + replay);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
        int code =
                Cli.run(
                        new String[] {"reconcile", "--job", file.toString()},
                        new Terminal(stream, stream, false, false),
                        ENVIRONMENT,
                        () -> new CommandWork(clock, (_, _) -> {}));
        return code + "\n" + said.toString(StandardCharsets.UTF_8);
    }

    /** A job file of the block, and of what it leaves out. */
    private Path write(String block) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("job", "job: shop\n");
        parts.put(
                "database",
                "database: {url: \"jdbc:h2:mem:%s\", username: sa, password: \"\"}\n"
                        .formatted(UUID.randomUUID()));
        parts.put(
                "accounts",
                """
                accounts:
                  - {id: shop, provider: csv, statements: {directory: "%1$s", file: "{date}*"}}
                """
                        .formatted(folder));
        parts.put("reports", "reports: {directory: \"%s/reports\"}\n".formatted(folder));
        String whole = block.startsWith("- id: ") ? "accounts:\n" + block.indent(2) : block;
        if (block.contains("mode: sql") && !block.contains("ledger:")) {
            parts.put("ledger", README.blocksFrom(Pattern.compile("^ledger:")).getFirst());
        }
        for (String part : Pattern.compile("\n(?=[a-z])").split(whole, -1)) {
            parts.put(part.replaceFirst("(?s):.*", ""), part.stripTrailing() + "\n");
        }
        String text =
                block.startsWith("tplus1:")
                        ? block
                        : Stream.of("tplus1:\n", String.join("", parts.values()).indent(2))
                                .collect(Collectors.joining());
        return Files.writeString(
                folder.resolve("job.yaml"),
                text.replaceAll("/(run/secrets|etc/tplus1)\\b", folder + "/secrets"));
    }
}
