package dev.tplus1.watch.log;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * How a job's commands log.
 *
 * @param level of what tplus1 itself logs; see {@link Level}
 * @param file where to; none for stderr
 */
public record LogSettings(Format format, Level level, @Nullable Path file) {
    public static final Format DEFAULT_FORMAT = Format.TEXT;
    public static final Level DEFAULT_LEVEL = Level.INFO;

    /** What a line looks like. */
    public enum Format {
        /** One line for people, a trace below it. */
        TEXT,
        /** One JSON object on a line, in the fields of the Elastic Common Schema. */
        ECS
    }

    /**
     * What is logged at all, each with those before it. Of what its libraries log, debug and trace
     * are told only where they are asked for; below that no more than warnings.
     */
    public enum Level {
        ERROR,
        WARN,
        INFO,
        DEBUG,
        TRACE
    }
}
