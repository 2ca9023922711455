package dev.tplus1.entry;

/** The state that the books give an order or a refund. */
public sealed interface BookState permits OrderState, RefundState {
    /** Whether money is booked in this state. */
    boolean booked();

    /** The state's name, as the books and the ledger queries spell it. */
    String name();
}
