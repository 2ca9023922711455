package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.History.Side;
import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

final class HistoryTests {
    private static final LocalDate NEXT = DAY.plusDays(1);
    private static final EntryKey T1 = EntryKey.payment("T1");

    private final BreakFixtures store = BreakFixtures.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void findsAKeyThatAnotherDateMatchedAcrossTheCutOff() {
        crossing(r(NEXT, 1), T1);

        assertThat(carried(T1, EntryKey.payment("t1"), EntryKey.payment("T1 ")))
                .isEqualTo(Map.of(T1, NEXT));
        assertThat(carried(EntryKey.paymentOfOrder("T1"), EntryKey.refund("T1"))).isEmpty();
        assertThat(store.history.carriedElsewhere(ACCOUNT, NEXT, List.of(T1))).isEmpty();
        assertThat(store.history.carriedElsewhere("another", DAY, List.of(T1))).isEmpty();
    }

    @Test
    void findsAKeyThatIsABreakOfAnotherDatesStatement() {
        store.run(r(NEXT, 1), unknownOrder(NEXT, "T1", cny("10.00")));

        assertThat(carried(T1)).isEqualTo(Map.of(T1, NEXT));
    }

    @Test
    void doesNotTakeABreakOfTheBooksOrADisputeForAStatementEntry() {
        Break dispute =
                BreakFixtures.of(
                        ACCOUNT,
                        NEXT,
                        EntryKey.payment("T2"),
                        BreakType.DISPUTE,
                        Status.OPEN,
                        cny("1.00"),
                        null);
        Break failure =
                BreakFixtures.of(
                        ACCOUNT,
                        NEXT,
                        EntryKey.refund("R1"),
                        BreakType.REFUND_FAILURE,
                        Status.OPEN,
                        cny("1.00"),
                        null);

        store.run(r(NEXT, 1), cutOff(NEXT, "T1"), dispute, failure);

        assertThat(carried(T1, EntryKey.payment("T2"), EntryKey.refund("R1"))).isEmpty();
        assertThat(
                        store.history.openByKeys(
                                ACCOUNT,
                                DAY,
                                List.of(EntryKey.payment("T2"), EntryKey.refund("R1")),
                                Side.STATEMENT))
                .isEmpty();
    }

    @Test
    void looksOnlyAtTheLatestConcludedRevisionOfADate() {
        crossing(r(NEXT, 1), T1);
        crossing(r(NEXT, 2), EntryKey.payment("T2"));
        store.stage(r(NEXT, 3), List.of(), List.of(), List.of(EntryKey.payment("T3")));

        assertThat(carried(T1, EntryKey.payment("T2"), EntryKey.payment("T3")))
                .isEqualTo(Map.of(EntryKey.payment("T2"), NEXT));
    }

    @Test
    void namesTheNearestDateAndOfTwoTheEarlier() {
        crossing(r(DAY.minusDays(3), 1), T1);
        crossing(r(DAY.plusDays(1), 1), T1);
        crossing(r(DAY.minusDays(1), 1), T1);

        assertThat(carried(T1)).isEqualTo(Map.of(T1, DAY.minusDays(1)));
    }

    @Test
    void countsAndSumsWhatIsOpenByDateTypeStatusAndCurrencies() {
        Break mismatch =
                BreakFixtures.of(
                        ACCOUNT,
                        DAY,
                        EntryKey.payment("T3"),
                        BreakType.AMOUNT_MISMATCH,
                        Status.OPEN,
                        cny("10.00"),
                        cny("12.50"));
        store.run(
                r(DAY, 1),
                unknownOrder(DAY, "T1", cny("10.00")),
                unknownOrder(DAY, "T2", cny("0.01")),
                mismatch,
                BreakFixtures.missedCallback("T4", Status.REPAIRED));
        store.run(r(NEXT, 1), cutOff(NEXT, "T5"));

        List<History.Standing> standing = store.history.standing(ACCOUNT);

        assertThat(standing)
                .contains(
                        new History.Standing(
                                DAY,
                                BreakType.UNKNOWN_ORDER,
                                Status.OPEN,
                                2,
                                cny("10.01"),
                                null,
                                1001),
                        new History.Standing(
                                DAY,
                                BreakType.AMOUNT_MISMATCH,
                                Status.OPEN,
                                1,
                                cny("10.00"),
                                cny("12.50"),
                                250));
        assertThat(standing.getLast().status()).isEqualTo(Status.SUSPENSE);
        assertThat(standing.getLast().date()).isEqualTo(NEXT);
        assertThat(standing).hasSize(3);
        assertThat(store.history.standing("another")).isEmpty();
    }

    @Test
    void answersForMoreKeysThanOneStatementTakes() {
        List<EntryKey> keys =
                Stream.iterate(0, i -> i + 1)
                        .limit(1201)
                        .map(i -> EntryKey.payment("T" + i))
                        .toList();
        crossing(r(NEXT, 1), keys.toArray(EntryKey[]::new));

        assertThat(store.history.carriedElsewhere(ACCOUNT, DAY, keys)).hasSize(1201);
        assertThat(store.history.carriedElsewhere(ACCOUNT, DAY, List.of())).isEmpty();
    }

    @Test
    void listsTheBreaksOfADateInReportOrder() {
        store.run(r(1), unknownOrder("b"), unknownOrder("B"), cutOff(DAY, "z"));
        store.run(r(NEXT, 1), unknownOrder(NEXT, "a", cny("1.00")));

        assertThat(store.history.breaksOf(ACCOUNT, DAY))
                .extracting(row -> row.found().transactionId())
                .containsExactly("z", "B", "b");
    }

    @Test
    void listsWhatIsInSuspenseOnOtherDates() {
        Break due = cutOff(DAY, "T1");
        Break own = cutOff(NEXT, "T2");
        Break ended = cutOff(DAY.minusDays(1), "T3");
        store.run(r(1), due);
        store.run(r(NEXT, 1), own);
        store.run(r(DAY.minusDays(1), 1), ended);
        store.runChanging(r(DAY.minusDays(1), 2), change(ended, Fate.CLOSED));

        assertThat(store.history.suspended(ACCOUNT, NEXT))
                .extracting(BreakRecord::found)
                .containsExactly(due);
    }

    @Test
    void findsOpenBreaksOfOtherDatesByKeyAndSide() {
        Break books = cutOff(DAY, "T1");
        Break statement = unknownOrder(DAY, "T1", cny("1.00"));
        Break ended = cutOff(DAY.minusDays(1), "T1");
        store.run(r(1), books, statement);
        store.run(r(DAY.minusDays(1), 1), ended);
        store.runChanging(r(DAY.minusDays(1), 2), change(ended, Fate.RESOLVED));

        assertThat(open(NEXT, Side.BOOKS)).containsExactly(books);
        assertThat(open(NEXT, Side.STATEMENT)).containsExactly(statement);
        assertThat(open(DAY, Side.BOOKS)).isEmpty();
    }

    @Test
    void findsAnEscalatedCutOffByKey() {
        Break books = cutOff(DAY, "T1");
        store.run(r(1), books);
        store.runChanging(r(DAY.plusDays(2), 1), change(books, Fate.ESCALATED));

        assertThat(open(NEXT, Side.BOOKS))
                .extracting(Break::type)
                .containsExactly(BreakType.MISSING_AT_PROVIDER);
    }

    private List<Break> open(LocalDate except, Side side) {
        return store.history.openByKeys(ACCOUNT, except, List.of(T1), side).stream()
                .map(BreakRecord::found)
                .toList();
    }

    private Map<EntryKey, LocalDate> carried(EntryKey... keys) {
        return store.history.carriedElsewhere(ACCOUNT, DAY, List.of(keys));
    }

    private void crossing(Revision.Id id, EntryKey... keys) {
        store.stage(id, List.of(), List.of(), List.of(keys));
        store.conclude(id, Outcome.RECONCILED);
    }
}
