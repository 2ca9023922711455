package dev.tplus1.report;

import static dev.tplus1.report.Verdicts.held;
import static dev.tplus1.report.Verdicts.only;
import static dev.tplus1.report.Verdicts.reconciled;
import static dev.tplus1.report.Verdicts.unknown;
import static dev.tplus1.report.Verdicts.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class VerdictTests {
    private static final String NBSP = "\u00a0";

    @Test
    void saysThatEverythingAgrees() {
        VerdictWriter.Verdict verdict = verdict(reconciled(12_486, 12_486), List.of());

        assertThat(verdict.mark()).isEqualTo("fixed");
        assertThat(verdict.state()).isEqualTo("Reconciled");
        assertThat(verdict.sentence()).isEqualTo("Everything agrees. Nothing to decide.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "All 12,486 statement entries agree with the books, CNY"
                                + NBSP
                                + "1,875,956.22 on both sides. Nothing is unexplained.");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · all agree");
    }

    @Test
    void namesNoCommonTotalWhereNeighbouringDaysMakeThemDiffer() {
        Reports.Change change = reconciled(1, 1);
        change.proof = List.of(new ProofRow(Reports.CNY, 500, 0, 0, 0, 500, 0));

        assertThat(verdict(change, List.of()).lede())
                .isEqualTo("The 1 statement entry agrees with the books. Nothing is unexplained.");
    }

    @Test
    void saysThatAnEmptyDayIsEmptyOnBothSides() {
        Reports.Change change = reconciled(0, 0);
        change.proof = List.of();
        change.ledger = new Summary.LedgerFacts(0, 0);

        assertThat(verdict(change, List.of()).lede())
                .isEqualTo(
                        "The statement is empty, and nothing is booked on this day. Nothing is"
                                + " unexplained.");
    }

    @Test
    void saysThatAllMissedCallbacksWereRepaired() {
        VerdictWriter.Verdict verdict =
                verdict(reconciled(12_486, 12_484), only(BreakType.MISSED_CALLBACK));

        assertThat(verdict.mark()).isEqualTo("fixed");
        assertThat(verdict.state()).isEqualTo("Reconciled, repaired");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The day is all right. 2 missed callbacks, CNY"
                                + NBSP
                                + "2,539.00, were repaired. Nothing to decide.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "12,484 of 12,486 statement entries agreed with the books. The other 2"
                                + " were replayed once each and checked; all 12,486 agree now."
                                + " Nothing is unexplained.");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · 2 repaired");
    }

    @Test
    void saysOneInTheSingular() {
        List<Break> one = only(BreakType.MISSED_CALLBACK).subList(0, 1);

        assertThat(verdict(reconciled(3, 2), one).sentence())
                .isEqualTo(
                        "The day is all right. 1 missed callback, CNY"
                                + NBSP
                                + "2,460.00, was repaired. Nothing to decide.");
        assertThat(verdict(reconciled(3, 2), one).lede())
                .contains("The other one was replayed once and checked; all 3 agree now.");
        assertThat(verdict(reconciled(3, 2), only(BreakType.UNKNOWN_ORDER)).sentence())
                .isEqualTo(
                        "The day adds up. 1 break, CNY" + NBSP + "3,200.00, needs your decision.");
    }

    @Test
    void saysUntilWhenBookingsAreWatched() {
        VerdictWriter.Verdict verdict =
                verdict(reconciled(12_486, 12_486), only(BreakType.CUT_OFF));

        assertThat(verdict.mark()).isEqualTo("watch");
        assertThat(verdict.state()).isEqualTo("Reconciled, watching");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The day adds up. Nothing to decide; 1 booking, CNY"
                                + NBSP
                                + "218.00, is watched until 30 Nov.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "12,486 of 12,486 statement entries agree with the books. The booking is"
                                + " close to midnight and is expected in the neighbouring day’s"
                                + " statement. Nothing is unexplained.");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · 1 watched");
    }

    @Test
    void asksForDecisionsBeforeAnythingElse() {
        RunReport day = Reports.day();

        VerdictWriter.Verdict verdict = VerdictWriter.of(day, BreakGroups.of(day), Words.ENGLISH);

        assertThat(verdict.mark()).isEqualTo("decide");
        assertThat(verdict.state()).isEqualTo("Reconciled, decisions needed");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The day adds up. 6 breaks, CNY" + NBSP + "5,894.01, need your decision.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "12,479 of 12,486 statement entries agree with the books. 2 missed"
                                + " callbacks (CNY"
                                + NBSP
                                + "2,539.00) were replayed once each and checked. 1 booking (CNY"
                                + NBSP
                                + "218.00) is watched until 30 Nov. Nothing is unexplained.");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · 6 to decide");
    }

    @Test
    void namesUpToThreeCurrenciesAndNeverAddsThem() {
        List<Break> breaks =
                List.of(
                        unknown("1", "310.00", "EUR"),
                        unknown("2", "90.00", "USD"),
                        unknown("3", "5.00", "USD"));
        List<Break> more = new ArrayList<>(breaks);
        more.add(unknown("4", "7", "JPY"));
        more.add(unknown("5", "1.500", "KWD"));

        assertThat(verdict(reconciled(9, 6), breaks).sentence())
                .isEqualTo(
                        "The day adds up. 3 breaks, EUR"
                                + NBSP
                                + "310.00 and USD"
                                + NBSP
                                + "95.00, need your decision.");
        assertThat(verdict(reconciled(9, 4), more).sentence())
                .isEqualTo(
                        "The day adds up. 5 breaks, EUR"
                                + NBSP
                                + "310.00, JPY"
                                + NBSP
                                + "7, KWD"
                                + NBSP
                                + "1.500 and 1 more currency, need your decision.");
    }

    @Test
    void holdsRepairsAndShowsHowToApprove() {
        Reports.Change change = reconciled(12_486, 12_484);
        change.outcome = Outcome.HELD;
        change.held =
                new Summary.Hold(
                        Summary.Breaker.MISSED_CALLBACKS, 734, 12_402, new BigDecimal("0.05"));

        VerdictWriter.Verdict verdict = verdict(change, held());

        assertThat(verdict.mark()).isEqualTo("stop");
        assertThat(verdict.state()).isEqualTo("On hold, your approval needed");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "Repairs are on hold. 2 missed callbacks, CNY"
                                + NBSP
                                + "2,539.00, wait for your approval.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "That is 5.9% of the day’s payments, more than the limit of 5%. Nothing"
                                + " was applied. So many at once usually mean that the callback"
                                + " address was down, or that the books were read too early.");
        assertThat(verdict.facts())
                .extracting(VerdictWriter.Fact::command)
                .containsExactly(
                        "",
                        "tplus1 breaks approve --job jobs/shop.yaml --account wechat-shop --date"
                                + " 2026-11-28 --note \"…\"",
                        "tplus1 reconcile --job jobs/shop.yaml --account wechat-shop --date"
                                + " 2026-11-28 --rerun");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · on hold");
    }

    @Test
    void tellsAShareAsFinelyAsItTakesToPassItsLimit() {
        Reports.Change change = reconciled(100_000, 99_998);
        change.outcome = Outcome.HELD;
        change.held =
                new Summary.Hold(
                        Summary.Breaker.MISSED_CALLBACKS, 5_001, 100_000, new BigDecimal("0.050"));

        assertThat(verdict(change, held()).lede())
                .startsWith("That is 5.001% of the day’s payments, more than the limit of 5%.");
    }

    @Test
    void suspectsTheBooksRatherThanListingThousandsOfBreaks() {
        Reports.Change change = reconciled(12_486, 4_176);
        change.outcome = Outcome.HELD;
        change.held =
                new Summary.Hold(
                        Summary.Breaker.SUSPECT_BOOKS, 8_310, 12_486, new BigDecimal("0.2"));

        VerdictWriter.Verdict verdict = verdict(change, held());

        assertThat(verdict.state()).isEqualTo("On hold, check the books first");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The books do not look like this account’s. 8,310 of 12,486 entries are"
                                + " unknown to them. Nothing was applied.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "That many unknown entries usually mean the wrong merchant, empty or late"
                                + " books, or a wrong time zone, not 8,310 breaks. Check the job"
                                + " file and run again.");
    }

    @Test
    void saysWhereAStatementWasRefused() {
        VerdictWriter.Verdict verdict =
                verdict(
                        Reports.attemptReport(
                                Outcome.REFUSED,
                                new Summary.Problem(
                                        "the file ends without its totals", "bill.csv", 8_201)));

        assertThat(verdict.mark()).isEqualTo("stop");
        assertThat(verdict.state()).isEqualTo("Statement refused");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The statement cannot be trusted, so the day is not reconciled. Nothing was"
                                + " changed.");
        assertThat(verdict.lede()).isEqualTo("The file ends without its totals.");
        assertThat(verdict.facts())
                .startsWith(
                        new VerdictWriter.Fact("File", "bill.csv", "", ""),
                        new VerdictWriter.Fact("Where", "", "", "line 8,201"));
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · statement refused");
    }

    @Test
    void waitsForAStatement() {
        VerdictWriter.Verdict verdict =
                verdict(
                        Reports.attemptReport(
                                Outcome.NOT_READY,
                                new Summary.Problem("no file fits *20261128*", "", 0)));

        assertThat(verdict.mark()).isEqualTo("wait");
        assertThat(verdict.state()).isEqualTo("Waiting for the statement");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "WeChat Pay has not issued the statement yet. The day is not reconciled.");
        assertThat(verdict.facts())
                .containsExactly(
                        new VerdictWriter.Fact(
                                "What was found", "", "", "no file fits *20261128*"));
    }

    @Test
    void makesOneAlertOfAnEmptyStatement() {
        Reports.Change change = reconciled(0, 0);
        change.outcome = Outcome.SUSPECT_EMPTY;
        change.revision = 0;
        change.ledger = new Summary.LedgerFacts(12_473, 0);
        change.proof = List.of(new ProofRow(Reports.CNY, 0, 0, 186_868_291, 0, 0, 186_868_291));

        VerdictWriter.Verdict verdict = verdict(change, List.of());

        assertThat(verdict.state()).isEqualTo("Statement empty, books are not");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The statement is empty, but the books hold 12,473 entries, CNY"
                                + NBSP
                                + "1,868,682.91. Do not sign this day.");
        assertThat(verdict.lede()).startsWith("This is one alert, not 12,473 breaks.");
        assertThat(verdict.facts().getFirst().text())
                .isEqualTo(
                        "Check merchant id 1230000109 in the job file, then run this date again.");
    }

    @Test
    void failsOnWhatCannotBeExplained() {
        Reports.Change change = reconciled(3, 3);
        change.outcome = Outcome.FAILED;
        change.revision = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 5_000, 0, 0, 0, 0, 3_800));

        VerdictWriter.Verdict verdict = verdict(change, List.of());

        assertThat(verdict.state()).isEqualTo("Failed");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The run failed. The day is not reconciled; it is safe to run it again.");
        assertThat(verdict.lede())
                .isEqualTo(
                        "CNY"
                                + NBSP
                                + "12.00 could not be explained: the statement and the books"
                                + " differ by more than their breaks. Do not sign this day; send"
                                + " this report to operations.");
    }

    @Test
    void failsWithTheReasonWhereThereIsOne() {
        VerdictWriter.Verdict verdict =
                verdict(
                        Reports.attemptReport(
                                Outcome.FAILED,
                                new Summary.Problem("ledger: connection lost", "", 0)));

        assertThat(verdict.lede())
                .isEqualTo("Do not sign this day; send this report to operations.");
        assertThat(verdict.facts().getFirst().text()).isEqualTo("ledger: connection lost");
    }

    @Test
    void saysWouldInADryRun() {
        Reports.Change change = reconciled(12_486, 12_484);
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;
        List<Break> planned =
                only(BreakType.MISSED_CALLBACK).stream()
                        .map(each -> each.with(Action.REPLAY, Status.OPEN, ""))
                        .toList();

        VerdictWriter.Verdict verdict = verdict(change, planned);

        assertThat(verdict.state())
                .isEqualTo("Dry run, nothing was applied · Reconciled, repairs possible");
        assertThat(verdict.sentence())
                .isEqualTo(
                        "The day adds up. 2 missed callbacks, CNY"
                                + NBSP
                                + "2,539.00, would be replayed. Nothing to decide.");
        assertThat(verdict.title()).isEqualTo("28 Nov 2026 · wechat-shop · 2 to replay · dry run");
    }

    @Test
    void saysThatNothingVouchesForAFileWithoutControl() {
        Reports.Change change = reconciled(1, 1);
        Summary.StatementFacts facts = change.statement;
        change.statement =
                new Summary.StatementFacts(
                        1,
                        0,
                        0,
                        facts.covers(),
                        facts.sha256(),
                        1,
                        "csv",
                        "",
                        null,
                        false,
                        List.of(),
                        List.of("a.csv"),
                        Map.of(),
                        List.of());

        assertThat(verdict(change, List.of()).lede())
                .endsWith("Nothing vouches for this statement file being whole.");
    }
}
