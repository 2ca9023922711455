package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.CUT_OFF;
import static dev.tplus1.breaks.BreakType.DISPUTE;
import static dev.tplus1.breaks.BreakType.DUPLICATE_LINE;
import static dev.tplus1.breaks.BreakType.MISSED_CALLBACK;
import static dev.tplus1.breaks.BreakType.MISSING_AT_PROVIDER;
import static dev.tplus1.breaks.BreakType.UNKNOWN_ORDER;
import static dev.tplus1.breaks.BreakType.UNKNOWN_REFUND;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.pending;
import static dev.tplus1.entry.Row.refunded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.statement.Statement.OtherMovement;

import org.junit.jupiter.api.Test;

/** What a second run of a date means for the breaks of its first. */
class RerunTests {
    private static final Line ANY = payment("T0", "O0", "1.00 EUR");

    private final MemoryNeighbours account = new MemoryNeighbours();

    private static OtherMovement dispute() {
        return new OtherMovement(
                "dispute",
                Line.money("-1.00 EUR"),
                Line.money("0.00 EUR"),
                Line.money("-1.00 EUR"),
                Line.instant("2026-11-28T12:00:00"),
                9,
                "T0",
                "",
                "");
    }

    @Test
    void findsTheSameBreaksAgainAndChangesNone() {
        Day day =
                Day.of(ANY, payment("T1", "O1", "1.00 CNY"), payment("T1", "O1", "1.00 CNY"))
                        .moved(dispute())
                        .books(
                                paid("T2", "O2", "1.00 CNY"),
                                paid("T3", "O3", "1.00 CNY").at("2026-11-28T00:00:00"))
                        .among(account);
        Reconciliation first = day.conclude();

        Reconciliation again =
                Day.of(ANY, payment("T1", "O1", "1.00 CNY"), payment("T1", "O1", "1.00 CNY"))
                        .moved(dispute())
                        .books(
                                paid("T3", "O3", "1.00 CNY").at("2026-11-28T00:00:00"),
                                paid("T2", "O2", "1.00 CNY"))
                        .among(account)
                        .conclude();

        assertThat(again.found()).isEqualTo(first.found());
        assertThat(again.changes()).isEmpty();
    }

    @Test
    void closesWhatTheBooksNowExplain() {
        Day.of(payment("T1", "O1", "1.00 CNY"), payment("T2", "O2", "1.00 CNY"))
                .books(paid("T3", "O3", "1.00 CNY"), pending("O2", "1.00 CNY"))
                .among(account)
                .conclude();

        Reconciliation again =
                Day.of(payment("T1", "O1", "1.00 CNY"), payment("T2", "O2", "1.00 CNY"))
                        .books(paid("T1", "O1", "1.00 CNY"), paid("T2", "O2", "1.00 CNY"))
                        .among(account)
                        .conclude();

        assertThat(again.found()).isEmpty();
        assertThat(account.breaks())
                .extracting(Break::type, Break::status, Break::note)
                .containsExactlyInAnyOrder(
                        tuple(UNKNOWN_ORDER, Status.CLOSED, "The books now explain it."),
                        tuple(MISSED_CALLBACK, Status.CLOSED, "The books now explain it."),
                        tuple(
                                MISSING_AT_PROVIDER,
                                Status.CLOSED,
                                "Statement and books no longer differ here."));
    }

    @Test
    void replacesABreakOfOneTypeByThatOfAnother() {
        Day.of(payment("T1", "O1", "1.00 CNY")).among(account).conclude();

        Day.of(payment("T1", "O1", "1.00 CNY"))
                .books(pending("O1", "1.00 CNY"))
                .among(account)
                .conclude();

        assertThat(account.breaks())
                .extracting(Break::type, Break::status)
                .containsExactly(
                        tuple(UNKNOWN_ORDER, Status.CLOSED), tuple(MISSED_CALLBACK, Status.OPEN));
    }

    @Test
    void withdrawsOnceWhatTheStatementNoLongerHas() {
        Day.of(ANY, payment("T1", "O1", "1.00 CNY"), ANY)
                .moved(dispute())
                .books(paid("T0", "O0", "1.00 EUR"))
                .among(account)
                .conclude();

        Day.of(ANY).books(paid("T0", "O0", "1.00 EUR")).among(account).conclude();
        Reconciliation third =
                Day.of(ANY).books(paid("T0", "O0", "1.00 EUR")).among(account).reconcile();

        assertThat(account.breaks())
                .extracting(Break::type, Break::status)
                .containsExactlyInAnyOrder(
                        tuple(UNKNOWN_ORDER, Status.WITHDRAWN),
                        tuple(DUPLICATE_LINE, Status.WITHDRAWN),
                        tuple(DISPUTE, Status.WITHDRAWN));
        assertThat(third.changes()).isEmpty();
    }

    @Test
    void findsAWithdrawnBreakAgainWhenItsEntryIsBack() {
        Day.of(ANY, payment("T1", "O1", "1.00 CNY")).among(account).conclude();
        Day.of(ANY).among(account).conclude();

        Day.of(ANY, payment("T1", "O1", "1.00 CNY"))
                .books(paid("T1", "O1", "1.00 CNY"))
                .among(account)
                .conclude();

        assertThat(account.breaks())
                .filteredOn(brk -> brk.transactionId().equals("T1"))
                .extracting(Break::status)
                .containsExactly(Status.CLOSED);
    }

    @Test
    void resolvesWhatAnotherDateTurnedOutToCarry() {
        Day.of(ANY)
                .books(
                        paid("T0", "O0", "1.00 EUR"),
                        paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"))
                .among(account)
                .conclude();
        // as a run that was stopped between filing its own breaks and changing those of others
        Reconciliation before =
                Day.of(payment("T1", "O1", "1.00 CNY").at("2026-11-27T23:59:59"))
                        .on(Day.DATE.minusDays(1))
                        .books(paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"))
                        .among(account)
                        .reconcile();
        account.carry(Day.DATE.minusDays(1), before.crossed());

        Reconciliation again =
                Day.of(ANY)
                        .books(
                                paid("T0", "O0", "1.00 EUR"),
                                paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"))
                        .among(account)
                        .conclude();

        assertThat(again.carried()).isEqualTo(1);
        assertThat(account.breaks())
                .extracting(Break::type, Break::status, Break::note)
                .containsExactly(
                        tuple(CUT_OFF, Status.RESOLVED, "Another date's statement carries it."));
    }

    @Test
    void leavesAloneWhatAStatementWithoutRefundsDoesNotSpeakOf() {
        Day.of(ANY, refund("R1", "T0", "O0", "0.10 EUR"))
                .moved(dispute())
                .books(paid("T0", "O0", "1.00 EUR"), refunded("R2", "T0", "O0", "0.20 EUR"))
                .among(account)
                .conclude();

        Reconciliation again =
                Day.of(ANY)
                        .covering(Kind.PAYMENT)
                        .books(paid("T0", "O0", "1.00 EUR"), refunded("R2", "T0", "O0", "0.20 EUR"))
                        .among(account)
                        .conclude();

        assertThat(again.changes()).hasSize(1);
        assertThat(account.breaks())
                .extracting(Break::type, Break::status)
                .containsExactlyInAnyOrder(
                        tuple(UNKNOWN_REFUND, Status.OPEN),
                        tuple(MISSING_AT_PROVIDER, Status.OPEN),
                        tuple(DISPUTE, Status.WITHDRAWN));
    }

    @Test
    void theSecondOfThreeRepetitionsIsWithdrawnLast() {
        Day.of(ANY, ANY, ANY).books(paid("T0", "O0", "1.00 EUR")).among(account).conclude();

        Day.of(ANY, ANY).books(paid("T0", "O0", "1.00 EUR")).among(account).conclude();

        assertThat(account.breaks())
                .extracting(brk -> brk.identity().occurrence(), Break::status)
                .containsExactlyInAnyOrder(tuple(1, Status.OPEN), tuple(2, Status.WITHDRAWN));
    }

    @Test
    void aBreakKeepsItsNameInEveryRun() {
        Reconciliation result = Day.of(payment("T1", "O1", "1.00 CNY")).among(account).reconcile();

        assertThat(Day.only(result).id()).matches("[0-9A-HJKMNP-TV-Z]{8}");
        assertThat(Day.only(result).id())
                .isEqualTo(Day.only(Day.of(payment("T1", "O9", "2.00 USD")).reconcile()).id());
    }
}
