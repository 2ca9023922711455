package dev.tplus1.nightly;

/** Is told how far a night is, from several threads; for a terminal. */
public interface Watcher {
    Watcher NOBODY = (_, _, _, _) -> {};

    /**
     * An account works.
     *
     * @param doing {@code reading statement} say
     * @param done how far, 0 where it cannot be told
     * @param of out of how many, 0 where it cannot be told
     */
    void at(String account, String doing, long done, long of);

    /**
     * An account's date has ended, and so have those before it in the job file. Told by one thread,
     * while others may still work.
     */
    default void ended(NightResult result) {}
}
