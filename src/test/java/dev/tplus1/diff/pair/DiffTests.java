package dev.tplus1.diff.pair;

import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Line.refund;
import static dev.tplus1.entry.Row.paid;
import static dev.tplus1.entry.Row.pending;
import static dev.tplus1.entry.Row.refunded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class DiffTests {
    private static final BusinessDate DAY = new BusinessDate(LocalDate.of(2026, 11, 28), Line.ZONE);

    private static Diff diff(List<StatementEntry> entries, Row... rows) {
        Diff diff = new Diff(entries, DAY);
        for (Row row : rows) {
            diff.book(row.entry());
        }
        return diff;
    }

    private static List<StatementEntry> lines(Line... lines) {
        return Stream.of(lines).map(Line::entry).toList();
    }

    @Test
    void pairsEqualKeysOfOneKind() {
        Diff diff =
                diff(
                        lines(payment("1", "O", "1.00 CNY"), refund("1", "1", "O", "1.00 CNY")),
                        refunded("1", "1", "O", "1.00 CNY"),
                        paid("1", "O", "1.00 CNY"));

        assertThat(diff.pairs()).hasSize(2);
        assertThat(diff.pairs())
                .allSatisfy(pair -> {
                    BookEntry booked = pair.booked();
                    assertThat(booked).isNotNull();
                    assertThat(booked == null ? null : booked.key()).isEqualTo(pair.entry().key());
                });
        assertThat(diff.onlyBooked()).isEmpty();
        assertThat(diff.repeatedBookings()).isEmpty();
    }

    @Test
    void asksOnceForTheFirstOfEachKeyThatTheStreamDidNotHave() {
        Diff diff =
                diff(
                        lines(
                                payment("T2", "O2", "1.00 CNY").at("2026-11-28T13:00:00"),
                                payment("T1", "O1", "1.00 CNY"),
                                payment("T1", "O1", "1.00 CNY"),
                                payment("T3", "O3", "1.00 CNY")),
                        paid("T3", "O3", "1.00 CNY"));
        List<List<StatementEntry>> asked = new ArrayList<>();

        diff.complete(unmatched -> {
            asked.add(unmatched);
            return List.of();
        });

        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst())
                .extracting(StatementEntry::transactionId)
                .containsExactly("T1", "T2");
    }

    @Test
    void asksForNothingWhenTheStreamHadAll() {
        Diff diff = diff(lines(payment("T1", "O1", "1.00 CNY")), paid("T1", "O1", "1.00 CNY"));

        diff.complete(_ -> {
            throw new AssertionError("nothing is missing");
        });

        assertThat(diff.settledDuringRun()).isEmpty();
    }

    @Test
    void takesARowThatALookUpTellsTwiceOnce() {
        Diff diff = diff(lines(payment("T1", "O1", "1.00 CNY")));

        diff.complete(_ ->
                List.of(
                        paid("T1", "O1", "1.00 CNY").version(1).entry(),
                        paid("T1", "O1", "1.00 CNY").version(2).entry(),
                        pending("O1", "1.00 CNY").entry()));

        assertThat(diff.settledDuringRun()).hasSize(1);
        assertThat(diff.repeatedBookings()).isEmpty();
        assertThat(diff.bookedUnder(EntryKey.payment("T1"))).isNotNull();
    }

    @Test
    void takesTwoRowsUnderOneKeyForTwo() {
        Diff diff = diff(lines(payment("T1", "O1", "1.00 CNY")));

        diff.complete(_ ->
                List.of(
                        paid("T1", "O2", "1.00 CNY").entry(),
                        paid("T1", "O1", "1.00 CNY").entry(),
                        paid("T1", "O0", "1.00 CNY").at("2026-11-20T12:00:00").entry(),
                        paid("T9", "O9", "1.00 CNY").at("2026-11-20T12:00:00").entry()));

        assertThat(diff.settledDuringRun()).hasSize(2);
        assertThat(diff.repeatedBookings()).extracting(BookEntry::orderNo).containsExactly("O2");
        assertThat(diff.onlyBooked()).isEmpty();
        assertThat(diff.has(EntryKey.payment("T1"))).isTrue();
        assertThat(diff.has(EntryKey.payment("T9"))).isFalse();
        assertThat(diff.bookedUnder(EntryKey.payment("T9"))).isNull();
    }

    @Test
    void ordersWhatOnlyTheBooksHaveByTimeThenKey() {
        Diff diff =
                diff(
                        List.of(),
                        paid("T3", "O3", "1.00 CNY"),
                        paid("T2", "O2", "1.00 CNY"),
                        paid("T1", "O1", "1.00 CNY").at("2026-11-28T13:00:00"),
                        paid("T4", "O4", "1.00 CNY").at("2026-11-29T00:00:00"),
                        pending("O5", "1.00 CNY").at("2026-11-28T13:00:00"));

        assertThat(diff.onlyBooked())
                .extracting(BookEntry::transactionId)
                .containsExactly("T2", "T3", "T1");
    }

    /** The seed is in the message of what fails. */
    @RepeatedTest(200)
    void agreesWithNestedLoopsInAnyOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<StatementEntry> entries = new ArrayList<>();
        List<BookEntry> stream = new ArrayList<>();
        List<BookEntry> lookUps = new ArrayList<>();
        for (int i = random.nextInt(40); i > 0; i--) {
            String id = "T" + random.nextInt(15);
            entries.add(payment(id, "O" + i, "1.00 CNY").at(time(random)).line(i).entry());
        }
        for (int i = random.nextInt(40); i > 0; i--) {
            Row row = paid("T" + random.nextInt(15), "O" + i, "1.00 CNY").at(time(random));
            Instant time = row.entry().time();
            boolean streamed = time != null && DAY.contains(time);
            (streamed ? stream : lookUps).add(row.entry());
        }
        String expected = oracle(entries, stream, lookUps);

        for (int i = 0; i < 3; i++) {
            Collections.shuffle(entries, random);
            Collections.shuffle(stream, random);
            Collections.shuffle(lookUps, random);
            Diff diff = new Diff(entries, DAY);
            stream.forEach(diff::book);
            diff.complete(_ -> lookUps);

            assertThat(outcome(diff)).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private static Instant time(Random random) {
        return DAY.start().plusSeconds(random.nextInt(4) * 43_200L - 43_200L);
    }

    private static String outcome(Diff diff) {
        StringBuilder text = new StringBuilder();
        for (Pair pair : diff.pairs()) {
            StatementEntry repeats = pair.repeats();
            BookEntry booked = pair.booked();
            text.append(pair.entry().line())
                    .append(repeats == null ? "" : " repeats " + repeats.line())
                    .append(booked == null ? "" : " = " + booked.orderNo())
                    .append('\n');
        }
        diff.onlyBooked().stream()
                .map(BookEntry::orderNo)
                .sorted()
                .forEach(no -> text.append("only ").append(no).append('\n'));
        diff.repeatedBookings().stream()
                .map(BookEntry::orderNo)
                .sorted()
                .forEach(no -> text.append("again ").append(no).append('\n'));
        return text.toString();
    }

    /** The same by comparing everything with everything. */
    private static String oracle(
            List<StatementEntry> entries, List<BookEntry> stream, List<BookEntry> lookUps) {
        List<StatementEntry> sorted = new ArrayList<>(entries);
        sorted.sort(Diff.STATEMENT_ORDER);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sorted.size(); i++) {
            StatementEntry entry = sorted.get(i);
            StatementEntry earlier = null;
            for (int j = i - 1; j >= 0; j--) {
                earlier = sorted.get(j).key().equals(entry.key()) ? sorted.get(j) : earlier;
            }
            BookEntry booked = first(entry.key(), stream);
            booked = booked == null ? first(entry.key(), lookUps) : booked;
            text.append(entry.line())
                    .append(earlier == null ? "" : " repeats " + earlier.line())
                    .append(earlier != null || booked == null ? "" : " = " + booked.orderNo())
                    .append('\n');
        }
        List<String> only = new ArrayList<>();
        List<String> again = new ArrayList<>();
        for (BookEntry booked : stream) {
            boolean known = entries.stream().anyMatch(e -> e.key().equals(booked.key()));
            if (!booked.equals(first(booked.key(), stream))) {
                again.add(booked.orderNo());
            } else if (!known) {
                only.add(booked.orderNo());
            }
        }
        only.stream().sorted().forEach(no -> text.append("only ").append(no).append('\n'));
        again.stream().sorted().forEach(no -> text.append("again ").append(no).append('\n'));
        return text.toString();
    }

    private static @Nullable BookEntry first(EntryKey key, List<BookEntry> rows) {
        BookEntry first = null;
        for (BookEntry row : rows) {
            if (row.key().equals(key)) {
                first = first == null || before(row, first) ? row : first;
            }
        }
        return first;
    }

    /** The earliest, then the least order number; all are in the day, or none is. */
    private static boolean before(BookEntry a, BookEntry b) {
        Instant x = a.time();
        Instant y = b.time();
        if (x == null || y == null) {
            throw new AssertionError("booked without a time");
        }
        return x.isBefore(y) || (x.equals(y) && a.orderNo().compareTo(b.orderNo()) < 0);
    }
}
