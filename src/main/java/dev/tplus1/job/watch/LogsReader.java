package dev.tplus1.job.watch;

import dev.tplus1.job.Block;
import dev.tplus1.job.Values;
import dev.tplus1.watch.log.LogSettings;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Binds the block {@code logs}. */
public final class LogsReader {
    public static final String LOGS = "logs";

    private LogsReader() {}

    /** None where the block is left out; one that is empty has all its defaults. */
    public static @Nullable LogSettings read(Block job) {
        Block block = job.block(LOGS, "format", "level", "file");
        if (!job.has(LOGS)) {
            return null;
        }
        return new LogSettings(
                block.read(
                        "format",
                        LogSettings.DEFAULT_FORMAT,
                        text -> word(LogSettings.Format.values(), text),
                        "a format of logs: " + words(LogSettings.Format.values())),
                block.read(
                        "level",
                        LogSettings.DEFAULT_LEVEL,
                        text -> word(LogSettings.Level.values(), text),
                        "a level of logs: " + words(LogSettings.Level.values())),
                block.has("file") ? block.read("file", Values::path, "a file") : null);
    }

    private static <E extends Enum<E>> E word(E[] all, String text) {
        return Stream.of(all)
                .filter(each -> shown(each).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
    }

    private static String words(Enum<?>[] all) {
        return Stream.of(all).map(LogsReader::shown).collect(Collectors.joining(", "));
    }

    private static String shown(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
