package dev.tplus1.reconcile;

import dev.tplus1.diff.Diff;
import dev.tplus1.diff.Pair;
import dev.tplus1.diff.Spool;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What else the statement has of the payments that nothing is booked for: earlier payments of the
 * same order, and refunds of them. Such entries may be plain, and so be in the statement's rows
 * alone.
 */
final class Siblings {
    private final Spool<StatementEntry> rows;
    private final Diff diff;
    private final Known known;
    private final int threads;

    /** A plain payment and the order that it is of. */
    private record Plain(StatementEntry payment, String orderNo) {}

    Siblings(Spool<StatementEntry> rows, Diff diff, Known known, int threads) {
        this.rows = rows;
        this.diff = diff;
        this.known = known;
        this.threads = threads;
    }

    /** The first refund, in statement order, of each of these transactions that has one. */
    Map<String, StatementEntry> returns(List<Pair> pairs, Set<String> transactionIds) {
        Map<String, StatementEntry> returns = new HashMap<>();
        for (StatementEntry entry : plain(rows.refundsOf(transactionIds, threads))) {
            addReturn(returns, entry);
        }
        for (Pair pair : pairs) {
            StatementEntry entry = pair.entry();
            if (entry.kind() == Kind.REFUND && transactionIds.contains(entry.transactionId())) {
                addReturn(returns, entry);
            }
        }
        return returns;
    }

    private static void addReturn(Map<String, StatementEntry> returns, StatementEntry entry) {
        returns.merge(
                entry.transactionId(),
                entry,
                (a, b) -> Diff.STATEMENT_ORDER.compare(a, b) <= 0 ? a : b);
    }

    /**
     * Goes through pairs, and plain payments of the same orders between them, in statement order.
     */
    void among(List<Pair> pairs, BiConsumer<StatementEntry, String> plain, Consumer<Pair> judged) {
        List<Plain> between = plainOfTheirOrders(pairs);
        int at = 0;
        for (Pair pair : pairs) {
            while (at < between.size()
                    && Diff.STATEMENT_ORDER.compare(between.get(at).payment(), pair.entry()) < 0) {
                plain.accept(between.get(at).payment(), between.get(at).orderNo());
                at++;
            }
            judged.accept(pair);
        }
    }

    private List<Plain> plainOfTheirOrders(List<Pair> pairs) {
        Set<String> orderNos = new LinkedHashSet<>();
        Map<String, String> orderOfTransaction = new HashMap<>();
        for (Pair pair : pairs) {
            StatementEntry entry = pair.entry();
            if (!unbooked(pair)) {
                continue;
            }
            BookEntry order =
                    entry.orderNo().isEmpty()
                            ? known.payment(entry.transactionId())
                            : known.order(entry.orderNo());
            if (order != null && !order.orderNo().isEmpty()) {
                orderNos.add(order.orderNo());
            }
        }
        List<Plain> found = new ArrayList<>();
        for (StatementEntry payment : plain(rows.byOrderNo(orderNos, threads))) {
            found.add(new Plain(payment, payment.orderNo()));
        }
        // an entry that tells no order is of the order that it is booked under
        for (String orderNo : orderNos) {
            for (BookEntry booked : known.paymentsOf(orderNo)) {
                orderOfTransaction.put(booked.transactionId(), orderNo);
            }
        }
        for (StatementEntry payment :
                plain(rows.byTransactionId(orderOfTransaction.keySet(), threads))) {
            if (payment.kind() == Kind.PAYMENT && payment.orderNo().isEmpty()) {
                found.add(
                        new Plain(
                                payment,
                                orderOfTransaction.getOrDefault(payment.transactionId(), "")));
            }
        }
        found.sort((a, b) -> Diff.STATEMENT_ORDER.compare(a.payment(), b.payment()));
        return found;
    }

    private static boolean unbooked(Pair pair) {
        return pair.booked() == null && pair.entry().kind() == Kind.PAYMENT;
    }

    /** Those that the pairs do not have: of a key that is not plain, they have every row. */
    private List<StatementEntry> plain(List<StatementEntry> found) {
        return found.stream().filter(entry -> !diff.has(entry.key())).toList();
    }
}
