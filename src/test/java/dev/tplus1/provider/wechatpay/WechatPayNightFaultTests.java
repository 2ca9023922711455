package dev.tplus1.provider.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Whole nights on a WeChat Pay that fails: what they end with, say, change and leave. */
class WechatPayNightFaultTests {
    private static final Path SAMPLES = Path.of("sample-statements");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    private static final Clock CLOCK = Clock.fixed(WechatPayAccount.NOW, ZoneOffset.UTC);

    @TempDir private Path folder;
    private WechatPayFake fake;
    private Database database;
    private DatabaseSettings settings;
    private String err = "";

    @BeforeEach
    void open() throws IOException {
        fake = new WechatPayFake(CLOCK);
        fake.bill(DATE, Files.readAllBytes(SAMPLES.resolve("wechatpay/wechatpay-2026-11-28.csv")));
        settings = TestDatabases.h2Settings();
        database = Database.open("database", settings);
        database.migrate(Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        new ResourceDatabasePopulator(
                        false, false, "UTF-8", new FileSystemResource(SAMPLES.resolve("books.sql")))
                .execute(database.dataSource());
    }

    @AfterEach
    void close() {
        fake.close();
        database.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file | cut 0           | 1 | broke off",
                "file | cut 1           | 1 | broke off",
                "file | cut 10          | 1 | broke off",
                "file | cut half        | 1 | broke off",
                "file | cut last 8      | 1 | broke off",
                "file | cut last        | 1 | broke off",
                "file | unseen 0        | 6 | the file is empty (0 bytes)",
                "file | unseen 1        | 6 | refused",
                "file | unseen 10       | 6 | its gzip data ends early",
                "file | unseen half     | 6 | its gzip data ends early",
                "file | unseen last 8   | 6 | its gzip data ends early",
                "file | unseen last     | 6 | its gzip data ends early",
                "file | two members     | 6 | one gzip member is expected",
                "file | trailing        | 6 | one gzip member is expected",
                "file | another hash    | 6 | SHA-1",
                "file | page            | 6 | it is an HTML page",
                "file | bomb            | 6 | refused",
                "file | redirect        | 1 | redirects are not followed",
                "file | private address | 1 | redirects are not followed",
                "file | reset           | 1 | broke off",
                "file | trickle         | 1 | did not answer in time",
                "link | page            | 1 | WeChat Pay",
                "link | redirect        | 1 | redirects are not followed",
                "link | reset           | 1 | broke off",
                "link | 401             | 2 | private-key",
                "link | 403             | 2 | job.yaml",
                "link | 404             | 1 | 404",
                "link | 429             | 1 | 429",
                "link | 429 date        | 1 | 429",
                "link | 429 nonsense    | 1 | 429",
                "link | 429 a day       | 1 | 429",
                "link | 500             | 1 | 500",
                "link | unsigned nobill | 1 | signed",
                "link | creating        | 4 | Run again later"
            })
    void endsWithItsCodeAndOneLineAndChangesNothing(
            String stage, String fault, int code, String why) throws IOException {
        fake.then(stage.equals("file") ? WechatPayFake.FILE : WechatPayFake.LINK, fault(fault));
        Map<String, Integer> before = rows();

        int ended = reconcile(1);

        assertThat(ended).as(err).isEqualTo(code);
        assertThat(err.strip().lines()).hasSize(1);
        assertThat(err).contains(why).doesNotContain("token-0", "PRIVATE KEY");
        assertThat(rows()).isEqualTo(before);
        assertThat(left())
                .allMatch(name -> name.startsWith("reports/night/wechat-shop/2026-11-28/attempt"));
    }

    @Test
    void goesOnWhereAnotherTryIsEnough() throws IOException {
        fake.then(WechatPayFake.LINK, fault("500"));
        fake.then(WechatPayFake.FILE, fault("404"));

        assertThat(reconcile(3)).as(err).isZero();

        assertThat(err).isEmpty();
        assertThat(fake.targets().stream().filter(t -> t.startsWith(WechatPayFake.LINK)))
                .hasSize(3);
    }

    private Fault fault(String name) {
        byte[] bill = "no bill at all\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        if (name.startsWith("cut ") || name.startsWith("unseen ")) {
            return Faults.cut(name.substring(name.indexOf(' ') + 1), name.startsWith("cut"));
        }
        return switch (name) {
            case "two members" -> (_, good) -> bytes(good, good);
            case "trailing" -> (_, good) -> bytes(good, new byte[] {0});
            case "another hash" -> Faults.body(WechatPayKeys.gzip(bill));
            case "page" -> Faults.status(200, "<!DOCTYPE html><html><body>Sign in</body></html>");
            case "bomb" -> Faults.body(WechatPayKeys.gzip(new byte[64 << 20]));
            case "redirect" -> redirect("https://example.com/login");
            case "private address" -> redirect("https://169.254.169.254/latest/meta-data");
            case "reset" ->
                    (_, _) ->
                            new MockResponse.Builder()
                                    .onRequestBody(new SocketEffect.CloseSocket())
                                    .onResponseStart(new SocketEffect.CloseSocket())
                                    .build();
            case "trickle" ->
                    (_, good) ->
                            new MockResponse.Builder()
                                    .body(new Buffer().write(good))
                                    .throttleBody(1, 200, TimeUnit.MILLISECONDS)
                                    .build();
            case "401" -> (of, _) -> of.error(401, "SIGN_ERROR", "签名错误");
            case "403" -> (of, _) -> of.error(403, "NO_AUTH", "商户无权限");
            case "404" -> Faults.status(404, "not here");
            case "429" -> later("2");
            case "429 date" -> later("Sun, 29 Nov 2026 03:00:00 GMT");
            case "429 nonsense" -> later("soon");
            case "429 a day" -> later("86400");
            case "500" -> Faults.status(500, "oops");
            case "unsigned nobill" ->
                    (_, _) ->
                            new MockResponse.Builder()
                                    .code(400)
                                    .body(
                                            new Buffer()
                                                    .write(
                                                            WechatPayFake.errorBody(
                                                                    "NO_STATEMENT_EXIST", "没有")))
                                    .build();
            case "creating" -> (of, _) -> of.error(400, "STATEMENT_CREATING", "账单生成中");
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static MockResponse bytes(byte[] first, byte[] then) {
        return new MockResponse.Builder().body(new Buffer().write(first).write(then)).build();
    }

    private static Fault redirect(String to) {
        return (_, _) -> new MockResponse.Builder().code(301).addHeader("Location", to).build();
    }

    private static Fault later(String retryAfter) {
        return (_, _) ->
                new MockResponse.Builder().code(429).addHeader("Retry-After", retryAfter).build();
    }

    // --- the job

    private int reconcile(int tries) throws IOException {
        Map<String, Object> api = fake.block(Files.createDirectories(folder.resolve("keys")));
        api.put("tries", tries);
        api.put("download-timeout", "1s");
        Path job =
                Files.writeString(
                        folder.resolve("job.yaml"),
                        """
                        tplus1:
                          job: night
                          database: {url: "%s", username: "%s", password: "%s"}
                          scratch: {directory: "%s"}
                          accounts:
                            - id: wechat-shop
                              provider: wechatpay
                              merchant-id: "%s"
                              statements: {api: %s}
                          replay: {mode: books, confirm: false}
                          reports: {directory: "%s"}
                        """
                                .formatted(
                                        settings.url(),
                                        settings.username(),
                                        settings.password(),
                                        Files.createDirectories(folder.resolve("scratch")),
                                        WechatPayFake.MERCHANT,
                                        JsonMapper.shared().writeValueAsString(api),
                                        folder.resolve("reports")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code =
                Cli.run(
                        new String[] {"reconcile", "--job", job.toString(), "--date", "2026-11-28"},
                        new Terminal(
                                new PrintStream(out, true, StandardCharsets.UTF_8),
                                new PrintStream(errors, true, StandardCharsets.UTF_8),
                                false,
                                false),
                        Map.of(),
                        () -> new CommandWork(CLOCK));
        err = errors.toString(StandardCharsets.UTF_8);
        return code;
    }

    /** What a statement that was believed would have changed. */
    private Map<String, Integer> rows() {
        JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
        return Map.of(
                "paid",
                count(jdbc, "orders WHERE status <> 'PENDING'"),
                "log",
                count(jdbc, "payment_callback_log"),
                "revisions",
                count(jdbc, "tplus1_revision"),
                "breaks",
                count(jdbc, "tplus1_break"));
    }

    private static int count(JdbcTemplate jdbc, String from) {
        Integer count = jdbc.queryForObject("SELECT COUNT(*) FROM " + from, Integer.class);
        return count == null ? 0 : count;
    }

    private Stream<String> left() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(name -> !name.startsWith("keys/") && !name.equals("job.yaml"))
                    .filter(name -> !name.contains("index."))
                    .toList()
                    .stream();
        }
    }
}
