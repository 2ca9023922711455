package dev.tplus1.replay;

import dev.tplus1.callback.Callback;

import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** How missed callbacks reach the books. Delivers the same one any number of times, once. */
interface Delivery {
    /** How many it takes at once, at least 1. */
    int most();

    /**
     * Delivers them, and ends when each has its outcome.
     *
     * @param callbacks payments, or refunds: never both
     * @param stop looked at before each is sent; what is under way is finished
     * @throws dev.tplus1.database.DatabaseException when a database did not answer, so that nobody
     *     knows; a later try tells
     */
    Delivered deliver(List<Callback> callbacks, BooleanSupplier stop);

    /**
     * Those of the callbacks that this run sent before, so that they may arrive without being sent
     * again; none where a delivery is all or nothing.
     */
    default Set<Callback> sentBefore(List<Callback> callbacks) {
        return Set.of();
    }

    /** What became of a delivery. */
    sealed interface Delivered {
        /** Each has its outcome, in their order. */
        record Told(List<ReplayOutcome> outcomes) implements Delivered {}

        /** The stop signal came before the last was sent. */
        record Stopped() implements Delivered {}

        /**
         * Of several, one at least cannot be delivered together with others: each is to be
         * delivered by itself. Never said of one alone.
         */
        record OneByOne() implements Delivered {}
    }
}
