package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.SqlErrors;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The callback log: its unique key decides who applies a callback. */
final class CallbackLog {
    static final String APPLIED = "APPLIED";

    /** How many callbacks one look-up asks for. */
    private static final int BATCH = 500;

    private static final String INSERT =
            "INSERT INTO payment_callback_log (account, kind, reference, outcome, order_no,"
                    + " source, run_id, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final Clock clock;

    CallbackLog(Database database, Clock clock) {
        this.jdbc = database.jdbc();
        this.batches = new JdbcTemplate(database.dataSource());
        this.clock = clock;
    }

    /**
     * Writes an outcome, in the caller's transaction.
     *
     * @return whether it was the first of its kind
     */
    boolean insert(Callback callback, String outcome) {
        try {
            jdbc.sql(INSERT).params(row(callback, outcome)).update();
            return true;
        } catch (DataAccessException e) {
            if (SqlErrors.duplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Writes that these were applied, in their order and in the caller's transaction.
     *
     * @throws DataAccessException where one was before: the transaction is then of no more use
     */
    void insertApplied(List<Callback> callbacks) {
        batches.batchUpdate(INSERT, callbacks.stream().map(each -> row(each, APPLIED)).toList());
    }

    private Object[] row(Callback callback, String outcome) {
        return new Object[] {
            callback.account(),
            callback.kind().name(),
            callback.reference(),
            outcome,
            callback.orderNo(),
            callback.source(),
            callback.runId(),
            LocalDateTime.ofInstant(clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC)
        };
    }

    /** Which of these a run applied. */
    Set<Callback> appliedBy(String runId, List<Callback> callbacks) {
        Set<Callback> applied = new HashSet<>();
        for (int from = 0; from < callbacks.size(); from += BATCH) {
            List<Callback> batch =
                    callbacks.subList(from, Math.min(callbacks.size(), from + BATCH));
            Set<List<String>> logged =
                    Set.copyOf(
                            jdbc.sql(
                                            "SELECT account, kind, reference"
                                                    + " FROM payment_callback_log"
                                                    + " WHERE account IN (:accounts)"
                                                    + " AND kind IN (:kinds)"
                                                    + " AND reference IN (:references)"
                                                    + " AND outcome = :outcome AND run_id = :run")
                                    .param("accounts", distinct(batch, Callback::account))
                                    .param("kinds", distinct(batch, c -> c.kind().name()))
                                    .param("references", distinct(batch, Callback::reference))
                                    .param("outcome", APPLIED)
                                    .param("run", runId)
                                    .query((row, _) ->
                                            List.of(
                                                    row.getString(1),
                                                    row.getString(2),
                                                    row.getString(3)))
                                    .list());
            for (Callback each : batch) {
                if (logged.contains(
                        List.of(each.account(), each.kind().name(), each.reference()))) {
                    applied.add(each);
                }
            }
        }
        return applied;
    }

    private static Set<String> distinct(List<Callback> batch, Function<Callback, String> of) {
        return batch.stream().map(of).collect(Collectors.toSet());
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
