package dev.tplus1.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.http.WebhookSecret;
import dev.tplus1.http.WebhookTarget;
import dev.tplus1.http.Webhooks;
import dev.tplus1.outbox.Sink.Outcome;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

final class SinkTests {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    private static final Message MESSAGE =
            new Message(
                    812,
                    "order.paid",
                    "S\"1",
                    "{\"amount\":\n 1.10}",
                    Instant.parse("2026-11-29T02:00:00.123456Z"),
                    0);
    private static final String ID = MESSAGE.id();
    private static final String LINE =
            "{\"id\":\""
                    + ID
                    + "\",\"topic\":\"order.paid\",\"key\":\"S\\\"1\","
                    + "\"createdAt\":\"2026-11-29T02:00:00.123456Z\",\"payload\":{\"amount\":"
                    + "  1.10}}\n";

    @TempDir private Path folder;

    @Test
    void writesEachMessageAsALineOfItsOwn() throws IOException {
        Path file = folder.resolve("messages.jsonl");
        LogSink sink = new LogSink(file);

        assertThat(sink.take(MESSAGE)).isEqualTo(new Outcome.Taken());
        assertThat(sink.take(MESSAGE)).isEqualTo(new Outcome.Taken());

        assertThat(Files.readString(file)).isEqualTo(LINE + LINE);
    }

    @Test
    void endsALineThatAKillLeftTornBeforeItWritesTheNext() throws IOException {
        Path file = Files.writeString(folder.resolve("messages.jsonl"), "{}\n{\"id\":\"ob_8");

        new LogSink(file).take(MESSAGE);

        assertThat(Files.readString(file)).isEqualTo("{}\n{\"id\":\"ob_8\n" + LINE);
    }

    @Test
    void beginsANewFileWhenTheOldOneIsMovedAway() throws IOException {
        Path file = folder.resolve("messages.jsonl");
        LogSink sink = new LogSink(file);
        sink.take(MESSAGE);
        Files.move(file, folder.resolve("messages.1"));

        sink.take(MESSAGE);

        assertThat(Files.readString(folder.resolve("messages.1"))).isEqualTo(LINE);
        assertThat(Files.readString(file)).isEqualTo(LINE);
    }

    @Test
    void saysThatItsFileCannotBeWrittenInsteadOfBlamingTheMessage() {
        LogSink sink = new LogSink(folder.resolve("none").resolve("messages.jsonl"));

        assertThatThrownBy(() -> sink.take(MESSAGE))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("messages.jsonl");
    }

    @Test
    void postsTheSameOnEveryTry() throws Exception {
        try (MockWebServer server = new MockWebServer();
                Webhooks webhooks = new Webhooks(Clock.systemUTC(), Duration.ofSeconds(10))) {
            server.start();
            server.enqueue(new MockResponse.Builder().code(503).build());
            server.enqueue(new MockResponse.Builder().code(204).build());
            EndpointSink sink = endpoint(server, webhooks);

            Outcome first = sink.take(MESSAGE);
            Outcome second = sink.take(MESSAGE);

            assertThat(first)
                    .isEqualTo(new Outcome.Unknown("endpoint: answered 503", Duration.ZERO));
            assertThat(second).isEqualTo(new Outcome.Taken());
            for (int i = 0; i < 2; i++) {
                RecordedRequest request = server.takeRequest();
                assertThat(request.getHeaders().get("webhook-id")).isEqualTo(ID);
                assertThat(request.getHeaders().get("webhook-signature")).startsWith("v1,");
                assertThat(Objects.requireNonNull(request.getBody()).utf8())
                        .isEqualTo(
                                "{\"id\":\""
                                        + ID
                                        + "\",\"type\":\"order.paid\",\"timestamp\":"
                                        + "\"2026-11-29T02:00:00.123456Z\",\"key\":\"S\\\"1\","
                                        + "\"data\":{\"amount\":  1.10}}");
            }
        }
    }

    @Test
    void passesOnThatTheEndpointRefusesOrAsksForTime() throws Exception {
        try (MockWebServer server = new MockWebServer();
                Webhooks webhooks = new Webhooks(Clock.systemUTC(), Duration.ofSeconds(10))) {
            server.start();
            server.enqueue(new MockResponse.Builder().code(410).body("gone").build());
            server.enqueue(
                    new MockResponse.Builder().code(429).addHeader("Retry-After", "90").build());
            EndpointSink sink = endpoint(server, webhooks);

            assertThat(sink.take(MESSAGE))
                    .isEqualTo(new Outcome.Refused("endpoint answered 410: gone"));
            assertThat(sink.take(MESSAGE))
                    .isEqualTo(
                            new Outcome.Unknown("endpoint: answered 429", Duration.ofSeconds(90)));
        }
    }

    private static EndpointSink endpoint(MockWebServer server, Webhooks webhooks) {
        return new EndpointSink(
                webhooks,
                WebhookTarget.of(server.url("/hook").toString(), WebhookSecret.parse(SECRET)));
    }

    @Test
    void hasAMessageWhereThereAreSeveralSinksWhenEachOfThemHasIt() {
        List<String> asked = new ArrayList<>();
        Sink taking =
                _ -> {
                    asked.add("taking");
                    return new Outcome.Taken();
                };
        Sink refusing =
                _ -> {
                    asked.add("refusing");
                    return new Outcome.Refused("no");
                };

        assertThat(new AllSinks(List.of(taking, taking)).take(MESSAGE))
                .isEqualTo(new Outcome.Taken());
        assertThat(new AllSinks(List.of(taking, refusing, taking)).take(MESSAGE))
                .isEqualTo(new Outcome.Refused("no"));
        assertThat(asked).containsExactly("taking", "taking", "taking", "refusing");
    }
}
