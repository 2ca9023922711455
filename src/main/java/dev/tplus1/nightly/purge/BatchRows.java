package dev.tplus1.nightly.purge;

import dev.tplus1.database.Database;

import org.springframework.batch.core.job.DefaultJobKeyGenerator;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Spring Batch's own metadata of runs that nobody goes on with any more: it keeps all of it for
 * ever by itself. Thread-safe.
 */
final class BatchRows {
    private static final int IN = 500;
    private static final String INSTANCES = "TPLUS1_BATCH_JOB_INSTANCE";
    private static final String EXECUTIONS =
            "JOB_EXECUTION_ID IN (SELECT JOB_EXECUTION_ID FROM TPLUS1_BATCH_JOB_EXECUTION WHERE"
                    + " JOB_INSTANCE_ID = ?)";

    /** Each table's rows of an instance, those first that refer to others. */
    private static final List<String> ROWS =
            List.of(
                    "TPLUS1_BATCH_STEP_EXECUTION_CONTEXT WHERE STEP_EXECUTION_ID IN (SELECT"
                            + " STEP_EXECUTION_ID FROM TPLUS1_BATCH_STEP_EXECUTION WHERE "
                            + EXECUTIONS
                            + ")",
                    "TPLUS1_BATCH_STEP_EXECUTION WHERE " + EXECUTIONS,
                    "TPLUS1_BATCH_JOB_EXECUTION_CONTEXT WHERE " + EXECUTIONS,
                    "TPLUS1_BATCH_JOB_EXECUTION_PARAMS WHERE " + EXECUTIONS,
                    "TPLUS1_BATCH_JOB_EXECUTION WHERE JOB_INSTANCE_ID = ?",
                    INSTANCES + " WHERE JOB_INSTANCE_ID = ?");

    private final Database database;

    BatchRows(Database database) {
        this.database = database;
    }

    /** The instances of these runs, and of their approvals, that are there; by the run. */
    Map<String, List<Long>> instances(Collection<String> runs) {
        Map<String, String> byKey = new HashMap<>();
        for (String run : runs) {
            byKey.put(key(run), run);
            byKey.put(key(run + "/approved"), run);
        }
        List<String> keys = new ArrayList<>(byKey.keySet());
        Map<String, List<Long>> instances = new HashMap<>();
        for (int from = 0; from < keys.size(); from += IN) {
            database.jdbc()
                    .sql(
                            "SELECT JOB_KEY, JOB_INSTANCE_ID FROM "
                                    + INSTANCES
                                    + " WHERE JOB_NAME = 'reconcile' AND JOB_KEY IN (:keys)")
                    .param("keys", keys.subList(from, Math.min(from + IN, keys.size())))
                    .query(row -> {
                        instances
                                .computeIfAbsent(
                                        byKey.getOrDefault(row.getString("JOB_KEY"), ""),
                                        _ -> new ArrayList<>())
                                .add(row.getLong("JOB_INSTANCE_ID"));
                    });
        }
        return instances;
    }

    /** As Spring Batch names the instance of a run. */
    private static String key(String run) {
        return new DefaultJobKeyGenerator()
                .generateKey(new JobParametersBuilder().addString("run", run).toJobParameters());
    }

    /** How many rows these instances have. */
    long rows(List<Long> instances) {
        JdbcClient jdbc = database.jdbc();
        long rows = 0;
        for (long instance : instances) {
            for (String each : ROWS) {
                rows +=
                        jdbc.sql("SELECT COUNT(*) FROM " + each)
                                .params(instance)
                                .query(Long.class)
                                .single();
            }
        }
        return rows;
    }

    /**
     * Deletes an instance with all that belongs to it, in one transaction: a handful of rows for
     * each time that its run was started.
     *
     * @param fence runs last, inside the transaction
     * @return how many rows
     */
    long delete(long instance, Runnable fence) {
        JdbcClient jdbc = database.jdbc();
        return Objects.requireNonNull(
                database.transactions()
                        .execute(_ -> {
                            long rows = 0;
                            for (String each : ROWS) {
                                rows += jdbc.sql("DELETE FROM " + each).params(instance).update();
                            }
                            fence.run();
                            return rows;
                        }));
    }
}
