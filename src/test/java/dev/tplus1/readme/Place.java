package dev.tplus1.readme;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.http.HttpsEndpoint;
import dev.tplus1.provider.wechatpay.TradeBillFixture;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import okhttp3.tls.Certificates;

import org.springframework.core.io.FileSystemResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What the commands of the README need: the job of {@code jobs/shop.yaml} with the sample date's
 * statements and books, four weeks before it on which nothing moved, a chat that takes nothing; and
 * another job, one date of which is held.
 */
final class Place implements AutoCloseable {
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    private static final Clock CLOCK =
            Clock.fixed(Instant.parse("2026-11-29T02:30:00Z"), ZoneOffset.UTC);
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String AT = DATE + "T10:00:00Z";

    private final Path folder;
    private final DatabaseSettings settings = TestDatabases.h2Settings();
    private final Database database = TestDatabases.opened(settings, Schema.values());
    private final DatabaseSettings otherSettings = TestDatabases.h2Settings();
    private final Database other = TestDatabases.opened(otherSettings, Schema.values());
    private final HttpsEndpoint chat = new HttpsEndpoint();
    private final Path job;
    private final Path heldJob;
    private volatile int answer = 403;

    /** How a command ended. */
    record Ended(int code, String out, String err) {}

    Place(Path folder) throws IOException {
        this.folder = folder;
        chat.server()
                .setDispatcher(
                        new Dispatcher() {
                            @Override
                            public MockResponse dispatch(RecordedRequest request) {
                                return new MockResponse.Builder().code(answer).build();
                            }
                        });
        new ResourceDatabasePopulator(
                        false,
                        false,
                        "UTF-8",
                        new FileSystemResource("sample-statements/books.sql"))
                .execute(database.dataSource());
        for (int dead = 0; dead < 2; dead++) {
            database.jdbc()
                    .sql(
                            "INSERT INTO outbox (topic, message_key, payload, created_at)"
                                    + " VALUES ('order.paid', ?, 'no JSON', ?)")
                    .params("X" + dead, "2026-11-20 00:00:00")
                    .update();
        }
        statements();
        job = job();
        heldJob = heldJob();
    }

    private void statements() throws IOException {
        Path wechat = Files.createDirectories(folder.resolve("statements/wechat"));
        Path stripe = Files.createDirectories(folder.resolve("statements/stripe"));
        for (LocalDate day = DATE.withDayOfMonth(1); day.isBefore(DATE); day = day.plusDays(1)) {
            Files.write(
                    wechat.resolve(day + ".csv"),
                    new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER).bytes());
            Files.writeString(
                    stripe.resolve(day + ".json"),
                    "{\"object\": \"list\", \"data\": [], \"has_more\": false}");
        }
        for (String sample :
                List.of(
                        "wechatpay/wechatpay-2026-11-28.csv",
                        "stripe/stripe-2026-11-28-1.json",
                        "stripe/stripe-2026-11-28-2.json")) {
            Path from = Path.of("sample-statements", sample);
            Files.copy(
                    from,
                    (sample.startsWith("w") ? wechat : stripe)
                            .resolve(String.valueOf(from.getFileName())));
        }
    }

    private Path job() throws IOException {
        Path authority = folder.resolve("ca.pem");
        Files.writeString(authority, Certificates.certificatePem(chat.certificate()));
        return Files.writeString(
                folder.resolve("shop.yaml"),
                Files.readString(Path.of("jobs/shop.yaml"))
                                .replace(
                                        "directory: statements",
                                        "directory: " + folder + "/statements")
                                .replace("directory: reports", "directory: " + folder + "/reports")
                        + """
                          alerts:
                            ca-file: %s
                            channels:
                              - {name: ops, type: webhook, url: "%s", secret: "%s"}
                          outbox: {log: %s/messages.jsonl}
                          retention: {statements: 400d}
                        """
                                .formatted(
                                        authority,
                                        chat.url("/hook"),
                                        HttpsEndpoint.SECRET,
                                        folder));
    }

    private Path heldJob() throws IOException {
        for (String order : List.of("1", "2", "3")) {
            other.jdbc()
                    .sql(
                            "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                    + " created_at, version) VALUES (?, ?, 1000, 'CNY', 'PENDING',"
                                    + " '2026-11-20 00:00:00', 0)")
                    .params("O" + order, order.equals("3") ? "large" : "held")
                    .update();
        }
        Path statements = Files.createDirectories(folder.resolve("csv"));
        String header =
                "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n";
        String line = "T%1$d,O%1$d,,PAYMENT,10.00,CNY,SUCCESS," + AT + "\n";
        Files.writeString(
                statements.resolve("held-2026-11-28.csv"),
                header + line.formatted(1) + line.formatted(2));
        Files.writeString(statements.resolve("large-2026-11-28.csv"), header + line.formatted(3));
        return Files.writeString(
                folder.resolve("held.yaml"),
                """
                tplus1:
                  job: held
                  database: {url: "%s", username: sa, password: ""}
                  accounts:
                    - {id: held, provider: csv, statements: {directory: "%s", file: "held-{date}*"}}
                    - {id: large, provider: csv, statements: {directory: "%s", file: "large-{date}*"}}
                  replay: {mode: books, min-count: 1, max-share: 0.1}
                  reports: {directory: "%s/reports"}
                """
                        .formatted(otherSettings.url(), statements, statements, folder));
    }

    /** Has the one missed callback of an account kept back, and the other account's date held. */
    Ended hold() throws IOException {
        Files.writeString(
                heldJob,
                Files.readString(heldJob)
                        .replace("max-share: 0.1}", "max-share: 0.1, max-amount: {CNY: 9.99}}"));
        return run("tplus1 reconcile --job FILE");
    }

    /** From then on the chat takes what it is sent. */
    void mendTheChat() {
        answer = 200;
    }

    Ended run(String command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args =
                WORD.matcher(command)
                        .results()
                        .skip(1)
                        .map(each -> meant(each.group(1) == null ? each.group(2) : each.group(1)))
                        .toArray(String[]::new);
        int code =
                Cli.run(
                        args,
                        new Terminal(
                                new PrintStream(out, true, StandardCharsets.UTF_8),
                                new PrintStream(err, true, StandardCharsets.UTF_8),
                                false,
                                false),
                        Map.of(
                                "TPLUS1_URL",
                                settings.url(),
                                "TPLUS1_USER",
                                String.valueOf(settings.username())),
                        () -> new CommandWork(CLOCK, (_, _) -> {}));
        return new Ended(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** What a word of the README stands for here. */
    private String meant(String word) {
        return switch (word) {
            case "jobs/shop.yaml", "/etc/tplus1/shop.yaml" -> job.toString();
            case "FILE" -> heldJob.toString();
            case "report.xlsx" ->
                    folder.resolve("reports/shop/wechat-shop/2026-11-28/r1/report.xlsx").toString();
            case "/mnt/kept/reports" -> folder.resolve("reports").toString();
            case "A" -> "held";
            case "D" -> DATE.toString();
            case "ID" -> one(other, "break_id FROM tplus1_break WHERE account = 'large'");
            case "7K3M9QX2" ->
                    one(database, "MIN(break_id) FROM tplus1_break WHERE status = 'OPEN'");
            case "812" -> one(database, "MIN(id) FROM outbox WHERE payload = 'no JSON'");
            case "815" -> one(database, "MAX(id) FROM outbox WHERE payload = 'no JSON'");
            case "12" -> one(database, "MIN(id) FROM tplus1_notice");
            default -> word;
        };
    }

    private static String one(Database database, String query) {
        return database.jdbc().sql("SELECT " + query).query(String.class).single();
    }

    @Override
    public void close() {
        chat.close();
        other.close();
        database.close();
    }
}
