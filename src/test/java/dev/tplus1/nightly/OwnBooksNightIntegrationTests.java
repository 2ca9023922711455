package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.TestServer;

import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

/** Missed callbacks repaired in books of the merchant's own, from the command line. */
class OwnBooksNightIntegrationTests {
    private static final String SQL =
            """
            mode: sql
            mark-paid-sql: >-
              UPDATE shop_order SET state = 'PAID', txn = :transactionId, paid_at = :occurredAt,
              changes = changes + 1 WHERE no = :orderNo AND state = 'PENDING' AND amount = :amount
            mark-refunded-sql: >-
              UPDATE shop_refund SET state = 'SUCCEEDED', done_at = :occurredAt,
              changes = changes + 1 WHERE no = :refundNo AND state = 'PENDING' AND amount = :amount
            """;

    @TempDir private Path folder;
    private OwnShop shop;
    private MockWebServer endpoint;

    @BeforeEach
    void open() throws Exception {
        shop = new OwnShop(folder, TestServer.newDatabase());
        endpoint = new MockWebServer();
        endpoint.start();
        shop.pending(1);
        shop.pending(2);
        shop.paid(3);
        shop.pendingRefund(3);
        shop.statement(
                paid("1", "10.00", "2026-11-28T10:00:01Z"),
                paid("2", "10.00", "2026-11-28T10:00:02Z"),
                refunded("3", "3", "4.00", "2026-11-28T10:00:03Z"));
    }

    @AfterEach
    void close() {
        endpoint.close();
        shop.close();
    }

    @Test
    void repairsThemByTheMerchantsOwnStatementsOnce() {
        Path job = shop.jobFile(SQL);

        Child first = shop.reconcile(job);
        Child again = shop.reconcile(job, "--rerun");

        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        repairedOnce();
        assertThat(shop.count("payment_callback_log WHERE outcome = 'APPLIED'")).isEqualTo(3);
        assertThat(shop.count("outbox")).isEqualTo(3);
        assertThat(again.code()).isZero();
        assertThat(shop.report("r2/summary.json")).contains("\"applied\": 0");
    }

    @Test
    void repairsThemThroughTheMerchantsOwnEndpointOnce() {
        endpoint.setDispatcher(merchant(() -> {}));
        Path job = shop.jobFile(endpointBlock());

        Child first = shop.reconcile(job);
        Child again = shop.reconcile(job, "--rerun");

        assertThat(first.err()).isEmpty();
        assertThat(first.code()).isZero();
        repairedOnce();
        assertThat(endpoint.getRequestCount()).isEqualTo(3);
        assertThat(again.code()).isZero();
        assertThat(shop.report("r2/summary.json")).contains("\"applied\": 0");
    }

    @Test
    void tellsTheSameAfterItWasKilledBetweenTheEffectAndTheAnswer() {
        CountDownLatch killed = new CountDownLatch(1);
        endpoint.setDispatcher(
                merchant(() -> {
                    try {
                        killed.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
        Path job = shop.jobFile(endpointBlock());
        Child child = shop.start(job);
        while (shop.count("shop_order WHERE changes = 1") < 2) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }

        child.kill();
        killed.countDown();
        Child next = shop.reconcile(job);

        assertThat(next.err()).isEmpty();
        assertThat(next.code()).isZero();
        repairedOnce();
    }

    private void repairedOnce() {
        assertThat(shop.count("shop_order WHERE state = 'PAID' AND changes = 1")).isEqualTo(2);
        assertThat(shop.count("shop_refund WHERE state = 'SUCCEEDED' AND changes = 1"))
                .isEqualTo(1);
        assertThat(shop.report("r1/summary.json"))
                .contains("\"applied\": 3", "\"alreadyApplied\": 0", "\"failed\": 0");
        assertThat(shop.report("r1/breaks.csv").split("REPAIRED", -1)).hasSize(4);
    }

    private String endpointBlock() {
        return "mode: endpoint\n"
                + "endpoint: {url: \"http://127.0.0.1:"
                + endpoint.getPort()
                + "/hook\", secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}\n";
    }

    /** Books what it is told, each once, and then takes its time. */
    private Dispatcher merchant(Runnable afterwards) {
        JsonMapper json = new JsonMapper();
        return new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                JsonNode data =
                        json.readTree(Objects.requireNonNull(request.getBody()).utf8()).get("data");
                String occurredAt = data.get("occurredAt").asString().replaceAll("[TZ]", " ");
                if (data.get("kind").asString().equals("PAYMENT")) {
                    shop.database
                            .jdbc()
                            .sql(
                                    "UPDATE shop_order SET state = 'PAID', txn = ?, paid_at = ?,"
                                            + " changes = changes + 1 WHERE no = ?")
                            .params(
                                    data.get("transactionId").asString(),
                                    occurredAt.strip(),
                                    data.get("orderNo").asString())
                            .update();
                } else {
                    shop.database
                            .jdbc()
                            .sql(
                                    "UPDATE shop_refund SET state = 'SUCCEEDED', done_at = ?,"
                                            + " changes = changes + 1 WHERE no = ?")
                            .params(occurredAt.strip(), data.get("refundNo").asString())
                            .update();
                }
                afterwards.run();
                return new MockResponse.Builder().code(200).build();
            }
        };
    }
}
