package dev.tplus1.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.database.TestDatabases;
import dev.tplus1.database.TestServer;
import dev.tplus1.entry.KeyRule;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

final class ReadingIntegrationTests extends ReadingContract {
    /**
     * Longer than the cut takes; some servers sleep on after it, and keep the tables until then.
     */
    private static final String SILENT = "SLEEP(60)";

    @Override
    Database open() {
        return TestDatabases.server(Schema.BOOKS);
    }

    @Test
    void cutsOffAServerThatIsSilentBeforeItsFirstRow() throws Exception {
        ownTable("DECIMAL(18,2)");
        own("P1", "10.00", "2026-11-28 00:00:00");
        stopsWhileTheServerRuns(replaced("booked_at AS", "IF(" + SILENT + ", NULL, booked_at) AS"));
    }

    @Test
    void cutsOffAServerThatIsSilentBetweenTwoRows() throws Exception {
        ownTable("DECIMAL(18,2)");
        for (int i = 0; i < 20_000; i++) {
            own("P" + i, "10.00", "2026-11-28 00:00:00");
        }
        own("LAST", "10.00", "2026-11-28 00:00:00");
        stopsWhileTheServerRuns(
                replaced("booked_at AS", "IF(no = 'LAST' AND " + SILENT + ", NULL, booked_at) AS"));
    }

    @Test
    void cutsOffAServerThatIsSilentBeforeTheBooksAreOpened() throws Exception {
        try (Gate gate = new Gate(TestServer.newDatabase(), "transaction read only");
                Database behind = Database.open("ledger", gate.settings())) {
            Ledger.Reading reading =
                    new Ledger(behind, LedgerSettings.bundled())
                            .reading("shop", KeyRule.REFUND_NO, DAY, Duration.ZERO, scratch);
            FutureTask<@Nullable Throwable> thrown = new FutureTask<>(() -> thrownBy(reading));
            Thread thread = Thread.ofPlatform().start(thrown);
            gate.shut.await();

            reading.stop();

            assertThat(thrown.get())
                    .isInstanceOf(DatabaseException.class)
                    .hasMessageStartingWith("the books cannot be opened");
            thread.join();
        }
    }

    /** The way to a server that is silent from a statement on, and stays connected. */
    private static final class Gate implements AutoCloseable {
        private final DatabaseSettings settings;
        private final String last;
        private final URI server;
        private final ServerSocket listening;
        private final List<Socket> sockets = new CopyOnWriteArrayList<>();
        private final CountDownLatch shut = new CountDownLatch(1);

        Gate(DatabaseSettings settings, String last) throws IOException {
            this.settings = settings;
            this.last = last;
            this.server = URI.create(settings.url().substring("jdbc:".length()));
            this.listening = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
            Thread.ofVirtual().start(this::accept);
        }

        DatabaseSettings settings() {
            String here = "127.0.0.1:" + listening.getLocalPort();
            String url = settings.url().replace(server.getAuthority(), here);
            return new DatabaseSettings(
                    url + (url.contains("?") ? "&" : "?") + "sslMode=DISABLED",
                    settings.username(),
                    settings.password());
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = listening.accept();
                    sockets.add(client);
                    Socket target = new Socket(server.getHost(), server.getPort());
                    sockets.add(target);
                    Thread.ofVirtual().start(() -> pass(client, target));
                    Thread.ofVirtual().start(() -> pass(target, client));
                }
            } catch (IOException _) {
                // closed
            }
        }

        private void pass(Socket from, Socket to) {
            byte[] bytes = new byte[1 << 16];
            try (from;
                    to) {
                for (int read = 0; read >= 0; read = from.getInputStream().read(bytes)) {
                    String text = new String(bytes, 0, read, StandardCharsets.ISO_8859_1);
                    if (text.toLowerCase(Locale.ROOT).contains(last)) {
                        shut.countDown();
                        from.getInputStream().transferTo(OutputStream.nullOutputStream());
                        return;
                    }
                    to.getOutputStream().write(bytes, 0, read);
                }
            } catch (IOException _) {
                // closed
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void stopsWhileTheServerRuns(LedgerSettings settings) throws Exception {
        Ledger.Reading reading = reading(settings);
        FutureTask<@Nullable Throwable> thrown = new FutureTask<>(() -> thrownBy(reading));
        Thread thread = Thread.ofPlatform().start(thrown);
        while (asleep() == 0 && !thrown.isDone()) {
            Thread.onSpinWait();
        }

        reading.stop();

        assertThat(thrown.get()).isInstanceOf(LedgerException.class);
        thread.join();
        connectionsAreAsTheyWere();
    }

    private static @Nullable Throwable thrownBy(Ledger.Reading reading) {
        try (Books.OfDay _ = reading.read()) {
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private long asleep() {
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE db = DATABASE()"
                                + " AND state = 'User sleep'")
                .query(Long.class)
                .single();
    }
}
