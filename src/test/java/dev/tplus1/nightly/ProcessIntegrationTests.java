package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.DatabaseSettings;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** What whoever starts the program sees of it: its exit code, and one line where it failed. */
class ProcessIntegrationTests {
    private static final String DAY = "2026-11-28";
    private static final int MANY = 3000;

    @TempDir private Path folder;
    private DatabaseSettings settings;
    private Path job = Path.of("");

    @BeforeEach
    void nameTheDatabase() {
        settings = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("data/night"), "sa", "");
    }

    @Test
    void exitsZeroWhereItReconciledAndWhereItDidBefore() {
        prepare(ResumeFixture::fill);

        Child first = reconcile();
        Child second = reconcile();

        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        assertThat(first.out()).contains("shop 2026-11-28", "report.html");
        assertThat(second.err()).isEmpty();
        assertThat(second.code()).isZero();
        assertThat(second.out()).contains("already reconciled as r1");
    }

    @Test
    void exitsTwoWhereTheSettingsAreWrong() {
        Path file = folder.resolve("wrong.yaml");
        Shop.write(file, "tplus1: {job: night, colour: blue}\n");

        Child child = Child.run(folder, "reconcile", "--job", file.toString());

        assertThat(child.code()).isEqualTo(2);
        assertThat(child.out()).isEmpty();
        assertThat(child.err()).startsWith("tplus1: ").contains("colour").hasLineCount(1);
    }

    @Test
    void exitsThreeWhereBreaksNeedAPersonAndThatWasAskedFor() {
        prepare(ResumeFixture::fill);

        Child child = reconcile("--fail-on-breaks");

        assertThat(child.err()).isEmpty();
        assertThat(child.code()).isEqualTo(3);
    }

    @Test
    void exitsFourWhereTheStatementIsNotReady() {
        prepare(_ -> {});

        ends(reconcile(), 4, "tplus1: shop 2026-11-28: not ready: ");
    }

    @Test
    void exitsFourWhereTheBooksAreNotReady() {
        prepare(shop -> {
            ResumeFixture.fill(shop);
            shop.ledger("{freshness-sql: SELECT MAX(paid_at) FROM orders}");
        });

        ends(reconcile(), 4, "tplus1: shop 2026-11-28: not ready: the books are not ready: newest");
    }

    @Test
    void exitsTwoWhereAQueryIsWrongAndChangesNothing() {
        prepare(shop -> {
            ResumeFixture.fill(shop);
            shop.replay("{mode: off}");
            shop.ledger(
                    "{entries-sql: \"SELECT * FROM no_books WHERE paid_at >= :from AND paid_at <"
                            + " :to AND account = :account\", orders-sql: \"SELECT 1 WHERE '' IN"
                            + " (:orderNos)\", transactions-sql: \"SELECT 1 WHERE '' IN"
                            + " (:transactionIds)\", refunds-sql: \"SELECT 1 WHERE '' IN"
                            + " (:refundNos)\"}");
        });

        Child checked = Child.run(folder, "check", "--job", job.toString());
        Child child = reconcile();

        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.out()).contains("ledger.entries-sql does not work: ");
        ends(child, 2, "tplus1: shop 2026-11-28: not run: ledger.entries-sql does not work: ");
        assertThat(child.err()).endsWith(". Nothing was changed.\n");
        try (Shop shop = new Shop(folder, settings)) {
            assertThat(shop.count("tplus1_revision")).isZero();
            assertThat(shop.count("tplus1_break")).isZero();
        }
    }

    @Test
    void exitsFiveWhereAnotherProcessHasTheDatabase() {
        prepare(_ -> {});
        try (Shop other = new Shop(folder, settings)) {
            ends(reconcile(), 5, "tplus1: ");
            assertThat(other.count("tplus1_lease")).isZero();
        }
    }

    @Test
    void exitsSixWhereTheStatementIsRefused() {
        prepare(shop -> shop.statement(DATE, paid("1", "10.001", "2026-11-28T10:00:00Z")));

        Child child = reconcile();

        ends(child, 6, "tplus1: shop 2026-11-28: refused: statement-2026-11-28.csv, line 2");
    }

    @Test
    void exitsSevenWhereTheDateIsHeldAndHowToGoOn() {
        prepare(shop -> {
            ResumeFixture.fill(shop);
            shop.replay("{mode: books, min-count: 0, max-share: 0.1}");
        });

        Child held = reconcile();
        Child again = reconcile();
        Child approved =
                Child.run(
                        folder,
                        "breaks",
                        "approve",
                        "--job",
                        job.toString(),
                        "--account",
                        "shop",
                        "--date",
                        "2026-11-28",
                        "--note",
                        "checked");
        Child after = reconcile();

        assertThat(held.code()).isEqualTo(7);
        assertThat(held.err()).contains("breaks approve --job " + job + " --account shop");
        assertThat(again.code()).isEqualTo(7);
        assertThat(approved.err()).isEmpty();
        assertThat(approved.code()).isZero();
        assertThat(after.code()).isZero();
    }

    @Test
    void finishesTheWorkInHandAtSigtermAndClosesItsDatabaseWhole() {
        prepare(shop -> {
            ResumeFixture.missed(shop, DATE, 1, MANY);
            shop.replay("{mode: books, min-count: 100000}");
        });
        Child child =
                Child.start(folder, List.of(), "reconcile", "--job", job.toString(), "--date", DAY);
        while (!Files.exists(folder.resolve("reports/night/.archive/shop"))) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }

        child.terminate();

        assertThat(child.code()).isEqualTo(143);
        assertThat(child.err()).contains("shop 2026-11-28: stopped: ").hasLineCount(1);
        try (Shop shop = new Shop(folder, settings)) {
            assertThat(shop.count("tplus1_lease WHERE owner IS NULL")).isEqualTo(1);
            assertThat(shop.count("outbox"))
                    .isEqualTo(shop.count("orders WHERE status = 'PAID'"))
                    .isLessThan(MANY);
        }
        assertThat(reconcile().code()).isZero();
        try (Shop shop = new Shop(folder, settings)) {
            assertThat(shop.count("outbox")).isEqualTo(MANY);
            assertThat(shop.count("payment_callback_log")).isEqualTo(MANY);
        }
    }

    private void prepare(Consumer<Shop> by) {
        try (Shop shop = new Shop(folder, settings)) {
            by.accept(shop);
            job = shop.jobFile();
        }
    }

    private Child reconcile(String... more) {
        String[] args = new String[5 + more.length];
        System.arraycopy(
                new String[] {"reconcile", "--job", job.toString(), "--date", DAY}, 0, args, 0, 5);
        System.arraycopy(more, 0, args, 5, more.length);
        return Child.run(folder, args);
    }

    private static void ends(Child child, int code, String start) {
        assertThat(child.err()).startsWith(start).hasLineCount(1);
        assertThat(child.out()).isEmpty();
        assertThat(child.code()).isEqualTo(code);
    }
}
