package dev.tplus1.entry;

/**
 * The state of an order. Money only moves forward: {@link #mayBecome} lists every step there is.
 */
public enum OrderState implements BookState {
    PENDING,
    PAID,
    PARTIALLY_REFUNDED,
    REFUNDED,
    CLOSED,
    FAILED;

    @Override
    public boolean booked() {
        return switch (this) {
            case PAID, PARTIALLY_REFUNDED, REFUNDED -> true;
            case PENDING, CLOSED, FAILED -> false;
        };
    }

    /** Whether an order in this state may go over into the next one. */
    public boolean mayBecome(OrderState next) {
        return switch (this) {
            case PENDING -> next == PAID || next == CLOSED || next == FAILED;
            case PAID, PARTIALLY_REFUNDED -> next == PARTIALLY_REFUNDED || next == REFUNDED;
            case REFUNDED, CLOSED, FAILED -> false;
        };
    }
}
