package dev.tplus1.job;

import dev.tplus1.provider.Providers;
import dev.tplus1.provider.api.ApiSettings;
import dev.tplus1.statement.StatementSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * A payment account as the job file has it.
 *
 * @param settings what its statements need
 * @param cutoffGrace how far from midnight the cut-off alone may explain a missing entry
 * @param suspenseDays how many days a cut-off break is watched
 * @param statements where they come from
 * @param poll how long to leave it be when it has no statement yet, before it is asked again
 */
public record AccountFile(
        String id,
        StatementSettings settings,
        Duration cutoffGrace,
        int suspenseDays,
        Statements statements,
        Duration poll) {

    /** The names that {@code provider} may have. */
    public static final List<String> PROVIDERS = Providers.NAMES;

    /** The zone of its days: its own, else its provider's. */
    public ZoneId zone() {
        ZoneId own = settings.zone();
        return own == null ? Providers.format(settings).zone() : own;
    }

    /** Where the statements come from. */
    public sealed interface Statements {}

    /**
     * They are dropped into a folder.
     *
     * @param file a file name with {@code *}, {@code ?} and {@code {date}} or {@code {date:LAYOUT}}
     */
    public record Folder(Path directory, String file) implements Statements {}

    /** The provider's own API hands them out. */
    public record Api(ApiSettings settings) implements Statements {}
}
