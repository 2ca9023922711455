package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.START;
import static dev.tplus1.breaks.BreakFixtures.change;
import static dev.tplus1.breaks.BreakFixtures.cutOff;
import static dev.tplus1.breaks.BreakFixtures.missedCallback;
import static dev.tplus1.breaks.BreakFixtures.r;
import static dev.tplus1.breaks.BreakFixtures.unknownOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.entry.EntryKey;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

final class RevisionsTests {
    private final BreakFixtures store = BreakFixtures.inMemory();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void countsNothingThatIsOnlyStaged() {
        store.stage(r(1), List.of(unknownOrder("T1")), List.of(), List.of());

        assertThat(store.revisions.latest(ACCOUNT, DAY)).isEmpty();
        assertThat(store.revisions.list(ACCOUNT, DAY)).isEmpty();
        assertThat(store.revisions.recorded(r(1))).isEmpty();
        assertThat(store.revisions.reconciled(ACCOUNT, DAY)).isFalse();
        assertThat(store.revisions.nextNumber(ACCOUNT, DAY)).isEqualTo(1);
        assertThat(store.history.breaksOf(ACCOUNT, DAY)).isEmpty();
        assertThat(store.audit.head().events()).isZero();
    }

    @Test
    void readsBackWhatWasStagedFieldByField() {
        Classification staged =
                new Classification(
                        List.of(
                                new Finding(unknownOrder("T1"), ""),
                                new Finding(cutOff(DAY, "T2"), "50300"),
                                new Finding(unknownOrder("T1 "), "\u00e9\ud83d\ude00")),
                        List.of(change(unknownOrder("T0"), BreakChange.Fate.CLOSED)),
                        List.of(
                                EntryKey.payment("T9"),
                                EntryKey.paymentOfOrder("T9"),
                                EntryKey.refund("O1" + EntryKey.SEPARATOR + "R1")),
                        "{\"schema\": \"tplus1/summary/1\"}");

        store.revisions.stage(r(1), "run-7", "ab", START, staged, () -> {});

        assertThat(store.revisions.staged(r(1))).contains(staged);
        assertThat(store.revisions.staged(r(2))).isEmpty();
    }

    @Test
    void replacesWhatWasStagedUnderTheSameNumber() {
        store.stage(
                r(1),
                List.of(unknownOrder("T1"), unknownOrder("T2")),
                List.of(change(unknownOrder("T0"), BreakChange.Fate.CLOSED)),
                List.of(EntryKey.payment("T9")));

        store.stage(r(1), List.of(unknownOrder("T3")), List.of(), List.of());

        Classification staged = store.revisions.staged(r(1)).orElseThrow();
        assertThat(staged.findings())
                .extracting(Finding::found)
                .containsExactly(unknownOrder("T3"));
        assertThat(staged.changes()).isEmpty();
        assertThat(staged.crossed()).isEmpty();
    }

    @Test
    void refusesToStageAReconciledRevisionAgain() {
        store.run(r(1), unknownOrder("T1"));

        assertThatThrownBy(() -> store.stage(r(1), List.of(), List.of(), List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is concluded");

        assertThat(store.findings(r(1))).hasSize(1);
    }

    @Test
    void refusesTheSameBreakTwiceInOneRevision() {
        assertThatThrownBy(() ->
                        store.stage(
                                r(1),
                                List.of(unknownOrder("T1"), unknownOrder("T1")),
                                List.of(),
                                List.of()))
                .isInstanceOf(DuplicateKeyException.class);

        assertThat(store.revisions.staged(r(1))).isEmpty();
    }

    @Test
    void tellsTheLatestConcludedRevision() {
        store.run(r(1), unknownOrder("T1"));
        store.runHeld(r(2), unknownOrder("T1"));
        store.stage(r(3), List.of(), List.of(), List.of());

        Revision latest = store.revisions.latest(ACCOUNT, DAY).orElseThrow();

        assertThat(latest.id()).isEqualTo(r(2));
        assertThat(latest.outcome()).isEqualTo(Outcome.HELD);
        assertThat(latest.held()).isTrue();
        assertThat(latest.heldReason()).isEqualTo("too many");
        assertThat(latest.startedAt()).isEqualTo(START.truncatedTo(ChronoUnit.MICROS));
        assertThat(store.revisions.reconciled(ACCOUNT, DAY)).isFalse();
        assertThat(store.revisions.nextNumber(ACCOUNT, DAY)).isEqualTo(3);
        assertThat(store.revisions.list(ACCOUNT, DAY))
                .extracting(Revision::id)
                .containsExactly(r(1), r(2));
    }

    @Test
    void knowsAReconciledDate() {
        store.run(r(1));

        assertThat(store.revisions.reconciled(ACCOUNT, DAY)).isTrue();
        assertThat(store.revisions.reconciled(ACCOUNT, DAY.plusDays(1))).isFalse();
        assertThat(store.revisions.reconciled("another", DAY)).isFalse();
    }

    @Test
    void keepsARevisionToRenderItAgain() {
        store.run(r(1), unknownOrder("T1"));
        store.run(r(2), unknownOrder("T2"));

        List<Finding> findings = new ArrayList<>();
        Optional<String> figures = store.revisions.recorded(r(1), findings::add);

        assertThat(figures).contains("{\"opened\":1}");
        assertThat(store.revisions.recorded(r(1))).isEqualTo(figures);
        assertThat(findings).extracting(Finding::found).containsExactly(unknownOrder("T1"));
        assertThat(store.revisions.staged(r(1))).isEmpty();
    }

    @Test
    void showsEveryFindingOfMoreThanAPage() {
        Break[] many =
                IntStream.rangeClosed(1, 2 * BreakRows.IN)
                        .mapToObj(i -> unknownOrder("T" + i))
                        .toArray(Break[]::new);
        store.run(r(1), many);

        List<Break> shown = new ArrayList<>();
        store.revisions.recorded(r(1), finding -> shown.add(finding.found()));

        assertThat(shown).containsExactly(many);
    }

    @Test
    void showsNothingOfAHeldRevisionWhoseApprovalHasNotEnded() {
        store.runHeld(r(1), unknownOrder("T1"));
        assertThat(store.revisions.recorded(r(1))).isPresent();

        store.stage(r(1), List.of(unknownOrder("T1")), List.of(), List.of());
        assertThat(store.revisions.recorded(r(1))).isEmpty();

        store.conclude(r(1), Revision.Outcome.RECONCILED);
        assertThat(store.revisions.recorded(r(1))).contains("{\"opened\":1}");
    }

    @Test
    void showsNothingOfARevisionThatIsOnlyStaged() {
        store.stage(r(1), List.of(unknownOrder("T1")), List.of(), List.of());

        List<Finding> findings = new ArrayList<>();
        Optional<String> figures = store.revisions.recorded(r(1), findings::add);

        assertThat(figures).isEmpty();
        assertThat(findings).isEmpty();
    }

    @Test
    void writesWhatReplaysCameTo() {
        Break one = missedCallback("T1", Status.OPEN);
        Break two = missedCallback("T2", Status.OPEN);
        Break three = missedCallback("T3", Status.OPEN);
        store.stage(r(1), List.of(one, two, three), List.of(), List.of());

        store.revisions.updateFindings(
                r(1),
                List.of(
                        new Finding(one.with(Action.REPLAY, Status.REPAIRED, "applied"), ""),
                        new Finding(two.with(Action.ALERT, Status.OPEN, "refused"), "")));

        assertThat(store.revisions.staged(r(1)).orElseThrow().findings())
                .extracting(Finding::found)
                .containsExactly(
                        one.with(Action.REPLAY, Status.REPAIRED, "applied"),
                        two.with(Action.ALERT, Status.OPEN, "refused"),
                        three);
    }

    @Test
    void refusesToUpdateAFindingThatIsNotThere() {
        store.stage(r(1), List.of(), List.of(), List.of());

        assertThatThrownBy(() ->
                        store.revisions.updateFindings(
                                r(1), List.of(new Finding(unknownOrder("T1"), ""))))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void remembersThatItWasPublishedUntilItIsConcludedAgain() {
        store.runHeld(r(1));
        store.revisions.published(r(1), () -> {});
        assertThat(store.revisions.latest(ACCOUNT, DAY).orElseThrow().publishedAt()).isNotNull();

        store.stage(r(1), List.of(), List.of(), List.of());
        store.conclude(r(1), Outcome.RECONCILED);

        assertThat(store.revisions.latest(ACCOUNT, DAY).orElseThrow().publishedAt()).isNull();
    }

    @Test
    void cutsANoteThatIsLongerThanItsColumn() {
        Break wordy = unknownOrder("T1").with(Action.ALERT, Status.OPEN, "x".repeat(5000));

        store.run(r(1), wordy);

        assertThat(store.row(wordy).found().note()).hasSize(2000).endsWith("x…");
    }
}
