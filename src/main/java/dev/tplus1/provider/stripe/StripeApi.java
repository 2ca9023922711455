package dev.tplus1.provider.stripe;

import dev.tplus1.callback.Callback;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.NoSuchOrder;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.NotReady;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** A Stripe account at Stripe's API, or at whatever speaks it. Thread-safe. */
final class StripeApi implements ProviderApi {
    private final StripeApiSettings settings;
    private final Clock clock;
    private final StripeCalls calls;
    private final StripeOrders orders;

    StripeApi(StripeApiSettings settings, ApiMeans means, LongSupplier nanoTime) {
        this.settings = settings;
        this.clock = means.clock();
        this.calls = new StripeCalls(settings, means, nanoTime);
        this.orders = new StripeOrders(calls);
    }

    @Override
    public String from() {
        return calls.url(DayPages.PATH) + whose() + ", version " + settings.version();
    }

    private String whose() {
        return settings.connectedAccount().isEmpty() ? "" : " of " + settings.connectedAccount();
    }

    @Override
    public Found download(LocalDate date, Path folder) throws RefusedException, IOException {
        DayPages pages = new DayPages(settings, calls, date, folder);
        Instant settled = pages.end().plus(settings.lookBack());
        if (clock.instant().isBefore(settled)) {
            return new NotReady(
                    "Stripe may add to "
                            + date
                            + " until "
                            + settled
                            + " (the day's end and look-back)");
        }
        return pages.download();
    }

    @Override
    public State state(Callback callback) throws IOException {
        return orders.state(callback);
    }

    @Override
    public List<Proof> proofs() {
        return List.of(
                new Proof(Proof.Of.STATEMENTS, "url", this::proveStatements),
                new Proof(
                        Proof.Of.ORDERS,
                        "url",
                        () -> NoSuchOrder.proof(orders, List.of("pi_", "ch_"), "re_")));
    }

    private String proveStatements() throws IOException {
        calls.object(
                DayPages.LIST, DayPages.PATH + "?limit=1&" + DayPages.EXPAND, Set.of("list"), "");
        return "signed in, balance transactions" + whose() + " can be read";
    }

    @Override
    public void cancel() {
        calls.cancel();
    }

    @Override
    public void close() {
        calls.close();
    }
}
