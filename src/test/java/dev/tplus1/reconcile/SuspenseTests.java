package dev.tplus1.reconcile;

import static dev.tplus1.breaks.BreakType.AMOUNT_MISMATCH;
import static dev.tplus1.breaks.BreakType.CUT_OFF;
import static dev.tplus1.breaks.BreakType.DISPUTE;
import static dev.tplus1.breaks.BreakType.DUPLICATE_BOOKING;
import static dev.tplus1.breaks.BreakType.MISSING_AT_PROVIDER;
import static dev.tplus1.breaks.BreakType.UNKNOWN_ORDER;
import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.refunded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Row;
import dev.tplus1.statement.Statement.OtherMovement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Breaks over several dates: each run in its own order, what it leaves kept for the next. */
class SuspenseTests {
    private static final LocalDate D = Day.DATE;
    private static final String[] ORDERS = {"012", "021", "102", "120", "201", "210"};

    private final Dates dates = new Dates();

    private static int[] days(String order) {
        return order.chars().map(c -> c - '0').toArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"012", "021", "102", "120", "201", "210"})
    void everyOrderOfRunningEndsWithNothingOpenWhereNeighboursCarryEachOther(String order) {
        // both midnights, both directions, near and far, payments and refunds
        dates.statement(
                D,
                payment("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:50"),
                payment("T2", "O2", "2.00 CNY").at("2026-11-28T23:30:00"),
                refund("R1", "T8", "O8", "0.50 CNY").at("2026-11-28T23:59:00"));
        dates.statement(
                D.plusDays(1),
                payment("T3", "O3", "4.00 CNY").at("2026-11-29T00:00:01"),
                payment("T4", "O4", "8.00 CNY").at("2026-11-29T00:30:00"),
                payment("T5", "O5", "16.00 CNY").at("2026-11-29T23:59:50"),
                refund("R2", "T8", "O8", "0.25 CNY").at("2026-11-29T00:00:01"));
        dates.statement(
                D.plusDays(2),
                payment("T6", "O6", "32.00 CNY").at("2026-11-30T00:00:01"),
                payment("T7", "O7", "64.00 CNY").at("2026-11-30T00:00:02"));
        dates.rows()
                .addAll(
                        List.of(
                                paid("T1", "O1", "1.00 CNY").at("2026-11-29T00:00:10"),
                                paid("T2", "O2", "2.00 CNY").at("2026-11-29T00:30:00"),
                                paid("T3", "O3", "4.00 CNY").at("2026-11-28T23:59:59"),
                                paid("T4", "O4", "8.00 CNY").at("2026-11-28T23:30:00"),
                                paid("T5", "O5", "16.00 CNY").at("2026-11-30T00:00:00"),
                                paid("T6", "O6", "32.00 CNY").at("2026-11-29T23:59:59"),
                                // two days apart
                                paid("T7", "O7", "64.00 CNY").at("2026-11-28T12:00:00"),
                                refunded("R1", "T8", "O8", "0.50 CNY").at("2026-11-29T00:00:01"),
                                refunded("R2", "T8", "O8", "0.25 CNY").at("2026-11-28T23:59:59")));

        for (int day : days(order)) {
            dates.run(D.plusDays(day));
        }

        assertThat(dates.account().open()).isEmpty();
        List<Reconciliation> again = new ArrayList<>();
        for (int day = 0; day < 3; day++) {
            again.add(dates.run(D.plusDays(day)));
        }
        assertThat(again).allSatisfy(r -> assertThat(r.found()).isEmpty());
        assertThat(again).allSatisfy(r -> assertThat(r.changes()).isEmpty());
        assertThat(again).extracting(Reconciliation::carried).containsExactly(4, 4, 1);
        assertThat(Day.proof(again.getFirst(), "CNY"))
                .isEqualTo("statement 2.50, crossCutoff -73.25, ledger 75.75");
    }

    @ParameterizedTest
    @ValueSource(strings = {"012", "021", "102", "120", "201", "210"})
    void everyOrderOfRunningEndsWithWhatNobodyCarriedAtTheProvidersDoor(String order) {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:59"));

        for (int day : days(order)) {
            dates.run(D.plusDays(day));
        }

        // where the neighbour comes last, no later date has run since
        boolean waits = order.endsWith("1");
        assertThat(dates.of("T1").type()).isEqualTo(waits ? CUT_OFF : MISSING_AT_PROVIDER);
        dates.run(D.plusDays(3));
        Break brk = dates.of("T1");
        assertThat(brk.type()).isEqualTo(MISSING_AT_PROVIDER);
        assertThat(brk.action()).isEqualTo(Action.ALERT);
        assertThat(brk.status()).isEqualTo(Status.OPEN);
        boolean neighbourFirst = order.indexOf('1') < order.indexOf('0');
        assertThat(brk.identity().type()).isEqualTo(neighbourFirst ? MISSING_AT_PROVIDER : CUT_OFF);
    }

    @Test
    void aCutOffNobodyCarriesFallsDueInTheRunOfTheFirstDateTwoDaysOn() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:59"));
        List<BreakType> seen = new ArrayList<>();

        for (int day = 0; day < 3; day++) {
            dates.run(D.plusDays(day));
            seen.add(dates.of("T1").type());
        }

        assertThat(seen).containsExactly(CUT_OFF, CUT_OFF, MISSING_AT_PROVIDER);
        assertThat(dates.of("T1").note())
                .isEqualTo("Watched for 2 days; no neighbouring statement has it.");
    }

    @Test
    void aCutOffThatFellDueStaysTheSameBreakInARerun() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:59"));
        dates.run(D);
        Break first = dates.of("T1");
        dates.run(D.plusDays(1));
        dates.run(D.plusDays(2));

        Reconciliation again = dates.run(D);

        assertThat(Day.types(again)).containsExactly(MISSING_AT_PROVIDER);
        assertThat(again.unexplainedEntries()).isEqualTo(1);
        assertThat(dates.of("T1").id()).isEqualTo(first.id());
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
        assertThat(dates.run(D.plusDays(3)).changes()).isEmpty();
    }

    @Test
    void aCutOffStaysOneWhenItsDateRunsAgainBeforeItIsDue() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:59"));
        dates.run(D);
        dates.run(D.plusDays(1));

        Reconciliation again = dates.run(D);

        assertThat(Day.types(again)).containsExactly(CUT_OFF);
        assertThat(again.changes()).isEmpty();
    }

    @Test
    void whereTheNeighbourWasFirstItIsMissingAtOnceAndStaysSo() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"));
        dates.run(D.minusDays(1));

        Reconciliation result = dates.run(D);
        Reconciliation again = dates.run(D);

        assertThat(Day.types(result)).containsExactly(MISSING_AT_PROVIDER);
        assertThat(Day.only(result).note())
                .isEqualTo("The statement of 2026-11-27 does not have it either.");
        assertThat(again.found()).isEqualTo(result.found());
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
    }

    @Test
    void aDateBeforeTheAccountsFirstNeverComesSoTheBreakWaits() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"));

        for (int day = 0; day < 10; day++) {
            dates.run(D.plusDays(day));
        }

        assertThat(dates.of("T1").type()).isEqualTo(CUT_OFF);
        assertThat(dates.of("T1").status()).isEqualTo(Status.SUSPENSE);
    }

    @Test
    void aNeighbourThatComesLateLetsTheCutOffFallDueInTheNextRun() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T00:00:00"));
        dates.run(D);
        dates.run(D.plusDays(2));
        assertThat(dates.of("T1").type()).isEqualTo(CUT_OFF);
        dates.run(D.minusDays(1));
        assertThat(dates.of("T1").type()).isEqualTo(CUT_OFF);

        dates.run(D.plusDays(3));

        assertThat(dates.of("T1").type()).isEqualTo(MISSING_AT_PROVIDER);
    }

    @Test
    void evenWhatFellDueIsResolvedByAStatementThatCarriesItAfterAll() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:59"));
        dates.run(D);
        dates.run(D.plusDays(1));
        dates.run(D.plusDays(2));
        dates.statement(D.plusDays(3), payment("T1", "O1", "1.00 CNY").at("2026-12-01T09:00:00"));

        Reconciliation late = dates.run(D.plusDays(3));

        assertThat(late.matchedAcrossCutoff()).isEqualTo(1);
        assertThat(dates.of("T1").status()).isEqualTo(Status.RESOLVED);
        assertThat(dates.of("T1").note()).isEqualTo("The statement of 2026-12-01 carries it.");
    }

    @Test
    void aSecondBookingIsNotResolvedByTheStatementThatCarriesTheFirst() {
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-28T23:59:57"));
        dates.rows().add(paid("T1", "O2", "1.00 CNY").at("2026-11-28T23:59:58"));
        dates.statement(D.plusDays(1), payment("T1", "O1", "1.00 CNY").at("2026-11-29T00:00:01"));

        dates.run(D);
        dates.run(D.plusDays(1));

        assertThat(dates.account().open())
                .extracting(Break::type, Break::orderNo)
                .containsExactly(tuple(DUPLICATE_BOOKING, "O2"));
    }

    @Test
    void anUnknownOrderThatWasBookedByHandTheNextDayIsResolved() {
        for (String[] order : new String[][] {{"0", "1"}, {"1", "0", "1"}}) {
            MemoryNeighbours neighbours = new MemoryNeighbours();
            Row byHand = paid("T1", "O1", "1.00 CNY").at("2026-11-29T10:00:00");
            for (int i = 0; i < order.length; i++) {
                boolean first = order[i].equals("0");
                Day day =
                        first
                                ? Day.of(payment("T1", "O1", "1.00 CNY"))
                                : Day.of(payment("X", "X", "1.00 CNY")).on(D.plusDays(1));
                Row any = paid("X", "X", "1.00 CNY").at("2026-11-29T12:00:00");
                boolean booked = i == order.length - 1;
                day.books(booked ? new MemoryBooks(any, byHand) : new MemoryBooks(any))
                        .among(neighbours)
                        .conclude();
            }

            assertThat(neighbours.breaks())
                    .extracting(Break::type, Break::status)
                    .containsExactly(tuple(UNKNOWN_ORDER, Status.RESOLVED));
        }
    }

    @Test
    void anUnknownOrderIsNotResolvedByABookingUnderAnotherOrder() {
        dates.statement(D, payment("T1", "O1", "1.00 CNY"));
        dates.run(D);
        dates.rows().add(paid("T1", "O2", "1.00 CNY").at("2026-11-29T10:00:00"));

        Reconciliation next = dates.run(D.plusDays(1));

        assertThat(next.carried()).isEqualTo(1);
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
    }

    @Test
    void anAmountMismatchAcrossMidnightIsNotResolvedByTheUnequalBooking() {
        for (String order : ORDERS) {
            MemoryNeighbours neighbours = new MemoryNeighbours();
            Row[] books = {
                paid("T1", "O1", "9.00 CNY").at("2026-11-29T00:00:01"),
                paid("X1", "X1", "1.00 CNY").at("2026-11-29T12:00:00"),
                paid("X2", "X2", "1.00 CNY").at("2026-11-30T12:00:00")
            };
            for (int n : days(order)) {
                Day day =
                        n == 0
                                ? Day.of(payment("T1", "O1", "10.00 CNY").at("2026-11-28T23:59:59"))
                                : Day.of(payment("X" + n, "X" + n, "1.00 CNY"));
                day.on(D.plusDays(n)).books(books).among(neighbours).conclude();
            }

            assertThat(neighbours.open())
                    .as("run in the order %s", order)
                    .extracting(Break::type)
                    .containsExactly(AMOUNT_MISMATCH);
        }
    }

    @Test
    void aDisputeIsNotResolvedByTheBookingOfItsPayment() {
        dates.rows().add(paid("T1", "O1", "10.00 CNY").at("2026-11-29T00:00:01"));
        Day.of(payment("T1", "O1", "10.00 CNY").at("2026-11-28T23:59:59"))
                .moved(
                        new OtherMovement(
                                "dispute",
                                Line.money("-10.00 CNY"),
                                Line.money("0.00 CNY"),
                                Line.money("-10.00 CNY"),
                                Line.instant("2026-11-28T23:59:59"),
                                2,
                                "T1",
                                "",
                                ""))
                .books(dates.rows().toArray(Row[]::new))
                .among(dates.account())
                .conclude();

        Reconciliation next = dates.run(D.plusDays(1));

        assertThat(next.carried()).isEqualTo(1);
        assertThat(dates.of("T1").type()).isEqualTo(DISPUTE);
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
    }

    @Test
    void aRepeatedLineIsNotResolvedByABooking() {
        dates.statement(D, payment("T1", "O1", "1.00 CNY"), payment("T1", "O1", "1.00 CNY"));
        dates.rows().add(paid("T1", "O1", "1.00 CNY").at("2026-11-29T00:30:00"));

        dates.run(D);
        dates.run(D.plusDays(1));

        assertThat(dates.of("T1").type()).isEqualTo(BreakType.DUPLICATE_LINE);
        assertThat(dates.of("T1").status()).isEqualTo(Status.OPEN);
    }
}
