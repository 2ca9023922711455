package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.CallbackOutcome.AlreadyApplied;
import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** What becomes of a callback when its connection breaks. */
final class BrokenConnectionTests extends CallbackFixture {
    @Override
    Database open() {
        return TestDatabases.h2();
    }

    @Test
    void findsOutWhatBecameOfACommitWhoseAnswerWasLost() {
        order("S1", "PENDING", 1000, "");
        AtomicInteger commits = new AtomicInteger();
        Fence losing =
                () ->
                        TransactionSynchronizationManager.registerSynchronization(
                                new TransactionSynchronization() {
                                    @Override
                                    public void afterCommit() {
                                        commits.incrementAndGet();
                                        throw new TransactionSystemException(
                                                "commit", new SQLException("gone", "08S01"));
                                    }
                                });

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"), losing);

        assertThat(commits).hasValue(1);
        assertThat(outcome).isEqualTo(new AlreadyApplied(true));
        assertThat(orders()).containsExactly("S1|PAID|T1|2026-11-28 09:30:00.123456|1");
        assertThat(log()).hasSize(1);
        assertThat(messages()).hasSize(1);
    }

    @Test
    void bringsACallbackAgainWhoseConnectionBrokeBeforeItsCommit() {
        order("S1", "PENDING", 1000, "");
        AtomicInteger asked = new AtomicInteger();
        Fence breakingOnce =
                () -> {
                    if (asked.incrementAndGet() == 1) {
                        TransactionSystemException rollback =
                                new TransactionSystemException(
                                        "rollback", new SQLException("closed"));
                        rollback.initApplicationException(new SQLException("gone", "08S01"));
                        throw rollback;
                    }
                };

        CallbackOutcome outcome = callbacks.apply(payment("S1", "T1", "10.00"), breakingOnce);

        assertThat(outcome).isEqualTo(new Applied());
        assertThat(asked).hasValue(2);
        assertThat(messages()).hasSize(1);
    }

    @Test
    void givesUpWhenOneConnectionAfterAnotherBreaks() {
        order("S1", "PENDING", 1000, "");
        AtomicInteger asked = new AtomicInteger();
        Fence breaking =
                () -> {
                    asked.incrementAndGet();
                    throw new DatabaseException("lease", new SQLException("gone", "08S01"));
                };

        assertThatThrownBy(() -> callbacks.apply(payment("S1", "T1", "10.00"), breaking))
                .isInstanceOf(DatabaseException.class);

        assertThat(asked).hasValue(3);
        assertThat(orders()).allMatch(order -> order.contains("|PENDING|"));
    }
}
