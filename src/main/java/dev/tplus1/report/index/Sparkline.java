package dev.tplus1.report.index;

import java.util.ArrayList;
import java.util.List;

/**
 * One bar for each of some dates, oldest first, drawn in a box of 28 units' height. A value more
 * than five times the next highest is cut, so that the others can be seen.
 *
 * @param width of the box
 * @param now the newest value in words
 * @param least the least value
 * @param most the most
 */
record Sparkline(int width, List<Bar> bars, String now, long least, long most) {
    /** A date without a statement. */
    static final long NONE = -1;

    private static final int STEP = 4;
    private static final int BAR = 3;
    private static final int HEIGHT = 280;
    private static final int TALLEST = 240;
    private static final int SHORTEST = 10;
    private static final int OUTLIER = 5;

    /**
     * A bar.
     *
     * @param x from the left
     * @param y from the top, with a decimal
     * @param height with a decimal
     * @param kind {@code none} for a date without a statement, {@code now} for the newest, {@code
     *     old}
     * @param cut whether it is higher than drawn
     */
    record Bar(int x, String y, String height, String kind, boolean cut) {}

    /**
     * @param values oldest first; {@link #NONE} for a date that has no statement
     * @param now the newest value, worded
     */
    static Sparkline of(List<Long> values, String now) {
        List<Long> known = values.stream().filter(value -> value != NONE).sorted().toList();
        long most = known.isEmpty() ? 0 : known.getLast();
        long next = known.size() < 2 ? most : known.get(known.size() - 2);
        boolean cut = next > 0 && most / OUTLIER > next;
        long scale = Math.max(1, cut ? next + next / 2 : most);
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            long value = values.get(i);
            String kind = value == NONE ? "none" : i == values.size() - 1 ? "now" : "old";
            int height =
                    value == NONE
                            ? 5 * SHORTEST
                            : Math.max(SHORTEST, (int) (Math.min(value, scale) * TALLEST / scale));
            bars.add(
                    new Bar(
                            i * STEP,
                            tenths(HEIGHT - height),
                            tenths(height),
                            kind,
                            cut && value == most));
        }
        return new Sparkline(
                values.size() * STEP - STEP + BAR,
                bars,
                now,
                known.isEmpty() ? 0 : known.getFirst(),
                most);
    }

    private static String tenths(int tenths) {
        return tenths / 10 + "." + tenths % 10;
    }
}
