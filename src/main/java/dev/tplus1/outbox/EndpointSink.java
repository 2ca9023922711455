package dev.tplus1.outbox;

import dev.tplus1.http.PostOutcome;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;

/** An address that each message is posted to as a signed webhook. Thread-safe. */
final class EndpointSink implements Sink {
    private static final JsonFactory JSON = new JsonFactory();

    private final Webhooks webhooks;
    private final WebhookTarget target;

    EndpointSink(Webhooks webhooks, WebhookTarget target) {
        this.webhooks = webhooks;
        this.target = target;
    }

    @Override
    public Outcome take(Message message) {
        String id = message.id();
        return switch (webhooks.post(target, id, body(id, message))) {
            case PostOutcome.Accepted _ -> new Outcome.Taken();
            case PostOutcome.Refused refused -> new Outcome.Refused("endpoint " + refused.why());
            case PostOutcome.Unknown unknown ->
                    new Outcome.Unknown("endpoint: " + unknown.why(), unknown.retryAfter());
        };
    }

    private static String body(String id, Message message) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("id", id);
            json.writeStringProperty("type", message.topic());
            json.writeStringProperty("timestamp", message.createdAt().toString());
            json.writeStringProperty("key", message.key());
            json.writeName("data");
            // as it is: numbers keep every digit
            json.writeRawValue(message.line());
            json.writeEndObject();
        }
        return text.toString();
    }
}
