package dev.tplus1.lease;

/** How a run that lost its lease is kept from writing into the books. */
public interface Fencing {
    /** Shuts out whoever held the lease before, before anything is read. */
    void raise(Lease lease);

    /** Throws in a transaction on the books when this holder is shut out. */
    void assertHeld(Lease lease);

    /**
     * The lease itself: it is in the books' own database, or the books are not written by us and it
     * is all there is to ask.
     */
    static Fencing byLease() {
        return new Fencing() {
            @Override
            public void raise(Lease lease) {
                // taking the lease has done it
            }

            @Override
            public void assertHeld(Lease lease) {
                lease.assertHeld();
            }
        };
    }

    /** A row beside the books, which are in another database than the lease. */
    static Fencing byRow(FenceRow row) {
        return new Fencing() {
            @Override
            public void raise(Lease lease) {
                row.raise(lease);
            }

            @Override
            public void assertHeld(Lease lease) {
                row.assertHeld(lease);
            }
        };
    }
}
