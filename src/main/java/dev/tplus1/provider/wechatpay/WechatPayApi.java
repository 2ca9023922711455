package dev.tplus1.provider.wechatpay;

import dev.tplus1.callback.Callback;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Retries;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.NoSuchOrder;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Found;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One merchant at WeChat Pay's API v3; all calls share what the run may lose. Thread-safe. */
final class WechatPayApi implements ProviderApi {
    /** So old a day has its bill, or never will. */
    private static final int SETTLED_DAYS = 2;

    private static final int BAD_REQUEST = 400;

    private final WechatPayApiSettings settings;
    private final Clock clock;
    private final Exchange exchange;
    private final Retries retries;
    private final SignedCalls calls;
    private final OrderStates states;

    WechatPayApi(WechatPayApiSettings settings, ApiMeans means) {
        this.settings = settings;
        this.clock = means.clock();
        this.exchange = settings.line().exchange(means, Set.of(settings.keyText()));
        this.retries = settings.line().retries(means);
        this.calls = new SignedCalls(settings, exchange, clock);
        this.states = new OrderStates(settings, calls, retries);
    }

    @Override
    public String from() {
        return settings.url().resolve(BillDownload.PATH) + "?bill_type=" + settings.billType();
    }

    @Override
    public Found download(LocalDate date, Path folder) throws RefusedException, IOException {
        return new BillDownload(settings, calls, clock, date, folder).found(retries);
    }

    @Override
    public State state(Callback callback) throws IOException {
        return states.state(callback);
    }

    @Override
    public List<Proof> proofs() {
        return List.of(
                new Proof(Proof.Of.STATEMENTS, "url", this::proveStatements),
                new Proof(
                        Proof.Of.ORDERS,
                        "url",
                        () -> NoSuchOrder.proof(states::state, List.of(""), "")));
    }

    /** Asks for the link to a bill, which nobody follows. */
    private String proveStatements() throws IOException {
        LocalDate date =
                LocalDate.now(clock.withZone(BillDownload.BEIJING)).minusDays(SETTLED_DAYS);
        String target = BillDownload.target(settings, date);
        Reply reply = retries.run("WeChat Pay", () -> proven(target));
        if (reply.ok()) {
            proveHost(reply.text("download_url"));
        }
        String sub = settings.subMerchantId();
        return "signed in as merchant "
                + settings.merchant().merchantId()
                + (sub.isEmpty() ? "" : " for sub-merchant " + sub)
                + ", the answer's signature is WeChat Pay's";
    }

    /** The file is at the API's own host as a rule. */
    private void proveHost(String link) throws IOException {
        URI url;
        try {
            url = URI.create(link);
        } catch (IllegalArgumentException _) {
            throw new CallException("WeChat Pay gives a link to the file that is no URL");
        }
        if (!"https".equalsIgnoreCase(url.getScheme()) || url.getHost() == null) {
            throw new CallException("WeChat Pay gives a link to the file that is no https address");
        }
        String refusal = exchange.refusal(url);
        if (!refusal.isEmpty()) {
            throw settings.complaint(
                    "hosts",
                    "does not allow the link to a bill, "
                            + Ask.get(url, Map.of()).shown()
                            + ": "
                            + refusal);
        }
        retries.run(
                "the host of WeChat Pay's bills",
                () -> {
                    exchange.reach(url);
                    return url;
                });
    }

    private Reply proven(String target) throws TryAgainException, CallException {
        Reply reply = calls.get(target);
        boolean bill = reply.ok() || BillDownload.tellsOfABill(reply);
        if (!bill && !reply.proven()) {
            throw new CallException("WeChat Pay: " + calls.said(reply, target)); // or a proxy
        }
        if (!bill) {
            throw settings.complaint(
                    reply.status() == BAD_REQUEST ? "bill-type" : "url",
                    "is not what WeChat Pay gives bills by: "
                            + calls.said(reply, target)
                            + (settings.subMerchantId().isEmpty()
                                    ? ""
                                    : "; check sub-merchant-id, too"));
        }
        if (!reply.proven()) {
            throw new TryAgainException(
                    calls.said(reply, target) + ", and that is not signed, so it is not believed");
        }
        return reply;
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
