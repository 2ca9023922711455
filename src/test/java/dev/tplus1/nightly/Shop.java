package dev.tplus1.nightly;

import dev.tplus1.breaks.HeldDates;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.Money;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.JobFile;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A merchant with one csv account {@code shop}: folders, database, books, statements, clock, and
 * the nights that run on them.
 */
final class Shop implements AutoCloseable {
    static final String ACCOUNT = "shop";
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    final NightClock clock = new NightClock("2026-11-29T02:00:00Z");
    final Database database;
    private final Path folder;
    final DatabaseSettings settings;
    private String replay = "{mode: books}";
    private String ledger = "{}";
    private String reports = "";
    private String alerts = "{}";
    private String accounts = account(ACCOUNT, "");
    private Watcher watcher = Watcher.NOBODY;
    Pauses pauses = Pauses.REAL;
    UnaryOperator<JobFile> edit = job -> job;
    private @Nullable Nightly nightly;

    Shop(Path folder) {
        this(folder, TestDatabases.h2Settings());
    }

    Shop(Path folder, DatabaseSettings settings) {
        this.folder = folder;
        this.settings = settings;
        this.database = TestDatabases.opened(settings, Schema.OWN, Schema.BOOKS, Schema.CALLBACK);
    }

    // --- the job ---

    void replay(String block) {
        replay = block;
        restart();
    }

    /** What follows the folder in the block: {@code , language: zh}. */
    void reports(String more) {
        reports = more;
        restart();
    }

    void ledger(String block) {
        ledger = block;
        restart();
    }

    void alerts(String block) {
        alerts = block;
        restart();
    }

    void accounts(String... blocks) {
        accounts = String.join("", blocks);
        restart();
    }

    /** An account's block of the job file. */
    static String account(String id, String more) {
        return "    - id: "
                + id
                + "\n      provider: csv\n"
                + more
                + "      statements: {directory: \"FOLDER/"
                + id
                + "\", file: \"*{date}*\"}\n";
    }

    Path jobFile() {
        Path file = folder.resolve("job.yaml");
        String text =
                "tplus1:\n  job: night\n  database: {url: \""
                        + settings.url()
                        + "\""
                        + (settings.username() == null
                                ? ""
                                : ", username: " + settings.username() + ", password: \"\"")
                        + "}\n  ledger: "
                        + ledger
                        + "\n  accounts:\n"
                        + accounts.replace("FOLDER", folder.toString())
                        + "  alerts: "
                        + alerts
                        + "\n  replay: "
                        + replay
                        + "\n  reports: {directory: \""
                        + (folder.resolve("reports") + "\"" + reports)
                        + "}\n";
        write(file, text);
        return file;
    }

    void watcher(Watcher by) {
        watcher = by;
    }

    Nightly nightly() {
        Nightly opened = nightly;
        if (opened == null) {
            opened = open();
            nightly = opened;
        }
        return opened;
    }

    /** One more opening of the job, as of another process; the caller closes it. */
    Nightly open() {
        Path file = jobFile();
        return Nightly.open(
                edit.apply(JobFile.read(file, Map.of())),
                file.toString(),
                clock,
                pauses,
                (account, doing, done, of) -> watcher.at(account, doing, done, of));
    }

    void restart() {
        if (nightly != null) {
            nightly.close();
            nightly = null;
        }
    }

    NightResult run(LocalDate date) {
        return nightly().reconcile(request(date, false)).getFirst();
    }

    NightResult rerun(LocalDate date) {
        return nightly().reconcile(request(date, true)).getFirst();
    }

    /** Ann approves a held date. */
    HeldDates.Decision approve(String account, LocalDate date, String note) {
        return new HeldDates(database, clock).approve(account, date, "ann", note);
    }

    NightResult approved(LocalDate date) {
        return nightly().applyApproved(ACCOUNT, date);
    }

    static NightRequest request(LocalDate date, boolean rerun) {
        return new NightRequest(date, List.of(), List.of(), rerun, false, Duration.ZERO);
    }

    // --- what the provider and the books say ---

    Path statement(LocalDate date, String... lines) {
        return statement(ACCOUNT, date, lines);
    }

    Path statement(String account, LocalDate date, String... lines) {
        Path file = folder.resolve(account).resolve("statement-" + date + ".csv");
        write(
                file,
                Stream.concat(Stream.of(Lines.HEADER), Arrays.stream(lines))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining()));
        return file;
    }

    /** Payments 1 to {@code count} of 10.00 each, a second apart from 10:00 on. */
    static String[] payments(LocalDate date, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(n -> Lines.paid("" + n, "10.00", at(date, n)))
                .toArray(String[]::new);
    }

    static String at(LocalDate date, int second) {
        return date.atTime(10, 0).plusSeconds(second).toInstant(ZoneOffset.UTC).toString();
    }

    /** Order {@code On}, booked under {@code Tn}. */
    void booked(String n, long minor, String paidAt) {
        booked(ACCOUNT, n, minor, paidAt);
    }

    void booked(String account, String n, long minor, String paidAt) {
        order(account, "O" + n, minor, "CNY", "PAID", "T" + n, paidAt);
    }

    void pending(String n, long minor) {
        pending(n, minor, "CNY");
    }

    void pending(String n, long minor, String currency) {
        order(ACCOUNT, "O" + n, minor, currency, "PENDING", null, null);
    }

    void order(
            String account,
            String orderNo,
            long minor,
            String currency,
            String status,
            @Nullable String transactionId,
            @Nullable String paidAt) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders (order_no, account, amount_minor, currency, status,"
                                + " transaction_id, paid_at, created_at, version)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)")
                .params(
                        Arrays.<@Nullable Object>asList(
                                orderNo,
                                account,
                                minor,
                                currency,
                                status,
                                transactionId,
                                utc(paidAt),
                                LocalDateTime.parse("2026-11-20T00:00:00")))
                .update();
    }

    /** Refund {@code Rm} of order {@code On}. */
    void refund(String m, String n, long minor, String status, @Nullable String refundedAt) {
        Money amount = new Money(minor, Money.currency("CNY"));
        refund(ACCOUNT, "R" + m, "O" + n, amount, status, refundedAt);
    }

    void refund(
            String account,
            String refundNo,
            String orderNo,
            Money amount,
            String status,
            @Nullable String refundedAt) {
        database.jdbc()
                .sql(
                        "INSERT INTO refunds (account, refund_no, order_no, amount_minor, currency,"
                                + " status, provider_refund_id, refunded_at, created_at, version)"
                                + " VALUES (?, ?, ?, ?, ?, ?, NULL, ?, ?, 0)")
                .params(
                        Arrays.<@Nullable Object>asList(
                                account,
                                refundNo,
                                orderNo,
                                amount.minor(),
                                amount.currency().getCurrencyCode(),
                                status,
                                utc(refundedAt),
                                LocalDateTime.parse("2026-11-20T00:00:00")))
                .update();
    }

    private static @Nullable LocalDateTime utc(@Nullable String instant) {
        return instant == null
                ? null
                : OffsetDateTime.parse(instant)
                        .withOffsetSameInstant(ZoneOffset.UTC)
                        .toLocalDateTime();
    }

    // --- what is there now ---

    /** All rows of a table, each as one text, in an order of their own. */
    List<String> rows(String table) {
        return database.jdbc().sql("SELECT * FROM " + table).query().listOfRows().stream()
                .map(row ->
                        row.entrySet().stream()
                                .map(e -> e.getKey() + "=" + Cell.text(e.getValue()))
                                .collect(Collectors.joining(", ")))
                .sorted()
                .toList();
    }

    /** All that a run may change. */
    Map<String, List<String>> everything() {
        String tables =
                "orders refunds payment_callback_log outbox tplus1_break tplus1_audit_event"
                        + " tplus1_revision tplus1_finding tplus1_crossed tplus1_change";
        return Stream.of(tables.split(" ")).collect(Collectors.toMap(table -> table, this::rows));
    }

    long count(String from) {
        return database.jdbc().sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }

    /** {@code 2026-11-28 CUT_OFF PAYMENT T1 SUSPENSE}, for each break there is. */
    List<String> breaks() {
        return database
                .jdbc()
                .sql("SELECT business_date, type, kind, key_value, status FROM tplus1_break")
                .query()
                .listOfRows()
                .stream()
                .map(row -> row.values().stream().map(Cell::text).collect(Collectors.joining(" ")))
                .sorted()
                .toList();
    }

    List<String> breaks(LocalDate date) {
        return breaks().stream()
                .filter(line -> line.startsWith(date.toString()))
                .map(line -> line.substring(11))
                .toList();
    }

    String breakId(String type, String key) {
        return database.jdbc()
                .sql("SELECT break_id FROM tplus1_break WHERE type = ? AND key_value = ?")
                .params(type, key)
                .query(String.class)
                .single();
    }

    String orderStatus(String n) {
        return database.jdbc()
                .sql("SELECT status FROM orders WHERE order_no = ?")
                .param("O" + n)
                .query(String.class)
                .single();
    }

    Path dateFolder(LocalDate date) {
        return dateFolder(ACCOUNT, date);
    }

    Path dateFolder(String account, LocalDate date) {
        return folder.resolve("reports").resolve("night").resolve(account).resolve(date.toString());
    }

    String latest(LocalDate date) {
        return read(dateFolder(date).resolve("latest"));
    }

    /** A revision's summary.json without what may differ between two runs on the same input. */
    String summary(LocalDate date, String revision) {
        return read(dateFolder(date).resolve(revision).resolve("summary.json"))
                .replaceAll("\\s*\"((runId|finishedAt)\": \"[^\"]*\"|audit\": [{][^}]*}),?", "");
    }

    /** Every file below the reports with its content. */
    Map<String, String> files() {
        return Contents.below(folder.resolve("reports"));
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whole or not at all: a run that waits may look into the folder at any time. */
    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Path written = Files.createTempFile(file.getParent(), "written", ".tmp");
            Files.writeString(written, text);
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        restart();
        database.close();
    }
}
