package dev.tplus1.http;

import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;

import okio.BufferedSource;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * Talks with one service: to its own hosts only, within limits. One call is one try; what may be
 * tried again is thrown as {@link TryAgainException} and is for {@link Retries}. No redirect is
 * followed, nothing is unpacked. Thread-safe; its threads do not keep the JVM alive.
 */
public final class Exchange implements AutoCloseable {
    /** What one answer, which is not a file, has at most. */
    public static final int ANSWER_BYTES = 8 << 20;

    private static final int BUFFER_BYTES = 1 << 16;
    private static final String UNFINISHED = ".part";
    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    private final Hosts hosts;
    private final CallLimits limits;
    private final Clock clock;
    private final Set<Secret> secrets;
    private final BooleanSupplier stopping;
    private final OkHttpClient calls;
    private final OkHttpClient downloads;

    /** What is under way until its answer is read: the client forgets a call at its headers. */
    private final Set<Call> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param secrets are never shown, whatever the other side says of them
     * @param trusted certificates that are trusted beside those of the platform; may be empty
     * @param stopping whether the process was asked to stop, which ends a download
     */
    public Exchange(
            Hosts hosts,
            CallLimits limits,
            Clock clock,
            Set<Secret> secrets,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        this.hosts = hosts;
        this.limits = limits;
        this.clock = clock;
        this.secrets = Set.copyOf(secrets);
        this.stopping = stopping;
        OkHttpClient.Builder builder =
                new OkHttpClient.Builder()
                        .protocols(List.of(Protocol.HTTP_1_1)) // a broken connection breaks one try
                        .addNetworkInterceptor(RetryAfter::keptFromTheClient)
                        .retryOnConnectionFailure(false)
                        .followRedirects(false)
                        .followSslRedirects(false)
                        .connectTimeout(limits.connect())
                        .readTimeout(limits.read())
                        .writeTimeout(limits.read())
                        .callTimeout(limits.call());
        if (!trusted.isEmpty()) {
            HandshakeCertificates both = trusting(trusted);
            builder.sslSocketFactory(both.sslSocketFactory(), both.trustManager());
        }
        this.calls = builder.build();
        this.downloads = calls.newBuilder().callTimeout(limits.download()).build();
    }

    /** These certificates and those of the platform. */
    public static HandshakeCertificates trusting(List<X509Certificate> trusted) {
        HandshakeCertificates.Builder certificates =
                new HandshakeCertificates.Builder().addPlatformTrustedCertificates();
        trusted.forEach(certificates::addTrustedCertificate);
        return certificates.build();
    }

    /** Makes secure connections for another protocol; trusts these and those of the platform. */
    public static SSLSocketFactory sockets(List<X509Certificate> trusted) {
        return trusting(trusted).sslSocketFactory();
    }

    /**
     * Asks once.
     *
     * @throws TryAgainException when another try may succeed
     * @throws CallException when none will: a host that is not allowed, a redirect, an answer
     *     without end
     */
    public Answer ask(Ask ask) throws TryAgainException, CallException {
        Call call = call(calls, ask);
        try (Response response = opened(call, ask)) {
            return answer(ask, response);
        } catch (CallException e) {
            throw e;
        } catch (IOException e) {
            throw broken(ask, e);
        } finally {
            underWay.remove(call);
        }
    }

    /**
     * Asks once for a file, which is streamed to a temporary name, forced to disk, and renamed. On
     * any failure nothing is left of it.
     *
     * @throws TryAgainException when another try may succeed
     * @throws CallException when none will
     * @throws IOException when the local disk failed
     */
    public Received save(Ask ask, Path file) throws TryAgainException, IOException {
        Call call = call(downloads, ask);
        try {
            return saved(call, ask, file);
        } finally {
            underWay.remove(call);
        }
    }

    private Received saved(Call call, Ask ask, Path file) throws TryAgainException, IOException {
        Response response;
        try {
            response = opened(call, ask);
        } catch (CallException e) {
            throw e;
        } catch (IOException e) {
            throw broken(ask, e);
        }
        try (response) {
            if (response.code() >= 300) {
                return new Received.Refused(refusal(ask, response));
            }
            Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
            try {
                long bytes = stream(ask, response, unfinished);
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                return new Received.Saved(file, bytes, response.header("content-type"));
            } finally {
                Files.deleteIfExists(unfinished);
            }
        }
    }

    /** Says no; what breaks meanwhile is the network, not the disk. */
    private Answer refusal(Ask ask, Response response) throws TryAgainException, CallException {
        try {
            return answer(ask, response);
        } catch (CallException e) {
            throw e;
        } catch (IOException e) {
            throw broken(ask, e);
        }
    }

    private long stream(Ask ask, Response response, Path to) throws TryAgainException, IOException {
        long announced = response.body().contentLength();
        if (announced > limits.fileBytes()) {
            throw tooLarge(ask);
        }
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        try (FileChannel channel =
                FileChannel.open(
                        to,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            BufferedSource source = response.body().source();
            for (int read = next(ask, source, buffer);
                    read >= 0;
                    read = next(ask, source, buffer)) {
                bytes += read;
                if (bytes > limits.fileBytes()) {
                    throw tooLarge(ask);
                }
                ByteBuffer piece = ByteBuffer.wrap(buffer, 0, read);
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
            }
            channel.force(true);
        }
        return bytes;
    }

    /** What the network does wrong is told apart from what the disk does. */
    private int next(Ask ask, BufferedSource source, byte[] buffer)
            throws TryAgainException, CallException {
        if (stopping.getAsBoolean()) {
            throw new CallStoppedException(ask.shown());
        }
        try {
            return source.read(buffer);
        } catch (IOException e) {
            throw broken(ask, e);
        }
    }

    private CallException tooLarge(Ask ask) {
        return new CallException(
                ask.shown() + " sends more than " + limits.fileBytes() + " bytes, the limit");
    }

    /**
     * Connects to a host once and asks it for nothing, with neither credentials nor query: whatever
     * it answers, it is there.
     *
     * @throws TryAgainException when there is no answer
     * @throws CallException when the host is not allowed
     */
    public void reach(URI url) throws TryAgainException, CallException {
        Ask ask = Ask.get(url.resolve("/"), Map.of());
        Call call = call(calls, ask);
        try (Response _ = begun(call, ask)) {
            return;
        } catch (CallException e) {
            throw e;
        } catch (IOException e) {
            throw broken(ask, e);
        } finally {
            underWay.remove(call);
        }
    }

    /** Why nothing may be sent to this URL, or an empty text. */
    public String refusal(URI url) {
        return hosts.refusal(url);
    }

    private Call call(OkHttpClient client, Ask ask) throws CallException {
        String refusal = refusal(ask.url());
        if (!refusal.isEmpty()) {
            throw new CallException(ask.shown() + " is not called: " + refusal);
        }
        return client.newCall(request(ask));
    }

    private Response begun(Call call, Ask ask) throws IOException {
        underWay.add(call);
        if (stopping.getAsBoolean()) {
            throw new CallStoppedException(ask.shown());
        }
        return call.execute();
    }

    private Response opened(Call call, Ask ask) throws IOException, TryAgainException {
        Response response = begun(call, ask);
        int status = response.code();
        if (status >= 200 && status < 300) {
            return response;
        }
        boolean later = status == REQUEST_TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
        if (status >= 400 && status < 500 && !later) {
            return response;
        }
        try (response) {
            if (status < 400) {
                throw new CallException(
                        ask.shown() + " answered " + status + ": redirects are not followed");
            }
            throw new TryAgainException(
                    ask.shown() + " answered " + status + Told.said(response, hiding(ask.url())),
                    RetryAfter.of(response, clock.instant(), Retries.LONGEST_PAUSE));
        }
    }

    private static Request request(Ask ask) {
        Request.Builder request = new Request.Builder().url(ask.url().toString());
        request.header("user-agent", "tplus1");
        request.header("accept-encoding", "identity"); // or the client would unpack by itself
        ask.headers().forEach(request::header);
        String body = ask.body();
        if (body != null) {
            String type = ask.headers().getOrDefault("content-type", "application/json");
            // as bytes: of a text the client would say its charset in the type
            request.method(
                    ask.method(),
                    RequestBody.create(body.getBytes(StandardCharsets.UTF_8), MediaType.get(type)));
        }
        return request.build();
    }

    private static Answer answer(Ask ask, Response response) throws IOException {
        BufferedSource source = response.body().source();
        if (source.request(ANSWER_BYTES + 1L)) {
            throw new CallException(
                    ask.shown() + " answers with more than " + ANSWER_BYTES + " bytes, the limit");
        }
        Map<String, String> headers = new HashMap<>();
        Headers all = response.headers();
        for (int i = 0; i < all.size(); i++) {
            headers.put(all.name(i).toLowerCase(Locale.ROOT), all.value(i));
        }
        return new Answer(response.code(), headers, source.readByteArray());
    }

    /** What a broken call means: the end of all, when that was asked for, or another try. */
    private TryAgainException broken(Ask ask, IOException e) throws CallStoppedException {
        if (stopping.getAsBoolean()) {
            throw new CallStoppedException(ask.shown());
        }
        String how;
        if (e instanceof SSLException) {
            how = " has no secure connection: " + shown(Told.message(e), ask.url());
        } else if (e instanceof InterruptedIOException) {
            how =
                    Thread.currentThread().isInterrupted()
                            ? " was interrupted"
                            : " did not answer in time";
        } else {
            how = " broke off: " + shown(Told.message(e), ask.url());
        }
        return TryAgainException.unanswered(ask.shown() + how);
    }

    /**
     * Text from outside for people: one line of bounded length, without any secret, without what
     * the query of the URL holds, and without the query of any address in it.
     */
    public String shown(String text, URI url) {
        return Told.line(text, hiding(url));
    }

    /** What another protocol's other side says, for people, in the same way. */
    public static String shown(String text, Set<Secret> secrets) {
        return Told.line(text, Hiding.of(secrets, URI.create("/")));
    }

    private Hiding hiding(URI url) {
        return Hiding.of(secrets, url);
    }

    /** Ends what is under way, which then fails as stopped where a stop was asked for. */
    public void cancel() {
        underWay.forEach(Call::cancel);
    }

    /** Ends what is under way and lets go of all connections. */
    @Override
    public void close() {
        cancel();
        calls.connectionPool().evictAll();
    }
}
