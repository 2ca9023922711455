package dev.tplus1.ledger;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/** The four queries: the user's own, or the bundled tables'. */
record Queries(Query entries, Query orders, Query transactions, Query refunds) {
    static final String ACCOUNT = "account";
    static final String FROM = "from";
    static final String TO = "to";
    static final String ORDER_NOS = "orderNos";
    static final String TRANSACTION_IDS = "transactionIds";
    static final String REFUND_NOS = "refundNos";

    private static final String PAYMENT =
            """
            SELECT 'PAYMENT' AS kind, o.transaction_id AS transaction_id, o.order_no AS order_no,
                   '' AS refund_no, o.amount_minor AS amount_minor, o.currency AS currency,
                   o.status AS status, o.paid_at AS occurred_at, '' AS provider_refund_id,
                   o.account AS account, o.version AS version
            FROM orders o
            """;

    private static final String REFUND =
            """
            SELECT 'REFUND' AS kind, o.transaction_id AS transaction_id, r.order_no AS order_no,
                   r.refund_no AS refund_no, r.amount_minor AS amount_minor,
                   r.currency AS currency, r.status AS status, r.refunded_at AS occurred_at,
                   r.provider_refund_id AS provider_refund_id, r.account AS account,
                   r.version AS version
            FROM refunds r LEFT JOIN orders o ON o.order_no = r.order_no
            """;

    private static final String ENTRIES =
            PAYMENT
                    + """
                    WHERE o.account = :account AND o.paid_at >= :from AND o.paid_at < :to
                      AND o.status IN ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
                    UNION ALL
                    """
                    + REFUND
                    + """
                    WHERE r.account = :account AND r.refunded_at >= :from AND r.refunded_at < :to
                      AND r.status = 'SUCCEEDED'
                    """;

    private static final String ORDERS = PAYMENT + "WHERE o.order_no IN (:orderNos)";

    private static final String TRANSACTIONS =
            PAYMENT
                    + "WHERE o.account = :account AND o.transaction_id IN (:transactionIds)\n"
                    + "UNION ALL\n"
                    + REFUND
                    + "WHERE o.account = :account AND o.transaction_id IN (:transactionIds)";

    private static final String REFUNDS =
            REFUND + "WHERE r.account = :account AND r.refund_no IN (:refundNos)";

    static Queries of(LedgerSettings settings) {
        return new Queries(
                query(
                        "ledger.entries-sql",
                        settings.entriesSql(),
                        ENTRIES,
                        Set.of(FROM, TO),
                        Set.of(ACCOUNT, FROM, TO)),
                query(
                        "ledger.orders-sql",
                        settings.ordersSql(),
                        ORDERS,
                        Set.of(ORDER_NOS),
                        Set.of(ACCOUNT, ORDER_NOS)),
                query(
                        "ledger.transactions-sql",
                        settings.transactionsSql(),
                        TRANSACTIONS,
                        Set.of(TRANSACTION_IDS),
                        Set.of(ACCOUNT, TRANSACTION_IDS)),
                query(
                        "ledger.refunds-sql",
                        settings.refundsSql(),
                        REFUNDS,
                        Set.of(REFUND_NOS),
                        Set.of(ACCOUNT, REFUND_NOS)));
    }

    private static Query query(
            String key,
            @Nullable String own,
            String bundled,
            Set<String> needed,
            Set<String> known) {
        return own == null || own.isBlank()
                ? Query.of("bundled books", bundled, false, needed, known)
                : Query.of(key, own, true, needed, known);
    }
}
