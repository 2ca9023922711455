package dev.tplus1.breaks;

/** Where a break stands. */
public enum Status {
    /** Waits for a person. */
    OPEN,
    /** Watched: the neighbouring date, or the provider, may still explain it. */
    SUSPENSE,
    /** Held back by a circuit breaker until somebody approves the date. */
    HELD,
    /** The missed callback was replayed (or arrived by itself) and the books were read again. */
    REPAIRED,
    /** A person decided it, or a neighbouring date carries its entry. */
    RESOLVED,
    /** A later revision found that the books now explain it. */
    CLOSED,
    /** A later revision's statement no longer has its entry; a person must look. */
    WITHDRAWN;

    /**
     * Whether somebody or something still has to end it: what {@code breaks list} shows as not
     * decided.
     */
    public boolean open() {
        return switch (this) {
            case OPEN, SUSPENSE, HELD, WITHDRAWN -> true;
            case REPAIRED, RESOLVED, CLOSED -> false;
        };
    }
}
