package dev.tplus1.reconcile;

import dev.tplus1.diff.Spool;
import dev.tplus1.diff.pair.Diff;
import dev.tplus1.diff.pair.Pair;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

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
    private final Map<String, StatementEntry> returns = new HashMap<>();
    private final List<Plain> between = new ArrayList<>();

    /** A plain payment and the order that it is of. */
    private record Plain(StatementEntry payment, String orderNo) {}

    private Siblings() {}

    /**
     * Looks for them.
     *
     * @param pairs what is not plain, in statement order
     * @param unbooked the transaction ids of those payments among them that nothing is booked for
     * @param rows all of the statement's
     */
    static Siblings of(
            List<Pair> pairs,
            Set<String> unbooked,
            Spool<StatementEntry> rows,
            Diff diff,
            Known known,
            int threads) {
        Set<String> orderNos = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            if (pair.booked() == null && pair.entry().kind() == Kind.PAYMENT) {
                BookEntry order = orderOf(pair.entry(), known);
                if (order != null && !order.orderNo().isEmpty()) {
                    orderNos.add(order.orderNo());
                }
            }
        }
        // an entry that tells no order is of the order that it is booked under
        Map<String, String> orderOfTransaction = new HashMap<>();
        for (String orderNo : orderNos) {
            for (BookEntry booked : known.paymentsOf(orderNo)) {
                orderOfTransaction.put(booked.transactionId(), orderNo);
            }
        }
        Siblings siblings = new Siblings();
        for (StatementEntry entry :
                rows.findWithReturns(unbooked, orderOfTransaction.keySet(), orderNos, threads)) {
            // of a key that is not plain, the pairs have every row
            if (!diff.has(entry.key())) {
                siblings.takePlain(entry, unbooked, orderNos, orderOfTransaction);
            }
        }
        for (Pair pair : pairs) {
            siblings.takeReturn(pair.entry(), unbooked);
        }
        siblings.between.sort((a, b) -> Diff.STATEMENT_ORDER.compare(a.payment(), b.payment()));
        return siblings;
    }

    private static @Nullable BookEntry orderOf(StatementEntry payment, Known known) {
        return payment.orderNo().isEmpty()
                ? known.payment(payment.transactionId())
                : known.order(payment.orderNo());
    }

    private void takePlain(
            StatementEntry entry,
            Set<String> unbooked,
            Set<String> orderNos,
            Map<String, String> orderOfTransaction) {
        if (entry.kind() == Kind.REFUND) {
            takeReturn(entry, unbooked);
            return;
        }
        String orderNo =
                entry.orderNo().isEmpty()
                        ? orderOfTransaction.get(entry.transactionId())
                        : entry.orderNo();
        if (orderNo != null && orderNos.contains(orderNo)) {
            between.add(new Plain(entry, orderNo));
        }
    }

    private void takeReturn(StatementEntry entry, Set<String> unbooked) {
        if (entry.kind() == Kind.REFUND && unbooked.contains(entry.transactionId())) {
            returns.merge(
                    entry.transactionId(),
                    entry,
                    (a, b) -> Diff.STATEMENT_ORDER.compare(a, b) <= 0 ? a : b);
        }
    }

    /**
     * The first refund, in statement order, of each payment without a booking that has one, by
     * transaction id.
     */
    Map<String, StatementEntry> returns() {
        return returns;
    }

    /**
     * Goes through pairs, and plain payments of the same orders between them, in statement order.
     */
    void among(List<Pair> pairs, BiConsumer<StatementEntry, String> plain, Consumer<Pair> judged) {
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
}
