package dev.tplus1.callback;

import java.util.List;

/** How a callback changes the books. */
interface BookChange {
    /**
     * Changes them where they allow it, in the caller's transaction, which is rolled back unless
     * the callback was applied.
     *
     * @param again whether the log says that it was applied before
     */
    CallbackOutcome apply(Callback callback, boolean again);

    /** How many callbacks one transaction may hold, at least 1. */
    int mostAtOnce();

    /**
     * Changes them for callbacks of which the log has none, in the caller's transaction, which is
     * rolled back unless all were applied.
     *
     * @return false where one is not plainly due, for whatever reason
     */
    boolean applyAll(List<Callback> callbacks);
}
