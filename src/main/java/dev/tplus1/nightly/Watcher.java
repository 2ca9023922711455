package dev.tplus1.nightly;

import dev.tplus1.watch.Observer;

/** Is told how far a night is, from several threads; for a terminal and whoever else looks on. */
public interface Watcher extends Observer {
    Watcher NOBODY = (_, _, _, _) -> {};

    /**
     * An account works.
     *
     * @param doing {@code reading statement} say
     * @param done how far, 0 where it cannot be told
     * @param of out of how many, 0 where it cannot be told
     */
    void at(String account, String doing, long done, long of);

    /** What an account's date came to, at once and on the thread that did it. */
    default void done(NightResult result) {}

    /**
     * An account's date has ended, and so have those before it in the job file. Told by one thread,
     * while others may still work.
     */
    default void ended(NightResult result) {}
}
