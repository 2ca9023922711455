package dev.tplus1.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.database.TestServer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A merchant with one csv account on a real server, the processes that reconcile one date of it,
 * and what they leave. One thread.
 */
final class Scene implements AutoCloseable {
    static final String ACCOUNT = "shop";
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    static final String RUN = "night/shop/2026-11-28/r1";
    static final long AMOUNT_MINOR = 1000;

    private static final String HEADER =
            "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at\n";
    private static final long POLL_NANOS = 20_000_000;
    private static final int PADDING = 2_000;

    /** As many callbacks as the bundled books take at once. */
    static final int AT_ONCE = 100;

    private static final int PAYMENTS = AT_ONCE + 2;
    private static final LocalDateTime MADE_AT = LocalDateTime.parse("2026-11-20T00:00:00");

    final DatabaseSettings settings;
    final Database database;
    final DatabaseSettings bookSettings;
    final Database books;
    private final Path folder;
    private final StringBuilder lines = new StringBuilder(HEADER);
    private final List<Processes> started = new ArrayList<>();

    private Scene(Path folder, DatabaseSettings settings, DatabaseSettings bookSettings) {
        this.folder = folder;
        this.settings = settings;
        this.bookSettings = bookSettings;
        this.database = Database.open("database", settings);
        this.books =
                bookSettings.equals(settings) ? database : Database.open("ledger", bookSettings);
    }

    /** On an empty database: the first process makes the tables. */
    static Scene bare(Path folder) {
        DatabaseSettings settings = TestServer.newDatabase();
        return new Scene(folder, settings, settings);
    }

    static Scene empty(Path folder) {
        Scene scene = bare(folder);
        TestDatabases.fill(scene.database, Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
        return scene;
    }

    /** Its books in a database of their own. */
    static Scene ofTwoDatabases(Path folder) {
        Scene scene = new Scene(folder, TestServer.newDatabase(), TestServer.newDatabase());
        TestDatabases.fill(scene.database, Schema.OWN);
        TestDatabases.fill(scene.books, Schema.BOOKS, Schema.CALLBACK);
        return scene;
    }

    /** A date that has something of everything; {@link #EFFECTS} missed callbacks among it. */
    static Scene mixed(Path folder) {
        return empty(folder).mixed();
    }

    /** How many missed callbacks the mixed date has. */
    static final int EFFECTS = PAYMENTS + 1;

    /**
     * In how many transactions they are replayed: many payments, two more, and one refund alone.
     */
    static final int TRANSACTIONS = 3;

    Scene mixed() {
        for (int n = 1; n <= 5; n++) {
            booked(n, at(n));
            paid(n, at(n));
        }
        missed(101, PAYMENTS);
        booked(21, MADE_AT);
        refund(21, 400);
        line("T21,O21,R21,REFUND,4.00,CNY,SUCCESS," + at(21));
        line("T21,O21,R22,REFUND,3.00,CNY,SUCCESS," + at(22));
        paid(31, at(31));
        booked(41, at(41));
        booked(51, DATE.atTime(23, 59, 59));
        padded(PADDING);
        return this;
    }

    /** Payments of which only the provider knows, of orders that are pending. */
    void missed(int from, int count) {
        for (int n = from; n < from + count; n++) {
            order(n, "PENDING", null, null);
            paid(n, at(n));
        }
    }

    void booked(int n, LocalDateTime paidAt) {
        order(n, "PAID", "T" + n, paidAt);
    }

    void paid(int n, LocalDateTime at) {
        line("T" + n + ",O" + n + ",,PAYMENT,10.00,CNY,SUCCESS," + at);
    }

    /** Lines that count for nothing, so that the file takes its time. */
    void padded(int count) {
        for (int n = 0; n < count; n++) {
            line("X" + n + ",Y" + n + ",,PAYMENT,10.00,CNY,FAILED," + at(n % 3600));
        }
        written();
    }

    private void line(String line) {
        lines.append(line).append("Z\n");
    }

    static LocalDateTime at(int second) {
        return LocalDateTime.of(DATE, LocalTime.of(10, 0)).plusSeconds(second).plusNanos(1000);
    }

    /** Leaves the statement where the run looks for it. */
    void written() {
        write(folder.resolve("statements/statement-" + DATE + ".csv"), lines.toString());
    }

    private void order(
            int n, String status, @Nullable String transactionId, @Nullable LocalDateTime paidAt) {
        books.jdbc()
                .sql(
                        "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " transaction_id, paid_at, created_at, version)"
                                + " VALUES (?, ?, ?, 'CNY', ?, ?, ?, ?, 0)")
                .params(
                        Arrays.<@Nullable Object>asList(
                                "O" + n,
                                ACCOUNT,
                                AMOUNT_MINOR,
                                status,
                                transactionId,
                                paidAt,
                                MADE_AT))
                .update();
    }

    private void refund(int n, long minor) {
        books.jdbc()
                .sql(
                        "INSERT INTO refunds (account, refund_no, order_no, amount_minor, currency,"
                                + " status, provider_refund_id, refunded_at, created_at, version)"
                                + " VALUES (?, ?, ?, ?, 'CNY', 'PENDING', NULL, NULL, ?, 0)")
                .params(ACCOUNT, "R" + n, "O" + n, minor, MADE_AT)
                .update();
    }

    // --- processes ---

    /** Starts a run straight at the server. */
    Processes start(String... more) {
        return start(settings.url(), bookSettings.url(), more);
    }

    /** Starts a run whose statements all pass a proxy. */
    Processes start(Proxy proxy, String... more) {
        return start(proxy.url(settings.url()), proxy.url(bookSettings.url()), more);
    }

    private Processes start(String url, String booksUrl, String... more) {
        List<String> args =
                new ArrayList<>(
                        List.of(
                                "reconcile",
                                "--job",
                                jobFile(url, booksUrl).toString(),
                                "--date",
                                DATE.toString()));
        args.addAll(List.of(more));
        Processes process = Processes.program(folder, args.toArray(String[]::new));
        started.add(process);
        return process;
    }

    /** Runs to its end straight at the server, which must be a good one. */
    Processes finish(String... more) {
        Processes process = start(more);
        assertThat(process.code()).as(process.err()).isZero();
        assertThat(process.err()).isEmpty();
        return process;
    }

    private Path jobFile(String url, String booksUrl) {
        Path file = folder.resolve("job-" + started.size() + ".yaml");
        String ledger =
                books == database
                        ? ""
                        : "  ledger: {url: \"" + booksUrl + "\"" + login(bookSettings) + "}\n";
        write(
                file,
                "tplus1:\n  job: night\n  database: {url: \""
                        + url
                        + "\""
                        + login(settings)
                        + "}\n"
                        + ledger
                        + "  accounts:\n    - id: shop\n      provider: csv\n"
                        + "      statements: {directory: \""
                        + folder.resolve("statements")
                        + "\", file: \"*{date}*\"}\n"
                        + "  replay: {mode: books, min-count: 100000, max-age: 36500d}\n"
                        + "  reports: {directory: \""
                        + folder.resolve("reports")
                        + "\"}\n");
        return file;
    }

    private static String login(DatabaseSettings settings) {
        return settings.username() == null
                ? ""
                : ", username: " + settings.username() + ", password: \"\"";
    }

    // --- what is there ---

    Path folder() {
        return folder;
    }

    Path dateFolder() {
        return folder.resolve("reports/night/shop/" + DATE);
    }

    Path archiveFolder() {
        return folder.resolve("reports/night/.archive/shop/" + DATE);
    }

    long count(String from) {
        return count(database, from);
    }

    static long count(Database database, String from) {
        return Objects.requireNonNull(
                database.jdbc().sql("SELECT COUNT(*) FROM " + from).query(Long.class).single());
    }

    /** All that a run leaves and that two runs on the same input must leave alike. */
    Map<String, List<String>> outcome() {
        String latest = read(dateFolder().resolve("latest"));
        Path revision = dateFolder().resolve(latest);
        Map<String, List<String>> outcome = new TreeMap<>(tables(SceneTables.CLOCK));
        outcome.put("latest", List.of(latest));
        outcome.put(
                "summary.json",
                SceneTables.timeless(read(revision.resolve("summary.json"))).lines().toList());
        outcome.put("breaks.csv", read(revision.resolve("breaks.csv")).lines().toList());
        outcome.put("files", files());
        return outcome;
    }

    /** That it left what a run on the same input left. */
    void isLike(Map<String, List<String>> other) {
        Map<String, List<String>> ours = outcome();
        assertThat(ours.keySet()).isEqualTo(other.keySet());
        ours.forEach((part, lines) ->
                assertThat(lines).as(part).containsExactlyElementsOf(other.get(part)));
    }

    /** The rows of all tables that matter, without some columns. */
    Map<String, List<String>> tables(Set<String> without) {
        return new SceneTables(database, books).rows(without);
    }

    /** Every file below the reports, temporary ones and the archive's too. */
    private List<String> files() {
        Path root = folder.resolve("reports");
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** That nothing is left behind that a person must put right, or that stops the next run. */
    void isTidy() {
        List<Long> holders =
                database.jdbc()
                        .sql("SELECT pid FROM tplus1_lease WHERE owner IS NOT NULL")
                        .query(Long.class)
                        .list();
        assertThat(holders).noneMatch(pid -> ProcessHandle.of(pid).isPresent());
        assertThat(new Audit(database).verify()).isInstanceOf(AuditCheck.Verdict.Whole.class);
        assertThat(folder.resolve("tmp")).isEmptyDirectory();
        assertThat(files()).noneMatch(name -> name.contains(".tmp") || name.contains("incoming-"));
    }

    /** That every execution and step has its end. */
    void isEnded() {
        for (String table : List.of("JOB", "STEP")) {
            assertThat(count("TPLUS1_BATCH_" + table + "_EXECUTION WHERE END_TIME IS NULL"))
                    .as(table)
                    .isZero();
        }
    }

    /** That each missed callback of the date took effect once. */
    void effectsOnce(int effects) {
        assertThat(count(books, "payment_callback_log WHERE outcome = 'APPLIED'"))
                .isEqualTo(effects);
        assertThat(count(books, "payment_callback_log")).isEqualTo(effects);
        assertThat(count(books, "outbox")).isEqualTo(effects);
        assertThat(count(books, "orders WHERE version > 1")).isZero();
        assertThat(count(books, "refunds WHERE version > 1")).isZero();
    }

    /** Waits, without keeping a processor from those that are waited for. */
    static void until(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        started.forEach(Processes::close);
        if (books != database) {
            books.close();
        }
        database.close();
    }
}
