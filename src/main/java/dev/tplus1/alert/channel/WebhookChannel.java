package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.PostOutcome;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A program of one's own, by Standard Webhooks: the id of the digest is that of the webhook, so
 * that who gets it twice can tell.
 */
final class WebhookChannel implements Channel {
    private static final String TYPE = "tplus1.digest";

    private static final int HTTPS = 443;
    private static final int HTTP = 80;
    private static final int CONNECT_MILLIS = 5000;

    private final String name;
    private final WebhookTarget target;
    private final Webhooks webhooks;
    private final BooleanSupplier stopping;

    WebhookChannel(String name, WebhookTarget target, Webhooks webhooks, BooleanSupplier stopping) {
        this.name = name;
        this.target = target;
        this.webhooks = webhooks;
        this.stopping = stopping;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Sent send(Digest digest) {
        if (stopping.getAsBoolean()) {
            return new Sent.TryAgain("webhook: stopped before it was sent", Duration.ZERO);
        }
        return switch (webhooks.post(target, digest.id(), body(digest))) {
            case PostOutcome.Accepted _ -> new Sent.Accepted("");
            case PostOutcome.Refused refused -> new Sent.Refused("webhook " + refused.why());
            case PostOutcome.Unknown unknown ->
                    new Sent.TryAgain("webhook: " + unknown.why(), unknown.retryAfter());
        };
    }

    /**
     * {@code {"type", "timestamp", "data"}}, as Standard Webhooks has it; the data is the digest.
     */
    private static String body(Digest digest) {
        ObjectNode body = Json.object();
        body.put("type", TYPE).put("timestamp", digest.at().toString());
        body.set("data", Json.read(digest.json()));
        return body.toString();
    }

    @Override
    public String unreachable() {
        URI url = target.url();
        int usual = url.getScheme().equalsIgnoreCase("https") ? HTTPS : HTTP;
        int port = url.getPort() < 0 ? usual : url.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port), CONNECT_MILLIS);
            return "";
        } catch (IOException _) {
            return url.getHost() + ":" + port + " does not take a connection";
        }
    }

    @Override
    public void close() {
        webhooks.close();
    }
}
