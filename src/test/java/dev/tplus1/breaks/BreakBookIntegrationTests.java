package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.START;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakBook.Alerts;
import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.History.Side;
import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck.Verdict;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.database.TestServer;
import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

final class BreakBookIntegrationTests {
    private static final LocalDate NEXT = DAY.plusDays(1);

    private final BreakFixtures store = new BreakFixtures(TestServer.newDatabase());

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void readsBackWhatWasStagedFieldByField() {
        String longest = "长".repeat(198) + EntryKey.SEPARATOR + "😀".repeat(100) + " ";
        Classification staged =
                new Classification(
                        List.of(
                                new Finding(unknownOrder("T1"), "50300"),
                                new Finding(cutOff(DAY, "T2"), ""),
                                new Finding(unknownOrder(longest), "é")),
                        List.of(change(unknownOrder("T0"), Fate.CLOSED)),
                        List.of(EntryKey.paymentOfOrder("T9"), EntryKey.refund(longest)),
                        "{\"note\": \"" + "好".repeat(100_000) + "\"}");

        store.revisions.stage(r(1), "run-7", "ab", START, staged, () -> {});

        assertThat(store.revisions.staged(r(1))).contains(staged);
    }

    @Test
    void tellsIdsApartThatDifferInCaseAccentOrTrailingBlanks() {
        List<EntryKey> keys =
                List.of(
                        EntryKey.payment("Te1"),
                        EntryKey.payment("te1"),
                        EntryKey.payment("té1"),
                        EntryKey.payment("Te1 "));
        store.stage(r(NEXT, 1), List.of(), List.of(), keys.subList(1, 2));
        store.conclude(r(NEXT, 1), Outcome.RECONCILED);
        store.run(
                r(NEXT.plusDays(1), 1),
                unknownOrder(NEXT.plusDays(1), "Te1 ", cny("1.00")),
                cutOff(NEXT.plusDays(1), "té1"));

        assertThat(store.history.carriedElsewhere(ACCOUNT, DAY, keys))
                .isEqualTo(Map.of(keys.get(1), NEXT, keys.get(3), NEXT.plusDays(1)));
        assertThat(store.history.openByKeys(ACCOUNT, DAY, keys, Side.BOOKS))
                .extracting(row -> row.found().transactionId())
                .containsExactly("té1");
        assertThat(store.history.openByKeys(ACCOUNT, DAY, keys, Side.STATEMENT))
                .extracting(row -> row.found().transactionId())
                .containsExactly("Te1 ");
    }

    @Test
    void keepsABreakThroughItsLife() {
        Break alert = unknownOrder("T1");
        Break edge = cutOff(DAY, "T2");
        Break missed = missedCallback("T3", Status.HELD);
        store.runHeld(r(1), alert, edge, missed);
        store.heldDates.approve(ACCOUNT, DAY, "mei", "好");
        store.stage(
                r(1),
                List.of(alert, edge, missedCallback("T3", Status.REPAIRED)),
                List.of(),
                List.of());

        Alerts approved = store.conclude(r(1), Outcome.RECONCILED);
        AuditHead head = store.audit.head();
        Alerts again = store.run(r(2), alert, edge, missedCallback("T3", Status.REPAIRED));
        AuditHead unchanged = store.audit.head();
        Alerts escalated =
                store.runChanging(
                        r(DAY.plusDays(2), 1),
                        change(edge, Fate.ESCALATED),
                        change(alert, Fate.CLOSED));
        store.decisions.resolve(edge.id(), "mei", "known");

        assertThat(approved).isEqualTo(new Alerts(1, 0, 0));
        assertThat(again).isEqualTo(new Alerts(0, 1, 0));
        assertThat(unchanged).isEqualTo(head);
        assertThat(escalated).isEqualTo(new Alerts(1, 0, 1));
        assertThat(store.events(edge)).containsExactly(What.FOUND, What.ESCALATED, What.RESOLVED);
        assertThat(store.events(missed)).containsExactly(What.FOUND, What.REPAIRED);
        assertThat(store.row(missed).lastRevision()).isEqualTo(2);
        assertThat(store.row(alert).found().status()).isEqualTo(Status.CLOSED);
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void keepsOneChainWhileFourAccountsConcludeSideBySide() throws Exception {
        store.concludeSideBySide(4, 3, 600);

        assertThat(store.audit.head().events()).isEqualTo(4 * 3 * 600);
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(store.audit.head()));
    }

    @Test
    void concludesThousandsOfFindingsTwice() {
        Break[] held =
                IntStream.range(0, 5_000)
                        .mapToObj(i -> missedCallback("T" + i, Status.HELD))
                        .toArray(Break[]::new);
        Break[] repaired =
                IntStream.range(0, 5_000)
                        .mapToObj(i -> missedCallback("T" + i, Status.REPAIRED))
                        .toArray(Break[]::new);

        store.runHeld(r(1), held);
        store.run(r(2), repaired);
        AuditHead head = store.audit.head();
        store.run(r(3), repaired);

        assertThat(head.events()).isEqualTo(10_000);
        assertThat(store.audit.head()).isEqualTo(head);
        assertThat(store.audit.verify()).isEqualTo(new Verdict.Whole(head));
        assertThat(store.history.breaksOf(ACCOUNT, DAY))
                .hasSize(5_000)
                .allMatch(row -> row.found().status() == Status.REPAIRED)
                .allMatch(row -> row.lastRevision() == 3);
    }
}
