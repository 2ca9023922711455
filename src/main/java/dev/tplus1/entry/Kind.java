package dev.tplus1.entry;

/** What an entry is: money that came in for an order, or money that went back. */
public enum Kind {
    PAYMENT,
    REFUND;

    /** The sign that this kind has in the proof: payments are positive, refunds negative. */
    public int sign() {
        return this == PAYMENT ? 1 : -1;
    }
}
