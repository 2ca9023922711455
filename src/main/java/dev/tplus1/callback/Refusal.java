package dev.tplus1.callback;

/** Why the books do not allow a callback; the names stand in the callback log. */
enum Refusal {
    UNKNOWN_ORDER,
    OTHER_ACCOUNT,
    ORDER_CLOSED,
    ORDER_FAILED,
    ORDER_NOT_BOOKED,
    ORDER_STATE,
    PAID_OTHERWISE,
    BOOKED_ELSEWHERE,
    TRANSACTION_DIFFERS,
    CURRENCY_DIFFERS,
    AMOUNT_DIFFERS,
    UNKNOWN_REFUND,
    AMBIGUOUS_REFUND,
    REFUND_FAILED,
    REFUND_ID_DIFFERS,
    REFUND_EXCEEDS,
    APPLIED_DIFFERENTLY
}
