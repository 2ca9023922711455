package dev.tplus1.lease;

import java.time.Duration;
import java.time.Instant;

/** What came of asking for a lease. */
public sealed interface LeaseOutcome {
    /** It is ours until closed, or until we give no sign of life for too long. */
    record Acquired(Lease lease) implements LeaseOutcome {}

    /**
     * Another run holds it.
     *
     * @param process its process id on that host
     * @param since when it took the lease, by the database's clock
     * @param lastSignOfLife how long ago its last heartbeat was, by the database's clock
     */
    record HeldBy(String host, long process, Instant since, Duration lastSignOfLife)
            implements LeaseOutcome {}
}
