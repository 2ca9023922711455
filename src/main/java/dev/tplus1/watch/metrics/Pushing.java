package dev.tplus1.watch.metrics;

import dev.tplus1.http.Answer;
import dev.tplus1.http.Ask;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallLimits;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Hosts;
import dev.tplus1.http.Secret;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.watch.metrics.MetricsSettings.Login;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Sends a job's figures to a Pushgateway, in one try: the next run sends them anew. */
final class Pushing implements AutoCloseable {
    /** Of one try as a whole; it must fit into what a stop leaves a process. */
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final String GROUP = "/metrics/job/tplus1/" + Exposition.JOB + "/";

    private final Pushgateway gateway;
    private final Map<String, String> headers = new HashMap<>();
    private final Exchange exchange;

    Pushing(Pushgateway gateway, Clock clock) {
        this(gateway, clock, TIMEOUT);
    }

    Pushing(Pushgateway gateway, Clock clock, Duration timeout) {
        this.gateway = gateway;
        headers.put("content-type", TYPE);
        Set<Secret> secrets = new HashSet<>();
        Login login = gateway.login();
        if (login != null) {
            String credentials =
                    Base64.getEncoder()
                            .encodeToString(
                                    (login.username() + ":" + login.password().reveal())
                                            .getBytes(StandardCharsets.UTF_8));
            headers.put("authorization", "Basic " + credentials);
            secrets.add(login.password());
            secrets.add(new Secret(credentials));
        }
        this.exchange =
                new Exchange(
                        Hosts.inside(gateway.url()),
                        new CallLimits(
                                timeout, timeout, timeout, timeout, 1, timeout, Long.MAX_VALUE),
                        clock,
                        secrets,
                        gateway.trusted(),
                        () -> false);
    }

    /**
     * Sends it.
     *
     * @param whole whether it is all that the gateway is to have of the job; else it keeps what is
     *     not named
     * @return why it was not taken, one line; empty where it was
     */
    String push(String job, String text, boolean whole) {
        URI url = URI.create(gateway.url().toString().replaceFirst("/+\\z", "") + GROUP + job);
        Ask ask = whole ? Ask.put(url, headers, text) : Ask.post(url, headers, text);
        try {
            Answer answer = exchange.ask(ask);
            return answer.ok()
                    ? ""
                    : ask.shown()
                            + " answered "
                            + answer.status()
                            + ": "
                            + exchange.shown(answer.text(), url);
        } catch (TryAgainException | CallException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Why the gateway cannot be reached, one line; empty where it can. Sends nothing of a job. */
    String unreachable() {
        try {
            exchange.reach(gateway.url());
            return "";
        } catch (TryAgainException | CallException e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Override
    public void close() {
        exchange.close();
    }
}
