package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grants that {@code check} prints are enough, and none of them is too many. */
class GrantsIntegrationTests {
    private static final Pattern LOGIN = Pattern.compile("[?&]user=[^&]*");

    @TempDir private Path folder;
    private final DatabaseSettings own = TestServer.newDatabase();
    private final DatabaseSettings books = TestServer.newDatabase();
    private final String writer = newName();
    private final String reader = newName();
    private final List<String> roles = new ArrayList<>();
    private Connection root;
    private LocalDate date = DATE;
    private Spoken spoken = new Spoken();

    @BeforeEach
    void createLogins() throws SQLException {
        root = DriverManager.getConnection(own.url());
        sql("CREATE USER '" + writer + "'@'%'");
        sql("CREATE USER '" + reader + "'@'%'");
    }

    @AfterEach
    void dropLogins() throws SQLException {
        sql("DROP USER '" + writer + "'@'%'");
        sql("DROP USER '" + reader + "'@'%'");
        for (String role : roles) {
            sql("DROP ROLE " + role);
        }
        root.close();
    }

    @Test
    void writesTheBundledBooksElsewhereWithWhatIsPrintedAndNotWithLess() throws SQLException {
        Path job = job("books", "");
        List<String> grants = printed(job);

        grantAll(grants);

        assertThat(tplus1("check", "--job", job.toString())).as(spoken.out()).isZero();
        assertThat(spoken.out()).contains("writes the books in this replay mode");
        pendingOrder(1);
        assertThat(reconcile(job)).as(spoken.err()).isZero();
        assertThat(statusOf(1)).isEqualTo("PAID");
        assertThat(tplus1("reconcile", "--job", job.toString(), "--date", "" + date, "--rerun"))
                .as(spoken.err())
                .isZero();

        int n = 2;
        for (String grant : grants) {
            for (String privilege : privileges(grant)) {
                if (!needed(privilege, grant)) {
                    continue;
                }
                date = date.minusDays(1);
                pendingOrder(n);
                revoke(privilege, grant);

                int code = reconcile(job);

                String without = privilege + " of " + grant + ": " + spoken.err() + spoken.out();
                assertThat(statusOf(n)).as(without).isEqualTo("PENDING");
                // 2 where the tables cannot be looked at, 1 where the night fails
                assertThat(code).as(without).isIn(1, 2);
                assertThat(spoken.err())
                        .as(without)
                        .contains(privilege + " command denied")
                        .hasLineCount(1);
                sql(grant);
                n++;
            }
        }
        assertThat(n).isEqualTo(16);
    }

    /** What this night needs; the rest is for other nights, the relay, and new tables. */
    private static boolean needed(String privilege, String grant) {
        return switch (privilege) {
            case "SELECT" ->
                    !grant.contains("`payment_callback_log`") && !grant.contains("`outbox`");
            case "INSERT" -> !grant.contains("_history`");
            case "UPDATE" ->
                    grant.contains(".*")
                            || grant.contains("`orders`")
                            || grant.contains("`tplus1_fence`");
            case "DELETE" -> true;
            default -> false;
        };
    }

    @Test
    void makesItsTablesWithWhatIsPrintedAndNotWithLess() throws SQLException {
        Path job = job("books", "");
        List<String> grants = printed(job);
        grantAll(grants);
        // MariaDB makes foreign keys without asking for REFERENCES
        for (String privilege : mariadb() ? List.of("CREATE") : List.of("CREATE", "REFERENCES")) {
            revoke(privilege, grants.getFirst());

            assertThat(tplus1("check", "--job", job.toString())).as(privilege).isNotZero();

            assertThat(spoken.out())
                    .containsPattern("fail  database .* cannot be made or upgraded: .*denied");
            assertThat(spoken.err()).isEmpty();
            grantAll(grants);
        }

        assertThat(tplus1("check", "--job", job.toString())).as(spoken.out()).isZero();
    }

    @Test
    void namesDeleteOnTheOutboxWhereItIsPurgedAlone() throws IOException {
        Path job = job("books", "");
        List<String> grants = printed(job);

        Files.writeString(job, "  retention: {outbox: 90d}\n", StandardOpenOption.APPEND);

        List<String> purging = printed(job);
        assertThat(ofOutbox(grants))
                .containsExactly("SELECT, INSERT, UPDATE, CREATE, ALTER, INDEX");
        assertThat(ofOutbox(purging))
                .containsExactly("SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX");
        assertThat(purging).hasSameSizeAs(grants);
    }

    @Test
    void printsNoneWhereSomethingElseFails() throws Exception {
        Path job = job("books", "");
        grantAll(printed(job));
        assertThat(tplus1("check", "--job", job.toString())).as(spoken.out()).isZero();
        assertThat(spoken.out()).contains("\nGRANT SELECT");

        Files.createFile(folder.resolve("reports"));
        assertThat(tplus1("check", "--job", job.toString())).isEqualTo(2);
        assertThat(spoken.out()).contains("fail  reports").doesNotContain("GRANT");
    }

    private static List<String> ofOutbox(List<String> grants) {
        return grants.stream()
                .filter(grant -> grant.contains("`outbox`"))
                .map(grant -> String.join(", ", privileges(grant)))
                .toList();
    }

    private boolean mariadb() throws SQLException {
        return root.getMetaData().getDatabaseProductVersion().contains("MariaDB");
    }

    @Test
    void readsBooksOfItsOwnWithNothingButSelect() throws SQLException {
        Path job = ownBooks();
        List<String> grants = printed(job);
        assertThat(grants.getLast())
                .isEqualTo(
                        "GRANT SELECT ON `"
                                + name(books)
                                + "`.`YOUR_TABLE` TO '"
                                + reader
                                + "'@'%';");
        grantAll(grants.stream().map(grant -> grant.replace("YOUR_TABLE", "sales")).toList());

        assertThat(tplus1("check", "--job", job.toString())).as(spoken.out()).isZero();
        assertThat(spoken.out())
                .contains("ok    ledger login  '" + reader + "'@'%' reads only")
                .doesNotContain("user=", "password", "sslMode");
        assertThat(reconcile(job)).as(spoken.err()).isZero();
        assertThat(tplus1("reconcile", "--job", job.toString(), "--date", "" + date, "--rerun"))
                .as(spoken.err())
                .isZero();

        sql("REVOKE SELECT ON " + name(books) + ".sales FROM '" + reader + "'@'%'");
        // so that it can still connect
        sql("GRANT SELECT ON " + name(books) + ".nothing TO '" + reader + "'@'%'");
        assertThat(tplus1("reconcile", "--job", job.toString(), "--date", "" + date, "--rerun"))
                .isEqualTo(2);
        assertThat(spoken.err())
                .contains("ledger.entries-sql does not work: SELECT command denied")
                .endsWith(". Nothing was changed.\n")
                .hasLineCount(1);
    }

    @Test
    void warnsOfALoginThatMayDoMoreThanReadThroughARoleToo() throws SQLException {
        Path job = ownBooks();
        grantAll(printed(job).stream().map(g -> g.replace("YOUR_TABLE", "sales")).toList());
        sql("GRANT UPDATE (no), DROP ON " + name(books) + ".sales TO '" + reader + "'@'%'");
        String role = newName();
        roles.add(role);
        sql("CREATE ROLE " + role);
        sql("GRANT INSERT ON " + name(books) + ".* TO " + role);
        sql("GRANT " + role + " TO '" + reader + "'@'%'");

        int code = tplus1("check", "--job", job.toString());

        assertThat(code).as(spoken.out()).isZero();
        assertThat(spoken.out())
                .contains(
                        "warn  ledger login  '"
                                + reader
                                + "'@'%' may also DROP, INSERT, UPDATE; reading needs SELECT only");
    }

    @Test
    void readsTheBundledBooksElsewhereWithNothingButSelect() throws SQLException {
        Path making = job("books", "");
        List<String> all = printed(making);
        grantAll(all);
        assertThat(tplus1("check", "--job", making.toString())).as(spoken.out()).isZero();
        sql("DROP USER '" + reader + "'@'%'");
        sql("CREATE USER '" + reader + "'@'%'");
        Path job = job("off", "");

        grantAll(printed(job));

        assertThat(tplus1("check", "--job", job.toString())).as(spoken.out()).isZero();
        assertThat(spoken.out()).contains("reads only");
        pendingOrder(1);
        assertThat(reconcile(job)).as(spoken.err()).isZero();
        assertThat(statusOf(1)).isEqualTo("PENDING");
    }

    private Path ownBooks() throws SQLException {
        for (String table : List.of("sales", "nothing")) {
            sql(
                    "CREATE TABLE "
                            + name(books)
                            + "."
                            + table
                            + " (no VARCHAR(64), booked_at DATETIME(6))");
        }
        sql("INSERT INTO " + name(books) + ".sales VALUES ('1', '2026-11-28 10:00:00')");
        Shop.write(
                folder.resolve("shop/statement-" + date + ".csv"),
                Lines.HEADER + "\n" + paid("1", "10.00", date + "T10:00:00Z") + "\n");
        String select =
                "SELECT 'PAYMENT' AS kind, CONCAT('T', no) AS transaction_id, CONCAT('O', no) AS"
                        + " order_no, '' AS refund_no, 10.00 AS amount, 'CNY' AS currency, 'PAID'"
                        + " AS status, booked_at AS occurred_at FROM sales WHERE ";
        return job(
                "off",
                "    entries-sql: \""
                        + select
                        + "booked_at >= :from AND booked_at < :to\"\n    orders-sql: \""
                        + select
                        + "CONCAT('O', no) IN (:orderNos)\"\n    transactions-sql: \""
                        + select
                        + "CONCAT('T', no) IN (:transactionIds)\"\n    refunds-sql: \""
                        + select
                        + "no IN (:refundNos)\"\n");
    }

    private static String newName() {
        return "g" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    }

    // --- a job ---

    private Path job(String mode, String queries) {
        Path file = folder.resolve("job.yaml");
        Shop.write(
                file,
                "tplus1:\n  job: night\n  database: {url: \""
                        + url(own)
                        + "\", username: "
                        + writer
                        + ", password: \"\"}\n  ledger:\n    url: \""
                        + url(books)
                        + "\"\n    username: "
                        + reader
                        + "\n    password: \"\"\n"
                        + queries
                        + "  accounts:\n"
                        + Shop.account("shop", "").replace("FOLDER", folder.toString())
                        + "  replay: {mode: "
                        + mode
                        + ", max-age: 300d}\n  reports: {directory: \""
                        + folder.resolve("reports")
                        + "\"}\n");
        Shop.write(folder.resolve("shop/none"), "");
        return file;
    }

    private static String url(DatabaseSettings settings) {
        return LOGIN.matcher(settings.url()).replaceFirst("?").replace("?&", "?");
    }

    private List<String> printed(Path job) {
        assertThat(tplus1("check", "--job", job.toString())).isNotZero();
        List<String> grants =
                spoken.out().lines().filter(line -> line.startsWith("GRANT ")).toList();
        assertThat(grants).isNotEmpty();
        return grants;
    }

    private void grantAll(List<String> grants) throws SQLException {
        for (String grant : grants) {
            sql(grant);
        }
    }

    private static List<String> privileges(String grant) {
        return List.of(grant.substring("GRANT ".length(), grant.indexOf(" ON ")).split(", ", -1));
    }

    private void revoke(String privilege, String grant) throws SQLException {
        Matcher matcher = Pattern.compile(" ON (.*) TO (.*);").matcher(grant);
        assertThat(matcher.find()).isTrue();
        sql("REVOKE " + privilege + " ON " + matcher.group(1) + " FROM " + matcher.group(2));
    }

    private void sql(String text) throws SQLException {
        try (Statement statement = root.createStatement()) {
            statement.execute(text.endsWith(";") ? text.substring(0, text.length() - 1) : text);
        }
    }

    private void pendingOrder(int n) throws SQLException {
        sql(
                "INSERT INTO "
                        + name(books)
                        + ".orders (order_no, account, amount_minor, currency, status,"
                        + " transaction_id, paid_at, created_at, version) VALUES ('O"
                        + n
                        + "', 'shop', 1000, 'CNY', 'PENDING', NULL, NULL, '2026-11-20', 0)");
        Shop.write(
                folder.resolve("shop/statement-" + date + ".csv"),
                Lines.HEADER + "\n" + paid("" + n, "10.00", date + "T10:00:00Z") + "\n");
    }

    private String statusOf(int n) throws SQLException {
        try (Statement statement = root.createStatement();
                var rows =
                        statement.executeQuery(
                                "SELECT status FROM "
                                        + name(books)
                                        + ".orders WHERE order_no = 'O"
                                        + n
                                        + "'")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static String name(DatabaseSettings settings) {
        Matcher matcher = Pattern.compile("/(t[0-9a-f]{32})").matcher(settings.url());
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private int reconcile(Path job) {
        return tplus1("reconcile", "--job", job.toString(), "--date", date.toString());
    }

    private int tplus1(String... args) {
        spoken = new Spoken();
        return Cli.run(
                args,
                spoken.terminal(),
                Map.of(),
                () ->
                        new CommandWork(
                                Clock.fixed(
                                        Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC)));
    }
}
