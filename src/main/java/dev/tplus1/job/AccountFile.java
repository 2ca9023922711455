package dev.tplus1.job;

import dev.tplus1.statement.StatementSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A payment account as the job file has it.
 *
 * @param settings what its statements need
 * @param cutoffGrace how far from midnight the cut-off alone may explain a missing entry
 * @param suspenseDays how many days a cut-off break is watched
 */
public record AccountFile(
        String id,
        StatementSettings settings,
        Duration cutoffGrace,
        int suspenseDays,
        Statements statements) {

    /** The names that {@code provider} may have. */
    public static final List<String> PROVIDERS = List.of("wechatpay", "alipay", "stripe", "csv");

    /**
     * Where the statements are dropped.
     *
     * @param file a file name with {@code *}, {@code ?} and {@code {date}} or {@code {date:LAYOUT}}
     */
    public record Statements(Path directory, String file) {}
}
