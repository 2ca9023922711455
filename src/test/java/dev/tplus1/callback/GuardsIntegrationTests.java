package dev.tplus1.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.CallbackOutcome.Applied;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.LockWaits;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** What the shop itself does to an order between a callback's look at it and its change. */
final class GuardsIntegrationTests extends CallbackFixture {
    private String url = "";

    @Override
    Database open() {
        DatabaseSettings settings = TestServer.newDatabase();
        url = settings.url();
        Database opened = Database.open("database", settings);
        opened.migrate(Schema.BOOKS, Schema.CALLBACK);
        return opened;
    }

    @Test
    void doesNotPayAnOrderThatTheShopClosedMeanwhile() throws Exception {
        order("S1", "PENDING", 1000, "");

        CallbackOutcome outcome =
                appliedWhile(
                        "UPDATE orders SET status = 'CLOSED' WHERE status = 'PENDING'", () -> {});

        assertThat(reason(outcome)).isEqualTo("ORDER_CLOSED");
        assertThat(orders().getFirst()).startsWith("S1|CLOSED||");
        assertThat(messages()).isEmpty();
    }

    @Test
    void looksAgainAtAnOrderThatChangedMeanwhile() throws Exception {
        order("S1", "PENDING", 1000, "");
        AtomicInteger looks = new AtomicInteger();

        CallbackOutcome outcome =
                appliedWhile("UPDATE orders SET version = version + 1", looks::incrementAndGet);

        assertThat(outcome).isEqualTo(new Applied());
        assertThat(looks).hasValue(2);
        assertThat(orders().getFirst()).startsWith("S1|PAID|T1|").endsWith("|2");
    }

    /** The change is made before the callback looks, and committed once the callback waits. */
    private CallbackOutcome appliedWhile(String change, Fence fence) throws Exception {
        try (Connection shop = DriverManager.getConnection(url);
                Statement statement = shop.createStatement();
                ExecutorService executor = Executors.newSingleThreadExecutor()) {
            shop.setAutoCommit(false);
            statement.executeUpdate(change);
            Future<CallbackOutcome> outcome =
                    executor.submit(() -> callbacks.apply(payment("S1", "T1", "10.00"), fence));
            LockWaits.await(shop, List.of(outcome));
            shop.commit();
            return outcome.get();
        }
    }
}
