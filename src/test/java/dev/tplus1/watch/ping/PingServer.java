package dev.tplus1.watch.ping;

import dev.tplus1.http.HttpsEndpoint;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import java.io.IOException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A service over TLS that waits for a sign of life; takes all or answers as it is told to. */
public final class PingServer implements AutoCloseable {
    /** What nobody is to be shown. */
    public static final String SECRET = "5f1f3a5e-8d6c-4f6b-9b5e-0c9d2a7e4b11";

    private final HttpsEndpoint endpoint = new HttpsEndpoint();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile Supplier<MockResponse> answers = () -> answer(200);

    public PingServer() throws IOException {
        endpoint.server()
                .setDispatcher(
                        new Dispatcher() {
                            @Override
                            public MockResponse dispatch(RecordedRequest request) {
                                calls.add(
                                        request.getMethod()
                                                + " "
                                                + request.getTarget().replace(SECRET, "UUID"));
                                return answers.get();
                            }
                        });
    }

    public static MockResponse answer(int status) {
        return new MockResponse.Builder().code(status).body("OK").build();
    }

    /** Answers so from now on. */
    public void answers(Supplier<MockResponse> with) {
        answers = with;
    }

    /** {@code GET /UUID/start} say, in their order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public URI url() {
        return url("");
    }

    URI url(String more) {
        return endpoint.url("/" + SECRET + more);
    }

    public X509Certificate certificate() {
        return endpoint.certificate();
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
