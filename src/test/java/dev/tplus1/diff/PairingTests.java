package dev.tplus1.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class PairingTests {
    private static final long LIMIT = 64L << 20;
    private static final Set<Kind> BOTH = Set.of(Kind.PAYMENT, Kind.REFUND);

    /** All in one partition, in blocks of few rows, most of them in the file. */
    private static final Spool.Tuning ONE = new Spool.Tuning(1, 256, LIMIT, 4, -1L);

    /** No hash tells two keys apart. */
    private static final Spool.Tuning ALIKE = new Spool.Tuning(2, 4096, LIMIT, 4, 0);

    /** A partition is split again and again. */
    private static final Spool.Tuning TIGHT = new Spool.Tuning(2, 256, 2_000, 4, -1L);

    /** It is too large and cannot be split. */
    private static final Spool.Tuning STUCK = new Spool.Tuning(2, 256, 2_000, 4, 0);

    @TempDir Path folder;

    /** The seed is in the message of what fails. */
    @RepeatedTest(20)
    void agreesWithMapsOfObjects() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RandomRows rows = new RandomRows(random, 1 + random.nextInt(300));
        List<StatementEntry> statement = rows.statement(random.nextInt(4) * random.nextInt(150));
        List<BookEntry> books = rows.books(random.nextInt(4) * random.nextInt(150));
        books.addAll(bookedAs(statement, random));
        Set<Kind> covers = random.nextInt(4) == 0 ? Set.of(Kind.PAYMENT) : BOTH;
        Set<EntryKey> asked =
                Stream.generate(rows::key).limit(random.nextInt(5)).collect(Collectors.toSet());
        Pairing expected = NaivePairing.of(statement, books, covers, asked);

        for (Spool.Tuning tuning : List.of(Spool.Tuning.BEST, ONE, ALIKE)) {
            for (int threads : List.of(1, 2, 4)) {
                Collections.shuffle(statement, random);
                Collections.shuffle(books, random);

                assertThat(paired(statement, books, covers, asked, tuning, threads))
                        .as("seed %d, %s, %d threads", seed, tuning, threads)
                        .isEqualTo(expected);
            }
        }
    }

    /**
     * What is left over as it is may hold plain keys, and bookings that only one key's end drops.
     */
    @RepeatedTest(20)
    void agreesWhenPartitionsAreSplitOrCannotBe() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RandomRows rows = new RandomRows(random, 1 + random.nextInt(300));
        List<StatementEntry> statement = rows.statement(random.nextInt(300));
        List<BookEntry> books = rows.books(random.nextInt(100));
        books.addAll(bookedAs(statement, random));
        Set<EntryKey> asked = Set.of(rows.key());
        Pairing expected = NaivePairing.of(statement, books, BOTH, asked);

        for (Spool.Tuning tuning : List.of(TIGHT, STUCK)) {
            Pairing found = paired(statement, books, BOTH, asked, tuning, 2);
            Pairing rest = NaivePairing.of(found.statement(), found.books(), BOTH, asked);

            assertThat(found.booked()).as("seed %d, %s", seed, tuning).isEqualTo(expected.booked());
            assertThat(new HashSet<>(found.books())).as("seed %d", seed).isSubsetOf(books);
            assertThat(rest.statement()).as("seed %d", seed).isEqualTo(expected.statement());
            assertThat(rest.books()).as("seed %d", seed).isEqualTo(expected.books());
            assertThat(sum(found.plain(), rest.plain()))
                    .as("seed %d", seed)
                    .isEqualTo(expected.plain());
        }
    }

    /** So many that more than one core sorts them. */
    @Test
    void leavesManyOverInTheSameOrder() {
        RandomRows rows = new RandomRows(new Random(1), 30_000);
        List<StatementEntry> statement = rows.statement(20_000);
        List<BookEntry> books = rows.books(60_000);
        Pairing expected = NaivePairing.of(statement, books, BOTH, Set.of());
        assertThat(expected.statement()).hasSizeGreaterThan(1 << 14);
        assertThat(expected.books()).hasSizeGreaterThan(1 << 14);

        for (int threads : List.of(1, 4)) {
            Pairing found = paired(statement, books, BOTH, Set.of(), Spool.Tuning.BEST, threads);

            assertThat(found.equals(expected)).as("%d threads", threads).isTrue();
        }
    }

    @Test
    void leavesOverEveryRowOfAKeyThatIsNotPlain() {
        List<StatementEntry> statement =
                List.of(
                        Line.payment("plain", "O1", "1.00 CNY").entry(),
                        Line.payment("without order", "", "1.00 CNY").entry(),
                        Line.payment("twice", "O3", "1.00 CNY").line(1).entry(),
                        Line.payment("twice", "O3", "1.00 CNY").line(2).entry(),
                        Line.payment("order", "O4", "1.00 CNY").entry(),
                        Line.payment("booked twice", "O5", "1.00 CNY").entry(),
                        Line.payment("late", "O6", "1.00 CNY").entry(),
                        Line.payment("asked", "O7", "1.00 CNY").entry());
        List<BookEntry> books =
                List.of(
                        Row.paid("plain", "O1", "1.00 CNY").entry(),
                        Row.paid("without order", "O2", "1.00 CNY").entry(),
                        Row.paid("twice", "O3", "1.00 CNY").entry(),
                        Row.paid("order", "O44", "1.00 CNY").entry(),
                        Row.paid("booked twice", "O5", "1.00 CNY").entry(),
                        Row.paid("booked twice", "O55", "1.00 CNY").entry(),
                        Row.paid("late", "O6", "1.00 CNY").at("2026-11-29T00:09:59").entry(),
                        Row.paid("asked", "O7", "1.00 CNY").entry(),
                        Row.paid("alone", "O8", "1.00 CNY").entry(),
                        Row.paid("not today", "O9", "1.00 CNY").at("2026-11-29T00:00").entry());

        Pairing pairing =
                paired(
                        statement,
                        books,
                        BOTH,
                        Set.of(EntryKey.payment("asked")),
                        Spool.Tuning.BEST,
                        1);

        assertThat(pairing.plain()).containsExactly(payments(2, 200));
        assertThat(pairing.booked()).containsExactly(payments(8, 800));
        assertThat(pairing.statement())
                .extracting(StatementEntry::transactionId)
                .containsExactly("asked", "booked twice", "late", "order", "twice", "twice");
        assertThat(pairing.books())
                .extracting(BookEntry::orderNo)
                .containsExactly("O8", "O7", "O5", "O55", "O44", "O3", "O6");
    }

    @Test
    void findsNothingInNothing() {
        Pairing pairing = paired(List.of(), List.of(), BOTH, Set.of(), Spool.Tuning.BEST, 2);

        assertThat(pairing).isEqualTo(new Pairing(List.of(), List.of(), List.of(), List.of()));
    }

    @Test
    void leavesOverOneKeyThatIsThereManyTimes() {
        int times = 200_000;
        RowDraft line = new RowDraft().of(Line.payment("T1", "O1", "1.00 CNY").entry());
        RowDraft booking = new RowDraft().of(Row.paid("T1", "O1", "1.00 CNY").entry());
        Spool.Tuning small = new Spool.Tuning(128, 32 << 10, 1 << 20, 16, -1L);
        try (Scratch scratch = Scratch.open(folder, "test", LIMIT);
                Spool<StatementEntry> statement = Spool.ofStatement(scratch, small);
                Spool<BookEntry> books = Spool.ofBooks(scratch, Row.ACCOUNT, small)) {
            for (int i = 0; i < times; i++) {
                statement.add(line.line(i));
            }
            books.add(booking);
            long spooled = scratch.bytes();

            Pairing pairing = pairing(statement, books, BOTH, Set.of(), 2);

            assertThat(pairing.plain()).isEmpty();
            assertThat(pairing.booked()).containsExactly(payments(1, 100));
            assertThat(pairing.statement()).hasSize(times);
            assertThat(pairing.statement().get(times - 1).line()).isEqualTo(times - 1);
            assertThat(pairing.books()).hasSize(1);
            assertThat(scratch.bytes()).isEqualTo(spooled);
        }
    }

    @Test
    void sumsExactlyBeyondALongOnTheWayAndRefusesASumBeyondIt() {
        Currency yen = Currency.getInstance("JPY");
        RowDraft most = new RowDraft().time(0, 0).amount(Long.MAX_VALUE, yen);
        RowDraft less = new RowDraft().time(0, 0).amount(-Long.MAX_VALUE, yen);
        try (Scratch scratch = Scratch.open(folder, "test", LIMIT);
                Spool<StatementEntry> statement = Spool.ofStatement(scratch)) {
            statement.add(most);
            statement.add(most);
            assertThatThrownBy(statement::totals).isInstanceOf(ArithmeticException.class);

            statement.add(less);
            statement.add(less);
            statement.add(less);

            assertThat(statement.totals())
                    .containsExactly(new Total(Kind.PAYMENT, yen, 5, -Long.MAX_VALUE));
        }
    }

    /** Bookings of half of the entries, as the statement has them or nearly. */
    private static List<BookEntry> bookedAs(List<StatementEntry> statement, Random random) {
        List<BookEntry> books = new ArrayList<>();
        for (StatementEntry entry : statement) {
            if (random.nextBoolean()) {
                Row row =
                        entry.kind() == Kind.PAYMENT
                                ? Row.paid(entry.transactionId(), entry.orderNo(), "1.00 CNY")
                                : Row.refunded("", "", entry.orderNo(), "1.00 CNY");
                BookEntry like = row.at(entry.time()).entry();
                Money amount = entry.amount();
                books.add(
                        new BookEntry(
                                entry.key(),
                                like.transactionId(),
                                random.nextInt(8) == 0 ? "" : entry.orderNo(),
                                "",
                                "",
                                amount,
                                like.state(),
                                entry.time(),
                                RandomRows.ACCOUNT,
                                1));
            }
        }
        return books;
    }

    private Pairing paired(
            List<StatementEntry> entries,
            List<BookEntry> rows,
            Set<Kind> covers,
            Set<EntryKey> asked,
            Spool.Tuning tuning,
            int threads) {
        try (Scratch scratch = Scratch.open(folder, "test", LIMIT);
                Spool<StatementEntry> statement = Spool.ofStatement(scratch, tuning);
                Spool<BookEntry> books = Spool.ofBooks(scratch, RandomRows.ACCOUNT, tuning)) {
            RowDraft draft = new RowDraft();
            entries.forEach(entry -> statement.add(draft.of(entry)));
            rows.forEach(row -> books.add(draft.of(row)));
            return pairing(statement, books, covers, asked, threads);
        }
    }

    private static Pairing pairing(
            Spool<StatementEntry> statement,
            Spool<BookEntry> books,
            Set<Kind> covers,
            Set<EntryKey> asked,
            int threads) {
        return Pairing.of(
                statement, books, RandomRows.DAY, RandomRows.GRACE, covers, asked, threads);
    }

    private static Total payments(long count, long minor) {
        return new Total(Kind.PAYMENT, Currency.getInstance("CNY"), count, minor);
    }

    private static Collection<Total> sum(List<Total> some, List<Total> others) {
        Map<String, Total> totals = new TreeMap<>();
        Stream.concat(some.stream(), others.stream())
                .forEach(total ->
                        totals.merge(
                                total.kind().name() + total.currency().getCurrencyCode(),
                                total,
                                NaivePairing::sum));
        return List.copyOf(totals.values());
    }
}
