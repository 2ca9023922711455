package dev.tplus1.breaks;

import static dev.tplus1.breaks.BreakFixtures.ACCOUNT;
import static dev.tplus1.breaks.BreakFixtures.DAY;
import static dev.tplus1.breaks.BreakFixtures.r;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.TestServer;
import dev.tplus1.entry.StatementChange;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.util.List;

/** On a server, as in {@link RevisedStatementsTests}. */
final class RevisedStatementsIntegrationTests {
    private final BreakFixtures store = new BreakFixtures(TestServer.newDatabase());
    private final RevisedStatements revised = new RevisedStatements(store.database, store.clock);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void recordsOnceAndForgets() {
        String other = "b".repeat(64);
        StatementChange change = new StatementChange(2, 1, 0, 3, List.of(), List.of());
        store.run(r(1));

        revised.seen(r(1), other, change, () -> {});
        RevisedStatements.Seen first = revised.open(ACCOUNT, DAY).orElseThrow();
        revised.seen(r(1), other, change, () -> {});

        assertThat(revised.open(ACCOUNT)).containsExactly(first);
        assertThat(first)
                .isEqualTo(
                        new RevisedStatements.Seen(
                                ACCOUNT, DAY, other, 1, first.seenAt(), 2, 1, 0, 3));
        assertThat(store.history.concluded(ACCOUNT, DAY.plusDays(1), 7)).containsExactly(DAY);

        revised.same(ACCOUNT, DAY, () -> {});

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }
}
