package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.CallbackOutcome;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;

import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Delivers into the books by SQL, the bundled ones or the user's own. */
final class BooksDelivery implements Delivery {
    private final Callbacks callbacks;
    private final ReplayCheck books;
    private final Fence fence;

    /**
     * @param fence asked in each transaction whether this run may still write; what it throws ends
     *     the replays
     */
    BooksDelivery(Callbacks callbacks, ReplayCheck books, Fence fence) {
        this.callbacks = callbacks;
        this.books = books;
        this.fence = fence;
    }

    @Override
    public int most() {
        return callbacks.mostAtOnce();
    }

    @Override
    public Delivered deliver(List<Callback> batch, BooleanSupplier stop) {
        if (batch.size() == 1) {
            return new Delivered.Told(
                    List.of(outcome(callbacks.apply(batch.getFirst(), fence, books::arrived))));
        }
        return callbacks.applyAll(batch, fence)
                ? new Delivered.Told(Collections.nCopies(batch.size(), new ReplayOutcome.Applied()))
                : new Delivered.OneByOne();
    }

    private static ReplayOutcome outcome(CallbackOutcome outcome) {
        return switch (outcome) {
            case CallbackOutcome.Applied _ -> new ReplayOutcome.Applied();
            // what an earlier try of this run applied before it died, this run applied
            case CallbackOutcome.AlreadyApplied already ->
                    already.byThisRun()
                            ? new ReplayOutcome.Applied()
                            : new ReplayOutcome.AlreadyApplied();
            case CallbackOutcome.Refused refused ->
                    new ReplayOutcome.Refused(refused.reason() + ": " + refused.detail());
        };
    }
}
