package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What was sent to the endpoint, written before it is sent, so that whoever goes on after a crash
 * knows what may be this run's doing. Thread-safe. Throws DatabaseException where the database does
 * not answer.
 */
final class ReplayTries {
    private static final int MAX_ANSWER = 400;
    private static final String ONE =
            " WHERE run_id = ? AND account = ? AND kind = ? AND reference = ?";

    private final Database database;
    private final JdbcClient jdbc;
    private final Clock clock;

    ReplayTries(Database database, Clock clock) {
        this.database = database;
        this.jdbc = database.jdbc();
        this.clock = clock;
    }

    /** A callback of a run that was tried. */
    private record Tried(String account, String kind, String reference) {
        static Tried of(Callback callback) {
            return new Tried(callback.account(), callback.kind().name(), callback.reference());
        }
    }

    /** Those of the callbacks that a run has tried, in this process or before. */
    Set<Callback> of(String runId, Collection<Callback> callbacks) {
        Set<Tried> tried =
                asked(() ->
                        Set.copyOf(
                                jdbc.sql(
                                                "SELECT account, kind, reference FROM"
                                                        + " tplus1_replay_try WHERE run_id = ?")
                                        .params(runId)
                                        .query((row, _) ->
                                                new Tried(
                                                        row.getString(1),
                                                        row.getString(2),
                                                        row.getString(3)))
                                        .list()));
        return callbacks.stream()
                .filter(callback -> tried.contains(Tried.of(callback)))
                .collect(Collectors.toSet());
    }

    /** It is about to be sent. */
    void trying(Callback callback) {
        LocalDateTime now =
                LocalDateTime.ofInstant(
                        clock.instant().truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC);
        asked(() -> {
            int known =
                    jdbc.sql(
                                    "UPDATE tplus1_replay_try SET tries = tries + 1, tried_at = ?,"
                                            + " answer = ''"
                                            + ONE)
                            .params(now, callback.runId(), callback.account())
                            .params(callback.kind().name(), callback.reference())
                            .update();
            return known > 0
                    ? known
                    : jdbc.sql(
                                    "INSERT INTO tplus1_replay_try (run_id, account, kind,"
                                            + " reference, tried_at, tries, answer)"
                                            + " VALUES (?, ?, ?, ?, ?, 1, '')")
                            .params(
                                    List.of(
                                            callback.runId(),
                                            callback.account(),
                                            callback.kind().name(),
                                            callback.reference(),
                                            now))
                            .update();
        });
    }

    /** What came of it, for whoever looks. */
    void answered(Callback callback, String answer) {
        String shown = answer.length() <= MAX_ANSWER ? answer : answer.substring(0, MAX_ANSWER);
        asked(() ->
                jdbc.sql("UPDATE tplus1_replay_try SET answer = ?" + ONE)
                        .params(
                                List.of(
                                        shown,
                                        callback.runId(),
                                        callback.account(),
                                        callback.kind().name(),
                                        callback.reference()))
                        .update());
    }

    private <T> T asked(Supplier<T> work) {
        try {
            return database.retrying(work);
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("what was sent cannot be kept", e);
        }
    }
}
