package dev.tplus1.bench;

import dev.tplus1.bench.Figures.What;

/**
 * What a work must reach, and what it aims at.
 *
 * @param ratio whether it is our median by the rival's, in thousandths; else our median as it is
 */
record Limit(What what, boolean ratio, long must, long aim) {
    private static final long SECOND = 1_000_000_000;

    static Limit ratio(What what, long must, long aim) {
        return new Limit(what, true, must, aim);
    }

    static Limit mebibytes(long must, long aim) {
        return new Limit(What.PEAK, false, must * 1024, aim * 1024);
    }

    static Limit seconds(long must, long aim) {
        return new Limit(What.WALL, false, must * SECOND, aim * SECOND);
    }

    String held(Figures figures) {
        long reached = ratio ? figures.ratio(what) : what.median(figures.ours());
        return reached <= aim ? "yes, the aim too" : reached <= must ? "yes" : "**no**";
    }

    String mustText() {
        return text(must);
    }

    String aimText() {
        return aim == must ? "" : text(aim);
    }

    private String text(long value) {
        return "<= " + (ratio ? Figures.thousandths(value) + " x" : what.text(value));
    }
}
