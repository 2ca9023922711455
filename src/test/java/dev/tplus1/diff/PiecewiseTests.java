package dev.tplus1.diff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.diff.pair.Pair;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Of what is left over, all that is told by pieces, against lists of objects. */
class PiecewiseTests {
    private static final long LIMIT = 64L << 20;
    private static final Set<Kind> BOTH = Set.of(Kind.PAYMENT, Kind.REFUND);

    /** Few hashes, so that many ids have the same. */
    private static final Spool.Tuning ALIKE = new Spool.Tuning(4, 256, LIMIT, 4, 7);

    @TempDir Path folder;

    /** What the pieces were told, and what was left over of a day. */
    private static final class Heard implements Pairing.Pieces {
        private final List<Pair> differing = Collections.synchronizedList(new ArrayList<>());
        private final List<BookEntry> alone = Collections.synchronizedList(new ArrayList<>());
        private final List<Lonely> lone = Collections.synchronizedList(new ArrayList<>());

        private record Lonely(StatementEntry payment, @Nullable BookEntry order) {}

        @Override
        public void differ(StatementEntry entry, BookEntry booked) {
            differing.add(new Pair(entry, null, booked));
        }

        @Override
        public void alone(BookEntry booked) {
            alone.add(booked);
        }

        @Override
        public void lone(StatementEntry payment, @Nullable BookEntry order) {
            lone.add(new Lonely(payment, order));
        }
    }

    /** One random day; the seed is in the message of what fails. */
    private static final class RandomDay {
        private final long seed = System.nanoTime();
        private final List<StatementEntry> statement;
        private final List<BookEntry> books;
        private final Set<EntryKey> asked;

        RandomDay() {
            Random random = new Random(seed);
            RandomRows rows = new RandomRows(random, 1 + random.nextInt(600));
            statement = rows.statement(random.nextInt(300));
            books = rows.books(random.nextInt(300));
            asked = Stream.generate(rows::key).limit(random.nextInt(4)).collect(Collectors.toSet());
        }
    }

    @RepeatedTest(30)
    void tellsOrLeavesOverEveryRowThatIsNotPlain() {
        RandomDay day = new RandomDay();
        Pairing expected = NaivePairing.of(day.statement, day.books, BOTH, day.asked);

        for (Spool.Tuning tuning : List.of(Spool.Tuning.BEST, ALIKE)) {
            for (boolean whole : List.of(true, false)) {
                Heard heard = new Heard();
                Pairing found = pieces(day, tuning, whole, heard);

                assertThat(found.plain()).as("seed %d", day.seed).isEqualTo(expected.plain());
                assertThat(found.booked()).as("seed %d", day.seed).isEqualTo(expected.booked());
                assertThat(
                                all(
                                        found.statement(),
                                        heard.differing.stream().map(Pair::entry).toList(),
                                        heard.lone.stream().map(Heard.Lonely::payment).toList()))
                        .as("seed %d, %s, whole %s", day.seed, tuning, whole)
                        .containsExactlyInAnyOrderElementsOf(expected.statement());
                assertThat(
                                all(
                                        found.books(),
                                        heard.differing.stream().map(Pair::booked).toList(),
                                        heard.alone))
                        .as("seed %d, %s, whole %s", day.seed, tuning, whole)
                        .containsExactlyInAnyOrderElementsOf(expected.books());
            }
        }
    }

    @RepeatedTest(30)
    void tellsWhatDiffersAndWhatIsAloneOfKeysThatEachSideHasOnce() {
        RandomDay day = new RandomDay();
        Pairing left = NaivePairing.of(day.statement, day.books, BOTH, day.asked);

        Heard heard = new Heard();
        pieces(day, Spool.Tuning.BEST, true, heard);

        List<EntryKey> differing =
                left.statement().stream()
                        .map(StatementEntry::key)
                        .filter(key -> told(key, day) && times(left.statement(), key) == 1)
                        .filter(key ->
                                left.books().stream().filter(b -> b.key().equals(key)).count() == 1)
                        .filter(key ->
                                left.books().stream()
                                        .filter(b -> b.key().equals(key))
                                        .allMatch(PiecewiseTests::today))
                        .toList();
        assertThat(heard.differing)
                .as("seed %d", day.seed)
                .extracting(pair -> pair.entry().key())
                .containsExactlyInAnyOrderElementsOf(differing);
        assertThat(heard.differing).extracting(Pair::booked).doesNotContainNull();
        assertThat(heard.differing)
                .extracting(Pair::booked)
                .extracting("key")
                .containsExactlyElementsOf(
                        heard.differing.stream().map(pair -> pair.entry().key()).toList());
        List<BookEntry> alone =
                left.books().stream()
                        .filter(b -> told(b.key(), day) && times(left.statement(), b.key()) == 0)
                        .filter(b ->
                                left.books().stream().filter(o -> o.key().equals(b.key())).count()
                                        == 1)
                        .toList();
        assertThat(heard.alone).as("seed %d", day.seed).containsExactlyInAnyOrderElementsOf(alone);
    }

    @RepeatedTest(30)
    void tellsALonePaymentAndTheOrderThatWaitsForIt() {
        RandomDay day = new RandomDay();
        List<Heard.Lonely> expected = lone(day);

        for (Spool.Tuning tuning : List.of(Spool.Tuning.BEST, ALIKE)) {
            Heard heard = new Heard();
            pieces(day, tuning, true, heard);

            if (tuning.hashMask() == -1) {
                assertThat(heard.lone)
                        .as("seed %d", day.seed)
                        .containsExactlyInAnyOrderElementsOf(expected);
            } else {
                assertThat(expected).as("seed %d", day.seed).containsAll(heard.lone);
            }
        }
    }

    @RepeatedTest(10)
    void tellsTheSameWhenFewPaymentsAreLookedAtAtOnce() {
        RandomDay day = new RandomDay();
        Heard heard = new Heard();
        Heard same = new Heard();

        Pairing first = pieces(day, Spool.Tuning.BEST, true, heard);
        Pairing second = pieces(day, new Spool.Tuning(2, 256, 1 << 18, 4, -1L), true, new Heard());
        Pairing third = pieces(day, new Spool.Tuning(2, 256, 96 << 10, 4, -1L), true, same);

        assertThat(second).as("seed %d", day.seed).isEqualTo(first);
        assertThat(third).as("seed %d", day.seed).isEqualTo(first);
        assertThat(same.lone)
                .as("seed %d", day.seed)
                .containsExactlyInAnyOrderElementsOf(heard.lone);
    }

    @RepeatedTest(5)
    void tellsNoPaymentLoneWhenTheBooksAreNotAllThere() {
        Heard heard = new Heard();

        pieces(new RandomDay(), Spool.Tuning.BEST, false, heard);

        assertThat(heard.lone).isEmpty();
    }

    private Pairing pieces(RandomDay day, Spool.Tuning tuning, boolean whole, Heard heard) {
        try (Scratch scratch = Scratch.open(folder, "test", LIMIT);
                Spool<StatementEntry> statement = Spool.ofStatement(scratch, tuning);
                Spool<BookEntry> books = Spool.ofBooks(scratch, RandomRows.ACCOUNT, tuning)) {
            RowDraft draft = new RowDraft();
            day.statement.forEach(entry -> statement.add(draft.of(entry)));
            day.books.forEach(row -> books.add(draft.of(row)));
            return Pairing.of(
                    statement,
                    books,
                    RandomRows.DAY,
                    RandomRows.GRACE,
                    BOTH,
                    day.asked,
                    2,
                    whole,
                    () -> heard);
        }
    }

    private static List<Heard.Lonely> lone(RandomDay day) {
        List<Heard.Lonely> lone = new ArrayList<>();
        Pairing left = NaivePairing.of(day.statement, day.books, BOTH, day.asked);
        for (StatementEntry entry : left.statement()) {
            String id = entry.transactionId();
            String order = entry.orderNo();
            List<BookEntry> ordered =
                    order.isEmpty()
                            ? List.of()
                            : day.books.stream().filter(b -> b.orderNo().equals(order)).toList();
            boolean byItself =
                    entry.kind() == Kind.PAYMENT
                            && told(entry.key(), day)
                            && entry.key().value().equals(id)
                            && times(day.statement, entry.key()) == 1
                            && day.statement.stream()
                                    .noneMatch(e ->
                                            e.kind() == Kind.REFUND && e.transactionId().equals(id))
                            && (order.isEmpty()
                                    || day.statement.stream()
                                                    .filter(e -> e.orderNo().equals(order))
                                                    .count()
                                            == 1)
                            && day.books.stream()
                                    .noneMatch(b ->
                                            b.kind() == Kind.REFUND && b.transactionId().equals(id))
                            && day.books.stream().noneMatch(b -> b.key().equals(entry.key()));
            if (byItself && ordered.isEmpty()) {
                lone.add(new Heard.Lonely(entry, null));
            } else if (byItself && ordered.size() == 1 && waits(ordered.getFirst())) {
                lone.add(new Heard.Lonely(entry, ordered.getFirst()));
            }
        }
        return lone;
    }

    private static boolean waits(BookEntry order) {
        return order.kind() == Kind.PAYMENT
                && !order.booked()
                && order.transactionId().isEmpty()
                && order.account().equals(RandomRows.ACCOUNT);
    }

    private static boolean told(EntryKey key, RandomDay day) {
        return key.basis() == EntryKey.Basis.ID && !day.asked.contains(key);
    }

    private static long times(List<StatementEntry> entries, EntryKey key) {
        return entries.stream().filter(entry -> entry.key().equals(key)).count();
    }

    private static boolean today(BookEntry booked) {
        Instant time = booked.time();
        return time != null && RandomRows.DAY.contains(time);
    }

    private static <E> List<E> all(
            Collection<? extends E> some,
            Collection<? extends E> more,
            Collection<? extends E> rest) {
        List<E> all = new ArrayList<>(some);
        all.addAll(more);
        all.addAll(rest);
        return all;
    }
}
