package dev.tplus1.http;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/** What became of asking for a file. */
public sealed interface Received {
    /**
     * It is there, whole as far as the connection tells, forced to disk under its name.
     *
     * @param type what the header {@code content-type} says
     */
    record Saved(Path file, long bytes, @Nullable String type) implements Received {}

    /** The other side says no: a status from 400 to 499. Nothing was written. */
    record Refused(Answer answer) implements Received {}
}
