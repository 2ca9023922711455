package dev.tplus1.breaks.decide;

import java.time.Instant;

/**
 * That the first of two persons lets something be replayed. Nothing is replayed for it.
 *
 * @param by a label, not a login
 * @param of what it was of, as a SHA-256; it counts only while that is so; empty: void for good
 */
public record FirstApproval(String by, String note, Instant at, String of) {
    /** The same, of nothing any more: it does not count again where what it was of comes back. */
    public FirstApproval voided() {
        return new FirstApproval(by, note, at, "");
    }

    /** What is said of one that does not count any more. */
    public String stale(String why) {
        return "the approval by " + by + " does not count any more: " + why;
    }
}
