package dev.tplus1.outbox;

import dev.tplus1.database.Database;
import dev.tplus1.http.Backoff;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.support.GeneratedKeyHolder;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** An outbox, a sink that remembers, and relays between them. */
abstract class RelayFixture {
    static final Sink.Outcome TAKEN = new Sink.Outcome.Taken();
    static final Sink.Outcome UNKNOWN = new Sink.Outcome.Unknown("no answer", Duration.ZERO);
    static final Sink.Outcome REFUSED = new Sink.Outcome.Refused("answered 410");

    /** Long enough for a test, and short enough for one that waits for it. */
    static final Duration HOUR = Duration.ofHours(1);

    Database database;
    Outbox outbox;
    Letters letters;

    /** What the sink got, {@code key:payload}, in that order. */
    final List<String> received = Collections.synchronizedList(new ArrayList<>());

    abstract Database open();

    @BeforeEach
    void connect() {
        database = open();
        Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
        outbox = new Outbox(database, clock);
        letters = new Letters(database);
    }

    @AfterEach
    void close() {
        database.close();
    }

    void write(String key, String payload) {
        database.transactions().executeWithoutResult(_ -> outbox.write("order.paid", key, payload));
    }

    /** As somebody who knows nothing of the relay writes it; its id. */
    long writeAsOthersDo(String key, String payload) {
        GeneratedKeyHolder id = new GeneratedKeyHolder();
        database.jdbc()
                .sql(
                        "INSERT INTO outbox (topic, message_key, payload, created_at, published_at,"
                                + " attempts) VALUES ('order.paid', ?, ?, TIMESTAMP '2026-11-29"
                                + " 02:00:00.123456', NULL, 0)")
                .params(key, payload)
                .update(id, "id");
        return Objects.requireNonNull(id.getKey()).longValue();
    }

    /** Remembers each message and answers as this says. */
    Sink remembering(Function<Message, Sink.Outcome> answer) {
        return message -> {
            received.add(message.key() + ":" + message.payload());
            return answer.apply(message);
        };
    }

    /** A relay whose messages wait this long after a failure, and that dies after three tries. */
    Relay relay(Sink sink, Duration pause) {
        return relay(sink, pause, () -> {}, () -> false);
    }

    Relay relay(Sink sink, Duration pause, Runnable held, BooleanSupplier stopping) {
        return new Relay(
                database,
                MessageTable.OUTBOX,
                sink,
                new Backoff(3, pause, pause),
                50,
                held,
                stopping,
                () -> {});
    }

    /** One round of a relay of its own. */
    Round round(Function<Message, Sink.Outcome> answer) {
        try (Relay relay = relay(remembering(answer), HOUR)) {
            return relay.round();
        }
    }

    /** Makes what waits for its next try due. */
    void later() {
        database.jdbc()
                .sql("UPDATE outbox SET next_attempt_at = NULL WHERE next_attempt_at IS NOT NULL")
                .update();
    }

    /** {@code S1 DEAD 3 answered 410}, for each message that is not published. */
    List<String> unpublished() {
        return letters.list(Letters.Which.ALL_UNPUBLISHED, 100).stream()
                .map(letter ->
                        (letter.key()
                                        + " "
                                        + letter.state()
                                        + " "
                                        + letter.attempts()
                                        + " "
                                        + letter.lastError())
                                .strip())
                .toList();
    }

    long idOf(String payload) {
        return database.jdbc()
                .sql("SELECT id FROM outbox WHERE payload = ?")
                .param(payload)
                .query(Long.class)
                .single();
    }

    List<String> receivedOnce() {
        return List.copyOf(new LinkedHashSet<>(received));
    }
}
