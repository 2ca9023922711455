package dev.tplus1.alert;

import java.time.Duration;

/** What became of sending one digest once. Reasons are one line of bounded length, no secrets. */
public sealed interface Sent {
    /**
     * The other side has it.
     *
     * @param note what is worth telling all the same, a recipient that was refused say; else empty
     */
    record Accepted(String note) implements Sent {}

    /** The other side will not have it, now or later: a dead letter. */
    record Refused(String reason) implements Sent {}

    /**
     * The other side may have it or not; the same digest is sent again, under the same id.
     *
     * @param retryAfter how long the other side asks to be left alone; zero where it does not
     */
    record TryAgain(String reason, Duration retryAfter) implements Sent {}
}
