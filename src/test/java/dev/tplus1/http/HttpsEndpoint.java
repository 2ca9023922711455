package dev.tplus1.http;

import mockwebserver3.MockWebServer;

import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import java.io.IOException;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;

import javax.net.ssl.SSLSocketFactory;

/** A web server over TLS, and webhooks that trust its certificate. */
public final class HttpsEndpoint implements AutoCloseable {
    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** One for all: to make one, and to lock its key away, takes longer than most tests. */
    private static final HeldCertificate CERTIFICATE =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

    private static final SSLSocketFactory SOCKETS =
            new HandshakeCertificates.Builder()
                    .heldCertificate(CERTIFICATE)
                    .build()
                    .sslSocketFactory();

    private final MockWebServer server = new MockWebServer();

    public HttpsEndpoint() throws IOException {
        server.useHttps(SOCKETS);
        server.start();
    }

    /** One that answers so. */
    public HttpsEndpoint(FaultsFirst dispatcher) throws IOException {
        server.useHttps(SOCKETS);
        dispatcher.start(server);
    }

    public MockWebServer server() {
        return server;
    }

    /** What vouches for the server, for whoever is to trust it. */
    public X509Certificate certificate() {
        return CERTIFICATE.certificate();
    }

    /** The address of a path, which may have a query. */
    public URI url(String path) {
        return URI.create("https://localhost:" + server.getPort() + path);
    }

    public Webhooks webhooks(Clock clock, Duration timeout) {
        HandshakeCertificates trusting =
                new HandshakeCertificates.Builder()
                        .addTrustedCertificate(CERTIFICATE.certificate())
                        .build();
        return new Webhooks(clock, timeout, trusting.sslSocketFactory(), trusting.trustManager());
    }

    public WebhookTarget target(String path) {
        return WebhookTarget.of(url(path).toString(), WebhookSecret.parse(SECRET));
    }

    @Override
    public void close() {
        server.close();
    }
}
