package dev.tplus1.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;

/** How a command ended, the most severe first. */
public enum ExitCode {
    /** Stopped by SIGTERM, safe to run again. */
    STOPPED(143),
    /** Failed: unexpected; safe to run again. */
    FAILED(1),
    /** Usage or settings: nothing was started, or nothing was changed. */
    USAGE(2),
    /** The statement was refused, or is suspiciously empty. */
    REFUSED(6),
    /** Held back: a person must decide. */
    HELD(7),
    /** Another run holds this account and date. */
    RUNNING(5),
    /** Run again: the statement or the books are not ready, or earlier work was finished first. */
    NOT_READY(4),
    /**
     * Done, and breaks or dead letters need a person (only where asked for), or rows of an import.
     */
    BREAKS(3),
    /** Done. */
    DONE(0);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The one with this code. */
    public static ExitCode of(int code) {
        return Arrays.stream(values())
                .filter(each -> each.code == code)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no exit code: " + code));
    }

    /** The most severe of these; of none, done. */
    public static ExitCode mostSevere(Collection<ExitCode> codes) {
        return codes.stream().min(Comparator.naturalOrder()).orElse(DONE);
    }
}
