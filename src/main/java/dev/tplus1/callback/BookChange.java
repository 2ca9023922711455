package dev.tplus1.callback;

/** How a callback changes the books. */
@FunctionalInterface
interface BookChange {
    /**
     * Changes them where they allow it, in the caller's transaction, which is rolled back unless
     * the callback was applied.
     *
     * @param again whether the log says that it was applied before
     */
    CallbackOutcome apply(Callback callback, boolean again);
}
