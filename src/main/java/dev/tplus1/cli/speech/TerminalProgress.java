package dev.tplus1.cli.speech;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/** One line that is written over and over, and vanishes when the work ends. */
final class TerminalProgress implements Progress {
    /** More often than this nobody can read it, and the work should not wait for the terminal. */
    private static final long MIN_GAP_NANOS = 100_000_000;

    /** A longer line would wrap on a narrow terminal, and then it could not be taken away. */
    private static final int MAX_WIDTH = 79;

    private static final int ACTIVITY_WIDTH = 20;

    private final PrintStream out;
    private final LongSupplier nanos;
    private boolean written;
    private boolean begun;
    private long last;

    TerminalProgress(PrintStream out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
    }

    @Override
    public synchronized void show(String account, String activity, String reached) {
        long now = nanos.getAsLong();
        if (begun && now - last < MIN_GAP_NANOS) {
            return;
        }
        begun = true;
        last = now;
        String line = account + "  " + Speech.padded(activity, ACTIVITY_WIDTH) + reached;
        out.print(
                "\r"
                        + (line.length() > MAX_WIDTH ? line.substring(0, MAX_WIDTH) : line)
                        + "\u001b[K");
        out.flush();
        written = true;
    }

    @Override
    public synchronized void clear() {
        if (written) {
            out.print("\r\u001b[K");
            out.flush();
            written = false;
        }
    }
}
