package dev.tplus1.reconcile;

import dev.tplus1.diff.pair.Missing;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.OrderState;
import dev.tplus1.entry.RefundState;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.ledger.Books;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the look-ups told about the transactions, orders and refunds that the day's stream did not
 * have.
 */
final class Known implements Missing {
    private final Books books;
    private final String account;
    private final Map<String, BookEntry> ordersByNo = new HashMap<>();
    private final Map<String, Set<BookEntry>> bookedByNo = new HashMap<>();
    private final Map<String, BookEntry> paymentsById = new HashMap<>();
    private final Map<EntryKey, BookEntry> refundsByKey = new HashMap<>();
    private final Map<String, Map<EntryKey, BookEntry>> refundsByOrder = new HashMap<>();

    Known(Books books, String account) {
        this.books = books;
        this.account = account;
    }

    @Override
    public List<BookEntry> find(List<StatementEntry> unmatched) {
        Set<String> transactionIds = new LinkedHashSet<>();
        Set<String> orderNos = new LinkedHashSet<>();
        Set<String> refundNos = new LinkedHashSet<>();
        for (StatementEntry entry : unmatched) {
            addIfPresent(transactionIds, entry.transactionId());
            addIfPresent(orderNos, entry.orderNo());
            addIfPresent(refundNos, entry.refundNo());
        }
        List<BookEntry> found = new ArrayList<>(learn(transactionIds, orderNos, refundNos));
        Set<String> more = new LinkedHashSet<>();
        for (BookEntry entry : found) {
            // also a payment's: another row may be the one under which its order is booked
            addIfPresent(more, entry.orderNo());
        }
        more.removeAll(orderNos);
        found.addAll(learn(Set.of(), more, Set.of()));
        // what else was returned of an order is found by its own transaction
        Set<String> theirs = new LinkedHashSet<>();
        for (StatementEntry entry : unmatched) {
            BookEntry refund = entry.kind() == Kind.REFUND ? refund(entry.key()) : null;
            BookEntry order = refund == null ? null : order(refund);
            if (order != null) {
                addIfPresent(theirs, order.transactionId());
            }
        }
        theirs.removeAll(transactionIds);
        found.addAll(learn(theirs, Set.of(), Set.of()));
        return found.stream().filter(entry -> entry.account().equals(account)).toList();
    }

    /** Looks these up too and remembers them; returns all that came back. */
    List<BookEntry> learn(
            Collection<String> transactionIds,
            Collection<String> orderNos,
            Collection<String> refundNos) {
        List<BookEntry> found = books.find(transactionIds, orderNos, refundNos);
        found.forEach(this::remember);
        return found;
    }

    /**
     * An order by number, this account's before another's; none when the books have no such order.
     */
    @Nullable BookEntry order(String orderNo) {
        return orderNo.isEmpty() ? null : ordersByNo.get(orderNo);
    }

    /** This account's bookings of an order that have a transaction id. */
    Set<BookEntry> paymentsOf(String orderNo) {
        return bookedByNo.getOrDefault(orderNo, Set.of());
    }

    /** The order that a refund of the books returns money of, by number or else by transaction. */
    @Nullable BookEntry order(BookEntry refund) {
        return refund.orderNo().isEmpty()
                ? payment(refund.transactionId())
                : order(refund.orderNo());
    }

    /** This account's order that bears this transaction id, in any state. */
    @Nullable BookEntry payment(String transactionId) {
        return transactionId.isEmpty() ? null : paymentsById.get(transactionId);
    }

    /** This account's refund under this key, in any state. */
    @Nullable BookEntry refund(EntryKey key) {
        return refundsByKey.get(key);
    }

    /** What the books have already returned of an order, in the order's currency. */
    Money refunded(BookEntry order) {
        Money sum = new Money(0, order.amount().currency());
        for (BookEntry refund : refundsByOrder.getOrDefault(order.orderNo(), Map.of()).values()) {
            if (refund.state() == RefundState.SUCCEEDED
                    && refund.amount().currency().equals(sum.currency())) {
                try {
                    sum = sum.plus(refund.amount());
                } catch (ArithmeticException _) {
                    throw ProofSheet.tooLarge(sum.currency());
                }
            }
        }
        return sum;
    }

    void remember(BookEntry entry) {
        boolean ours = entry.account().equals(account);
        if (entry.kind() == Kind.PAYMENT) {
            if (!entry.orderNo().isEmpty()) {
                ordersByNo.merge(entry.orderNo(), entry, this::better);
                if (ours && entry.booked() && !entry.transactionId().isEmpty()) {
                    bookedByNo
                            .computeIfAbsent(entry.orderNo(), _ -> new LinkedHashSet<>())
                            .add(entry);
                }
            }
            if (ours && !entry.transactionId().isEmpty()) {
                paymentsById.merge(entry.transactionId(), entry, this::better);
            }
        } else if (ours) {
            refundsByKey.merge(entry.key(), entry, this::better);
            refundsByOrder
                    .computeIfAbsent(entry.orderNo(), _ -> new HashMap<>())
                    .merge(entry.key(), entry, this::better);
        }
    }

    /**
     * Of two rows under one id: this account's, then a booked one, then one that still waits, then
     * the least.
     */
    private BookEntry better(BookEntry a, BookEntry b) {
        Comparator<BookEntry> order =
                Comparator.comparing((BookEntry e) -> !e.account().equals(account))
                        .thenComparing(e -> !e.booked())
                        .thenComparing(e ->
                                e.state() != OrderState.PENDING && e.state() != RefundState.PENDING)
                        .thenComparing(BookEntry::account, ByteOrder.OF_TEXT)
                        .thenComparing(BookEntry::orderNo, ByteOrder.OF_TEXT)
                        .thenComparing(BookEntry::transactionId, ByteOrder.OF_TEXT)
                        .thenComparing(e -> e.state().name())
                        .thenComparingLong(e -> e.amount().minor())
                        .thenComparing(e -> e.amount().currency().getCurrencyCode())
                        .thenComparing(
                                BookEntry::time, Comparator.nullsLast(Comparator.naturalOrder()));
        return order.compare(a, b) <= 0 ? a : b;
    }

    private static void addIfPresent(Set<String> ids, String id) {
        if (!id.isEmpty() && !id.equals("0")) {
            ids.add(id);
        }
    }
}
