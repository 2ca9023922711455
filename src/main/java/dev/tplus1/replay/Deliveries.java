package dev.tplus1.replay;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.http.Webhooks;
import dev.tplus1.ledger.Ledger;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A job's way to deliver missed callbacks, by its mode. Thread-safe. */
public final class Deliveries implements AutoCloseable {
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
        return provider == null || !settings.confirm() || settings.mode() == ReplayMode.OFF
                ? delivery
                : new ConfirmedDelivery(provider, check(run), delivery);
    }

    /** For what it is too late for. */
    Delivery late(ReplayRun run, Fence fence, String why) {
        return new LateDelivery(check(run), of(run, fence), why);
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
            case OFF -> new Off();
        };
    }

    /**
     * Which of these the books' own log says that a run applied; nothing where the books are not
     * ours to write, so that no log is kept.
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

    /** The mode was changed after the date was classified. */
    private static final class Off implements Delivery {
        @Override
        public int most() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Delivered deliver(List<Callback> callbacks, BooleanSupplier stop) {
            return new Delivered.Told(
                    Collections.nCopies(
                            callbacks.size(),
                            new ReplayOutcome.Refused(
                                    "Replay was turned off before it was its turn. Have the order"
                                            + " booked in the shop system.")));
        }
    }
}
