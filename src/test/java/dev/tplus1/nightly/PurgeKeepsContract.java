package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.OldShop.OLD;
import static dev.tplus1.nightly.OldShop.OPEN;
import static dev.tplus1.nightly.Shop.ACCOUNT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.nightly.purge.Amount;
import dev.tplus1.nightly.purge.Kind;
import dev.tplus1.nightly.purge.Purged;
import dev.tplus1.nightly.purge.Stays.Why;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Optional;

/** What is old and stays, because somebody still needs it. */
abstract class PurgeKeepsContract {
    private static final LocalDateTime LONG_AGO = LocalDateTime.parse("2026-01-11T02:00:00");

    @TempDir private Path folder;
    private OldShop old;
    private Shop shop;

    abstract DatabaseSettings settings();

    @BeforeEach
    void open() {
        old = new OldShop(folder, settings());
        shop = old.shop;
    }

    @AfterEach
    void close() {
        old.close();
    }

    private void staysWhole(LocalDate date, Why why) {
        long rows = old.breakRows(date);

        Purged purged = old.purge();

        assertThat(purged.staying()).contains(new Purged.Staying(ACCOUNT, why, 1, date));
        assertThat(old.breakRows(date)).isEqualTo(rows);
        assertThat(old.rows(date, "purged")).isZero();
        assertThat(old.archive(date)).isNotEmptyDirectory();
        assertThat(old.reports(date).resolve("latest")).exists();
        assertThat(old.instances()).anyMatch(run -> run.contains(date.toString()));
    }

    @Test
    void aHeldDate() {
        LocalDate held = LocalDate.of(2026, 5, 10);
        shop.replay("{mode: books, min-count: 0, max-share: 0.2}");
        shop.pending("5", 5000);
        shop.statement(held, paid("5", "50.00", held + "T10:00:00Z"));
        shop.clock.set(held.plusDays(1) + "T02:00:00Z");
        shop.run(held);
        shop.clock.set(OldShop.TODAY);

        staysWhole(held, Why.NOT_ENDED);
    }

    @Test
    void aDateOfWhichSomethingIsUnderWay() {
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_revision SET staged_at = ? WHERE business_date = ?")
                .params(LONG_AGO, OLD)
                .update();

        staysWhole(OLD, Why.NOT_ENDED);
    }

    @Test
    void aDateWhoseProviderShowsAnotherStatement() {
        shop.clock.set("2026-01-12T02:00:00Z");
        shop.statement(
                OLD, paid("1", "10.00", OLD + "T10:00:00Z"), paid("7", "7.00", OLD + "T11:00:00Z"));
        shop.nightly().fetch(Shop.request(OLD, false));
        shop.clock.set(OldShop.TODAY);

        staysWhole(OLD, Why.REVISED);
    }

    /** The open break of an earlier date may be approved: then it must not be paid twice. */
    @Test
    void whatLaterStatementsReturnOfAPaymentThatMayStillBeReplayed() {
        LocalDate later = LocalDate.of(2026, 5, 20);
        old.night(later);
        shop.clock.set(OldShop.TODAY);
        returned(OLD);
        returned(later);

        old.purge();
        long ofOld = old.rows(OLD, "statement_return");
        long ofLater = old.rows(later, "statement_return");
        new Decisions(shop.database, shop.clock)
                .resolve(
                        shop.breakId("UNKNOWN_ORDER", "T2"),
                        Reason.OTHER,
                        new Decisions.Ruling("ann", "done"),
                        _ -> Optional.empty());
        old.purge();
        long decided = old.rows(later, "statement_return");
        shop.clock.set("2027-03-15T02:00:00Z");
        Purged look = old.look();
        Purged purged = old.purge();

        assertThat(ofOld).isZero();
        assertThat(ofLater).isEqualTo(1);
        assertThat(old.rows(later, "purged")).isEqualTo(3);
        // resolved today, it may be reopened and approved tomorrow
        assertThat(decided).isEqualTo(1);
        assertThat(purged).isEqualTo(look);
        assertThat(purged.amounts())
                .filteredOn(each -> each.kind() == Kind.BREAKS && later.equals(each.newest()))
                .hasSize(1);
        assertThat(old.breakRows(OPEN)).isZero();
        assertThat(old.rows(later, "statement_return")).isZero();
    }

    /** A purge was killed when it had marked the date: what is left of it is decided no more. */
    @Test
    void aBreakOfADateThatIsBeingPurgedFromDecisions() {
        String id = shop.breakId("UNKNOWN_ORDER", "T2");
        shop.database
                .jdbc()
                .sql(
                        "INSERT INTO tplus1_purged (account, business_date, kind, purged_at) VALUES"
                                + " (?, ?, 'BREAKS', ?)")
                .params(ACCOUNT, OPEN, LONG_AGO)
                .update();

        Decisions.Decision decision =
                new Decisions(shop.database, shop.clock)
                        .resolve(
                                id,
                                Reason.OTHER,
                                new Decisions.Ruling("ann", "done"),
                                _ -> Optional.empty());

        assertThat(decision).isInstanceOf(Decisions.Decision.Refused.class);
        assertThat(((Decisions.Decision.Refused) decision).why())
                .isEqualTo("the breaks of its date were purged by retention.breaks");
    }

    @Test
    void whatARerunArchivedAnewFromBeingTakenForPurged() {
        old.retention("{statements: 90d}");
        old.purge();

        NightResult approved = shop.approved(OLD);
        NightResult gone = shop.nightly().fetch(Shop.request(OLD, false)).getFirst();
        NightResult again = shop.rerun(OLD);
        NightResult fetched = shop.nightly().fetch(Shop.request(OLD, false)).getFirst();

        assertThat(((NightResult.Failed) approved).told())
                .contains("its statements were purged on", "run the date with --rerun");
        assertThat(((NightResult.Failed) gone).told()).contains("nothing to compare with");
        assertThat(again).isInstanceOf(NightResult.Ran.class);
        assertThat(((NightResult.Fetched) fetched).kept()).isEqualTo(NightResult.Kept.KNOWN);
    }

    private void returned(LocalDate date) {
        shop.database
                .jdbc()
                .sql(
                        "INSERT INTO tplus1_statement_return (account, business_date,"
                                + " transaction_id) VALUES ('shop', ?, 'T2')")
                .params(date)
                .update();
    }

    @Test
    void noticesAndMessagesThatAreNotOver() {
        notice("published", "published_at");
        notice("discarded", "discarded_at");
        notice("dead", "dead_at");
        notice("waits", "next_attempt_at");
        shop.database.jdbc().sql("UPDATE outbox SET published_at = NULL").update();
        told(LocalDate.of(2026, 1, 11));
        told(LocalDate.of(2026, 11, 1));

        Purged look = old.look();
        Purged purged = old.purge();

        assertThat(
                        shop.database
                                .jdbc()
                                .sql("SELECT run FROM tplus1_notice ORDER BY id")
                                .query(String.class)
                                .list())
                .containsExactly("dead", "waits");
        assertThat(shop.count("tplus1_told")).isEqualTo(1);
        assertThat(shop.count("outbox")).isEqualTo(1);
        assertThat(purged).isEqualTo(look);
        assertThat(purged.amounts())
                .filteredOn(each -> each.account() == null)
                .containsExactly(
                        new Amount(
                                null,
                                Kind.NOTICES,
                                0,
                                3,
                                0,
                                0,
                                LONG_AGO.toLocalDate(),
                                LONG_AGO.toLocalDate()));
    }

    private void told(LocalDate on) {
        shop.database
                .jdbc()
                .sql(
                        "INSERT INTO tplus1_told (job, account, business_date, outcome, told_on)"
                                + " VALUES ('night', 'shop', ?, 'REFUSED', ?)")
                .params(on, on)
                .update();
    }

    private void notice(String run, String column) {
        shop.database
                .jdbc()
                .sql(
                        "INSERT INTO tplus1_notice (job, channel, run, payload, created_at, "
                                + column
                                + ") VALUES ('night', 'mail', ?, '{}', ?, ?)")
                .params(run, LONG_AGO, LONG_AGO)
                .update();
    }
}
