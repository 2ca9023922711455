package dev.tplus1.outbox;

/**
 * What the relay did until nothing was due any more, or until it had to stop before.
 *
 * @param published how many messages the sinks took, and were marked so
 * @param died how many became dead letters
 * @param why what the last sink said, where it was left alone; else empty
 */
public record Round(long published, long died, End end, String why) {
    /** Why it ended. */
    public enum End {
        /** Nothing is due. */
        DONE,
        /** It was asked to stop. */
        STOPPED,
        /** The sink took nothing several times in a row, and it would fare no better with more. */
        LEFT_ALONE
    }
}
