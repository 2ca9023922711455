package dev.tplus1.diff;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a {@link Pairing} must find, found by maps of objects. */
final class NaivePairing {
    private final Map<EntryKey, List<StatementEntry>> statement = new HashMap<>();
    private final Map<EntryKey, List<BookEntry>> books = new HashMap<>();
    private final Map<String, Total> plain = new TreeMap<>();
    private final Map<String, Total> booked = new TreeMap<>();
    private final List<StatementEntry> left = new ArrayList<>();
    private final List<BookEntry> leftInBooks = new ArrayList<>();

    private NaivePairing() {}

    static Pairing of(
            List<StatementEntry> entries,
            List<BookEntry> rows,
            Set<Kind> covers,
            Set<EntryKey> asked) {
        NaivePairing naive = new NaivePairing();
        entries.forEach(e -> add(naive.statement, e.key(), e));
        for (BookEntry row : rows) {
            Instant time = row.time();
            if (row.booked()
                    && row.account().equals(RandomRows.ACCOUNT)
                    && covers.contains(row.kind())
                    && time != null
                    && !time.isBefore(RandomRows.DAY.start().minus(RandomRows.GRACE))
                    && time.isBefore(RandomRows.DAY.end().plus(RandomRows.GRACE))) {
                add(naive.books, row.key(), row);
                if (today(row)) {
                    count(naive.booked, row.kind(), row.amount());
                }
            }
        }
        naive.statement.forEach((key, same) -> naive.pair(key, same, asked));
        naive.books.forEach((key, same) -> {
            if (!naive.statement.containsKey(key)) {
                same.stream().filter(NaivePairing::today).forEach(naive.leftInBooks::add);
            }
        });
        naive.left.sort(Entries.OF_STATEMENT.order());
        naive.leftInBooks.sort(Entries.ofBooks(RandomRows.ACCOUNT).order());
        return new Pairing(
                List.copyOf(naive.plain.values()),
                List.copyOf(naive.booked.values()),
                naive.left,
                naive.leftInBooks);
    }

    private void pair(EntryKey key, List<StatementEntry> same, Set<EntryKey> asked) {
        List<BookEntry> bookings = books.getOrDefault(key, List.of());
        if (same.size() == 1
                && bookings.size() == 1
                && !asked.contains(key)
                && agree(same.get(0), bookings.get(0))) {
            count(plain, key.kind(), same.get(0).amount());
        } else {
            left.addAll(same);
            leftInBooks.addAll(bookings);
        }
    }

    private static boolean agree(StatementEntry entry, BookEntry booked) {
        boolean sameOrder =
                entry.orderNo().isEmpty()
                        || booked.orderNo().isEmpty()
                        || entry.orderNo().equals(booked.orderNo());
        return today(booked) && sameOrder && entry.amount().equals(booked.amount());
    }

    private static boolean today(BookEntry row) {
        Instant time = row.time();
        return time != null && RandomRows.DAY.contains(time);
    }

    private static <E> void add(Map<EntryKey, List<E>> rows, EntryKey key, E row) {
        rows.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
    }

    private static void count(Map<String, Total> totals, Kind kind, Money amount) {
        totals.merge(
                kind.name() + amount.currency().getCurrencyCode(),
                new Total(kind, amount.currency(), 1, amount.minor()),
                NaivePairing::sum);
    }

    static Total sum(Total a, Total b) {
        return new Total(
                a.kind(), a.currency(), a.count() + b.count(), Math.addExact(a.minor(), b.minor()));
    }
}
