package dev.tplus1.diff.pair;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Pairs both sides by key in one pass over each: the statement is held, the books stream by. Keys
 * are compared exactly. Neither the order of the input nor of the stream changes what comes out.
 * Not thread-safe.
 */
public final class Diff {
    /** Statement order: time, key, amount, raw bytes. */
    public static final Comparator<StatementEntry> STATEMENT_ORDER = Diff::compare;

    private final BusinessDate day;
    private final Comparator<BookEntry> bookOrder;
    private final List<StatementEntry> statement;
    private final List<Slot> slotOf;
    private final Map<EntryKey, Slot> slots;
    private final Map<EntryKey, List<BookEntry>> alone = new HashMap<>();
    private final List<BookEntry> settled = new ArrayList<>();

    /** What one key has on each side. */
    private static final class Slot {
        private final int first;
        private List<BookEntry> booked = List.of();

        /** The place in the statement of the first entry with this key. */
        Slot(int first) {
            this.first = first;
        }

        /** Most that are left over have none. */
        void add(BookEntry entry) {
            if (booked.isEmpty()) {
                booked = new ArrayList<>(1);
            }
            booked.add(entry);
        }
    }

    public Diff(List<StatementEntry> entries, BusinessDate day) {
        this.day = day;
        this.bookOrder = bookOrder(day);
        this.statement = new ArrayList<>(entries);
        this.statement.sort(STATEMENT_ORDER);
        this.slots = HashMap.newHashMap(entries.size());
        this.slotOf = new ArrayList<>(entries.size());
        for (int i = 0; i < statement.size(); i++) {
            int first = i;
            slotOf.add(slots.computeIfAbsent(statement.get(i).key(), _ -> new Slot(first)));
        }
    }

    /**
     * Of several bookings of one key: the one in the day, then the earliest, then the least order
     * number.
     */
    static Comparator<BookEntry> bookOrder(BusinessDate day) {
        return Comparator.comparing((BookEntry e) -> !inDay(day, e))
                .thenComparing(BookEntry::time, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(BookEntry::orderNo, ByteOrder.OF_TEXT)
                .thenComparing(BookEntry::refundNo, ByteOrder.OF_TEXT)
                .thenComparingLong(e -> e.amount().minor())
                .thenComparing(e -> e.amount().currency().getCurrencyCode());
    }

    /** A chain of comparators would cost several times as much, and many rows are sorted. */
    private static int compare(StatementEntry a, StatementEntry b) {
        int order = a.time().compareTo(b.time());
        if (order == 0) {
            order = a.key().compareTo(b.key());
        }
        if (order == 0) {
            order = Long.compare(a.amount().minor(), b.amount().minor());
        }
        if (order == 0) {
            String code = a.amount().currency().getCurrencyCode();
            order = code.compareTo(b.amount().currency().getCurrencyCode());
        }
        if (order == 0) {
            order = a.raw().compareTo(b.raw());
        }
        return order == 0 ? Long.compare(a.line(), b.line()) : order;
    }

    private BookEntry first(List<BookEntry> same) {
        return same.size() == 1 ? same.getFirst() : Collections.min(same, bookOrder);
    }

    private @Nullable BookEntry booked(Slot slot) {
        return slot.booked.isEmpty() ? null : first(slot.booked);
    }

    /** Takes one booked entry of the widened day, in any order; unbooked ones are let pass. */
    public void book(BookEntry entry) {
        if (!entry.booked()) {
            return;
        }
        Slot slot = slots.get(entry.key());
        if (slot != null) {
            slot.add(entry);
        } else if (inDay(day, entry)) {
            alone.computeIfAbsent(entry.key(), _ -> new ArrayList<>(1)).add(entry);
        }
    }

    /**
     * Asks for what the stream did not have. A booked answer under an entry's own key pairs with
     * it. Any booked answer of the day that the stream did not show was booked while it ran, and is
     * counted as settled.
     */
    public void complete(Missing missing) {
        List<StatementEntry> unmatched = unmatched();
        if (unmatched.isEmpty()) {
            return;
        }
        Set<EntryKey> asked = new HashSet<>();
        unmatched.forEach(entry -> asked.add(entry.key()));
        for (BookEntry found : missing.find(unmatched)) {
            boolean today = inDay(day, found);
            if (found.booked() && (today || asked.contains(found.key()))) {
                Slot slot = slots.get(found.key());
                List<BookEntry> same =
                        slot != null ? slot.booked : alone.getOrDefault(found.key(), List.of());
                if (same.stream().noneMatch(seen -> sameRow(seen, found))) {
                    if (slot != null) {
                        slot.add(found);
                    } else {
                        alone.computeIfAbsent(found.key(), _ -> new ArrayList<>(1)).add(found);
                    }
                    if (today) {
                        settled.add(found);
                    }
                }
            }
        }
    }

    /** The entries that nothing is booked for until now, each key once, in statement order. */
    public List<StatementEntry> unmatched() {
        List<StatementEntry> unmatched = new ArrayList<>();
        for (int i = 0; i < statement.size(); i++) {
            Slot slot = slotOf.get(i);
            if (slot.first == i && slot.booked.isEmpty()) {
                unmatched.add(statement.get(i));
            }
        }
        return unmatched;
    }

    /** Whether an entry or a booking with this key is among those that are paired here. */
    public boolean knows(EntryKey key) {
        return slots.containsKey(key) || alone.containsKey(key);
    }

    /** Whether both are one row of the books, whose state may have moved on between two reads. */
    public static boolean sameRow(BookEntry a, BookEntry b) {
        return a.key().equals(b.key())
                && a.orderNo().equals(b.orderNo())
                && a.refundNo().equals(b.refundNo())
                && a.amount().equals(b.amount())
                && Objects.equals(a.time(), b.time());
    }

    /** The statement's entries in statement order, each with what is booked under its key. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>(statement.size());
        for (int i = 0; i < statement.size(); i++) {
            StatementEntry entry = statement.get(i);
            Slot slot = slotOf.get(i);
            pairs.add(
                    slot.first == i
                            ? new Pair(entry, null, booked(slot))
                            : new Pair(entry, statement.get(slot.first), null));
        }
        return pairs;
    }

    /** Whether the statement has an entry with this key. */
    public boolean has(EntryKey key) {
        return slots.containsKey(key);
    }

    /** What is booked under a key that the statement has; none otherwise. */
    public @Nullable BookEntry bookedUnder(EntryKey key) {
        Slot slot = slots.get(key);
        return slot == null ? null : booked(slot);
    }

    /**
     * The bookings of the day whose key the statement does not have, one of each key, by time and
     * key.
     */
    public List<BookEntry> onlyBooked() {
        return alone.values().stream().map(this::first).sorted(Diff::compareByTime).toList();
    }

    /** The bookings of the day beside the first of their key, by time and key. */
    public List<BookEntry> repeatedBookings() {
        List<BookEntry> repeated = new ArrayList<>();
        alone.values().forEach(same -> addAllButFirst(same, repeated));
        slots.values().forEach(slot -> addAllButFirst(slot.booked, repeated));
        repeated.sort(Diff::compareByTime);
        return repeated;
    }

    /** The bookings of the day that only the look-up saw. */
    public List<BookEntry> settledDuringRun() {
        return List.copyOf(settled);
    }

    private void addAllButFirst(List<BookEntry> same, List<BookEntry> repeated) {
        if (same.size() > 1) {
            same.stream()
                    .sorted(bookOrder)
                    .skip(1)
                    .filter(e -> inDay(day, e))
                    .forEach(repeated::add);
        }
    }

    private static boolean inDay(BusinessDate day, BookEntry entry) {
        Instant time = entry.time();
        return time != null && day.contains(time);
    }

    private static int compareByTime(BookEntry a, BookEntry b) {
        int order = compareTimeAndKey(a, b);
        if (order == 0) {
            order = ByteOrder.OF_TEXT.compare(a.orderNo(), b.orderNo());
        }
        return order == 0 ? Long.compare(a.amount().minor(), b.amount().minor()) : order;
    }

    /** The earlier first, those without a time last. */
    public static int compareTimeAndKey(BookEntry a, BookEntry b) {
        Instant time = a.time();
        Instant other = b.time();
        int order =
                time == null || other == null
                        ? Boolean.compare(time == null, other == null)
                        : time.compareTo(other);
        return order == 0 ? a.key().compareTo(b.key()) : order;
    }
}
