package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.outbox.Outbox;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.time.Clock;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Applies callbacks to the bundled books, each at most once, whoever brings it and however often.
 * Thread-safe, and safe beside other processes that do the same.
 *
 * <p>One transaction holds the log's row, the change and the message. The row is inserted first: of
 * two who bring the same callback one waits at the unique key and then finds it taken. The row says
 * APPLIED only if the change was made; a refusal rolls it back and is logged under its own reason,
 * so a callback that came too early does not block the one that comes in time.
 */
public final class Callbacks {
    /** On how many connections a callback is tried when one after another breaks. */
    private static final int CONNECTIONS = 3;

    private final Database database;
    private final CallbackLog log;
    private final Payments payments;
    private final Refunds refunds;

    public Callbacks(Database database, Clock clock, Outbox outbox) {
        this.database = database;
        this.log = new CallbackLog(database, clock);
        BundledBooks books = new BundledBooks(database);
        Messages messages = new Messages(outbox);
        this.payments = new Payments(books, messages);
        this.refunds = new Refunds(books, messages);
    }

    /** Applies a callback for whoever needs no permission to write. */
    public CallbackOutcome apply(Callback callback) {
        return apply(callback, Fence.NONE);
    }

    /**
     * Applies a callback, in a transaction of its own. When the connection breaks, nobody knows
     * whether its commit was done: the callback is brought again on another one, where the log
     * tells.
     *
     * @param fence asked in the transaction before anything is changed; what it throws passes
     * @throws DatabaseException when the database does not answer or stays too busy; whether the
     *     callback was applied is then told by trying again
     */
    public CallbackOutcome apply(Callback callback, Fence fence) {
        try {
            CallbackOutcome outcome = answered(() -> changing(callback, fence));
            if (outcome instanceof CallbackOutcome.Refused refused) {
                answered(() -> logging(callback, refused, fence));
            }
            return outcome;
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("the callback cannot be applied", e);
        }
    }

    private <T> T answered(Supplier<T> transaction) {
        for (int connection = 1; ; connection++) {
            try {
                return database.retrying(transaction);
            } catch (DataAccessException | TransactionException | DatabaseException e) {
                if (connection == CONNECTIONS || !SqlErrors.connectionLost(e)) {
                    throw e;
                }
            }
        }
    }

    private CallbackOutcome changing(Callback callback, Fence fence) {
        return Objects.requireNonNull(
                database.transactions()
                        .execute(status -> {
                            CallbackOutcome outcome = attempt(callback, fence);
                            if (!(outcome instanceof CallbackOutcome.Applied)) {
                                status.setRollbackOnly();
                            }
                            return outcome;
                        }));
    }

    private boolean logging(Callback callback, CallbackOutcome.Refused refused, Fence fence) {
        return Objects.requireNonNull(
                database.transactions()
                        .execute(status -> {
                            fence.assertHeld();
                            boolean first = log.insert(callback, refused.reason());
                            if (!first) {
                                status.setRollbackOnly();
                            }
                            return first;
                        }));
    }

    private CallbackOutcome attempt(Callback callback, Fence fence) {
        fence.assertHeld();
        boolean first = log.insert(callback, CallbackLog.APPLIED);
        CallbackOutcome outcome =
                switch (callback.kind()) {
                    case PAYMENT -> payments.apply(callback);
                    case REFUND -> refunds.apply(callback);
                };
        if (first) {
            return outcome;
        }
        return switch (outcome) {
            // the log has it and the books do not: somebody changed them behind its back
            case CallbackOutcome.Applied _ ->
                    new CallbackOutcome.Refused(
                            Refusal.APPLIED_DIFFERENTLY.name(),
                            "the callback log says that it was applied, to order "
                                    + log.appliedTo(callback).orElse("")
                                    + ", but the books are as before");
            case CallbackOutcome.AlreadyApplied _ ->
                    new CallbackOutcome.AlreadyApplied(log.appliedBy(callback, callback.runId()));
            case CallbackOutcome.Refused refused -> refused;
        };
    }
}
