package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** Databases restored from a copy that does not have last night, and the run that mends it. */
class RestoreTests {
    private static final LocalDate BEFORE = DATE.minusDays(1);
    private static final String CALLBACK_TABLES = "orders, refunds, payment_callback_log, outbox";

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void runTheNightBefore() {
        shop = new Shop(folder);
        shop.booked("1", 1000, Shop.at(BEFORE, 1));
        shop.statement(BEFORE, paid("1", "10.00", Shop.at(BEFORE, 1)));
        shop.pending("2", 1000);
        shop.statement(
                DATE, paid("2", "10.00", Shop.at(DATE, 2)), paid("9", "9.00", Shop.at(DATE, 9)));
        shop.run(BEFORE);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void repeatsANightThatBothLost() {
        List<String> copy = copy("");
        shop.run(DATE);
        restore(copy);
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");
        assertThat(verify()).startsWith("1 ").contains("summary.json");

        shop.run(DATE);

        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
        assertThat(shop.count("outbox")).isEqualTo(1);
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED", "UNKNOWN_ORDER PAYMENT T9 OPEN");
        assertThat(shop.latest(DATE)).isEqualTo("r1");
        assertThat(verify()).startsWith("0 ").contains("chain whole");
    }

    @Test
    void appliesNothingTwiceWhereTheBooksKeptIt() {
        List<String> copy = copy(" TABLE " + ownTables());
        shop.run(DATE);
        List<String> orders = shop.rows("orders");
        restore(copy);

        shop.run(DATE);

        assertThat(shop.rows("orders")).isEqualTo(orders);
        assertThat(shop.count("outbox")).isEqualTo(1);
        assertThat(shop.count("payment_callback_log")).isEqualTo(1);
        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T9 OPEN");
    }

    @Test
    void replaysAgainAtARerunWhatOnlyTheBooksLost() {
        List<String> copy = copy(" TABLE " + CALLBACK_TABLES);
        shop.run(DATE);
        restore(copy);
        shop.run(DATE);
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");

        shop.rerun(DATE);

        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
        assertThat(shop.count("outbox")).isEqualTo(1);
        assertThat(shop.latest(DATE)).isEqualTo("r2");
    }

    private String ownTables() {
        return String.join(
                ", ",
                shop.database
                        .jdbc()
                        .sql(
                                "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME"
                                        + " LIKE 'TPLUS1%'")
                        .query(String.class)
                        .list());
    }

    /** What restores it, or these of its tables. */
    private List<String> copy(String tables) {
        shop.restart();
        return shop
                .database
                .jdbc()
                .sql("SCRIPT NOPASSWORDS NOSETTINGS DROP" + tables)
                .query(String.class)
                .list()
                .stream()
                .map(String::valueOf)
                .filter(each -> !each.startsWith("--") && !each.startsWith("CREATE USER"))
                // those of all tables, whichever were asked for
                .filter(each -> tables.isEmpty() || !each.contains(" SEQUENCE "))
                .toList();
    }

    private void restore(List<String> copy) {
        shop.restart();
        copy.forEach(each -> shop.database.jdbc().sql(each).update());
    }

    private String verify() {
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        new String[] {
                            "breaks",
                            "audit",
                            "--job",
                            shop.jobFile().toString(),
                            "--verify",
                            "--against",
                            folder.resolve("reports").toString()
                        },
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock));
        return code + " " + spoken.out() + spoken.err();
    }
}
