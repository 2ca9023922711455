package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.alert.Digest;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** What a night tells, whom, and how often. */
class TellingTests {
    private static final String D = DATE.toString();

    @TempDir private Path folder;
    private final Told told = new Told();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.alerts(told.alerts(told.channel("finance", "")));
    }

    @AfterEach
    void close() {
        shop.close();
        told.close();
    }

    private Spoken reconcile(int code, String... more) {
        Spoken spoken = new Spoken();
        String[] command = new String[more.length + 1];
        command[0] = "reconcile";
        System.arraycopy(more, 0, command, 1, more.length);
        assertThat(Told.run(shop, spoken, command)).as(spoken.err()).isEqualTo(code);
        return spoken;
    }

    private static List<Money> cny(String amount) {
        return List.of(Money.parse(amount, Money.currency("CNY")));
    }

    @Test
    void countsWhatTheReportSaysMustBeDecided() {
        ResumeFixture.fill(shop);

        Spoken spoken = reconcile(0, "--date", D);

        Digest digest = told.only();
        Digest.Line line = digest.accounts().getFirst();
        assertThat(spoken.err()).isEmpty();
        assertThat(digest.at()).isEqualTo(shop.clock.instant());
        assertThat(digest.sample()).isFalse();
        assertThat(line.outcome()).isEqualTo(Digest.Ended.RECONCILED);
        assertThat(line.businessDate()).isEqualTo(DATE);
        assertThat(line.revision()).isEqualTo(1);
        assertThat(line.decide()).isEqualTo(new Digest.Tally(2, cny("15.00")));
        assertThat(line.repaired()).isEqualTo(new Digest.Tally(4, cny("95.00")));
        assertThat(digest.counted()).isEqualTo(2);
        assertThat(digest.largest())
                .extracting(Digest.Named::type)
                .containsExactly(BreakType.UNKNOWN_ORDER, BreakType.UNKNOWN_REFUND);
        assertThat(digest.audit())
                .isEqualTo(
                        new Digest.AuditHead(
                                new Audit(shop.database).head().head(),
                                new Audit(shop.database).head().events()));
        assertThat(
                        Shop.read(Path.of(line.report()))
                                .replace('\u00a0', ' ')
                                .contains("<p class=\"sum\">2 breaks · CNY 15.00</p>"))
                .isTrue();
        assertThat(digest.command()).isEqualTo("tplus1 breaks list --job " + shop.jobFile());
    }

    @Test
    void tellsOneDigestForAllAccountsAndDatesOfARun() {
        shop.accounts(Shop.account("shop", ""), Shop.account("other", ""));
        shop.statement("shop", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("shop", DATE.plusDays(1), paid("2", "10.00", "2026-11-29T10:00:00Z"));
        shop.statement("other", DATE, paid("3", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("other", DATE.plusDays(1), paid("4", "10.00", "2026-11-29T10:00:00Z"));
        shop.clock.set("2026-11-30T02:00:00Z");

        Spoken spoken = new Spoken();
        Told.run(shop, spoken, "backfill", "--from", D, "--to", DATE.plusDays(1).toString());

        Digest digest = told.only();
        assertThat(digest.accounts()).hasSize(4);
        assertThat(digest.counted()).isEqualTo(4);
        assertThat(digest.accounts()).allMatch(line -> line.stillOpen().count() == 0);
    }

    @Test
    void tellsNothingOfADateThatIsAlreadyConcluded() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        reconcile(0, "--date", D);

        reconcile(0, "--date", D);

        assertThat(told.taken).hasSize(1);
    }

    @Test
    void tellsWhatAKilledRunConcludedAndCouldNotTell() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);
        assertThat(told.posted).isEmpty();

        Spoken spoken = reconcile(0, "--date", D);
        reconcile(0, "--date", D);

        assertThat(spoken.out()).contains("already reconciled");
        assertThat(told.only().accounts().getFirst().decide().count()).isEqualTo(1);
    }

    @Test
    void tellsNothingOfWhatWasConcludedBeforeAnybodyWasToBeTold() {
        shop.alerts("{}");
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        reconcile(0, "--date", D);
        shop.alerts(told.alerts(told.channel("finance", "")));

        reconcile(0, "--date", D);

        assertThat(told.posted).isEmpty();
    }

    @Test
    void tellsARefusalOnceOnADay() {
        shop.statement(DATE, "not,a,statement");

        reconcile(6, "--date", D);
        reconcile(6, "--date", D);
        shop.clock.set("2026-11-30T02:00:00Z");
        reconcile(6, "--date", D);

        assertThat(told.taken)
                .extracting(digest -> digest.accounts().getFirst().outcome())
                .containsExactly(Digest.Ended.REFUSED, Digest.Ended.REFUSED);
        assertThat(told.taken.getFirst().accounts().getFirst().reason()).contains("statement-");
        assertThat(told.taken.getFirst().accounts().getFirst().exit()).isEqualTo(6);
    }

    @Test
    void tellsTheExitCodeOfAnAccountWhoseSettingsAreWrong() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        reconcile(0, "--date", D);
        told.taken.clear();
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_revision SET run_id = 'other/shop/2026-11-28/r1'")
                .update();

        reconcile(2, "--date", D);

        assertThat(told.only().accounts().getFirst().exit()).isEqualTo(2);
    }

    @Test
    void tellsThatAStatementIsNotThereOnlyAfterItWasWaitedFor() {
        shop.pauses = (length, _) -> shop.clock.set(shop.clock.instant().plus(length).toString());
        reconcile(4, "--date", D);
        assertThat(told.posted).isEmpty();

        reconcile(4, "--date", D, "--wait", "10m");
        reconcile(4, "--date", D, "--wait", "10m");

        assertThat(told.only().accounts().getFirst().outcome()).isEqualTo(Digest.Ended.NOT_READY);
    }

    @Test
    void tellsNobodyOfADryRun() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        reconcile(0, "--date", D, "--dry-run");

        assertThat(told.posted).isEmpty();
        assertThat(shop.count("tplus1_notice")).isZero();
    }

    @Test
    void tellsWhatIsStillOpenOfEarlierDates() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        reconcile(0, "--date", D);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(DATE.plusDays(1), paid("2", "7.00", "2026-11-29T10:00:00Z"));

        reconcile(0, "--date", DATE.plusDays(1).toString());

        Digest digest = told.taken.getLast();
        Digest.Line line = digest.accounts().getFirst();
        assertThat(line.decide()).isEqualTo(new Digest.Tally(1, cny("7.00")));
        assertThat(line.stillOpen()).isEqualTo(new Digest.StillOpen(1, cny("10.00"), DATE, 2));
        assertThat(digest.counted()).isEqualTo(2);
        assertThat(digest.largest()).extracting(Digest.Named::days).containsExactly(2, 1);
    }

    @Test
    void choosesByRiskAmountAccountAndAge() {
        shop.accounts(Shop.account("shop", ""), Shop.account("other", ""));
        shop.statement("shop", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("other", DATE, paid("3", "99.00", "2026-11-28T10:00:00Z"));
        shop.alerts(
                told.alerts(
                        told.channel("large", ", when: needs-person, min-amount: {CNY: 50.00}"),
                        told.channel("huge", ", when: needs-person, min-amount: {CNY: 100.00}"),
                        told.channel("shop", ", accounts: [shop]"),
                        told.channel("old", ", when: needs-person, older-than: 3d"),
                        told.channel("failures", ", when: failures")));

        reconcile(0, "--date", D);

        assertThat(told.posted).containsExactlyInAnyOrder("large", "shop");
        assertThat(told.taken)
                .extracting(digest -> digest.counted() + " of " + digest.accounts().size())
                .containsExactlyInAnyOrder("1 of 2", "1 of 1");

        told.posted.clear();
        shop.clock.set("2026-12-01T02:00:00Z");
        shop.statement("shop", DATE.plusDays(2), paid("5", "1.00", "2026-11-30T10:00:00Z"));
        shop.statement("other", DATE.plusDays(2), paid("6", "1.00", "2026-11-30T10:00:00Z"));
        reconcile(0, "--date", DATE.plusDays(2).toString());
        assertThat(told.posted).contains("old").doesNotContain("huge", "failures");
    }

    @Test
    void aDeadChannelChangesNothingOfTheRunAndIsToldToTheOthers() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.alerts(told.alerts(told.channel("ops", ""), told.channel("finance", "")));
        told.answers.put("ops", 503);

        Spoken spoken = reconcile(0, "--date", D);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(DATE.plusDays(1), paid("2", "7.00", "2026-11-29T10:00:00Z"));
        reconcile(0, "--date", DATE.plusDays(1).toString());

        assertThat(spoken.err())
                .startsWith("tplus1: alerts: channel ops: 1 notice waits since 2026-11-29 02:00:00")
                .hasLineCount(1);
        assertThat(told.taken).hasSize(2);
        assertThat(told.taken.getFirst().failing()).isEmpty();
        assertThat(told.taken.getLast().failing())
                .singleElement()
                .satisfies(failing -> {
                    assertThat(failing.channel()).isEqualTo("ops");
                    assertThat(failing.waiting()).isEqualTo(1);
                    assertThat(failing.reason()).isEqualTo("webhook: answered 503");
                });
        Spoken check = new Spoken();
        Told.run(shop, check, "check");
        assertThat(check.out())
                .contains("channel ops  ", "notices ops  ", "2 notices wait since 2026-11-29");

        told.answers.clear();
        told.taken.clear();
        shop.database.jdbc().sql("UPDATE tplus1_notice SET next_attempt_at = NULL").update();
        Spoken send = new Spoken();
        assertThat(Told.run(shop, send, "alert", "send")).isZero();
        assertThat(send.out()).isEqualTo("alerts: delivered 2 notices; 0 waiting, 0 dead\n");
        assertThat(told.taken).hasSize(2);
        assertThat(told.taken).extracting(Digest::id).doesNotHaveDuplicates();
    }

    @Test
    void aPermanentRefusalIsDeadAndHoldsBackNoLaterNotice() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        told.answers.put("finance", 410);
        reconcile(0, "--date", D);
        told.answers.clear();
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(DATE.plusDays(1), paid("2", "7.00", "2026-11-29T10:00:00Z"));

        reconcile(0, "--date", DATE.plusDays(1).toString());

        assertThat(told.only().accounts().getFirst().businessDate()).isEqualTo(DATE.plusDays(1));
        Spoken failing = new Spoken();
        assertThat(Told.run(shop, failing, "alert", "send", "--fail-on-dead")).isEqualTo(3);
        assertThat(failing.err()).contains("1 notice is dead; look: tplus1 alert list --job ");
        Spoken list = new Spoken();
        Told.run(shop, list, "alert", "list");
        assertThat(list.out())
                .contains("finance", "dead since ", "webhook answered 410")
                .endsWith("0 waiting, 1 dead. Times are UTC.\n");
        Told.run(shop, new Spoken(), "alert", "retry", "--channel", "finance");
        assertThat(Told.run(shop, new Spoken(), "alert", "send", "--fail-on-dead")).isZero();
        assertThat(told.taken).hasSize(2);
    }

    @Test
    void tellsAHeldDateAndThenThatItWasReconciled() {
        ResumeFixture.missed(shop, DATE, 1, 30);

        reconcile(7, "--date", D);
        reconcile(7, "--date", D);
        Spoken approve = new Spoken();
        Told.run(
                shop,
                approve,
                "breaks",
                "approve",
                "--date",
                D,
                "--account",
                "shop",
                "--note",
                "looked");

        assertThat(told.taken)
                .extracting(digest -> digest.accounts().getFirst().outcome())
                .containsExactly(Digest.Ended.HELD, Digest.Ended.RECONCILED);
        assertThat(told.taken.getFirst().accounts().getFirst().reason())
                .isEqualTo("30 missed callbacks, 100.0 % of the payments (limit 5 %)");
        assertThat(told.taken.getFirst().accounts().getFirst().decide().count()).isEqualTo(30);
    }

    @Test
    void tellsNoEndAgainThatWasToldDirectlyOnThatDay() {
        shop.statement(DATE, "not,a,statement");
        Shop.write(
                folder.resolve("reports/night/.failure-told"),
                "2026-11-29 finance " + Shop.ACCOUNT + " " + D + " REFUSED\n");

        reconcile(6, "--date", D);
        boolean again = !told.posted.isEmpty();
        shop.clock.set("2026-11-30T02:00:00Z");
        reconcile(6, "--date", D);

        assertThat(again).isFalse();
        assertThat(told.only().accounts().getFirst().outcome()).isEqualTo(Digest.Ended.REFUSED);
    }

    @Test
    void tellsDirectlyAndOnceOnADayThatThereIsNoDatabase() {
        String job =
                Shop.read(shop.jobFile())
                        .replaceFirst(
                                "database: [{][^}]*}",
                                "database: {url: \"jdbc:mysql://127.0.0.1:9/none\"}");
        Path file = folder.resolve("gone.yaml");
        Shop.write(file, job);
        Spoken spoken = new Spoken();

        int code = Told.run(shop, spoken, file, "reconcile", "--date", D);
        Told.run(shop, new Spoken(), file, "reconcile", "--date", D);

        assertThat(code).isEqualTo(1);
        assertThat(spoken.err())
                .contains("tplus1: alerts: channel finance: told directly, without a record\n");
        Digest.Line line = told.only().accounts().getFirst();
        assertThat(line.outcome()).isEqualTo(Digest.Ended.FAILED);
        assertThat(line.reason()).startsWith("database: ");
    }
}
