package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.START;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.StatementChange;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;

final class RevisedStatementsTests {
    private static final String A = "a".repeat(64);
    private static final String B = "b".repeat(64);
    private static final String C = "c".repeat(64);
    private static final StatementChange CHANGE =
            new StatementChange(2, 1, 0, 3, List.of(), List.of());

    private final BreakFixtures store = BreakFixtures.inMemory();
    private final RevisedStatements revised = new RevisedStatements(store.database, store.clock);

    @BeforeEach
    void concludeOnA() {
        conclude(DAY, 1, A);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void conclude(LocalDate date, int number, String sha256) {
        store.revisions.stage(
                r(date, number),
                "run",
                sha256,
                START,
                new Classification(List.of(), List.of(), List.of(), "{}"),
                () -> {});
        store.conclude(r(date, number), Revision.Outcome.RECONCILED);
    }

    private void seen(Revision.Id against, String sha256) {
        revised.seen(against, sha256, CHANGE, () -> {});
    }

    @Test
    void recordsAStatementThatTheLatestRevisionDidNotUseOnce() {
        seen(r(1), B);
        RevisedStatements.Seen first = revised.open(ACCOUNT, DAY).orElseThrow();

        seen(r(1), B);

        assertThat(revised.open(ACCOUNT)).containsExactly(first);
        assertThat(first)
                .isEqualTo(
                        new RevisedStatements.Seen(ACCOUNT, DAY, B, 1, first.seenAt(), 2, 1, 0, 3));
    }

    @Test
    void isAnsweredByARevisionThatUsesIt() {
        seen(r(1), B);

        conclude(DAY, 2, B);

        assertThat(revised.open(ACCOUNT)).isEmpty();
        assertThat(revised.open(ACCOUNT, DAY)).isEmpty();
    }

    @Test
    void staysOpenWhileARevisionUsesAnother() {
        seen(r(1), B);

        conclude(DAY, 2, C);

        assertThat(revised.open(ACCOUNT)).extracting("sha256").containsExactly(B);
    }

    @Test
    void onlyKnowsWhatTheProviderShowedLast() {
        seen(r(1), B);
        seen(r(1), C);

        assertThat(revised.open(ACCOUNT)).extracting("sha256").containsExactly(C);

        conclude(DAY, 2, C);

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void forgetsItWhenTheProviderTakesItBack() {
        seen(r(1), B);

        revised.same(ACCOUNT, DAY, () -> {});

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void offersTheDatesOfAnAccountTheLatestFirst() {
        LocalDate before = DAY.minusDays(1);
        conclude(before, 1, A);
        seen(r(before, 1), B);
        seen(r(1), C);

        assertThat(revised.open(ACCOUNT)).extracting("date").containsExactly(DAY, before);
        assertThat(revised.open("other")).isEmpty();
    }

    @Test
    void recordsNothingForOneWhoLostTheDate() {
        Runnable lost =
                () -> {
                    throw new IllegalStateException("lost");
                };

        assertThatThrownBy(() -> revised.seen(r(1), B, CHANGE, lost)).hasMessage("lost");

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void knowsTheLastConcludedDatesBeforeADate() {
        conclude(DAY, 2, B);
        conclude(DAY.minusDays(1), 1, A);
        conclude(DAY.minusDays(3), 1, A);
        store.stage(r(DAY.minusDays(2), 1), List.of(), List.of(), List.of());

        assertThat(store.history.concluded(ACCOUNT, DAY.plusDays(1), 2))
                .containsExactly(DAY, DAY.minusDays(1));
        assertThat(store.history.concluded(ACCOUNT, DAY, 31))
                .containsExactly(DAY.minusDays(1), DAY.minusDays(3));
    }
}
