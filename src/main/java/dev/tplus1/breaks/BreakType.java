package dev.tplus1.breaks;

/**
 * What is wrong, by the classification table; with its risk and what is done about it by default.
 */
public enum BreakType {
    DUPLICATE_LINE(Risk.MEDIUM, Action.ALERT),
    CURRENCY_MISMATCH(Risk.HIGH, Action.ALERT),
    AMOUNT_MISMATCH(Risk.HIGH, Action.ALERT),
    ORDER_MISMATCH(Risk.HIGH, Action.ALERT),
    UNKNOWN_ORDER(Risk.HIGH, Action.ALERT),
    DUPLICATE_PAYMENT(Risk.HIGH, Action.ALERT),
    STATUS_MISMATCH(Risk.HIGH, Action.ALERT),
    PAID_AFTER_CLOSE(Risk.HIGH, Action.ALERT),
    PAID_THEN_REFUNDED(Risk.HIGH, Action.ALERT),
    MISSED_CALLBACK(Risk.LOW, Action.REPLAY),
    UNKNOWN_REFUND(Risk.HIGH, Action.ALERT),
    REFUND_EXCEEDS(Risk.HIGH, Action.ALERT),
    REFUND_IN_PROGRESS(Risk.LOW, Action.SUSPENSE),
    DUPLICATE_BOOKING(Risk.HIGH, Action.ALERT),
    CUT_OFF(Risk.LOW, Action.SUSPENSE),
    MISSING_AT_PROVIDER(Risk.HIGH, Action.ALERT),
    DISPUTE(Risk.HIGH, Action.ALERT),
    REFUND_FAILURE(Risk.HIGH, Action.ALERT);

    private final Risk risk;
    private final Action action;

    BreakType(Risk risk, Action action) {
        this.risk = risk;
        this.action = action;
    }

    public Risk risk() {
        return risk;
    }

    /** What is done about it unless a limit or a setting says otherwise. */
    public Action action() {
        return action;
    }
}
