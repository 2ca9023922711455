package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.CUT_OFF;
import static dev.tplus1.breaks.BreakType.DUPLICATE_BOOKING;
import static dev.tplus1.breaks.BreakType.DUPLICATE_PAYMENT;
import static dev.tplus1.breaks.BreakType.MISSING_AT_PROVIDER;
import static dev.tplus1.breaks.BreakType.STATUS_MISMATCH;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.order;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.pending;
import static dev.tplus1.entry.Row.refunded;
import static dev.tplus1.reconcile.Day.only;
import static dev.tplus1.reconcile.Day.proof;
import static dev.tplus1.reconcile.Day.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.OrderState;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules 21 to 25, coverage, and bookings that only a look-up sees. */
class BookRulesTests {
    /** Something that matches, so that the statement is not empty. */
    private static final Line ANY = payment("T0", "O0", "1.00 EUR");

    @Test
    void rule21FindsASecondBookingOfAMatchedKey() {
        Reconciliation result =
                Day.of(payment("T1", "", "10.00 CNY"))
                        .books(
                                paid("T1", "O2", "10.00 CNY").at("2026-11-28T12:00:00"),
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T12:00:00"),
                                paid("T1", "O0", "10.00 CNY").at("2026-11-28T12:00:01"))
                        .reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_BOOKING, DUPLICATE_BOOKING);
        assertThat(result.found())
                .extracting(found -> found.found().orderNo())
                .containsExactly("O2", "O0");
        assertThat(result.found())
                .extracting(found -> found.found().identity().occurrence())
                .containsExactly(1, 2);
        assertThat(result.matched()).isEqualTo(1);
        assertThat(result.ledgerEntries()).isEqualTo(3);
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement 10.00, onlyInLedger 20.00, ledger 30.00");
    }

    @Test
    void rule21TakesTheOneInTheDayForTheFirstThoughAnotherIsEarlier() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(
                                paid("T1", "O9", "10.00 CNY").at("2026-11-27T23:55:00"),
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T12:00:00"))
                        .reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.matched()).isEqualTo(1);
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, ledger 10.00");
    }

    @Test
    void rule21ComparesTheStatementWithTheFirst() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T12:00:01"),
                                paid("T1", "O1", "9.00 CNY").at("2026-11-28T12:00:00"))
                        .reconcile();

        assertThat(types(result)).containsExactly(AMOUNT_MISMATCH, DUPLICATE_BOOKING);
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement 10.00, amountDifference 1.00, onlyInLedger 10.00, ledger"
                                + " 19.00");
    }

    @Test
    void rule21ComesBeforeRule24And25AndCountsRefundsNegative() {
        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                refunded("R1", "T1", "O1", "2.00 CNY"),
                                refunded("R1", "T1", "O1", "2.00 CNY").at("2026-11-28T23:59:00"))
                        .reconcile();

        assertThat(types(result)).containsExactly(MISSING_AT_PROVIDER, DUPLICATE_BOOKING);
        assertThat(proof(result, "CNY")).isEqualTo("onlyInLedger -4.00, ledger -4.00");
    }

    @Test
    void rule22LeavesTheBookingToTheBreakThatNamedItsOrder() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(
                                paid("", "O1", "12.00 CNY").at("2026-11-28T23:59:00"),
                                paid("", "O2", "5.00 CNY"),
                                paid("", "O1", "13.00 CNY").at("2026-11-28T23:59:30"))
                        .reconcile();

        assertThat(types(result))
                .containsExactly(STATUS_MISMATCH, MISSING_AT_PROVIDER, DUPLICATE_BOOKING);
        assertThat(result.found().get(1).found().orderNo()).isEqualTo("O2");
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement 10.00, onlyInStatement 10.00, onlyInLedger 30.00, ledger"
                                + " 30.00");
    }

    @Test
    void rule23LeavesAnEntryToTheDateThatCarriesIt() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(payment("T1", "O1", "10.00 CNY").at("2026-11-27T23:59:59"))
                .on(Day.DATE.minusDays(1))
                .books(paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:00:00"))
                .among(neighbours)
                .conclude();

        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:00:00"))
                        .among(neighbours)
                        .reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.carried()).isEqualTo(1);
        assertThat(result.ledgerEntries()).isEqualTo(2);
        assertThat(proof(result, "CNY")).isEqualTo("crossCutoff -10.00, ledger 10.00");
    }

    @Test
    void rule23CountsACarriedRefundNegativeAndSoPositiveAcrossTheCutOff() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(refund("R1", "T1", "O1", "10.00 CNY").at("2026-11-29T00:00:00"))
                .on(Day.DATE.plusDays(1))
                .books(refunded("R1", "T1", "O1", "10.00 CNY"))
                .among(neighbours)
                .conclude();

        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                refunded("R1", "T1", "O1", "10.00 CNY"))
                        .among(neighbours)
                        .reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(proof(result, "CNY")).isEqualTo("crossCutoff 10.00, ledger -10.00");
    }

    @Test
    void rule21ComesBeforeRule23() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of(payment("T1", "O1", "10.00 CNY").at("2026-11-27T23:59:59"))
                .on(Day.DATE.minusDays(1))
                .books(paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:00:00"))
                .among(neighbours)
                .conclude();

        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                paid("T1", "O1", "10.00 CNY").at("2026-11-28T00:00:00"),
                                paid("T1", "O2", "10.00 CNY").at("2026-11-28T00:00:00"))
                        .among(neighbours)
                        .reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_BOOKING);
        assertThat(only(result).orderNo()).isEqualTo("O2");
        assertThat(result.carried()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-28T00:00:00",
                "2026-11-28T00:09:59.999999",
                "2026-11-28T23:50:00",
                "2026-11-28T23:59:59.999999"
            })
    void rule24WatchesWhatIsWithinTheGraceOfEitherEnd(String time) {
        Reconciliation result =
                Day.of(ANY)
                        .books(paid("T0", "O0", "1.00 EUR"), paid("T1", "O1", "9.00 CNY").at(time))
                        .reconcile();

        Break brk = only(result);
        assertThat(brk.type()).isEqualTo(CUT_OFF);
        assertThat(brk.action()).isEqualTo(Action.SUSPENSE);
        assertThat(brk.status()).isEqualTo(Status.SUSPENSE);
        assertThat(brk.statementAmount()).isNull();
        assertThat(brk.ledgerAmount()).isEqualTo(Line.money("9.00 CNY"));
        assertThat(brk.statementLine()).isZero();
        assertThat(brk.note())
                .isEqualTo(
                        "Expected in the statement of "
                                + (time.contains("T00") ? "2026-11-27." : "2026-11-29."));
        assertThat(result.unexplainedEntries()).isZero();
        assertThat(proof(result, "CNY")).isEqualTo("onlyInLedger 9.00, ledger 9.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-28T00:10:00", "2026-11-28T23:49:59.999999"})
    void rule25MissesWhatIsFurtherInTheDay(String time) {
        Reconciliation result =
                Day.of(ANY)
                        .books(paid("T0", "O0", "1.00 EUR"), paid("T1", "O1", "9.00 CNY").at(time))
                        .reconcile();

        assertThat(only(result).type()).isEqualTo(MISSING_AT_PROVIDER);
        assertThat(only(result).action()).isEqualTo(Action.ALERT);
        assertThat(only(result).ledgerTime()).isEqualTo(Line.instant(time));
        assertThat(result.unexplainedEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY")).isEqualTo("onlyInLedger 9.00, ledger 9.00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-27T23:59:59.999999", "2026-11-29T00:00:00"})
    void anEntryOfTheGraceAroundTheDayServesOnlyToMatch(String time) {
        Reconciliation result =
                Day.of(ANY)
                        .books(paid("T0", "O0", "1.00 EUR"), paid("T1", "O1", "9.00 CNY").at(time))
                        .reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(result.proof()).hasSize(1);
    }

    @Test
    void rule25AsksOnlyTheNeighbourOnItsSide() {
        MemoryNeighbours neighbours = new MemoryNeighbours();
        Day.of().on(Day.DATE.minusDays(1)).among(neighbours).conclude();

        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                paid("T1", "O1", "9.00 CNY").at("2026-11-28T00:01:00"),
                                paid("T2", "O2", "9.00 CNY").at("2026-11-28T23:59:00"))
                        .among(neighbours)
                        .reconcile();

        assertThat(types(result)).containsExactly(MISSING_AT_PROVIDER, CUT_OFF);
        assertThat(result.unexplainedEntries()).isEqualTo(1);
    }

    @Test
    void unbookedRowsAreNoBookings() {
        Reconciliation result =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                order("T1", "O1", "9.00 CNY", OrderState.FAILED)
                                        .at("2026-11-28T12:00:00"),
                                pending("O2", "9.00 CNY").at("2026-11-28T12:00:00"))
                        .reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.ledgerEntries()).isEqualTo(1);
    }

    @Test
    void aLayoutWithoutRefundsNeitherTotalsNorClassifiesBookedOnes() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 CNY"), payment("T2", "O2", "10.00 CNY"))
                        .covering(Kind.PAYMENT)
                        .books(
                                paid("T1", "O1", "10.00 CNY"),
                                refunded("R1", "T1", "O1", "10.00 CNY"),
                                refunded("R2", "T2", "O2", "3.00 USD"))
                        .reconcile();

        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(result.settledDuringRun()).isZero();
        assertThat(types(result)).hasSize(1);
        assertThat(result.proof()).hasSize(1);
        assertThat(proof(result, "CNY"))
                .isEqualTo("statement 20.00, onlyInStatement 10.00, ledger 10.00");
    }

    @Test
    void aLayoutWithoutPaymentsNeitherTotalsNorClassifiesBookedOnes() {
        Reconciliation result =
                Day.of(refund("R1", "T1", "O1", "10.00 CNY"), refund("R3", "T1", "O1", "10.00 CNY"))
                        .covering(Kind.REFUND)
                        .books(
                                paid("T1", "O1", "10.00 CNY"),
                                paid("T2", "O2", "10.00 USD"),
                                refunded("R1", "T1", "O1", "10.00 CNY"))
                        .reconcile();

        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(result.settledDuringRun()).isZero();
        assertThat(types(result)).hasSize(1);
        assertThat(result.proof()).hasSize(1);
    }

    @Test
    void aBookingOfTheDayThatOnlyALookUpSeesCountsAsSettledDuringTheRun() {
        MemoryBooks books =
                new MemoryBooks(pending("O1", "10.00 CNY")).later(paid("T1", "O1", "10.00 CNY"));

        Reconciliation result = Day.of(payment("T1", "O1", "10.00 CNY")).books(books).reconcile();

        assertThat(result.found()).isEmpty();
        assertThat(result.matched()).isEqualTo(1);
        assertThat(result.settledDuringRun()).isEqualTo(1);
        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY")).isEqualTo("statement 10.00, ledger 10.00");
    }

    @Test
    void aLookUpOfAnotherDayIsNotSettledDuringTheRun() {
        Reconciliation result =
                Day.of(payment("T1", "O1", "10.00 CNY"))
                        .books(paid("T1", "O1", "10.00 CNY").at("2026-11-20T12:00:00"))
                        .reconcile();

        assertThat(result.settledDuringRun()).isZero();
        assertThat(result.matchedAcrossCutoff()).isEqualTo(1);
    }

    @Test
    void aBookingUnderAnotherTransactionThatOnlyALookUpSeesCountsToo() {
        MemoryBooks books =
                new MemoryBooks(pending("O1", "10.00 CNY")).later(paid("T2", "O1", "10.00 CNY"));

        Reconciliation result = Day.of(payment("T1", "O1", "10.00 CNY")).books(books).reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_PAYMENT, MISSING_AT_PROVIDER);
        assertThat(result.settledDuringRun()).isEqualTo(1);
        assertThat(result.ledgerEntries()).isEqualTo(1);
        assertThat(proof(result, "CNY"))
                .isEqualTo(
                        "statement 10.00, onlyInStatement 10.00, onlyInLedger 10.00, ledger"
                                + " 10.00");
    }

    @Test
    void aBookingThatTheStreamShowedIsNotCountedAgainWhenALookUpSeesItMovedOn() {
        MemoryBooks books =
                new MemoryBooks(paid("T2", "O1", "10.00 CNY"))
                        .later(
                                order("T2", "O1", "10.00 CNY", OrderState.REFUNDED)
                                        .at("2026-11-28T12:00:01")
                                        .version(2));

        Reconciliation result = Day.of(payment("T1", "O1", "10.00 CNY")).books(books).reconcile();

        assertThat(types(result)).containsExactly(DUPLICATE_PAYMENT, MISSING_AT_PROVIDER);
        assertThat(result.settledDuringRun()).isZero();
        assertThat(result.ledgerEntries()).isEqualTo(1);
    }

    @Test
    void asksTheBooksInBatches() {
        Line[] lines = new Line[500];
        for (int i = 0; i < lines.length; i++) {
            lines[i] =
                    i % 2 == 0
                            ? payment("T" + i, "O" + i, "1.00 CNY")
                            : refund("R" + i, "T" + i, "O" + i, "1.00 CNY");
        }
        MemoryBooks books = new MemoryBooks();

        Day.of(lines).books(books).reconcile();

        assertThat(books.questions()).isEqualTo(3);
    }
}
