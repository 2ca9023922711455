package dev.tplus1.http;

import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Sends signed webhooks, by Standard Webhooks 1.0.0. One call is one try: nothing is sent again
 * behind the caller's back, no redirect is followed. Thread-safe; its threads do not keep the JVM
 * alive.
 */
public final class Webhooks implements AutoCloseable {
    /** What a wish to be left alone counts at most. */
    public static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    /** A try that may last longer would outlive the patience of whoever stops the process. */
    public static final Duration MAX_TIMEOUT = Duration.ofSeconds(14);

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final MediaType JSON = MediaType.get("application/json");

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    private final OkHttpClient client;
    private final Clock clock;
    private final Duration timeout;

    /**
     * @param timeout of one try, from connecting to the end of the answer; at most {@link
     *     #MAX_TIMEOUT}
     */
    public Webhooks(Clock clock, Duration timeout) {
        this(clock, timeout, new OkHttpClient.Builder());
    }

    /** Trusts these certificates beside those of the platform. */
    public Webhooks(Clock clock, Duration timeout, List<X509Certificate> trusted) {
        this(clock, timeout, Exchange.trusting(trusted));
    }

    private Webhooks(Clock clock, Duration timeout, HandshakeCertificates certificates) {
        this(clock, timeout, certificates.sslSocketFactory(), certificates.trustManager());
    }

    /** Trusts other certificates than the platform does. */
    Webhooks(Clock clock, Duration timeout, SSLSocketFactory sockets, X509TrustManager trusted) {
        this(clock, timeout, new OkHttpClient.Builder().sslSocketFactory(sockets, trusted));
    }

    private Webhooks(Clock clock, Duration timeout, OkHttpClient.Builder builder) {
        if (timeout.toMillis() < 1 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("a try may last 1 ms to " + MAX_TIMEOUT);
        }
        this.clock = clock;
        this.timeout = timeout;
        this.client =
                builder.protocols(List.of(Protocol.HTTP_1_1)) // a broken connection breaks one try
                        .addNetworkInterceptor(RetryAfter::keptFromTheClient)
                        .retryOnConnectionFailure(false)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        .connectTimeout(timeout)
                        .readTimeout(timeout)
                        .writeTimeout(timeout)
                        .callTimeout(timeout)
                        .build();
    }

    /**
     * Sends one message once.
     *
     * @param id the message's identity, the same whenever it is sent: letters, digits, {@code _}
     *     and {@code -}
     */
    public PostOutcome post(WebhookTarget target, String id, String json) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("a webhook id is letters, digits, _ and -");
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        long timestamp = clock.instant().getEpochSecond();
        Request request =
                new Request.Builder()
                        .url(target.url().toString())
                        .header("user-agent", "tplus1")
                        .header("webhook-id", id)
                        .header("webhook-timestamp", Long.toString(timestamp))
                        .header("webhook-signature", target.secret().sign(id, timestamp, body))
                        .post(RequestBody.create(body, JSON))
                        .build();
        // a URL of the merchant's own may have a token in its query
        Hiding hiding = Hiding.of(target.secret().texts(), target.url());
        try (Response response = client.newCall(request).execute()) {
            return outcome(response, hiding);
        } catch (InterruptedIOException _) {
            String why =
                    Thread.currentThread().isInterrupted()
                            ? "interrupted before it answered"
                            : "no answer within " + timeout.toMillis() + " ms";
            return new PostOutcome.Unknown(why, Duration.ZERO);
        } catch (SSLException e) {
            return new PostOutcome.Unknown(
                    "no secure connection: " + told(e, hiding), Duration.ZERO);
        } catch (IOException e) {
            return new PostOutcome.Unknown(
                    "the connection failed: " + told(e, hiding), Duration.ZERO);
        }
    }

    private static String told(IOException thrown, Hiding hiding) {
        return Told.line(Told.message(thrown), hiding);
    }

    private PostOutcome outcome(Response response, Hiding hiding) {
        int status = response.code();
        if (status >= 200 && status < 300) {
            return new PostOutcome.Accepted(status);
        }
        String why = "answered " + status + Told.said(response, hiding);
        boolean later = status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
        return status >= 300 && status < 500 && !later
                ? new PostOutcome.Refused(status, why)
                : new PostOutcome.Unknown(
                        why, RetryAfter.of(response, clock.instant(), MAX_RETRY_AFTER));
    }

    /** Ends what is under way and lets go of all connections. */
    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.connectionPool().evictAll();
    }
}
