package dev.tplus1.replay;

import dev.tplus1.callback.Callback;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Applies nothing any more: a run that was interrupted goes on when it is too late for its
 * callbacks. Those that the books have already go on to another delivery, which changes nothing
 * about them and tells who applied them. For one run; used by one thread.
 */
record LateDelivery(ReplayCheck books, Delivery delivery, String why) implements Delivery {
    @Override
    public int most() {
        return delivery.most();
    }

    @Override
    public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
        Set<Callback> there = books.arrived(callbacks);
        List<Callback> known = callbacks.stream().filter(there::contains).toList();
        Delivered told =
                known.isEmpty() ? new Delivered.Told(List.of()) : delivery.deliver(known, stop);
        return switch (told) {
            case Delivered.Told(List<ReplayOutcome> outcomes) -> all(callbacks, there, outcomes);
            case Delivered.Stopped stopped -> stopped;
            case Delivered.OneByOne oneByOne -> oneByOne;
        };
    }

    private Delivered all(
            List<Callback> callbacks, Set<Callback> there, List<ReplayOutcome> outcomes) {
        Iterator<ReplayOutcome> next = outcomes.iterator();
        List<ReplayOutcome> all = new ArrayList<>();
        for (Callback callback : callbacks) {
            all.add(there.contains(callback) ? next.next() : new ReplayOutcome.Refused(why));
        }
        return new Delivered.Told(all);
    }
}
