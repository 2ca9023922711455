package dev.tplus1.alert;

/** One way to tell people. Thread-safe. */
public interface Channel extends AutoCloseable {
    /** The name that the job file gives it. */
    String name();

    /**
     * Sends one digest once; nothing is tried again behind the caller's back. It never throws for
     * what the other side or the network does.
     */
    Sent send(Digest digest);

    /**
     * Whether the other side can be reached at all, without telling anybody anything: an empty
     * text, or why not, in one line without any secret.
     */
    String unreachable();

    /** Ends what is under way and lets go of all connections. */
    @Override
    void close();
}
