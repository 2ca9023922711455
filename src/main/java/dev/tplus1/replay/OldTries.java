package dev.tplus1.replay;

import dev.tplus1.database.Database;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What runs sent to the endpoint that nobody goes on with any more. Table {@code
 * tplus1_replay_try}. The callback log is another matter: by it a callback is applied once, and
 * none of it ever goes. Thread-safe.
 */
public final class OldTries {
    private static final int IN = 500;
    private static final int SLICE = 1000;

    private final Database database;

    public OldTries(Database database) {
        this.database = database;
    }

    /** How many there are of each of these runs, where there are any. */
    public Map<String, Long> rows(Collection<String> runs) {
        Map<String, Long> rows = new HashMap<>();
        List<String> all = new ArrayList<>(runs);
        for (int from = 0; from < all.size(); from += IN) {
            database.jdbc()
                    .sql(
                            "SELECT run_id, COUNT(*) AS n FROM tplus1_replay_try WHERE run_id IN"
                                    + " (:runs) GROUP BY run_id")
                    .param("runs", all.subList(from, Math.min(from + IN, all.size())))
                    .query(row -> {
                        rows.put(row.getString("run_id"), row.getLong("n"));
                    });
        }
        return rows;
    }

    /**
     * Deletes some of a run, in a transaction of their own.
     *
     * @param fence runs last, inside the transaction
     * @return how many; 0 once none is left
     */
    public long deleteSome(String run, Runnable fence) {
        return Objects.requireNonNull(
                database.transactions()
                        .execute(_ -> {
                            long rows =
                                    database.jdbc()
                                            .sql(
                                                    "DELETE FROM tplus1_replay_try WHERE run_id = ?"
                                                            + " LIMIT "
                                                            + SLICE)
                                            .params(run)
                                            .update();
                            fence.run();
                            return rows;
                        }));
    }
}
