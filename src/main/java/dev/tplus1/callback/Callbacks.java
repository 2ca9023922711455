package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.outbox.Outbox;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Applies callbacks to the books, each at most once, whoever brings it and however often.
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
    private final BookChange change;

    /** On the bundled books. */
    public Callbacks(Database database, Clock clock, Outbox outbox) {
        this(database, clock, new BundledChange(database, outbox));
    }

    /**
     * On books of the user's own.
     *
     * @param database where these books are
     * @param zone in which they keep their times
     */
    public Callbacks(
            Database database, Clock clock, Outbox outbox, OwnUpdates updates, ZoneId zone) {
        this(database, clock, new OwnChange(database, updates, zone, new Messages(outbox::write)));
    }

    private Callbacks(Database database, Clock clock, BookChange change) {
        this.database = database;
        this.log = new CallbackLog(database, clock);
        this.change = change;
    }

    /**
     * Which of these the log says that a run applied.
     *
     * @throws DatabaseException when the database does not answer
     */
    public Set<Callback> appliedBy(String runId, List<Callback> callbacks) {
        try {
            return log.appliedBy(runId, callbacks);
        } catch (DataAccessException e) {
            throw DatabaseException.of("the callback log cannot be read", e);
        }
    }

    /** Applies a callback for whoever needs no permission to write. */
    public CallbackOutcome apply(Callback callback) {
        return apply(callback, Fence.NONE);
    }

    /** Applies a callback to books that tell by themselves what they have: the bundled ones. */
    public CallbackOutcome apply(Callback callback, Fence fence) {
        return apply(callback, fence, _ -> false);
    }

    /**
     * Applies a callback, in a transaction of its own. When the connection breaks, nobody knows
     * whether its commit was done: the callback is brought again on another one, where the log
     * tells.
     *
     * @param fence asked in the transaction before anything is changed; what it throws passes
     * @param booked whether the books have a callback, equal in all that counts; asked, after the
     *     transaction, where nothing was changed and only the books can tell why
     * @throws DatabaseException when the database does not answer or stays too busy; whether the
     *     callback was applied is then told by trying again
     */
    public CallbackOutcome apply(Callback callback, Fence fence, Predicate<Callback> booked) {
        try {
            CallbackOutcome outcome = answered(() -> changing(callback, fence));
            if (outcome instanceof CallbackOutcome.Refused refused) {
                if (unexplained(refused) && booked.test(callback)) {
                    return answered(() -> already(callback));
                }
                answered(() -> logging(callback, refused, fence));
            }
            return outcome;
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("the callback cannot be applied", e);
        }
    }

    /** How many callbacks {@link #applyAll} takes at once; of 1 it makes nothing. */
    public int mostAtOnce() {
        return change.mostAtOnce();
    }

    /**
     * Applies several callbacks in one transaction, where each of them is plainly due.
     *
     * @param callbacks no more than {@link #mostAtOnce}, payments or refunds; those of one order in
     *     their order
     * @param fence asked in the transaction before anything is changed
     * @return true when all were applied, just now; false when none was or, where the connection
     *     broke at the commit, nobody knows: each must then be brought by itself, which tells
     */
    public boolean applyAll(List<Callback> callbacks, Fence fence) {
        if (callbacks.size() > mostAtOnce()) {
            throw new IllegalStateException(callbacks.size() + " callbacks at once");
        }
        // two that bring some of the same wait for each other at the first, not crosswise
        List<Callback> ordered =
                callbacks.stream().sorted(Comparator.comparing(Callback::orderNo)).toList();
        try {
            return Objects.requireNonNull(
                    database.transactions()
                            .execute(status -> {
                                fence.assertHeld();
                                log.insertApplied(ordered);
                                boolean applied = change.applyAll(ordered);
                                if (!applied) {
                                    status.setRollbackOnly();
                                }
                                return applied;
                            }));
        } catch (RuntimeException _) {
            // a lost fence, a callback that was applied, a deadlock, a bug: brought by itself, the
            // callback that met it meets it again, waits for its turn, or tells what it is
            return false;
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
        CallbackOutcome outcome = change.apply(callback, !first);
        return !first && outcome instanceof CallbackOutcome.AlreadyApplied
                ? already(callback)
                : outcome;
    }

    private CallbackOutcome already(Callback callback) {
        return new CallbackOutcome.AlreadyApplied(log.appliedBy(callback, callback.runId()));
    }

    /** Whether nothing was changed and only the books can tell why. */
    private static boolean unexplained(CallbackOutcome.Refused refused) {
        return refused.reason().equals(Refusal.NOT_CHANGED.name())
                || refused.reason().equals(Refusal.APPLIED_DIFFERENTLY.name());
    }
}
