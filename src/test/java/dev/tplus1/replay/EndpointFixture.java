package dev.tplus1.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.Callback;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.callback.Fence;
import dev.tplus1.database.Database;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.http.Backoff;
import dev.tplus1.http.HttpsEndpoint;
import dev.tplus1.http.Webhooks;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.replay.Replayer.Replayed;
import dev.tplus1.replay.Replayer.Replays;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An endpoint of a merchant over TLS, books that it writes, and missed callbacks to send to it. */
abstract class EndpointFixture {
    static final ReplayRun RUN =
            new ReplayRun("shop", "csv", KeyRule.REFUND_NO, Breaks.DATE, "run-1");
    static final String TIME = "2026-11-28T01:00:00Z";
    static final JsonMapper JSON = new JsonMapper();

    final Clock clock = Clock.systemUTC();
    final List<JsonNode> received = new CopyOnWriteArrayList<>();
    final List<String> ids = new CopyOnWriteArrayList<>();
    Database database;
    HttpsEndpoint endpoint;
    Webhooks webhooks;

    @BeforeEach
    void start() throws IOException {
        database = TestDatabases.h2();
        endpoint = new HttpsEndpoint();
        webhooks = endpoint.webhooks(clock, Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() {
        webhooks.close();
        endpoint.close();
        database.close();
    }

    /** What the merchant does with a message that it has read and checked. */
    interface Merchant {
        MockResponse take(JsonNode message) throws Exception;
    }

    // --- the run ---

    Replays replay(int inFlight, MissedCallback... missed) {
        return replay(inFlight, Duration.ofSeconds(1), missed);
    }

    Replays replay(int inFlight, Duration settle, MissedCallback... missed) {
        return replayer(inFlight, settle, Fence.NONE)
                .replay(List.of(missed), Breaks.DATE, "run-1", () -> false);
    }

    Replayer replayer(int inFlight, Duration settle, Fence fence) {
        return new Replayer(
                new EndpointDelivery(
                        webhooks,
                        new EndpointSettings(
                                endpoint.target("/hook?hush=1"),
                                Duration.ofSeconds(10),
                                3,
                                inFlight,
                                settle),
                        new Backoff(3, Duration.ofMillis(1), Duration.ofMillis(4)),
                        new ReplayTries(database, clock),
                        new ReplayCheck(
                                new Ledger(database, LedgerSettings.bundled()),
                                "shop",
                                KeyRule.REFUND_NO),
                        RUN,
                        fence));
    }

    static List<ReplayOutcome> outcomes(Replays replays) {
        return replays.done().stream().map(Replayed::outcome).toList();
    }

    static MissedCallback payment(int n) {
        return Breaks.payment("S" + n, "T" + n, "10.00 CNY", TIME);
    }

    static Callback callback(String runId, String reference) {
        return new Callback(
                "shop",
                Kind.PAYMENT,
                reference,
                reference,
                "S1",
                "",
                "",
                Money.parse("10.00", Money.currency("CNY")),
                Instant.parse(TIME),
                "replay",
                runId);
    }

    String shown() {
        return "https://localhost:" + endpoint.server().getPort() + "/hook";
    }

    // --- the merchant ---

    void merchant(Merchant merchant) {
        endpoint.server()
                .setDispatcher(
                        new Dispatcher() {
                            @Override
                            public MockResponse dispatch(RecordedRequest request) {
                                try {
                                    String body = Objects.requireNonNull(request.getBody()).utf8();
                                    verify(request, body);
                                    ids.add(request.getHeaders().get("webhook-id"));
                                    JsonNode message = JSON.readTree(body);
                                    received.add(message);
                                    return merchant.take(message);
                                } catch (Exception | AssertionError e) {
                                    return new MockResponse.Builder()
                                            .code(400)
                                            .body(String.valueOf(e))
                                            .build();
                                }
                            }
                        });
    }

    /** As the README tells the merchant to. */
    static void verify(RecordedRequest request, String body) throws Exception {
        String timestamp = request.getHeaders().get("webhook-timestamp");
        Mac mac = Mac.getInstance("HmacSHA256");
        byte[] key = Base64.getDecoder().decode(HttpsEndpoint.SECRET.substring("whsec_".length()));
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        String signed = request.getHeaders().get("webhook-id") + "." + timestamp + "." + body;
        byte[] expected =
                ("v1,"
                                + Base64.getEncoder()
                                        .encodeToString(
                                                mac.doFinal(
                                                        signed.getBytes(StandardCharsets.UTF_8))))
                        .getBytes(StandardCharsets.UTF_8);
        assertThat(
                        MessageDigest.isEqual(
                                expected,
                                String.valueOf(request.getHeaders().get("webhook-signature"))
                                        .getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(
                        Math.abs(
                                Instant.now().getEpochSecond()
                                        - Long.parseLong(String.valueOf(timestamp))))
                .isLessThan(300);
    }

    static MockResponse ok() {
        return new MockResponse.Builder().code(200).build();
    }

    MockResponse booked(JsonNode message) {
        book(message);
        return ok();
    }

    /**
     * The merchant's own code: here the bundled books' callbacks, as if the provider had called.
     */
    void book(JsonNode message) {
        JsonNode data = message.get("data");
        boolean payment = data.get("kind").asString().equals("PAYMENT");
        Callback callback =
                new Callback(
                        data.get("account").asString(),
                        Kind.valueOf(data.get("kind").asString()),
                        data.get(payment ? "transactionId" : "refundNo").asString(),
                        data.get("transactionId").asString(),
                        data.get("orderNo").asString(),
                        data.get("refundNo").asString(),
                        data.get("providerRefundId").asString(),
                        Money.parse(
                                data.get("amount").asString(),
                                Money.currency(data.get("currency").asString())),
                        Instant.parse(data.get("occurredAt").asString()),
                        "merchant",
                        "");
        var _ = new Callbacks(database, clock, new Outbox(database, clock)).apply(callback);
    }

    long effects() {
        return database.jdbc()
                .sql("SELECT COUNT(*) FROM payment_callback_log WHERE outcome = 'APPLIED'")
                .query(Long.class)
                .single();
    }

    List<String> tries() {
        List<String> rows = new ArrayList<>();
        database.jdbc()
                .sql(
                        "SELECT run_id, account, kind, reference, tries, answer FROM"
                                + " tplus1_replay_try")
                .query(row -> {
                    rows.add(
                            row.getString(1)
                                    + "|"
                                    + row.getString(2)
                                    + "|"
                                    + row.getString(3)
                                    + "|"
                                    + row.getString(4)
                                    + "|"
                                    + row.getInt(5)
                                    + "|"
                                    + row.getString(6));
                });
        return rows;
    }

    void order(String orderNo) {
        database.jdbc()
                .sql(
                        "INSERT INTO"
                            + " orders(order_no,account,amount_minor,currency,status,created_at,version)"
                            + " VALUES(?,'shop',1000,'CNY','PENDING',TIMESTAMP '2026-11-28"
                            + " 00:00:00',0)")
                .params(orderNo)
                .update();
    }

    void paid(String orderNo, String transactionId) {
        database.jdbc()
                .sql(
                        "UPDATE orders SET status = 'PAID', transaction_id = ?, paid_at = TIMESTAMP"
                                + " '2026-11-28 00:00:00' WHERE order_no = ?")
                .params(transactionId, orderNo)
                .update();
    }

    void refund(String orderNo, String refundNo) {
        database.jdbc()
                .sql(
                        "INSERT INTO"
                            + " refunds(account,refund_no,order_no,amount_minor,currency,status,created_at,version)"
                            + " VALUES('shop',?,?,?,'CNY','PENDING',TIMESTAMP '2026-11-28"
                            + " 00:00:00',0)")
                .params(refundNo, orderNo, refundNo.equals("R1") ? 300 : 400)
                .update();
    }
}
