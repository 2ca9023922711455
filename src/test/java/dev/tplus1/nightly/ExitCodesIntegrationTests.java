package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.provider.stripe.StripeFake;

import okhttp3.tls.Certificates;

import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * Each exit code, of a process that {@code jobs/tplus1} started as cron does, with what it said on
 * stderr, to the letter, and what it changed. Processes and test share a database, over TCP.
 */
@DisabledOnOs(OS.WINDOWS)
class ExitCodesIntegrationTests {
    /** Over in every zone, and not too old to be replayed. */
    @SuppressWarnings("TimeInStaticInitializer") // a process has the machine's clock
    private static final LocalDate DATE = LocalDate.now(ZoneOffset.UTC).minusDays(2);

    private static final int MANY = 3000;
    private static final List<String> REACHED = new CopyOnWriteArrayList<>();

    @TempDir private static Path keys;
    private static Server server;
    private static StripeFake stripe;

    @TempDir private Path folder;

    /** The accounts of one job, the most severe first. */
    enum Account {
        BROKEN(
                1,
                "failed: Stripe's balance transactions: https://127.0.0.1:1/v1/"
                        + "balance_transactions broke off: Failed to connect to /127.0.0.1:1;"
                        + " run again, or see what tplus1 check says.\n",
                ""),
        KEY(
                2,
                "not run: FOLDER/job.yaml: accounts[1].statements.api.key: is no key that Stripe"
                        + " accepts; it answered 401: Invalid API Key provided: Bearer ***. Nothing"
                        + " was changed.\n",
                ""),
        CUT(6, "refused: statement-DATE.csv, line 3: the line has 2 cells, the header has 8\n", ""),
        HELD(
                7,
                "held: 2 missed callbacks, 100.0 % of the payments (limit 10 %). Nothing was"
                        + " applied.\n"
                        + "        Look at FOLDER/reports/night/held/DATE/r1/report.html, then:"
                        + " tplus1 breaks approve --job FOLDER/job.yaml --account held --date DATE"
                        + " --note \"...\"\n",
                "held r1 HELD"),
        TAKEN(5, "running elsewhere: HOLDER.\n", ""),
        LATE(
                4,
                "not ready: the folder FOLDER/late does not exist; make it, or mend the path. Run"
                        + " again later.\n",
                ""),
        DECIDE(3, "", "decide r1 RECONCILED"),
        WHOLE(0, "", "whole r1 RECONCILED, O2 is PAID");

        private final int code;
        private final String told;
        private final String changes;

        /**
         * @param code of a run of it alone that is asked to fail on breaks
         * @param told on stderr, behind its name and the date; empty for nothing
         * @param changes what is different after its run
         */
        Account(int code, String told, String changes) {
            this.code = code;
            this.told = told;
            this.changes = changes;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        String line() {
            return told.isEmpty() ? "" : "tplus1: " + id() + " DATE: " + told;
        }
    }

    @BeforeAll
    static void serve() throws IOException, SQLException {
        server = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
        stripe = new StripeFake();
        Shop.write(keys.resolve("ca.pem"), Certificates.certificatePem(stripe.certificate()));
    }

    @AfterAll
    static void tell() {
        server.stop();
        stripe.close();
        System.out.println("\nExit codes, each of a process that jobs/tplus1 started:");
        REACHED.stream().sorted().forEach(System.out::println);
        System.out.println();
    }

    private static void reached(int code, String how) {
        REACHED.add("  %3d  %s".formatted(code, how));
    }

    static Stream<List<Account>> accounts() {
        List<Account> all = List.of(Account.values());
        List<List<Account>> fewer = new ArrayList<>();
        for (int first = 0; first < all.size(); first++) {
            fewer.add(all.subList(first, all.size()));
        }
        return Stream.concat(
                Stream.of(Account.BROKEN, Account.CUT, Account.HELD, Account.TAKEN, Account.LATE)
                        .map(List::of),
                fewer.stream());
    }

    @ParameterizedTest
    @MethodSource("accounts")
    void runsEachAccountToItsEndAndExitsWithTheMostSevere(List<Account> accounts) {
        try (Shop shop = open();
                Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire("taken", DATE)).lease()) {
            fill(shop);

            Child child = reconcile(shop.jobFile(), accounts);

            assertThat(told(child))
                    .isEqualTo(String.join("", accounts.stream().map(Account::line).toList()));
            assertThat(child.code()).isEqualTo(accounts.getFirst().code);
            assertThat(changes(shop))
                    .containsExactlyInAnyOrderElementsOf(
                            accounts.stream()
                                    .filter(each -> !each.changes.isEmpty())
                                    .flatMap(each -> Stream.of(each.changes.split(", ", -1)))
                                    .toList());
            assertThat(lease.stillHeld()).isTrue();
        }
        reached(
                accounts.getFirst().code,
                (accounts.size() == 1 ? "one account: " : "several accounts: ")
                        + String.join(", ", accounts.stream().map(Account::id).toList()));
    }

    @Test
    void exitsTwoAtAKeyThatItDoesNotKnow() {
        Path job = folder.resolve("job.yaml");
        Shop.write(job, "tplus1:\n  job: night\n  acounts: []\n");

        Child child = Child.launch(folder, "reconcile", "--job", job.toString());

        assertThat(child.code()).isEqualTo(2);
        assertThat(told(child))
                .isEqualTo(
                        "tplus1: FOLDER/job.yaml: accounts: unknown key \"acounts\", did you mean"
                                + " \"accounts\"?\n");
        assertThat(child.out()).isEmpty();
        assertThat(folder.resolve("reports")).doesNotExist();
        reached(2, "a job file with a key that is unknown");
    }

    @Test
    void exitsTwoWhereAQueryIsWrongAndChangesNothing() {
        try (Shop shop = open()) {
            fill(shop);
            shop.ledger(
                    "{entries-sql: \"SELECT * FROM no_books WHERE paid_at >= :from AND paid_at <"
                            + " :to AND account = :account\", orders-sql: \"SELECT 1 WHERE '' IN"
                            + " (:orderNos)\", transactions-sql: \"SELECT 1 WHERE '' IN"
                            + " (:transactionIds)\", refunds-sql: \"SELECT 1 WHERE '' IN"
                            + " (:refundNos)\"}");
            shop.replay("{mode: off}");

            Child child = reconcile(shop.jobFile(), List.of(Account.WHOLE));

            assertThat(child.code()).isEqualTo(2);
            assertThat(child.err())
                    .startsWith(
                            "tplus1: whole "
                                    + DATE
                                    + ": not run: ledger.entries-sql does not work: ")
                    .endsWith(". Nothing was changed.\n")
                    .hasLineCount(1);
            assertThat(changes(shop)).isEmpty();
        }
        reached(2, "a query of the books that does not work");
    }

    @Test
    void exitsFiveWhereAnotherProcessHasTheEmbeddedDatabase() {
        try (Shop shop =
                new Shop(
                        folder,
                        new DatabaseSettings(
                                "jdbc:h2:file:" + folder.resolve("data/night"), "sa", ""))) {
            fill(shop);

            Child child = reconcile(shop.jobFile(), List.of(Account.WHOLE));

            assertThat(child.code()).isEqualTo(5);
            assertThat(told(child))
                    .isEqualTo(
                            "tplus1: database: jdbc:h2:file:FOLDER/data/night is open in another"
                                    + " process. Wait until it ends, or give several processes a"
                                    + " database server (jdbc:mysql:).\n");
            assertThat(changes(shop)).isEmpty();
        }
        reached(5, "an embedded H2 that another process has open");
    }

    @Test
    void exits143AtSigtermWithTheWorkInHandDoneAndTheNextRunGoesOn() throws IOException {
        try (Shop shop = open()) {
            shop.accounts(
                    stripe("broken", "https://127.0.0.1:1", StripeFake.KEY),
                    Shop.account(Shop.ACCOUNT, ""));
            shop.replay("{mode: books, confirm: false, min-count: 100000}");
            ResumeFixture.missed(shop, DATE, 1, MANY);
            String job = shop.jobFile().toString();
            Child child =
                    Child.launch(folder, "reconcile", "--job", job, "--date", DATE.toString());
            while (shop.count("outbox") == 0
                    || !Files.exists(shop.dateFolder("broken", DATE).resolve("attempt"))) {
                assertThat(child.alive()).as(child.err()).isTrue();
                Thread.onSpinWait();
            }

            child.terminate();

            assertThat(child.code()).isEqualTo(143);
            assertThat(told(child))
                    .isEqualTo(
                            Account.BROKEN.line()
                                    + "tplus1: shop DATE: stopped: by a signal, between two"
                                    + " steps; safe to run again.\n");
            assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
            assertThat(shop.count("outbox"))
                    .isEqualTo(shop.count("orders WHERE status = 'PAID'"))
                    .isLessThan(MANY);
            reached(143, "SIGTERM through the launcher, beside an account that failed (1)");

            Child next =
                    Child.launch(
                            folder,
                            "reconcile",
                            "--job",
                            job,
                            "--date",
                            DATE.toString(),
                            "--account",
                            Shop.ACCOUNT);

            assertThat(next.code()).as(next.err()).isZero();
            assertThat(next.err()).isEmpty();
            assertThat(shop.count("outbox")).isEqualTo(MANY);
            assertThat(shop.count("payment_callback_log")).isEqualTo(MANY);
            reached(0, "the run after SIGTERM: every callback once");
        }
    }

    private Shop open() {
        String name = "/mem:" + UUID.randomUUID();
        String url = "jdbc:h2:tcp://localhost:" + server.getPort() + name;
        return new Shop(folder, new DatabaseSettings(url, "sa", ""));
    }

    private static void fill(Shop shop) {
        List<String> blocks = new ArrayList<>();
        for (Account each : Account.values()) {
            blocks.add(
                    switch (each) {
                        case BROKEN -> stripe(each.id(), "https://127.0.0.1:1", StripeFake.KEY);
                        case KEY -> stripe(each.id(), stripe.url().toString(), "rk_test_other");
                        case CUT, HELD, TAKEN, LATE, DECIDE, WHOLE -> Shop.account(each.id(), "");
                    });
        }
        shop.accounts(blocks.toArray(String[]::new));
        shop.replay("{mode: books, confirm: false, min-count: 1, max-share: 0.1}");
        String at = Shop.at(DATE, 0);
        shop.booked("whole", "1", 1000, at);
        pending(shop, "whole", "2");
        shop.statement("whole", DATE, paid("1", "10.00", at), paid("2", "10.00", at));
        shop.booked("decide", "3", 1000, at);
        shop.statement("decide", DATE, paid("3", "10.00", at), paid("4", "10.00", at));
        pending(shop, "held", "5");
        pending(shop, "held", "6");
        shop.statement("held", DATE, paid("5", "10.00", at), paid("6", "10.00", at));
        pending(shop, "taken", "7");
        shop.statement("taken", DATE, paid("7", "10.00", at));
        pending(shop, "cut", "8");
        shop.statement("cut", DATE, paid("8", "10.00", at), "T9,O9");
    }

    private static void pending(Shop shop, String account, String n) {
        shop.order(account, "O" + n, 1000, "CNY", "PENDING", null, null);
    }

    private static String stripe(String id, String url, String key) {
        return "    - {id: %s, provider: stripe, statements: {api: {url: \"%s\", key: \"%s\","
                        .formatted(id, url, key)
                + " ca-file: \"%s\", tries: 1}}}\n".formatted(keys.resolve("ca.pem"));
    }

    private Child reconcile(Path job, List<Account> accounts) {
        List<String> args = new ArrayList<>(List.of("reconcile", "--job", job.toString()));
        args.addAll(List.of("--date", DATE.toString(), "--fail-on-breaks"));
        accounts.forEach(each -> args.addAll(List.of("--account", each.id())));
        Child child = Child.launch(folder, args.toArray(String[]::new));
        child.code();
        return child;
    }

    /** What it said on stderr, without what is another in each run. */
    private String told(Child child) {
        return child.err()
                .replace(folder.toString(), "FOLDER")
                .replace(DATE.toString(), "DATE")
                .replaceAll(
                        "host \\S+, process "
                                + ProcessHandle.current().pid()
                                + ", since \\S+ UTC, last sign of life \\d+ s ago",
                        "HOLDER");
    }

    /** What is different from what was prepared. */
    private static List<String> changes(Shop shop) {
        return shop
                .database
                .jdbc()
                .sql(
                        "SELECT account || ' r' || revision || ' ' || outcome FROM tplus1_revision"
                                + " UNION ALL SELECT order_no || ' is ' || status FROM orders"
                                + " WHERE version > 0")
                .query(String.class)
                .list()
                .stream()
                .map(String::valueOf)
                .toList();
    }
}
