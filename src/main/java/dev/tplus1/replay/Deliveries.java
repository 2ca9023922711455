package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.http.Webhooks;
import dev.tplus1.ledger.Ledger;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A job's way to deliver missed callbacks, by its mode. Thread-safe. */
public final class Deliveries implements AutoCloseable {
    private static final ReplayOutcome OFF =
            new ReplayOutcome.Refused(
                    "Replay was turned off before it was its turn. Have the order booked in the"
                            + " shop system.");

    private final ReplaySettings settings;
    private final Database own;
    private final Callbacks callbacks;
    private final Ledger ledger;
    private final Clock clock;
    private final @Nullable Webhooks webhooks;

    /**
     * @param own tplus1's own database
     * @param callbacks writes the books, where the mode is to write them
     */
    public Deliveries(
            ReplaySettings settings,
            Database own,
            Callbacks callbacks,
            Ledger ledger,
            Clock clock) {
        this.settings = settings;
        this.own = own;
        this.callbacks = callbacks;
        this.ledger = ledger;
        this.clock = clock;
        EndpointSettings endpoint = settings.endpoint();
        this.webhooks = endpoint == null ? null : new Webhooks(clock, endpoint.timeout());
    }

    /** Where a run looks whether its callbacks have arrived. */
    public ReplayCheck check(ReplayRun run) {
        return new ReplayCheck(ledger, run.account(), run.rule());
    }

    Delivery of(ReplayRun run, Fence fence, @Nullable OrderQuery provider) {
        Delivery delivery = of(run, fence);
        return provider == null || !settings.asks()
                ? delivery
                : new ConfirmedDelivery(provider, check(run), delivery);
    }

    private Delivery of(ReplayRun run, Fence fence) {
        return switch (settings.mode()) {
            case BOOKS, SQL -> new BooksDelivery(callbacks, check(run), fence);
            case ENDPOINT ->
                    new EndpointDelivery(
                            Objects.requireNonNull(webhooks),
                            Objects.requireNonNull(settings.endpoint()),
                            new ReplayTries(own, clock),
                            check(run),
                            run,
                            fence);
            case OFF -> new Off(check(run), new ReplayTries(own, clock), run);
        };
    }

    /**
     * Which of these the books' own log says that a run applied; nothing where the books are not
     * ours to write, so that no log is kept, or none that may be read.
     */
    public Optional<Set<Callback>> logged(ReplayRun run, List<Callback> replayed) {
        return switch (settings.mode()) {
            case BOOKS, SQL -> Optional.of(callbacks.appliedBy(run.runId(), replayed));
            case ENDPOINT, OFF -> Optional.empty();
        };
    }

    @Override
    public void close() {
        if (webhooks != null) {
            webhooks.close();
        }
    }

    /**
     * The mode was changed after the date was classified: what is there is told, and nothing is
     * delivered.
     */
    private record Off(ReplayCheck books, ReplayTries tries, ReplayRun run) implements Delivery {
        @Override
        public int most() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Set<Callback> sentBefore(List<Callback> callbacks) {
            return tries.of(run.runId(), callbacks);
        }

        @Override
        public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
            Set<Callback> there = books.arrived(callbacks);
            Set<Callback> sent = sentBefore(callbacks);
            return new Delivered.Told(
                    callbacks.stream()
                            .map(each ->
                                    there.contains(each)
                                            ? there(sent.contains(each))
                                            : OFF.sentBefore(sent.contains(each)))
                            .toList());
        }

        private static ReplayOutcome there(boolean sent) {
            return sent ? new ReplayOutcome.Applied() : new ReplayOutcome.AlreadyApplied();
        }
    }
}
