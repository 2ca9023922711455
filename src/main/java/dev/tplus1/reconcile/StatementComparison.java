package dev.tplus1.reconcile;

import dev.tplus1.diff.Spool;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.entry.StatementChange.Side;
import dev.tplus1.entry.StatementChange.Sort;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells what a later statement of a date says otherwise than an earlier one. Rows are the same when
 * all but their lines and bytes is; of one key those that are the same are put aside, and what is
 * left is paired in the order of time and amount. Where a row stands, and how it is written, is no
 * difference.
 *
 * <p>Takes the rows of both sides a part at a time, as {@link Spool#beside} shows them, so memory
 * does not grow with the day, unless one key alone has more rows than fit. Not thread-safe.
 */
public final class StatementComparison {
    private static final Comparator<Currency> BY_CODE =
            Comparator.comparing(Currency::getCurrencyCode);

    /** Equal only where nothing differs that a row says. */
    private static final Comparator<StatementEntry> CONTENT =
            Comparator.comparing(StatementEntry::time)
                    .thenComparingLong(e -> e.amount().minor())
                    .thenComparing(e -> e.amount().currency(), BY_CODE)
                    .thenComparing(StatementEntry::orderNo)
                    .thenComparing(StatementEntry::transactionId)
                    .thenComparing(StatementEntry::refundNo)
                    .thenComparing(StatementEntry::providerRefundId)
                    .thenComparing(StatementEntry::inProgress);

    private static final Comparator<StatementEntry> BY_KEY =
            Comparator.comparing(StatementEntry::key).thenComparing(CONTENT);

    private final Map<Sort, Found> found = new EnumMap<>(Sort.class);
    private final SortedMap<Currency, Sums> sums = new TreeMap<>(BY_CODE);
    private final List<StatementChange.Row> others = new ArrayList<>();
    private long other;

    private StatementComparison() {
        for (Sort sort : Sort.values()) {
            found.put(sort, new Found());
        }
    }

    /**
     * Compares both, which stay open.
     *
     * @throws dev.tplus1.diff.scratch.ScratchException when the temporary folder fails, or is full
     *     while a part of the day that is too large for memory is split
     */
    public static StatementChange of(Statement before, Statement after) {
        StatementComparison comparison = new StatementComparison();
        Spool.beside(before.counted().rows(), after.counted().rows(), comparison::part);
        comparison.movements(before.otherMovements(), after.otherMovements());
        comparison.fees(before.fees(), after.fees());
        return comparison.change();
    }

    /** Rows that belong together; none on the side that does not have it. */
    private record Both(@Nullable StatementEntry before, @Nullable StatementEntry after) {
        private static final Comparator<Both> ORDER =
                Comparator.comparing(Both::shown, Comparator.comparing(StatementEntry::time))
                        .thenComparing(Both::shown, BY_KEY)
                        .thenComparing(Both::before, Comparator.nullsFirst(BY_KEY));

        private StatementEntry shown() {
            if (after != null) {
                return after;
            }
            if (before != null) {
                return before;
            }
            throw new IllegalStateException("a row of neither side");
        }
    }

    /** The rows of a sort, counted, and the first of them. */
    private static final class Found {
        private final PriorityQueue<Both> first = new PriorityQueue<>(Both.ORDER.reversed());
        private long count;

        void add(Both row) {
            count++;
            first.add(row);
            if (first.size() > StatementChange.MOST_ROWS) {
                first.remove();
            }
        }

        List<Both> inOrder() {
            return first.stream().sorted(Both.ORDER).toList();
        }
    }

    private static final class Sums {
        private long added;
        private long changedFrom;
        private long changedTo;
        private long withdrawn;
    }

    private void part(List<StatementEntry> before, List<StatementEntry> after) {
        before.sort(BY_KEY);
        after.sort(BY_KEY);
        int from = 0;
        int fromAfter = 0;
        while (from < before.size() || fromAfter < after.size()) {
            int order =
                    from == before.size()
                            ? 1
                            : fromAfter == after.size()
                                    ? -1
                                    : before.get(from).key().compareTo(after.get(fromAfter).key());
            int to = order <= 0 ? end(before, from) : from;
            int toAfter = order >= 0 ? end(after, fromAfter) : fromAfter;
            key(before.subList(from, to), after.subList(fromAfter, toAfter));
            from = to;
            fromAfter = toAfter;
        }
    }

    /** Where the rows of a key end. */
    private static int end(List<StatementEntry> rows, int from) {
        int to = from + 1;
        while (to < rows.size() && rows.get(to).key().equals(rows.get(from).key())) {
            to++;
        }
        return to;
    }

    /** The rows of one key, in the order of their content. */
    private void key(List<StatementEntry> before, List<StatementEntry> after) {
        List<StatementEntry> left = new ArrayList<>();
        List<StatementEntry> leftAfter = new ArrayList<>();
        int at = 0;
        int atAfter = 0;
        while (at < before.size() && atAfter < after.size()) {
            int order = CONTENT.compare(before.get(at), after.get(atAfter));
            if (order < 0) {
                left.add(before.get(at++));
            } else if (order > 0) {
                leftAfter.add(after.get(atAfter++));
            } else {
                at++;
                atAfter++;
            }
        }
        left.addAll(before.subList(at, before.size()));
        leftAfter.addAll(after.subList(atAfter, after.size()));
        int paired = Math.min(left.size(), leftAfter.size());
        for (int i = 0; i < paired; i++) {
            changed(left.get(i), leftAfter.get(i));
        }
        left.subList(paired, left.size()).forEach(this::withdrawn);
        leftAfter.subList(paired, leftAfter.size()).forEach(this::added);
    }

    private void added(StatementEntry row) {
        found(Sort.ADDED).add(new Both(null, row));
        Sums of = sums(row);
        of.added = Math.addExact(of.added, signed(row).minor());
    }

    private void changed(StatementEntry before, StatementEntry after) {
        found(Sort.CHANGED).add(new Both(before, after));
        Sums from = sums(before);
        from.changedFrom = Math.addExact(from.changedFrom, signed(before).minor());
        Sums to = sums(after);
        to.changedTo = Math.addExact(to.changedTo, signed(after).minor());
    }

    private void withdrawn(StatementEntry row) {
        found(Sort.WITHDRAWN).add(new Both(row, null));
        Sums of = sums(row);
        of.withdrawn = Math.addExact(of.withdrawn, signed(row).minor());
    }

    private Sums sums(StatementEntry row) {
        return sums.computeIfAbsent(row.amount().currency(), _ -> new Sums());
    }

    private Found found(Sort sort) {
        return found.getOrDefault(sort, new Found());
    }

    private static Money signed(StatementEntry row) {
        return row.kind() == Kind.REFUND ? row.amount().negated() : row.amount();
    }

    /** A movement but for its line. */
    private record Moved(
            String category,
            Money gross,
            Money fee,
            Money net,
            Instant time,
            String transactionId,
            String orderNo,
            String refundNo) {
        static Moved of(OtherMovement movement) {
            return new Moved(
                    movement.category(),
                    movement.gross(),
                    movement.fee(),
                    movement.net(),
                    movement.time(),
                    movement.transactionId(),
                    movement.orderNo(),
                    movement.refundNo());
        }

        Side side() {
            return new Side(gross.value(), gross.currency(), time, orderNo, false);
        }
    }

    private void movements(List<OtherMovement> before, List<OtherMovement> after) {
        onlyIn(after, before, Sort.ADDED);
        onlyIn(before, after, Sort.WITHDRAWN);
    }

    /** Those of one side that the other does not have, or not as often. */
    private void onlyIn(List<OtherMovement> one, List<OtherMovement> two, Sort sort) {
        Map<Moved, Integer> there = new HashMap<>();
        two.forEach(each -> there.merge(Moved.of(each), 1, Integer::sum));
        int named = 0;
        for (OtherMovement each : one) {
            Moved moved = Moved.of(each);
            if (there.merge(moved, -1, Integer::sum) >= 0) {
                continue;
            }
            other++;
            if (named++ < StatementChange.MOST_ROWS) {
                boolean added = sort == Sort.ADDED;
                others.add(
                        new StatementChange.Row(
                                sort,
                                moved.category(),
                                moved.transactionId(),
                                moved.refundNo(),
                                added ? null : moved.side(),
                                added ? moved.side() : null));
            }
        }
    }

    private void fees(Map<Currency, BigDecimal> before, Map<Currency, BigDecimal> after) {
        SortedMap<Currency, BigDecimal> all = new TreeMap<>(BY_CODE);
        all.putAll(before);
        all.putAll(after);
        for (Currency currency : all.keySet()) {
            BigDecimal was = before.getOrDefault(currency, BigDecimal.ZERO);
            BigDecimal is = after.getOrDefault(currency, BigDecimal.ZERO);
            if (was.compareTo(is) != 0) {
                other++;
                others.add(
                        new StatementChange.Row(
                                Sort.CHANGED,
                                "fees",
                                "",
                                "",
                                new Side(was, currency, null, "", false),
                                new Side(is, currency, null, "", false)));
            }
        }
    }

    private StatementChange change() {
        List<StatementChange.Row> rows = new ArrayList<>();
        for (Sort sort : Sort.values()) {
            found(sort).inOrder().forEach(both -> rows.add(row(sort, both)));
        }
        rows.addAll(others);
        List<StatementChange.Sum> totals = new ArrayList<>();
        sums.forEach((currency, of) ->
                totals.add(
                        new StatementChange.Sum(
                                currency,
                                new Money(of.added, currency).value(),
                                new Money(of.changedFrom, currency).value(),
                                new Money(of.changedTo, currency).value(),
                                new Money(of.withdrawn, currency).value())));
        return new StatementChange(
                found(Sort.ADDED).count,
                found(Sort.CHANGED).count,
                found(Sort.WITHDRAWN).count,
                other,
                totals,
                rows);
    }

    private static StatementChange.Row row(Sort sort, Both both) {
        StatementEntry shown = both.shown();
        return new StatementChange.Row(
                sort,
                shown.kind().name(),
                shown.transactionId(),
                shown.refundNo().isEmpty() ? shown.providerRefundId() : shown.refundNo(),
                side(both.before()),
                side(both.after()));
    }

    private static @Nullable Side side(@Nullable StatementEntry row) {
        if (row == null) {
            return null;
        }
        Money amount = signed(row);
        return new Side(
                amount.value(), amount.currency(), row.time(), row.orderNo(), row.inProgress());
    }
}
