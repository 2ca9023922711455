package dev.tplus1.outbox;

/** What came of a round's messages so far, and whether it makes sense to go on. Thread-safe. */
final class Tally {
    private final boolean oneSink;
    private long published;
    private long died;
    private int unknownInARow;
    private int refusedInARow;
    private boolean failed;
    private String why = "";

    /**
     * @param oneSink whether all messages go to one sink, which is left alone when it takes nothing
     */
    Tally(boolean oneSink) {
        this.oneSink = oneSink;
    }

    synchronized void published() {
        published++;
        unknownInARow = 0;
        refusedInARow = 0;
    }

    /** A message that was fit for no sink says nothing about the sink. */
    synchronized void died() {
        died++;
    }

    synchronized void refused(String said) {
        died++;
        unknownInARow = 0;
        refusedInARow++;
        why = said;
    }

    synchronized void unknown(String said, boolean dead) {
        died += dead ? 1 : 0;
        unknownInARow++;
        why = said;
    }

    synchronized void failed() {
        failed = true;
    }

    synchronized boolean over() {
        return failed || leftAlone();
    }

    private boolean leftAlone() {
        return oneSink
                && (unknownInARow >= Relay.MAX_UNKNOWN || refusedInARow >= Relay.MAX_REFUSED);
    }

    synchronized Round round(boolean stopping) {
        if (leftAlone()) {
            return new Round(published, died, Round.End.LEFT_ALONE, why);
        }
        return new Round(published, died, stopping ? Round.End.STOPPED : Round.End.DONE, "");
    }
}
