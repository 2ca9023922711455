package dev.tplus1.callback;

import static dev.tplus1.callback.CallbackFixture.payment;
import static dev.tplus1.callback.CallbackFixture.reason;
import static dev.tplus1.callback.CallbackFixture.refundOf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.entry.SettingException;
import dev.tplus1.outbox.Outbox;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Books of the user's own, changed by the user's own statements, on each kind of database. */
abstract class OwnBooksContract {
    private static final String MARK_PAID =
            "UPDATE shop_order SET state = 'PAID', txn = :transactionId, paid_at = :occurredAt,"
                    + " changes = changes + 1 WHERE state = 'NEW' AND amount = :amount"
                    + " AND no = :orderNo";
    private static final String MARK_REFUNDED =
            "UPDATE shop_order SET state = 'BACK', changes = changes + 1 WHERE state = 'PAID'"
                    + " AND no = :orderNo AND :refundNo IS NOT NULL";

    Database database;

    abstract Database open();

    @BeforeEach
    void connect() {
        database = open();
        database.jdbc()
                .sql(
                        "CREATE TABLE shop_order (no VARCHAR(64) PRIMARY KEY, grp VARCHAR(64),"
                            + " state VARCHAR(20), amount DECIMAL(12,2), txn VARCHAR(64) UNIQUE,"
                            + " paid_at TIMESTAMP(6) NULL, changes INT NOT NULL DEFAULT 0)")
                .update();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void oneRowIsAppliedWithItsLogRowAndItsMessage() {
        order("S1", "NEW", null);

        CallbackOutcome outcome = apply(own(MARK_PAID), payment("S1", "T1", "10.00"));

        assertThat(outcome).isEqualTo(new CallbackOutcome.Applied());
        assertThat(orders()).containsExactly("S1|PAID|T1|1");
        assertThat(log()).containsExactly("T1|APPLIED");
        assertThat(count("outbox WHERE topic = 'order.paid' AND message_key = 'S1'")).isEqualTo(1);
    }

    @Test
    void statementsThatAreExplainedChangeNothing() {
        order("tplus1-check", "NEW", null);
        String anyRow = "UPDATE shop_order SET changes = 9 WHERE no = no OR no = :orderNo";

        OwnUpdates.of(MARK_PAID, MARK_REFUNDED).explained(database, ZoneOffset.UTC);
        OwnUpdates.of(anyRow, null).explained(database, ZoneOffset.UTC);

        assertThat(orders()).containsExactly("tplus1-check|NEW|null|0");
    }

    @Test
    void aStatementThatTheDatabaseDoesNotTakeIsNamedWithoutBeingRun() {
        String wrong = MARK_PAID.replace("changes + 1", "chances + 1");

        assertThatThrownBy(() ->
                        OwnUpdates.of(MARK_PAID, wrong.replace(":orderNo", ":refundNo"))
                                .explained(database, ZoneOffset.UTC))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("replay.mark-refunded-sql: the database does not take it: ")
                .hasMessageContainingAll("correct the statement, or the user's grants")
                .hasMessageMatching("(?is).*chances.*");
    }

    @Test
    void noRowAndBookedIsAlreadyApplied() {
        order("S1", "PAID", "T1");

        CallbackOutcome outcome = apply(own(MARK_PAID), payment("S1", "T1", "10.00"));

        assertThat(outcome).isEqualTo(new CallbackOutcome.AlreadyApplied(false));
        assertThat(log()).isEmpty();
        assertThat(count("outbox")).isZero();
    }

    @Test
    void noRowAndNotBookedIsRefusedAndLeavesNothingButTheReason() {
        order("S1", "CLOSED", null);

        CallbackOutcome outcome = apply(own(MARK_PAID), payment("S1", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo("NOT_CHANGED");
        assertThat(orders()).containsExactly("S1|CLOSED|null|0");
        assertThat(log()).containsExactly("T1|NOT_CHANGED");
        assertThat(count("outbox")).isZero();
    }

    @Test
    void severalRowsAreRolledBackAndRefused() {
        order("S1", "NEW", null);
        order("S2", "NEW", null);
        String careless =
                "UPDATE shop_order SET state = 'PAID' WHERE state = 'NEW' AND no >= :orderNo";

        CallbackOutcome outcome = apply(own(careless), payment("S1", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo("SEVERAL_ROWS");
        assertThat(orders()).containsExactly("S1|NEW|null|0", "S2|NEW|null|0");
        assertThat(log()).containsExactly("T1|SEVERAL_ROWS");
    }

    @Test
    void aRepeatedDeliveryChangesNothingWhateverTheStatementWouldMeet() {
        order("S1", "NEW", null);
        String unguarded =
                "UPDATE shop_order SET state = 'PAID', txn = :transactionId,"
                        + " changes = changes + 1 WHERE no = :orderNo";
        apply(own(unguarded), payment("S1", "T1", "10.00"));

        CallbackOutcome again = apply(own(unguarded), payment("S1", "T1", "10.00"));
        database.jdbc().sql("UPDATE shop_order SET state = 'NEW', txn = NULL").update();
        CallbackOutcome undone = apply(own(unguarded), payment("S1", "T1", "10.00"));

        assertThat(again).isEqualTo(new CallbackOutcome.AlreadyApplied(true));
        assertThat(reason(undone)).isEqualTo("APPLIED_DIFFERENTLY");
        assertThat(orders()).containsExactly("S1|NEW|null|1");
        assertThat(count("outbox")).isEqualTo(1);
    }

    @Test
    void aTransactionThatIsBookedElsewhereIsRefused() {
        order("S1", "NEW", null);
        order("S2", "PAID", "T1");

        CallbackOutcome outcome = apply(own(MARK_PAID), payment("S1", "T1", "10.00"));

        assertThat(reason(outcome)).isEqualTo("BOOKED_ELSEWHERE");
        assertThat(orders()).containsExactly("S1|NEW|null|0", "S2|PAID|T1|0");
    }

    @Test
    void whatARuleOfTheBooksRefusesIsRefusedAndStopsNothingElse() {
        order("S1", "NEW", null);
        order("S2", "NEW", null);
        database.jdbc()
                .sql(
                        "ALTER TABLE shop_order ADD CONSTRAINT shop_order_rule"
                                + " CHECK (no <> 'S1' OR state <> 'PAID')")
                .update();

        CallbackOutcome refused = apply(own(MARK_PAID), payment("S1", "T1", "10.00"));
        CallbackOutcome applied = apply(own(MARK_PAID), payment("S2", "T2", "10.00"));

        assertThat(reason(refused)).isEqualTo("CONSTRAINT");
        assertThat(applied).isEqualTo(new CallbackOutcome.Applied());
        assertThat(orders()).containsExactly("S1|NEW|null|0", "S2|PAID|T2|1");
        assertThat(log()).containsExactly("T1|CONSTRAINT", "T2|APPLIED");
    }

    @Test
    void aRefundNeedsAStatementOfItsOwn() {
        order("S1", "PAID", "T1");

        CallbackOutcome without = apply(own(MARK_PAID), refundOf("S1", "R1", "10.00"));
        CallbackOutcome with =
                apply(
                        callbacks(OwnUpdates.of(MARK_PAID, MARK_REFUNDED)),
                        refundOf("S1", "R2", "10.00"));

        assertThat(reason(without)).isEqualTo("NO_STATEMENT");
        assertThat(with).isEqualTo(new CallbackOutcome.Applied());
        assertThat(orders()).containsExactly("S1|BACK|T1|1");
        assertThat(count("outbox WHERE topic = 'order.refunded'")).isEqualTo(1);
    }

    @Test
    void aStatementThatTheDatabaseDoesNotTakeIsASetting() {
        assertThatThrownBy(() ->
                        apply(
                                own("UPDATE nowhere SET a = 1 WHERE no = :orderNo"),
                                payment("S1", "T1", "10.00")))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("replay.mark-paid-sql: the database does not take it: ");
        assertThat(log()).isEmpty();
    }

    @Test
    void whoMayNotWriteChangesNothing() {
        order("S1", "NEW", null);
        Fence closed =
                () -> {
                    throw new IllegalStateException("taken over");
                };

        assertThatThrownBy(() ->
                        own(MARK_PAID).apply(payment("S1", "T1", "10.00"), closed, this::booked))
                .hasMessage("taken over");

        assertThat(orders()).containsExactly("S1|NEW|null|0");
        assertThat(log()).isEmpty();
    }

    @Test
    void manyAtOnceHaveOneEffect() throws Exception {
        int orders = 20;
        int deliveries = 6;
        for (int n = 0; n < orders; n++) {
            order("S" + n, "NEW", null);
        }
        List<Future<CallbackOutcome>> outcomes = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newFixedThreadPool(deliveries)) {
            for (int n = 0; n < orders; n++) {
                Callback callback = payment("S" + n, "T" + n, "10.00");
                for (int d = 0; d < deliveries; d++) {
                    // each as a process of its own would: nothing shared but the database
                    Callbacks callbacks = own(MARK_PAID);
                    outcomes.add(
                            executor.submit(() -> {
                                start.await();
                                return apply(callbacks, callback);
                            }));
                }
            }
            start.countDown();
        }

        int applied = 0;
        for (Future<CallbackOutcome> outcome : outcomes) {
            switch (outcome.get()) {
                case CallbackOutcome.Applied _ -> applied++;
                case CallbackOutcome.AlreadyApplied _ -> {}
                case CallbackOutcome.Refused refused -> throw new AssertionError(refused);
            }
        }
        assertThat(applied).isEqualTo(orders);
        assertThat(count("shop_order WHERE state = 'PAID' AND changes = 1")).isEqualTo(orders);
        assertThat(count("payment_callback_log")).isEqualTo(orders);
        assertThat(count("outbox")).isEqualTo(orders);
    }

    private CallbackOutcome apply(Callbacks callbacks, Callback callback) {
        return callbacks.apply(callback, Fence.NONE, this::booked);
    }

    private Callbacks own(String markPaid) {
        return callbacks(OwnUpdates.of(markPaid, null));
    }

    private Callbacks callbacks(OwnUpdates updates) {
        Clock clock = Clock.systemUTC();
        return new Callbacks(database, clock, new Outbox(database, clock), updates, ZoneOffset.UTC);
    }

    /** What the ledger's queries would tell. */
    private boolean booked(Callback callback) {
        return database.jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM shop_order WHERE state = 'PAID' AND no = ?"
                                        + " AND txn = ?")
                        .params(callback.orderNo(), callback.transactionId())
                        .query(Long.class)
                        .single()
                == 1;
    }

    private void order(String no, String state, @Nullable String txn) {
        database.jdbc()
                .sql(
                        "INSERT INTO shop_order (no, state, amount, txn)"
                                + " VALUES (?, ?, 10.00, NULLIF(?, ''))")
                .params(no, state, txn == null ? "" : txn)
                .update();
    }

    private List<String> orders() {
        return database.jdbc()
                .sql("SELECT no, state, txn, changes FROM shop_order ORDER BY no")
                .query((row, _) ->
                        row.getString(1)
                                + "|"
                                + row.getString(2)
                                + "|"
                                + row.getString(3)
                                + "|"
                                + row.getInt(4))
                .list();
    }

    private List<String> log() {
        return database.jdbc()
                .sql("SELECT reference, outcome FROM payment_callback_log ORDER BY id")
                .query((row, _) -> row.getString(1) + "|" + row.getString(2))
                .list();
    }

    private long count(String from) {
        return database.jdbc().sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
    }
}
