package dev.tplus1.entry;

/** The state of a refund: pending until the provider has paid it out, or could not. */
public enum RefundState implements BookState {
    PENDING,
    SUCCEEDED,
    FAILED;

    @Override
    public boolean booked() {
        return this == SUCCEEDED;
    }

    /** Whether a refund in this state may go over into the next one. */
    public boolean mayBecome(RefundState next) {
        return this == PENDING && next != PENDING;
    }
}
