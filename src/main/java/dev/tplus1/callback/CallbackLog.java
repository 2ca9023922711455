package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.SqlErrors;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The callback log: its unique key decides who applies a callback. */
final class CallbackLog {
    static final String APPLIED = "APPLIED";

    private final JdbcClient jdbc;
    private final Clock clock;

    CallbackLog(Database database, Clock clock) {
        this.jdbc = database.jdbc();
        this.clock = clock;
    }

    /**
     * Writes an outcome, in the caller's transaction.
     *
     * @return whether it was the first of its kind
     */
    boolean insert(Callback callback, String outcome) {
        try {
            jdbc.sql(
                            "INSERT INTO payment_callback_log (account, kind, reference, outcome,"
                                    + " order_no, source, run_id, received_at)"
                                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
                    .params(
                            callback.account(),
                            callback.kind().name(),
                            callback.reference(),
                            outcome,
                            callback.orderNo(),
                            callback.source(),
                            callback.runId(),
                            LocalDateTime.ofInstant(
                                    clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC))
                    .update();
            return true;
        } catch (DataAccessException e) {
            if (SqlErrors.duplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    /** The order number under which a callback was applied. */
    Optional<String> appliedTo(Callback callback) {
        return jdbc.sql(
                        "SELECT order_no FROM payment_callback_log WHERE account = ? AND kind = ?"
                                + " AND reference = ? AND outcome = ?")
                .params(callback.account(), callback.kind().name(), callback.reference(), APPLIED)
                .query(String.class)
                .optional();
    }

    /** Whether it was this run that applied the callback. */
    boolean appliedBy(Callback callback, String runId) {
        return jdbc.sql(
                        "SELECT run_id FROM payment_callback_log WHERE account = ? AND kind = ?"
                                + " AND reference = ? AND outcome = ?")
                .params(callback.account(), callback.kind().name(), callback.reference(), APPLIED)
                .query(String.class)
                .optional()
                .filter(runId::equals)
                .isPresent();
    }
}
