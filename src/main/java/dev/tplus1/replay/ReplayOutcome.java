package dev.tplus1.replay;

/** What became of one replay. */
public sealed interface ReplayOutcome {
    /** It was applied, just now. */
    record Applied() implements ReplayOutcome {}

    /** The callback had arrived by itself before. */
    record AlreadyApplied() implements ReplayOutcome {}

    /** The books do not allow it: a person must look. */
    record Refused(String reason) implements ReplayOutcome {}

    /** It could not be delivered; whether it arrived is told by reading the books again. */
    record Failed(String reason) implements ReplayOutcome {}
}
