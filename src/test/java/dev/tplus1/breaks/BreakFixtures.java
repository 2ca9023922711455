package dev.tplus1.breaks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A store of breaks on a database of its own, and breaks to put into it. */
final class BreakFixtures implements AutoCloseable {
    static final String ACCOUNT = "wechat-shop";
    static final LocalDate DAY = LocalDate.of(2026, 11, 28);
    static final Instant START = Instant.parse("2026-11-29T02:00:00.123456789Z");
    private static final Currency CNY = Currency.getInstance("CNY");

    final Database database;
    final Ticking clock = new Ticking();
    final Revisions revisions;
    final BreakBook book;
    final History history;
    final Decisions decisions;
    final HeldDates heldDates;
    final BreakList list;
    final Audit audit;

    BreakFixtures(DatabaseSettings settings) {
        database = TestDatabases.opened(settings, Schema.OWN);
        revisions = new Revisions(database, clock);
        book = new BreakBook(database, clock);
        history = new History(database);
        decisions = new Decisions(database, clock);
        heldDates = new HeldDates(database, clock);
        list = new BreakList(database);
        audit = new Audit(database);
    }

    static BreakFixtures inMemory() {
        return new BreakFixtures(TestDatabases.h2Settings());
    }

    static Revision.Id r(int number) {
        return new Revision.Id(ACCOUNT, DAY, number);
    }

    static Revision.Id r(LocalDate date, int number) {
        return new Revision.Id(ACCOUNT, date, number);
    }

    BreakBook.Alerts run(Revision.Id id, Break... found) {
        return run(id, List.of(found), List.of(), Revision.Outcome.RECONCILED);
    }

    BreakBook.Alerts runHeld(Revision.Id id, Break... found) {
        return run(id, List.of(found), List.of(), Revision.Outcome.HELD);
    }

    /** Held back because the books look like another merchant's. */
    void runSuspect(Revision.Id id, Break... found) {
        stage(id, List.of(found), List.of(), List.of());
        conclude(id, Revision.Outcome.HELD, Revision.SUSPECT_BOOKS);
    }

    BreakBook.Alerts runChanging(Revision.Id id, BreakChange... changes) {
        return run(id, List.of(), List.of(changes), Revision.Outcome.RECONCILED);
    }

    BreakBook.Alerts run(
            Revision.Id id,
            List<Break> found,
            List<BreakChange> changes,
            Revision.Outcome outcome) {
        stage(id, found, changes, List.of());
        return conclude(id, outcome);
    }

    void stage(
            Revision.Id id, List<Break> found, List<BreakChange> changes, List<EntryKey> crossed) {
        revisions.stage(
                id,
                "run-1",
                "0".repeat(64),
                START,
                new Classification(
                        found.stream().map(b -> new Finding(b, "P" + b.refundNo())).toList(),
                        changes,
                        crossed,
                        "{}"),
                () -> {});
    }

    BreakBook.Alerts conclude(Revision.Id id, Revision.Outcome outcome) {
        return conclude(id, outcome, outcome == Revision.Outcome.HELD ? "too many" : null);
    }

    private BreakBook.Alerts conclude(
            Revision.Id id, Revision.Outcome outcome, @Nullable String heldReason) {
        return book.conclude(
                id,
                new BreakBook.Conclusion(
                        outcome,
                        heldReason,
                        "tplus1 run-1",
                        counted -> "{\"opened\":" + counted.alerts().opened() + "}",
                        () -> {}));
    }

    /** Each account concludes its dates one after the other, all accounts at the same time. */
    void concludeSideBySide(int accounts, int dates, int breaks) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(accounts)) {
            for (int i = 0; i < accounts; i++) {
                String account = "account-" + i;
                all.add(
                        threads.submit(() -> {
                            start.await();
                            for (int day = 0; day < dates; day++) {
                                concludeOne(account, DAY.plusDays(day), breaks);
                            }
                            return account;
                        }));
            }
            start.countDown();
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private void concludeOne(String account, LocalDate date, int breaks) {
        Break[] found =
                IntStream.range(0, breaks)
                        .mapToObj(i ->
                                of(
                                        account,
                                        date,
                                        EntryKey.payment("T" + i),
                                        BreakType.UNKNOWN_ORDER,
                                        Status.OPEN,
                                        cny("1.00"),
                                        null))
                        .toArray(Break[]::new);
        run(new Revision.Id(account, date, 1), found);
    }

    /** What a concluded revision recorded. */
    List<Finding> findings(Revision.Id id) {
        List<Finding> findings = new ArrayList<>();
        assertThat(revisions.recorded(id, findings::add)).isPresent();
        return findings;
    }

    BreakRecord row(Break of) {
        return history.breaksOf(of.identity().account(), of.identity().date()).stream()
                .filter(row -> row.found().identity().equals(of.identity()))
                .findFirst()
                .orElseThrow();
    }

    List<Audit.What> events(Break of) {
        return audit.events(of.identity().hash()).stream().map(e -> e.event().what()).toList();
    }

    static BreakChange change(Break of, BreakChange.Fate fate) {
        return new BreakChange(of.identity().hash(), fate, "because");
    }

    static Money cny(String amount) {
        return Money.parse(amount, CNY);
    }

    /** A payment that the statement has and the books do not. */
    static Break unknownOrder(String transactionId) {
        return unknownOrder(DAY, transactionId, cny("10.00"));
    }

    static Break unknownOrder(LocalDate date, String transactionId, Money amount) {
        return of(
                ACCOUNT,
                date,
                EntryKey.payment(transactionId),
                BreakType.UNKNOWN_ORDER,
                Status.OPEN,
                amount,
                null);
    }

    static Break missedCallback(String transactionId, Status status) {
        return of(
                ACCOUNT,
                DAY,
                EntryKey.payment(transactionId),
                BreakType.MISSED_CALLBACK,
                status,
                cny("20.00"),
                null);
    }

    /** A booked payment that the statement does not have, at the edge of the day. */
    static Break cutOff(LocalDate date, String transactionId) {
        return of(
                ACCOUNT,
                date,
                EntryKey.payment(transactionId),
                BreakType.CUT_OFF,
                Status.SUSPENSE,
                null,
                cny("30.00"));
    }

    static Break of(
            String account,
            LocalDate date,
            EntryKey key,
            BreakType type,
            Status status,
            @Nullable Money statement,
            @Nullable Money ledger) {
        Instant time = Instant.parse("2026-11-28T03:04:05Z");
        return new Break(
                new BreakIdentity(account, date, key, type, 1),
                type,
                type.action(),
                status,
                key.value(),
                "O-" + key.value(),
                "",
                statement,
                ledger,
                statement == null ? null : time,
                ledger == null ? null : time,
                statement == null ? 0 : 8113,
                "a note");
    }

    @Override
    public void close() {
        database.close();
    }

    /** Each look is one second after the one before. */
    static final class Ticking extends Clock {
        private Instant now = START;

        @Override
        public synchronized Instant instant() {
            now = now.plus(Duration.ofSeconds(1));
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
