package dev.tplus1.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Currency;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

class SpoolTests {
    /** Blocks of few rows, so that most are read from the file. */
    private static final Spool.Tuning SMALL = new Spool.Tuning(4, 512, 1 << 20, 4, -1L);

    private static final Currency CNY = Currency.getInstance("CNY");

    @TempDir Path folder;
    private Scratch scratch;

    @BeforeEach
    void open() {
        scratch = Scratch.open(folder, "test", 64L << 20);
    }

    @AfterEach
    void close() {
        scratch.close();
    }

    /** The seed is in the message of what fails. */
    @RepeatedTest(30)
    void givesBackWhatWasAddedAtItsLimits() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<StatementEntry> entries = new ArrayList<>();
        List<BookEntry> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            entries.add(ExtremeRows.entry(random));
            rows.add(ExtremeRows.row(random));
        }

        Spool<StatementEntry> statement = statement(entries);
        Spool<BookEntry> books = books(rows);

        assertThat(all(statement)).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(entries);
        assertThat(all(books)).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void givesBackIdsOfEveryLengthAndForm() {
        Set<String> ids = new HashSet<>();
        for (int length : new int[] {0, 1, 2, 7, 8, 9, 63, 64, 65, 8191, 8192, 65_535}) {
            ids.add("0".repeat(length));
            ids.add("9".repeat(length));
            ids.add("x".repeat(length));
            for (int at = 0; at < Math.min(length, 20); at++) {
                ids.add("5".repeat(at) + '/' + "5".repeat(length - at - 1));
                ids.add("5".repeat(length - at - 1) + ':' + "5".repeat(at));
            }
        }
        ids.add("订".repeat(21_845));
        List<StatementEntry> entries =
                ids.stream().map(id -> Line.payment(id, "O", "1.00 CNY").entry()).toList();

        assertThat(all(statement(entries))).containsExactlyInAnyOrderElementsOf(entries);
    }

    @Test
    void takesFewBytesForAPayment() {
        String id = "4200001234202611280123456789";
        Spool<StatementEntry> spool = Spool.ofStatement(scratch);

        spool.add(
                new RowDraft()
                        .of(Line.payment(id, "20261128000000012345", "1.00 CNY").entry())
                        .line(9_999_999));

        assertThat(bytes(spool)).isEqualTo(46);
    }

    @Test
    void staysInMemoryWhileRowsAreFew() throws Exception {
        Spool<StatementEntry> spool = Spool.ofStatement(scratch);
        RowDraft draft = new RowDraft();

        for (int i = 0; i < 2_000; i++) {
            spool.add(
                    draft.of(
                            Line.payment("42000012342026112801234" + i, "O" + i, "1 CNY").entry()));
        }

        assertThat(spool.rows()).isEqualTo(2_000);
        assertThat(all(spool)).hasSize(2_000);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void countsAndSumsByKindAndCurrency() {
        Spool<BookEntry> spool =
                books(
                        List.of(
                                Row.paid("T1", "O1", "1.00 CNY").entry(),
                                Row.pending("O2", "2.00 CNY").entry(),
                                Row.paid("T3", "O3", "7 JPY").entry(),
                                Row.refunded("R1", "T1", "O1", "0.50 CNY").entry()));

        assertThat(spool.totals())
                .containsExactly(
                        new Total(Kind.PAYMENT, CNY, 2, 300),
                        new Total(Kind.PAYMENT, Currency.getInstance("JPY"), 1, 7),
                        new Total(Kind.REFUND, CNY, 1, 50));
    }

    @Test
    void refusesWhatIsNoRowOfItsSide() {
        Spool<StatementEntry> statement = Spool.ofStatement(scratch);
        Spool<BookEntry> books = Spool.ofBooks(scratch, Row.ACCOUNT);
        byte[] tooLong = new byte[65_536];
        RowDraft row = new RowDraft().amount(1, CNY).time(0, 0).state(OrderState.PAID);

        assertThatThrownBy(() -> statement.add(row.key(tooLong, 0, tooLong.length)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an id of 65536 bytes; the longest has 65535");
        row.key(tooLong, 0, 0);
        assertThatThrownBy(() -> statement.add(row.noTime()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without a time");
        assertThatThrownBy(() -> books.add(row.state(RefundState.PENDING)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("PAYMENT in state PENDING");
        assertThatThrownBy(() -> books.add(new RowDraft().state(OrderState.PAID)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an amount without currency");
        assertThatThrownBy(() -> new RowDraft().of(Line.payment("\ud800", "O", "1.00 CNY").entry()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(statement.rows() + books.rows()).isZero();
    }

    /** The seed is in the message of what fails. */
    @RepeatedTest(20)
    void keysADraftAsTheRuleDoes() {
        long seed = System.nanoTime();
        RandomRows rows = new RandomRows(new Random(seed), 25);
        for (BookEntry row : rows.books(50)) {
            for (KeyRule rule : KeyRule.values()) {
                EntryKey expected =
                        row.kind() == Kind.PAYMENT
                                ? rule.payment(row.transactionId(), row.orderNo())
                                : rule.refund(
                                        row.orderNo(),
                                        row.transactionId(),
                                        row.refundNo(),
                                        row.providerRefundId(),
                                        row.time());
                Spool<BookEntry> spool = Spool.ofBooks(scratch, Row.ACCOUNT);

                spool.add(new RowDraft().of(row).basis(EntryKey.Basis.ORDER).keyed(rule));

                assertThat(all(spool))
                        .as("seed %d", seed)
                        .extracting(BookEntry::key)
                        .containsExactly(expected);
            }
        }
    }

    /** The seed is in the message of what fails. */
    @RepeatedTest(20)
    void looksUpAsAFilterWould() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        RandomRows some = new RandomRows(random, 60);
        List<StatementEntry> entries = some.statement(random.nextInt(200));
        List<BookEntry> rows = some.books(random.nextInt(200));
        Set<String> ids = new HashSet<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            ids.add(some.id());
        }
        ids.addAll(List.of("", "x".repeat(70_000)));
        Spool<StatementEntry> statement = statement(entries);
        Spool<BookEntry> books = books(rows);

        for (int threads : new int[] {1, 2, 4}) {
            assertThat(statement.find(Set.of(), ids, Set.of(), threads))
                    .as("seed %d", seed)
                    .isSortedAccordingTo(Entries.OF_STATEMENT.order())
                    .containsExactlyInAnyOrderElementsOf(
                            filtered(
                                    entries,
                                    Kind.PAYMENT,
                                    StatementEntry::kind,
                                    StatementEntry::orderNo,
                                    ids));
            assertThat(books.find(Set.of(), ids, Set.of(), threads))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(
                            filtered(rows, Kind.PAYMENT, BookEntry::kind, BookEntry::orderNo, ids));
            assertThat(books.find(Set.of(), Set.of(), ids, threads))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(
                            filtered(rows, Kind.REFUND, BookEntry::kind, BookEntry::refundNo, ids));
            List<BookEntry> either =
                    filtered(rows, Kind.PAYMENT, BookEntry::kind, BookEntry::transactionId, ids);
            either.addAll(
                    filtered(rows, Kind.REFUND, BookEntry::kind, BookEntry::transactionId, ids));
            assertThat(books.find(ids, Set.of(), Set.of(), threads))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(either);
            assertThat(books.find(ids, ids, ids, threads))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(
                            rows.stream().filter(row -> namesOneOf(row, ids)).toList());
        }
        assertThat(books.find(Set.of(), Set.of(), Set.of(), 1)).isEmpty();
    }

    /** The seed is in the message of what fails. */
    @RepeatedTest(10)
    void showsTheRowsOfAKeyOnBothSidesInOneCallAndFewAtATime() {
        long seed = System.nanoTime();
        RandomRows some = new RandomRows(new Random(seed), 60);
        List<StatementEntry> ones = some.statement(300);
        List<StatementEntry> others = some.statement(300);
        Spool.Tuning tight = new Spool.Tuning(4, 512, 16 << 10, 4, -1L);
        Set<EntryKey> shown = new HashSet<>();
        List<StatementEntry> shownOnes = new ArrayList<>();
        List<StatementEntry> shownOthers = new ArrayList<>();

        Spool.beside(
                statement(ones, tight),
                statement(others, tight),
                (one, other) -> {
                    Set<EntryKey> keys = new HashSet<>();
                    one.forEach(entry -> keys.add(entry.key()));
                    other.forEach(entry -> keys.add(entry.key()));
                    assertThat(shown).as("seed %d", seed).doesNotContainAnyElementsOf(keys);
                    assertThat(keys.size() == 1 || one.size() + other.size() < 100)
                            .as("seed %d", seed)
                            .isTrue();
                    shown.addAll(keys);
                    shownOnes.addAll(one);
                    shownOthers.addAll(other);
                });

        assertThat(shownOnes).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(ones);
        assertThat(shownOthers).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(others);
    }

    @Test
    void showsAKeyThatIsTooLargeAtOnce() {
        List<StatementEntry> alike = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            alike.add(Line.payment("T", "O", "1.00 CNY").line(i).entry());
        }
        Spool.Tuning tight = new Spool.Tuning(4, 512, 16 << 10, 4, -1L);
        List<Integer> sizes = new ArrayList<>();

        Spool.beside(
                statement(alike, tight),
                statement(List.of(), tight),
                (one, other) -> sizes.add(one.size() + other.size()));

        assertThat(sizes).containsExactly(500);
    }

    private static boolean namesOneOf(BookEntry row, Set<String> ids) {
        String own = row.kind() == Kind.PAYMENT ? row.orderNo() : row.refundNo();
        return Stream.of(row.transactionId(), own)
                .anyMatch(id -> !id.isEmpty() && ids.contains(id));
    }

    private static <E> List<E> filtered(
            List<E> rows,
            Kind kind,
            Function<E, Kind> kindOf,
            Function<E, String> idOf,
            Set<String> ids) {
        List<E> found = new ArrayList<>(rows);
        found.removeIf(row ->
                kindOf.apply(row) != kind
                        || idOf.apply(row).isEmpty()
                        || !ids.contains(idOf.apply(row)));
        return found;
    }

    private Spool<StatementEntry> statement(List<StatementEntry> entries) {
        return statement(entries, SMALL);
    }

    private Spool<StatementEntry> statement(List<StatementEntry> entries, Spool.Tuning tuning) {
        Spool<StatementEntry> spool = Spool.ofStatement(scratch, tuning);
        RowDraft draft = new RowDraft();
        entries.forEach(entry -> spool.add(draft.of(entry)));
        return spool;
    }

    private Spool<BookEntry> books(List<BookEntry> rows) {
        Spool<BookEntry> spool = Spool.ofBooks(scratch, Row.ACCOUNT, SMALL);
        RowDraft draft = new RowDraft();
        rows.forEach(row -> spool.add(draft.of(row)));
        return spool;
    }

    private static <E> List<E> all(Spool<E> spool) {
        List<E> all = new ArrayList<>();
        for (int i = 0; i < spool.partitions().count(); i++) {
            spool.partitions()
                    .get(i)
                    .each((rows, from, to) -> {
                        for (int at = from;
                                at < to;
                                at += PackedRow.length(PackedRow.head(rows, at))) {
                            all.add(spool.entries().read(rows, at));
                        }
                    });
        }
        return all;
    }

    private static long bytes(Spool<?> spool) {
        long bytes = 0;
        for (int i = 0; i < spool.partitions().count(); i++) {
            bytes += spool.partitions().get(i).bytes();
        }
        return bytes;
    }

    @Test
    void complainsOfAnIdThatIsNotUtf8() {
        Spool<StatementEntry> spool = Spool.ofStatement(scratch);
        byte[] gbk = {(byte) 0xb6, (byte) 0xa9};
        spool.add(new RowDraft().amount(1, CNY).time(0, 0).key(gbk, 0, 2));

        assertThatThrownBy(() -> all(spool)).isInstanceOf(IllegalStateException.class);
    }
}
