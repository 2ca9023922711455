package dev.tplus1.callback;

/**
 * Asked inside each transaction before it changes anything, whether this run may still write.
 * Throws when it may not; the transaction is then rolled back and the exception passed on.
 */
@FunctionalInterface
public interface Fence {
    /** For whoever needs no permission: the provider's own callback. */
    Fence NONE = () -> {};

    void assertHeld();
}
