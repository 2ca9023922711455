package dev.tplus1.callback;

/** What became of a callback. */
public sealed interface CallbackOutcome {
    /** It changed the books, just now. */
    record Applied() implements CallbackOutcome {}

    /**
     * The books had it already, equal in all that counts; nothing was changed.
     *
     * @param byThisRun whether an earlier try of the same run applied it, as after a crash
     */
    record AlreadyApplied(boolean byThisRun) implements CallbackOutcome {}

    /**
     * The books do not allow it; nothing was changed.
     *
     * @param reason a stable code, as the callback log keeps it
     * @param detail one plain sentence: what was expected and found
     */
    record Refused(String reason, String detail) implements CallbackOutcome {}
}
