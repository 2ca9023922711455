package dev.tplus1.nightly.told;

import dev.tplus1.outbox.Notices.Undelivered;

import java.util.List;

/**
 * What came of delivering what waits.
 *
 * @param delivered how many notices the channels took
 * @param died how many will not be tried again
 * @param left the channels that did not take what was tried
 * @param holder who delivers, where somebody else does; else empty
 */
public record Delivered(End end, long delivered, long died, List<Undelivered> left, String holder) {
    /** Why it ended. */
    public enum End {
        /** Nothing is due. */
        DONE,
        /** It was asked to stop. */
        STOPPED,
        /** Its time was up; what is left waits. */
        LATE,
        /** Another process delivers this job's notices. */
        RUNNING_ELSEWHERE
    }

    public Delivered {
        left = List.copyOf(left);
    }
}
