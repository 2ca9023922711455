package dev.tplus1.provider.alipay;

import dev.tplus1.callback.Callback;
import dev.tplus1.http.Ask;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Retries;
import dev.tplus1.provider.alipay.Bills.Rules;
import dev.tplus1.provider.api.ApiLine;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.NoSuchOrder;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** One application at Alipay's open gateway. Thread-safe. */
final class AlipayApi implements ProviderApi {
    /** A day so long ago has its bill, or none. */
    private static final int SETTLED_DAYS = 2;

    private final String from;
    private final Application application;
    private final Clock clock;
    private final Exchange exchange;
    private final Retries retries;
    private final Gateway gateway;
    private final Bills bills;
    private final Orders orders;

    AlipayApi(
            ApiLine line,
            Exchange exchange,
            ApiMeans means,
            Application application,
            Rules rules,
            boolean refundStatusRequired) {
        this.from =
                "Alipay, "
                        + line.url()
                        + ", application "
                        + application.id()
                        + ", bill type "
                        + rules.type();
        this.application = application;
        this.clock = means.clock();
        this.exchange = exchange;
        this.retries = line.retries(means);
        this.gateway = new Gateway(exchange, line.url(), application, clock);
        this.bills = new Bills(gateway, exchange, retries, clock, rules);
        this.orders = new Orders(gateway, retries, refundStatusRequired);
    }

    @Override
    public String from() {
        return from;
    }

    @Override
    public StatementSource.Found download(LocalDate date, Path folder)
            throws RefusedException, IOException {
        return bills.download(date, folder);
    }

    @Override
    public State state(Callback callback) throws IOException {
        return orders.state(callback);
    }

    @Override
    public List<Proof> proofs() {
        return List.of(
                new Proof(Proof.Of.STATEMENTS, "url", this::proveStatements),
                new Proof(Proof.Of.DOWNLOADS, "bill-hosts", bills::reachHosts),
                new Proof(
                        Proof.Of.ORDERS,
                        "url",
                        () -> NoSuchOrder.proof(orders::state, List.of(""), "")));
    }

    /** Asks for a link to an old bill, which needs what the night needs, and does not follow it. */
    private String proveStatements() throws IOException {
        LocalDate day =
                LocalDate.ofInstant(clock.instant(), DetailReader.BEIJING).minusDays(SETTLED_DAYS);
        Reply reply = retries.run("Alipay", () -> bills.ask(day));
        if (reply.ok()) {
            proveLink(bills.link(day, reply));
        } else if (!bills.none(reply)) {
            throw application
                    .complaints()
                    .of(
                            "bill-type",
                            "brings no bill of "
                                    + day
                                    + ": Alipay answers "
                                    + gateway.shown(reply.told())
                                    + "; where that means that the day has none, add it to"
                                    + " no-bill-codes");
        }
        return "signed in as application " + application.id();
    }

    private void proveLink(URI link) {
        String refusal = exchange.refusal(link);
        if (!refusal.isEmpty()) {
            throw application
                    .complaints()
                    .of(
                            "bill-hosts",
                            "does not allow the link to a bill, "
                                    + Ask.get(link, Map.of()).shown()
                                    + ": "
                                    + refusal);
        }
    }

    @Override
    public void cancel() {
        exchange.cancel();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
