package dev.tplus1.breaks.decide;

import java.time.Instant;

/**
 * That the first of two persons lets something be replayed. Nothing is replayed for it.
 *
 * @param by a label, not a login
 * @param of what it was of, as a SHA-256; it counts only while that is so
 */
public record FirstApproval(String by, String note, Instant at, String of) {
    /** What is said of one that does not count any more. */
    public String stale(String why) {
        return "the approval by " + by + " does not count any more: " + why;
    }
}
