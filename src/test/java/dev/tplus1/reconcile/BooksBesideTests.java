package dev.tplus1.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.Spool;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Row;
import dev.tplus1.ledger.Books;
import dev.tplus1.ledger.LedgerException;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

final class BooksBesideTests {
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void readsInAThreadOfItsOwnAndHandsOverWhatWasRead() throws Exception {
        CountDownLatch elsewhere = new CountDownLatch(1);
        Books.OfDay read = empty();

        try (BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            await(elsewhere);
                            return read;
                        },
                        Thread::interrupt)) {
            elsewhere.countDown();

            assertThat(beside.books()).isSameAs(read);
            assertThat(closed).hasValue(0);
        }

        assertThat(closed).hasValue(1);
    }

    @Test
    void logsOfTheSameRunAsItsCaller() throws Exception {
        AtomicReference<String> logged = new AtomicReference<>("");
        MDC.put("tplus1.run", "shop/a/2026-11-28/r1");

        try (BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            logged.set(String.valueOf(MDC.get("tplus1.run")));
                            return empty();
                        },
                        Thread::interrupt)) {
            beside.books();
        } finally {
            MDC.clear();
        }

        assertThat(logged).hasValue("shop/a/2026-11-28/r1");
    }

    @Test
    void tellsWhatIsWrongWithTheBooksOnceTheyAreAskedFor() {
        LedgerException wrong = new LedgerException("bundled books: the row is odd");

        try (BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            throw wrong;
                        },
                        Thread::interrupt)) {
            assertThatThrownBy(beside::books).isSameAs(wrong);
        }
    }

    @Test
    void tellsAnErrorOfTheReaderAsItIs() {
        OutOfMemoryError full = new OutOfMemoryError("planted");

        try (BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            throw full;
                        },
                        Thread::interrupt)) {
            assertThatThrownBy(beside::books).isSameAs(full);
        }
    }

    @Test
    void saysNothingOfBooksThatNobodyAskedFor() {
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            throw new LedgerException("nobody hears this");
                        },
                        Thread::interrupt);

        beside.close();

        assertThat(closed).hasValue(0);
    }

    @Test
    void closesBooksThatNobodyAskedForOnce() throws Exception {
        BooksBeside beside = BooksBeside.reading(this::empty, BooksBesideTests::noNeed);
        beside.books();

        beside.close();
        beside.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void hasAReaderThatIsStillAtWorkEndAndWaitsUntilItHas() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            begun.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException _) {
                                ended.incrementAndGet();
                            }
                            throw new LedgerException("ended early");
                        },
                        Thread::interrupt);
        await(begun);

        beside.close();

        assertThat(ended).hasValue(1);
    }

    @Test
    void closesWhatAReaderReadsToItsEndAlthoughItWasToldToStop() {
        CountDownLatch stopped = new CountDownLatch(1);
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            await(stopped);
                            return empty();
                        },
                        _ -> stopped.countDown());

        beside.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void waitsForTheReaderEvenWhereItIsInterruptedItself() {
        CountDownLatch stopped = new CountDownLatch(1);
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            await(stopped);
                            return empty();
                        },
                        _ -> stopped.countDown());
        Thread.currentThread().interrupt();

        assertThatThrownBy(beside::books)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("interrupted while the books were read");
        beside.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(closed).hasValue(1);
    }

    @Test
    void hidesNothingBehindBooksThatNobodyAskedForAndThatCannotBeClosed() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            await(read);
                            return brokenAtItsEnd();
                        },
                        _ -> read.countDown());

        beside.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void waitsForAReaderThatCannotBeStoppedAndHidesNothingBehindIt() {
        CountDownLatch stopped = new CountDownLatch(1);
        BooksBeside beside =
                BooksBeside.reading(
                        () -> {
                            await(stopped);
                            return empty();
                        },
                        _ -> {
                            stopped.countDown();
                            throw new LedgerException("the connection cannot be cut off");
                        });

        beside.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void tellsThatBooksWhichWereHandedOverCannotBeClosed() throws Exception {
        BooksBeside beside = BooksBeside.reading(this::brokenAtItsEnd, BooksBesideTests::noNeed);
        beside.books();

        assertThatThrownBy(beside::close)
                .isInstanceOf(LedgerException.class)
                .hasMessage("the connection is dead");
        assertThat(closed).hasValue(1);
    }

    private static void noNeed(Thread reader) {
        throw new AssertionError(reader + ": nothing is read any more");
    }

    private Books.OfDay empty() {
        Spool<BookEntry> nothing = Spool.ofBooks(Statements.scratch(), Row.ACCOUNT);
        return new Books.OfDay(nothing, new Counting(closed, () -> {}));
    }

    private Books.OfDay brokenAtItsEnd() {
        Runnable dead =
                () -> {
                    throw new LedgerException("the connection is dead");
                };
        return new Books.OfDay(empty().entries(), new Counting(closed, dead));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Books without a row, which count how often they are closed. */
    private record Counting(AtomicInteger closed, Runnable end) implements Books {
        @Override
        public List<BookEntry> orders(Collection<String> orderNos) {
            return List.of();
        }

        @Override
        public List<BookEntry> transactions(Collection<String> transactionIds) {
            return List.of();
        }

        @Override
        public List<BookEntry> refunds(Collection<String> refundNos) {
            return List.of();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            end.run();
        }
    }
}
