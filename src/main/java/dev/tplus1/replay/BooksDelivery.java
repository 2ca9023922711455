package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.CallbackOutcome;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.DatabaseException;

/** Delivers into the bundled books. */
public final class BooksDelivery implements Delivery {
    private final Callbacks callbacks;
    private final Fence fence;

    /**
     * @param fence asked in each transaction whether this run may still write; what it throws ends
     *     the replays
     */
    public BooksDelivery(Callbacks callbacks, Fence fence) {
        this.callbacks = callbacks;
        this.fence = fence;
    }

    @Override
    public ReplayOutcome deliver(Callback callback) {
        try {
            return switch (callbacks.apply(callback, fence)) {
                case CallbackOutcome.Applied _ -> new ReplayOutcome.Applied();
                // what an earlier try of this run applied before it died, this run applied
                case CallbackOutcome.AlreadyApplied already ->
                        already.byThisRun()
                                ? new ReplayOutcome.Applied()
                                : new ReplayOutcome.AlreadyApplied();
                case CallbackOutcome.Refused refused ->
                        new ReplayOutcome.Refused(refused.reason() + ": " + refused.detail());
            };
        } catch (DatabaseException e) {
            return new ReplayOutcome.Failed(String.valueOf(e.getMessage()));
        }
    }
}
