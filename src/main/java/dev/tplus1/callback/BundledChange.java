package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.outbox.Outbox;

import java.util.ArrayList;
import java.util.List;

/** The bundled books: looked at, judged and changed in one transaction. */
final class BundledChange implements BookChange {
    /** Their rows are locked for some ten milliseconds, and a round trip is nothing among them. */
    static final int MOST_AT_ONCE = 100;

    private final Database database;
    private final Outbox outbox;
    private final BundledBooks books;

    BundledChange(Database database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
        this.books = new BundledBooks(database);
    }

    @Override
    public CallbackOutcome apply(Callback callback, boolean again) {
        CallbackOutcome outcome = apply(callback, books, new Messages(outbox::write));
        // the log has it and the books do not: somebody changed them behind its back
        return again && outcome instanceof CallbackOutcome.Applied
                ? Refusals.refused(
                        Refusal.APPLIED_DIFFERENTLY,
                        "the callback log says that it was applied, but the books are as before")
                : outcome;
    }

    @Override
    public int mostAtOnce() {
        return MOST_AT_ONCE;
    }

    @Override
    public boolean applyAll(List<Callback> callbacks) {
        BooksAtOnce all = BooksAtOnce.read(database, books, callbacks);
        List<Outbox.Draft> drafts = new ArrayList<>();
        Messages messages =
                new Messages(
                        (topic, key, payload) -> drafts.add(new Outbox.Draft(topic, key, payload)));
        for (Callback callback : callbacks) {
            if (!(apply(callback, all, messages) instanceof CallbackOutcome.Applied)) {
                return false;
            }
        }
        // the messages last, while the orders are locked: those of one order come in its order
        if (!all.write()) {
            return false;
        }
        outbox.write(drafts);
        return true;
    }

    private static CallbackOutcome apply(Callback callback, OrderBooks books, Messages messages) {
        return switch (callback.kind()) {
            case PAYMENT -> new Payments(books, messages).apply(callback);
            case REFUND -> new Refunds(books, messages).apply(callback);
        };
    }
}
