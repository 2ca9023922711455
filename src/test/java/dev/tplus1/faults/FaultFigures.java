package dev.tplus1.faults;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What the fault suite did and what came of it: collected from all its tests, printed once, when
 * the last test of the JVM has run. Thread-safe.
 */
public final class FaultFigures implements LauncherSessionListener {
    private static final String SCALE = "faults.scale";
    private static final List<Row> ROWS = new CopyOnWriteArrayList<>();

    private record Row(String what, String amount, String result) {}

    /**
     * Adds a row to the table.
     *
     * @param what a few words: which faults
     * @param amount how many, as people read it
     * @param result what came of them
     */
    public static void row(String what, String amount, String result) {
        ROWS.add(new Row(what, amount, result));
    }

    /** How much of everything: 1, or 5 for the whole table ({@code -Dfaults.scale=5}). */
    public static int scale() {
        int scale = Integer.getInteger(SCALE, 1);
        if (scale < 1) {
            throw new IllegalStateException(SCALE + " is " + scale + ", expected 1 or more");
        }
        return scale;
    }

    /** Called when the JVM has run its tests; tests have no need to. */
    @Override
    public void launcherSessionClosed(LauncherSession session) {
        print(System.out);
    }

    private static void print(PrintStream out) {
        List<Row> rows = List.copyOf(ROWS);
        if (rows.isEmpty()) {
            return;
        }
        ROWS.clear();
        int what = rows.stream().mapToInt(row -> row.what().length()).max().orElse(0);
        int amount = rows.stream().mapToInt(row -> row.amount().length()).max().orElse(0);
        out.println();
        out.println("Faults, at scale " + scale() + ":");
        for (Row row : rows) {
            out.println(
                    "  "
                            + row.what()
                            + " ".repeat(what - row.what().length())
                            + "  "
                            + " ".repeat(amount - row.amount().length())
                            + row.amount()
                            + "  "
                            + row.result());
        }
        out.println();
        out.flush();
    }
}
