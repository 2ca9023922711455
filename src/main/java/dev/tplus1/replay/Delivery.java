package dev.tplus1.replay;

import dev.tplus1.callback.Callback;

/** How a missed callback reaches the books. Delivers the same one any number of times, once. */
@FunctionalInterface
public interface Delivery {
    ReplayOutcome deliver(Callback callback);
}
