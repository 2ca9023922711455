package dev.tplus1.nightly;

/**
 * Lines of a plain csv statement: payment {@code n} is transaction {@code Tn} of order {@code On}.
 */
final class Lines {
    static final String HEADER =
            "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at";

    private Lines() {}

    static String paid(String n, String amount, String at) {
        return paid(n, amount, "CNY", at);
    }

    static String paid(String n, String amount, String currency, String at) {
        return "T" + n + ",O" + n + ",,PAYMENT," + amount + "," + currency + ",SUCCESS," + at;
    }

    /** Refund {@code Rm} of payment {@code Tn}. */
    static String refunded(String m, String n, String amount, String at) {
        return "T" + n + ",O" + n + ",R" + m + ",REFUND," + amount + ",CNY,SUCCESS," + at;
    }

    static String refundInProgress(String m, String n, String amount, String at) {
        return "T" + n + ",O" + n + ",R" + m + ",REFUND," + amount + ",CNY,PROCESSING," + at;
    }
}
