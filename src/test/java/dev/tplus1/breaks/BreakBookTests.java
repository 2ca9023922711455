package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cny;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.BreakBook.Alerts;
import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.breaks.audit.Audit.What;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.audit.AuditHead;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

final class BreakBookTests {
    private final BreakFixtures store = BreakFixtures.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void insertsANewBreakAndSaysWhereItWasFound() {
        Break found = unknownOrder("T1");
        Break booksOnly = cutOff(DAY, "T2");

        Alerts alerts = store.run(r(1), found, booksOnly);

        BreakRecord row = store.row(found);
        assertThat(row.found()).isEqualTo(found);
        assertThat(row.openedRevision()).isEqualTo(1);
        assertThat(row.lastRevision()).isEqualTo(1);
        assertThat(row.filed()).isEqualTo(new BreakRecord.Mark(row.openedAt(), DAY, 1));
        assertThat(store.row(booksOnly).filed()).isNull();
        assertThat(alerts).isEqualTo(new Alerts(1, 0, 0));
        assertThat(store.audit.events(found.identity().hash()).getFirst().event().detail())
                .isEqualTo("found by run r1 (statement line 8,113)");
        assertThat(store.audit.events(booksOnly.identity().hash()).getFirst().event().detail())
                .isEqualTo("found by run r1 (in the books only)");
    }

    @Test
    void leavesAnUnchangedBreakAloneButForItsLastRevision() {
        Break found = unknownOrder("T1");
        store.run(r(1), found, cutOff(DAY, "T2"));
        List<Map<String, Object>> before = rows();
        AuditHead head = store.audit.head();

        Alerts alerts = store.run(r(2), found, cutOff(DAY, "T2"));

        List<Map<String, Object>> after = rows();
        assertThat(after).allMatch(row -> row.put("LAST_REVISION", 1).equals(2));
        assertThat(after).isEqualTo(before);
        assertThat(store.audit.head()).isEqualTo(head);
        assertThat(alerts).isEqualTo(new Alerts(0, 1, 0));
    }

    @Test
    void recordsAChangedAmount() {
        store.run(r(1), unknownOrder("T1"));
        Break dearer = unknownOrder(DAY, "T1", cny("11.00"));

        Alerts alerts = store.run(r(2), dearer);

        assertThat(store.row(dearer).found()).isEqualTo(dearer);
        assertThat(store.events(dearer)).containsExactly(What.FOUND, What.CHANGED);
        assertThat(store.audit.events(dearer.identity().hash()).getLast().event().detail())
                .isEqualTo("by run r2: statement 11.00 CNY, was 10.00 CNY");
        assertThat(alerts).isEqualTo(new Alerts(0, 1, 0));
    }

    @Test
    void takesOverAChangedNoteWithoutAnEvent() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        Break reworded = found.with(found.action(), found.status(), "another note");

        store.run(r(2), reworded);

        assertThat(store.row(found).found().note()).isEqualTo("another note");
        assertThat(store.events(found)).containsExactly(What.FOUND);
    }

    @Test
    void recordsARepair() {
        store.runHeld(r(1), missedCallback("T1", Status.HELD));
        Break repaired = missedCallback("T1", Status.REPAIRED);

        store.run(r(2), repaired);

        assertThat(store.row(repaired).found().status()).isEqualTo(Status.REPAIRED);
        assertThat(store.events(repaired)).containsExactly(What.FOUND, What.REPAIRED);
    }

    @Test
    void keepsWhatAPersonResolvedAndShowsItInTheRevision() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.decisions.resolve(found.id(), "mei", "paid back by hand");

        Alerts alerts = store.run(r(2), found);

        BreakRecord row = store.row(found);
        assertThat(row.found().status()).isEqualTo(Status.RESOLVED);
        assertThat(row.resolvedBy()).isEqualTo("mei");
        assertThat(row.lastRevision()).isEqualTo(2);
        assertThat(store.events(found)).containsExactly(What.FOUND, What.RESOLVED);
        assertThat(alerts).isEqualTo(new Alerts(0, 0, 0));
        assertThat(store.findings(r(2)).getFirst().found().status()).isEqualTo(Status.RESOLVED);
    }

    @Test
    void reopensWhatAPersonResolvedWhenItsAmountsChanged() {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.decisions.resolve(found.id(), "mei", "paid back by hand");

        Alerts alerts = store.run(r(2), unknownOrder(DAY, "T1", cny("12.00")));

        BreakRecord row = store.row(found);
        assertThat(row.found().status()).isEqualTo(Status.OPEN);
        assertThat(row.resolvedBy()).isNull();
        assertThat(store.events(found)).containsExactly(What.FOUND, What.RESOLVED, What.REOPENED);
        assertThat(alerts).isEqualTo(new Alerts(0, 1, 0));
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"CLOSED", "WITHDRAWN", "RESOLVED"})
    void reopensWhatARunHadEndedWhenItIsFoundAgain(Fate fate) {
        Break found = unknownOrder("T1");
        store.run(r(1), found);
        store.runChanging(r(2), change(found, fate));
        assertThat(store.row(found).found().status().name()).isEqualTo(fate.name());

        Alerts alerts = store.run(r(3), found);

        assertThat(store.row(found).found()).isEqualTo(found);
        assertThat(store.row(found).ended()).isNull();
        assertThat(store.events(found)).last().isEqualTo(What.REOPENED);
        assertThat(alerts).isEqualTo(new Alerts(0, 1, 0));
    }

    @Test
    void reopensARepairedCallbackThatIsMissedAgain() {
        store.run(r(1), missedCallback("T1", Status.REPAIRED));
        Break again =
                missedCallback("T1", Status.OPEN).with(Action.ALERT, Status.OPEN, "did not arrive");

        Alerts alerts = store.run(r(2), again);

        assertThat(store.row(again).found()).isEqualTo(again);
        assertThat(store.events(again)).containsExactly(What.FOUND, What.REOPENED);
        assertThat(alerts).isEqualTo(new Alerts(1, 0, 0));
    }

    @Test
    void concludesAHeldDateAgainUnderItsNumberOnceApproved() {
        Break alert = unknownOrder("T1");
        Break held = missedCallback("T2", Status.HELD);
        Alerts first = store.runHeld(r(1), alert, held);
        store.heldDates.approve(BreakFixtures.ACCOUNT, DAY, "mei", "a webhook was down");

        store.stage(
                r(1), List.of(alert, missedCallback("T2", Status.REPAIRED)), List.of(), List.of());
        assertThat(store.revisions.latest(BreakFixtures.ACCOUNT, DAY).orElseThrow().held())
                .isTrue();
        Alerts second = store.conclude(r(1), Outcome.RECONCILED);

        assertThat(first).isEqualTo(new Alerts(0, 0, 0));
        assertThat(second).isEqualTo(new Alerts(1, 0, 0));
        Revision revision = store.revisions.latest(BreakFixtures.ACCOUNT, DAY).orElseThrow();
        assertThat(revision.id().number()).isEqualTo(1);
        assertThat(revision.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(revision.heldReason()).isNull();
        assertThat(revision.approval()).isNotNull();
        assertThat(store.events(held)).containsExactly(What.FOUND, What.REPAIRED);
        assertThat(store.events(alert)).containsExactly(What.FOUND);
    }

    @Test
    void answersTheSameWhenAKilledRunConcludesAgain() {
        Break gone = unknownOrder("T0");
        Break due = cutOff(DAY.minusDays(2), "T9");
        store.run(r(DAY.minusDays(2), 1), due);
        store.run(r(1), gone);
        List<BreakChange> changes = List.of(change(gone, Fate.CLOSED), change(due, Fate.ESCALATED));
        Alerts first = store.run(r(2), List.of(unknownOrder("T1")), changes, Outcome.RECONCILED);
        AuditHead head = store.audit.head();

        Alerts second = store.conclude(r(2), Outcome.RECONCILED);

        assertThat(first).isEqualTo(new Alerts(2, 0, 1));
        assertThat(second).isEqualTo(first);
        assertThat(store.audit.head()).isEqualTo(head);
    }

    @Test
    void changesNothingWhenTheRunNoLongerHoldsTheDate() {
        Break before = unknownOrder("T0");
        store.run(r(1), before);
        AuditHead head = store.audit.head();
        store.stage(
                r(2), List.of(unknownOrder("T1")), List.of(change(before, Fate.CLOSED)), List.of());

        assertThatThrownBy(() ->
                        store.book.conclude(
                                r(2),
                                new BreakBook.Conclusion(
                                        Outcome.RECONCILED,
                                        null,
                                        "run",
                                        _ -> "{}",
                                        () -> {
                                            throw new IllegalStateException("lost");
                                        })))
                .hasMessage("lost");

        assertThat(store.history.breaksOf(BreakFixtures.ACCOUNT, DAY))
                .extracting(BreakRecord::found)
                .containsExactly(before);
        assertThat(store.audit.head()).isEqualTo(head);
        assertThat(store.revisions.latest(BreakFixtures.ACCOUNT, DAY).orElseThrow().id())
                .isEqualTo(r(1));
        assertThat(store.revisions.staged(r(2))).isPresent();
    }

    @Test
    void refusesToConcludeWhatWasNeverStaged() {
        assertThatThrownBy(() -> store.conclude(r(1), Outcome.RECONCILED))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("never staged");
    }

    @Test
    void dropsAnApprovalWhenTheAmountsChange() {
        Break missed =
                missedCallback("T1", Status.OPEN).with(Action.ALERT, Status.OPEN, "too large");
        store.run(r(1), missed);
        store.decisions.approveBreaks(List.of(missed.id()), "mei", "checked");
        assertThat(store.row(missed).approval()).isNotNull();
        store.run(r(2), missed);
        assertThat(store.row(missed).approval()).isNotNull();

        Break other =
                new Break(
                        missed.identity(),
                        missed.type(),
                        missed.action(),
                        missed.status(),
                        missed.transactionId(),
                        missed.orderNo(),
                        missed.refundNo(),
                        cny("999.00"),
                        null,
                        missed.statementTime(),
                        null,
                        missed.statementLine(),
                        missed.note());
        store.run(r(3), other);

        assertThat(store.row(missed).approval()).isNull();
    }

    @Test
    void concludesTwentyThousandFindings() {
        Break[] found =
                IntStream.range(0, 20_000)
                        .mapToObj(i -> unknownOrder("T" + i))
                        .toArray(Break[]::new);

        Alerts first = store.run(r(1), found);
        Alerts second = store.run(r(2), found);

        assertThat(first).isEqualTo(new Alerts(20_000, 0, 0));
        assertThat(second).isEqualTo(new Alerts(0, 20_000, 0));
        assertThat(store.audit.head().events()).isEqualTo(20_000);
        assertThat(store.audit.verify())
                .isEqualTo(new AuditCheck.Verdict.Whole(store.audit.head()));
    }

    private List<Map<String, Object>> rows() {
        return new ArrayList<>(
                store.database
                        .jdbc()
                        .sql("SELECT * FROM tplus1_break ORDER BY identity_hash")
                        .query()
                        .listOfRows());
    }
}
