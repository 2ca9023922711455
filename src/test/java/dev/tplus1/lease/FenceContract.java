package dev.tplus1.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What the fence beside the books must hold, on every database. */
abstract class FenceContract {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    private Database own;
    private Database books;
    private Leases leases;
    private FenceRow fence;

    abstract Database openOwn();

    abstract Database openBooks();

    @BeforeEach
    void connect() {
        own = openOwn();
        books = openBooks();
        leases = new Leases(own);
        fence = new FenceRow(books);
    }

    @AfterEach
    void close() {
        leases.close();
        own.close();
        books.close();
    }

    @Test
    void letsInWhoeverRaisedItLast() {
        Lease first = taken();
        fence.raise(first);
        first.close();
        Lease second = taken();

        assertThatCode(() -> write(first)).as("not raised yet").doesNotThrowAnyException();
        fence.raise(second);

        assertThatThrownBy(() -> write(first))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("shop 2026-11-28");
        assertThatCode(() -> write(second)).doesNotThrowAnyException();
    }

    @Test
    void letsNobodyInBeforeItIsRaised() {
        Lease lease = taken();

        assertThatThrownBy(() -> write(lease)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void isRaisedAgainByItsOwnHolder() {
        Lease lease = taken();
        fence.raise(lease);

        fence.raise(lease);

        assertThatCode(() -> write(lease)).doesNotThrowAnyException();
    }

    @Test
    void keepsAccountsAndDatesApart() {
        Lease one = taken();
        fence.raise(one);
        Lease other = ((LeaseOutcome.Acquired) leases.acquire("Shop", DATE)).lease();
        fence.raise(other);

        assertThatCode(() -> write(one)).doesNotThrowAnyException();
        assertThatCode(() -> write(other)).doesNotThrowAnyException();
    }

    @Test
    void waitsForATransactionOfTheHolderBefore() throws Exception {
        Lease first = taken();
        fence.raise(first);
        first.close();
        Lease second = taken();
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            Future<?> writing =
                    executor.submit(() ->
                            books.transactions()
                                    .executeWithoutResult(_ -> {
                                        fence.assertHeld(first);
                                        inside.countDown();
                                        await(goOn);
                                        note("first");
                                    }));
            inside.await();
            Future<String> raising =
                    executor.submit(() -> {
                        fence.raise(second);
                        return noted();
                    });

            goOn.countDown();
            writing.get();

            assertThat(raising.get()).as("what the one before wrote is seen").isEqualTo("first");
        }
        assertThatThrownBy(() -> write(first)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void isPassedByAHolderWhoseDatabaseWasRestoredAndCountsFromOneAgain() {
        Lease before = taken();
        fence.raise(before);
        books.jdbc().sql("UPDATE tplus1_fence SET owner = 'gone', token = 41").update();

        fence.raise(before);

        assertThat(before.token()).isEqualTo(42);
        assertThatCode(() -> write(before)).doesNotThrowAnyException();
        assertThat(before.stillHeld()).isTrue();
        before.close();
        assertThat(taken().token()).as("it only grows").isEqualTo(43);
    }

    @Test
    void isNotPassedByAHolderThatLostItsLease() {
        Lease lost = taken();
        lost.close();
        Lease now = taken();
        fence.raise(now);

        assertThatThrownBy(() -> fence.raise(lost)).isInstanceOf(LeaseLostException.class);

        assertThatCode(() -> write(now)).doesNotThrowAnyException();
    }

    /** A write on the books as a replay makes it. */
    private void write(Lease lease) {
        books.transactions()
                .executeWithoutResult(_ -> {
                    fence.assertHeld(lease);
                    note(lease.owner());
                });
    }

    private void note(String text) {
        books.jdbc()
                .sql(
                        "INSERT INTO outbox (topic, message_key, payload, created_at, attempts)"
                                + " VALUES ('t', 'k', ?, ?, 0)")
                .params(text, DATE.atStartOfDay())
                .update();
    }

    private String noted() {
        return books.jdbc().sql("SELECT payload FROM outbox").query(String.class).single();
    }

    private Lease taken() {
        return ((LeaseOutcome.Acquired) leases.acquire("shop", DATE)).lease();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
