package dev.tplus1.watch.trace;

import dev.tplus1.http.HttpsEndpoint;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import okio.Buffer;
import okio.ByteString;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A collector of traces over TLS, which takes all or answers as it is told to. */
public final class Collector implements AutoCloseable {
    private final HttpsEndpoint endpoint = new HttpsEndpoint();
    private final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
    private volatile Supplier<MockResponse> answers = () -> new MockResponse.Builder().build();

    public Collector() throws IOException {
        endpoint.server()
                .setDispatcher(
                        new Dispatcher() {
                            @Override
                            public MockResponse dispatch(RecordedRequest request) {
                                requests.add(request);
                                return answers.get();
                            }
                        });
    }

    /** Answers so from now on. */
    public void answers(Supplier<MockResponse> with) {
        answers = with;
    }

    public String url() {
        return endpoint.url("/v1/traces").toString();
    }

    public X509Certificate certificate() {
        return endpoint.certificate();
    }

    TraceSettings settings() {
        return new TraceSettings(
                TraceSettings.endpoint(url()),
                Map.of(),
                Duration.ofSeconds(10),
                List.of(certificate()));
    }

    public List<RecordedRequest> requests() {
        return requests;
    }

    /** All bytes that it got, as far as they are text. */
    public String text() {
        Buffer all = new Buffer();
        bodies().forEach(all::write);
        return all.readUtf8();
    }

    private List<ByteString> bodies() {
        return requests.stream().map(request -> Objects.requireNonNull(request.getBody())).toList();
    }

    /** The spans that it got, in the order in which they began. */
    public List<Otlp.Span> spans() {
        return Otlp.spans(bodies());
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
