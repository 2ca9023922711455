package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.DISPUTE;
import static dev.tplus1.breaks.BreakType.REFUND_FAILURE;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.refunded;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Row;
import dev.tplus1.reconcile.Reconciliation.Verdict;
import dev.tplus1.statement.Statement.OtherMovement;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** Days that look wrong as a whole, and movements beside the proof. */
class VerdictTests {
    private static OtherMovement movement(
            String category, String gross, String transactionId, String orderNo, String refundNo) {
        return new OtherMovement(
                category,
                Line.money(gross),
                Line.money("15.00 USD"),
                Line.money(gross),
                Line.instant("2026-11-28T09:00:00"),
                7,
                transactionId,
                orderNo,
                refundNo);
    }

    private static Day unknownOf(int all, int unknown) {
        Line[] lines =
                IntStream.range(0, all)
                        .mapToObj(i -> payment("T" + i, "O" + i, "1.00 CNY"))
                        .toArray(Line[]::new);
        Row[] rows =
                IntStream.range(unknown, all)
                        .mapToObj(i -> paid("T" + i, "O" + i, "1.00 CNY"))
                        .toArray(Row[]::new);
        return Day.of(lines).books(rows);
    }

    @Test
    void anEmptyStatementBesideBookingsIsSuspect() {
        Reconciliation result =
                Day.of()
                        .books(
                                paid("T1", "O1", "10.00 CNY"),
                                refunded("R1", "T1", "O1", "4.00 CNY"),
                                paid("T2", "O2", "5.00 USD").at("2026-11-28T23:59:00"))
                        .reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SUSPECT_EMPTY);
        assertThat(result.changes()).isEmpty();
        assertThat(proof(result, "CNY")).isEqualTo("onlyInLedger 6.00, ledger 6.00");
        assertThat(proof(result, "USD")).isEqualTo("onlyInLedger 5.00, ledger 5.00");
    }

    @Test
    void aSuspectEmptyDayExplainsNothingByOtherDates() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(payment("T1", "O1", "10.00 CNY"))
                .on(Day.DATE.minusDays(1))
                .books(paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:01:00"))
                .among(neighbours)
                .conclude();

        Reconciliation result =
                Day.of()
                        .books(
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:01:00"),
                                paid("T2", "O2", "5.00 CNY"))
                        .among(neighbours)
                        .reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SUSPECT_EMPTY);
        assertThat(proof(result, "CNY")).isEqualTo("onlyInLedger 15.00, ledger 15.00");
    }

    @Test
    void anEmptyStatementBesideWhatOtherDatesCarryIsAnEmptyDay() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(payment("T1", "O1", "10.00 CNY"))
                .on(Day.DATE.minusDays(1))
                .books(paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:01:00"))
                .among(neighbours)
                .conclude();

        Reconciliation result =
                Day.of()
                        .books(paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:01:00"))
                        .among(neighbours)
                        .reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(result.found()).isEmpty();
        assertThat(proof(result, "CNY")).isEqualTo("crossCutoff -10.00, ledger 10.00");
    }

    @Test
    void noBillBesideEmptyBooksIsASoundDay() {
        Reconciliation result =
                Day.of().books(paid("T1", "O1", "10.00 CNY").at("2026-11-27T23:59:00")).reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(result.found()).isEmpty();
        assertThat(result.proof()).isEmpty();
    }

    @Test
    void anEmptyRefundBillBesideBookedPaymentsIsASoundDay() {
        Reconciliation result =
                Day.of().covering(Kind.REFUND).books(paid("T1", "O1", "10.00 CNY")).reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SOUND);
    }

    @Test
    void aHundredUnknownEntriesNeverMakeTheBooksSuspect() {
        Reconciliation result = unknownOf(100, 100).maxAlertShare("0").reconcile();

        assertThat(result.unexplainedEntries()).isEqualTo(100);
        assertThat(result.verdict()).isEqualTo(Verdict.SOUND);
    }

    @Test
    void moreThanAHundredMustAlsoBeMoreThanTheShare() {
        assertThat(unknownOf(505, 101).reconcile().verdict()).isEqualTo(Verdict.SOUND);
        assertThat(unknownOf(504, 101).reconcile().verdict()).isEqualTo(Verdict.SUSPECT_BOOKS);
        assertThat(unknownOf(504, 101).maxAlertShare("0.21").reconcile().verdict())
                .isEqualTo(Verdict.SOUND);
    }

    @Test
    void theBooksAreSuspectByRules7To9And15And25Together() {
        Line[] lines = new Line[125];
        Row[] rows = new Row[77];
        for (int i = 0; i < 25; i++) {
            lines[i] = payment("A" + i, "A" + i, "1.00 CNY");
            lines[25 + i] = payment("B" + i, "B" + i, "1.00 CNY");
            rows[i] = paid("C" + i, "B" + i, "1.00 CNY").at("2026-11-01T12:00:00");
            lines[50 + i] = payment("D" + i, "D" + i, "1.00 CNY");
            rows[25 + i] = paid("", "D" + i, "1.00 CNY");
            lines[75 + i] = refund("E" + i, "E" + i, "E" + i, "1.00 CNY");
            // known, and none of those rules
            lines[100 + i] = payment("F" + i, "F" + i, "1.00 CNY");
            rows[50 + i] = Row.pending("F" + i, "1.00 CNY");
        }
        rows[75] = paid("G", "G", "1.00 CNY").at("2026-11-28T23:59:59");
        rows[76] = paid("H", "H", "1.00 CNY").at("2026-11-28T23:59:59");

        Reconciliation sound = Day.of(lines).books(rows).reconcile();
        rows[76] = paid("H", "H", "1.00 CNY");
        Reconciliation suspect = Day.of(lines).books(rows).reconcile();

        assertThat(sound.unexplainedEntries()).isEqualTo(100);
        assertThat(sound.verdict()).isEqualTo(Verdict.SOUND);
        assertThat(suspect.unexplainedEntries()).isEqualTo(101);
        assertThat(suspect.verdict()).isEqualTo(Verdict.SUSPECT_BOOKS);
    }

    @Test
    void suspectBooksTellWhatTheyChangeOnceSomebodyApprovesThem() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(payment("T", "O", "1.00 CNY")).among(neighbours).conclude();

        Reconciliation result = unknownOf(101, 101).among(neighbours).reconcile();

        assertThat(result.verdict()).isEqualTo(Verdict.SUSPECT_BOOKS);
        assertThat(result.changes()).hasSize(1);
    }

    @Test
    void aDisputeTakesItsOrderNumberFromTheBooks() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 USD"))
                        .moved(movement("dispute", "-10.00 USD", "T1", "", ""))
                        .moved(movement("dispute", "-5.00 USD", "T2", "", ""))
                        .moved(movement("dispute", "-5.00 USD", "T3", "O9", ""))
                        .moved(movement("dispute", "-5.00 USD", "T4", "", ""))
                        .books(
                                paid("T1", "O1", "10.00 USD"),
                                paid("T2", "O2", "5.00 USD").at("2026-10-01T12:00:00"),
                                paid("T3", "O3", "5.00 USD").at("2026-10-01T12:00:00"),
                                paid("T4", "O4", "5.00 USD").account("other"))
                        .reconcile();

        assertThat(types(result)).containsOnly(DISPUTE);
        assertThat(result.found())
                .extracting(found -> found.found().orderNo())
                .containsExactly("O1", "O2", "O9", "");
        Break brk = result.found().getFirst().found();
        assertThat(brk.identity().key()).isEqualTo(EntryKey.payment("T1"));
        assertThat(brk.type().risk()).isEqualTo(Risk.HIGH);
        assertThat(brk.action()).isEqualTo(Action.ALERT);
        assertThat(brk.statementAmount()).isEqualTo(Line.money("10.00 USD"));
        assertThat(brk.statementLine()).isEqualTo(7);
        assertThat(proof(result, "USD")).isEqualTo("statement 10.00, ledger 10.00");
    }

    @Test
    void aRefundFailureIsOfKindRefundAndTakesItsOrderNumberFromTheBooks() {
        Row payment = paid("T1", "O1", "10.00 USD").at("2026-10-01T12:00:00");
        Row returned = refunded("re_1", "T1", "O1", "4.00 USD").at("2026-10-02T12:00:00");

        Reconciliation byPayment =
                Day.of()
                        .moved(movement("refund_failure", "4.00 USD", "T1", "", "re_1"))
                        .books(payment, returned)
                        .reconcile();
        Reconciliation byRefund =
                Day.of()
                        .moved(movement("refund_failure", "4.00 USD", "", "", "re_1"))
                        .books(payment, returned)
                        .reconcile();

        for (Reconciliation result : List.of(byPayment, byRefund)) {
            Break brk = Day.only(result);
            assertThat(brk.type()).isEqualTo(REFUND_FAILURE);
            assertThat(brk.type().risk()).isEqualTo(Risk.HIGH);
            assertThat(brk.identity().key()).isEqualTo(EntryKey.refund("re_1"));
            assertThat(brk.transactionId()).isEqualTo("T1");
            assertThat(brk.orderNo()).isEqualTo("O1");
            assertThat(result.proof()).isEmpty();
            assertThat(result.verdict()).isEqualTo(Verdict.SOUND);
        }
    }

    @Test
    void otherMovementsAreNoBreaks() {
        Reconciliation result =
                Day.of()
                        .moved(movement("payout", "-5.00 USD", "", "", ""))
                        .moved(movement("fee", "-5.00 USD", "", "", ""))
                        .reconcile();

        assertThat(result.found()).isEmpty();
    }

    @Test
    void twoDisputesOfOnePaymentAreNumberedByTheirTime() {
        OtherMovement first = movement("dispute", "-4.00 USD", "T1", "", "");
        OtherMovement second =
                new OtherMovement(
                        "dispute",
                        Line.money("-6.00 USD"),
                        Line.money("0.00 USD"),
                        Line.money("-6.00 USD"),
                        Line.instant("2026-11-28T08:00:00"),
                        9,
                        "T1",
                        "",
                        "");

        Reconciliation result = Day.of().moved(first).moved(second).reconcile();

        assertThat(result.found())
                .extracting(found -> found.found().identity().occurrence())
                .containsExactly(1, 2);
        assertThat(result.found())
                .extracting(found -> found.found().statementLine())
                .containsExactly(9L, 7L);
    }
}
