package dev.tplus1.callback;

import dev.tplus1.callback.CallbackOutcome.Refused;
import dev.tplus1.database.Database;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.outbox.Outbox;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Bundled books to apply callbacks to, and what stands in them. */
abstract class CallbackFixture {
    private static final Instant PAID_AT = Instant.parse("2026-11-28T09:30:00.123456Z");

    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);

    Database database;
    Callbacks callbacks;

    abstract Database open();

    @BeforeEach
    void connect() {
        database = open();
        callbacks = new Callbacks(database, CLOCK, new Outbox(database, CLOCK));
    }

    @AfterEach
    void close() {
        database.close();
    }

    static String reason(CallbackOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : outcome.toString();
    }

    static Callback payment(String orderNo, String transactionId, String amount) {
        return new Callback(
                "shop",
                Kind.PAYMENT,
                transactionId,
                transactionId,
                orderNo,
                "",
                "",
                Money.parse(amount, Money.currency("CNY")),
                PAID_AT,
                "replay",
                "run-1");
    }

    static Callback refundOf(String orderNo, String refundNo, String amount) {
        return new Callback(
                "shop",
                Kind.REFUND,
                refundNo,
                "T1",
                orderNo,
                refundNo,
                "P-" + refundNo,
                Money.parse(amount, Money.currency("CNY")),
                PAID_AT,
                "replay",
                "run-1");
    }

    void order(String orderNo, String status, long amount, String transactionId) {
        database.jdbc()
                .sql(
                        "INSERT INTO orders(order_no,account,amount_minor,currency,status,"
                                + "transaction_id,paid_at,created_at,version)"
                                + " VALUES(?,'shop',?,'CNY',?,NULLIF(?, ''),NULL,"
                                + "TIMESTAMP '2026-11-28 09:00:00',0)")
                .params(orderNo, amount, status, transactionId)
                .update();
    }

    void refund(String orderNo, String refundNo, String status, long amount) {
        database.jdbc()
                .sql(
                        "INSERT INTO refunds(account,refund_no,order_no,amount_minor,currency,"
                                + "status,provider_refund_id,refunded_at,created_at,version)"
                                + " VALUES('shop',?,?,?,'CNY',?,NULL,NULL,"
                                + "TIMESTAMP '2026-11-28 09:00:00',0)")
                .params(refundNo, orderNo, amount, status)
                .update();
    }

    List<String> orders() {
        return lines(
                "SELECT order_no, status, COALESCE(transaction_id, ''),"
                        + " COALESCE(CAST(paid_at AS CHAR(26)), ''), version FROM orders"
                        + " ORDER BY order_no");
    }

    List<String> refunds() {
        return lines(
                "SELECT refund_no, status, COALESCE(provider_refund_id, ''),"
                        + " COALESCE(CAST(refunded_at AS CHAR(26)), ''), version FROM refunds"
                        + " ORDER BY refund_no");
    }

    List<String> log() {
        return lines(
                "SELECT kind, reference, outcome, order_no, source, run_id"
                        + " FROM payment_callback_log ORDER BY id");
    }

    List<String> messages() {
        return lines("SELECT topic, message_key, payload FROM outbox ORDER BY id");
    }

    private List<String> lines(String sql) {
        return database.jdbc()
                .sql(sql)
                .query((row, _) -> {
                    List<String> cells = new ArrayList<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        cells.add(row.getString(i));
                    }
                    return String.join("|", cells);
                })
                .list();
    }
}
