package dev.tplus1.callback;

/** The bundled books: looked at, judged and changed in one transaction. */
final class BundledChange implements BookChange {
    private final Payments payments;
    private final Refunds refunds;

    BundledChange(BundledBooks books, Messages messages) {
        this.payments = new Payments(books, messages);
        this.refunds = new Refunds(books, messages);
    }

    @Override
    public CallbackOutcome apply(Callback callback, boolean again) {
        CallbackOutcome outcome =
                switch (callback.kind()) {
                    case PAYMENT -> payments.apply(callback);
                    case REFUND -> refunds.apply(callback);
                };
        // the log has it and the books do not: somebody changed them behind its back
        return again && outcome instanceof CallbackOutcome.Applied
                ? Refusals.refused(
                        Refusal.APPLIED_DIFFERENTLY,
                        "the callback log says that it was applied, but the books are as before")
                : outcome;
    }
}
