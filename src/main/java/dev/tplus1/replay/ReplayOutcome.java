package dev.tplus1.replay;

/** What became of one replay. */
public sealed interface ReplayOutcome {
    /**
     * This run applied it.
     *
     * @param note what was learned before, for people; mostly nothing
     */
    record Applied(String note) implements ReplayOutcome {
        public Applied() {
            this("");
        }
    }

    /** The callback had arrived by itself before. */
    record AlreadyApplied() implements ReplayOutcome {}

    /** The books, or whoever keeps them, will not have it: a person must look. */
    record Refused(String reason) implements ReplayOutcome {}

    /**
     * It did not arrive, as far as anybody knows; whether it has since is told by reading the books
     * again.
     *
     * @param reason what happened, in plain sentences
     * @param tried whether this run sent it, so that its arrival is this run's doing
     */
    record Failed(String reason, boolean tried) implements ReplayOutcome {}

    /**
     * This outcome of one that is not sent, or not sent again: what this run sent before may arrive
     * all the same.
     */
    default ReplayOutcome sentBefore(boolean sent) {
        return switch (this) {
            case Refused refused when sent ->
                    new Failed("It had been sent before. " + refused.reason(), true);
            case Failed failed when sent ->
                    new Failed("It had been sent before. " + failed.reason(), true);
            case Applied _, AlreadyApplied _, Refused _, Failed _ -> this;
        };
    }
}
