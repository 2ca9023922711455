package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.outbox.Outbox;

import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** What whoever starts the outbox's commands sees of them. */
class OutboxCommandIntegrationTests {
    private static final String SECRET = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

    @TempDir private Path folder;
    private DatabaseSettings settings;
    private Path log = Path.of("");

    @BeforeEach
    void nameTheDatabase() {
        settings = new DatabaseSettings("jdbc:h2:file:" + folder.resolve("data/night"), "sa", "");
        log = folder.resolve("messages.jsonl");
    }

    @Test
    void publishesWhatIsDueAndThenNothing() {
        write("S1", "{\"n\":1}");
        write("S1", "{\"n\":2}");
        job("{log: \"" + log + "\"}");

        Child first = outbox("relay");
        Child second = outbox("relay");

        assertThat(first.err()).isEmpty();
        assertThat(first.out())
                .isEqualTo("outbox: published 2 messages; 0 waiting, 0 dead letters\n");
        assertThat(first.code()).isZero();
        assertThat(second.out()).startsWith("outbox: published 0 messages;");
        assertThat(second.code()).isZero();
        assertThat(Shop.read(log).lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("\"payload\":{\"n\":1}}"),
                        line -> assertThat(line).endsWith("\"payload\":{\"n\":2}}"));
    }

    @Test
    void exitsTwoWhereThereIsNowhereToPublishTo() {
        write("S1", "{}");
        Path job = job("{}");

        Child child = outbox("relay");

        assertThat(child.code()).isEqualTo(2);
        assertThat(child.err())
                .isEqualTo(
                        "tplus1: "
                                + job
                                + ": outbox: names no place to publish to; add outbox.log, a file,"
                                + " or outbox.endpoint, an url and a secret\n");
    }

    @Test
    void saysThatThereAreDeadLettersAndLetsThemBeDecided() {
        write("S1", "broken");
        write("S1", "{}");
        Path job = job("{log: \"" + log + "\"}");

        Child relay = outbox("relay");
        Child failing = outbox("relay", "--fail-on-dead");
        Child list = outbox("list", "--dead");
        Child wrong = outbox("discard", "1", "99", "--note", "x");
        Child discard = outbox("discard", "1", "--note", "no order of ours", "--as", "ops");
        Child after = outbox("relay", "--fail-on-dead");

        assertThat(relay.code()).isZero();
        assertThat(relay.out())
                .isEqualTo("outbox: published 0 messages; 1 waiting, 1 dead letter\n");
        assertThat(relay.err())
                .isEqualTo(
                        "tplus1: outbox: 1 dead letter holds back what waits behind; look: tplus1"
                                + " outbox list --job "
                                + job
                                + " --dead\n");
        assertThat(failing.code()).isEqualTo(3);
        assertThat(list.out())
                .startsWith("ID  TOPIC       KEY  TRIES  STATE")
                .contains("1   order.paid  S1       1  dead since ", "  not JSON\n")
                .endsWith("1 waiting, 1 dead letter. Times are UTC.\n");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).startsWith("tplus1: 99: no such message; ").hasLineCount(1);
        assertThat(discard.out()).isEqualTo("1 message discarded.\n");
        assertThat(after.code()).isZero();
        assertThat(Shop.read(log)).contains("\"payload\":{}").hasLineCount(1);
    }

    @Test
    void sendsAgainUnderTheSameIdWhatAKillLeftBetweenSendingAndMarking() throws Exception {
        write("S1", "{\"n\":1}");
        write("S1", "{\"n\":2}");
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(
                    new MockResponse.Builder()
                            .code(204)
                            .headersDelay(10, TimeUnit.SECONDS)
                            .build());
            server.enqueue(new MockResponse.Builder().code(204).build());
            server.enqueue(new MockResponse.Builder().code(204).build());
            Path job = job(endpoint(server) + ", log: \"" + log + "\"}");
            Child killed =
                    Child.start(folder, List.of(), "outbox", "relay", "--job", job.toString());
            RecordedRequest first = taken(server);
            killed.kill();

            Child child = outbox("relay");

            assertThat(child.err()).isEmpty();
            assertThat(child.out()).startsWith("outbox: published 2 messages; 0 waiting");
            RecordedRequest again = taken(server);
            RecordedRequest next = taken(server);
            assertThat(again.getHeaders().get("webhook-id"))
                    .isEqualTo(first.getHeaders().get("webhook-id"));
            assertThat(again.getBody()).isEqualTo(first.getBody());
            assertThat(next.getHeaders().get("webhook-id")).startsWith("ob_2_");
            assertThat(Shop.read(log)).hasLineCount(2);
        }
    }

    @Test
    void exitsOneWhereTheSinkDoesNotAnswer() throws Exception {
        for (int i = 0; i < 30; i++) {
            write("S" + i, "{}");
        }
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            for (int i = 0; i < 30; i++) {
                server.enqueue(new MockResponse.Builder().code(503).build());
            }
            job(endpoint(server) + "}");

            Child child = outbox("relay");

            assertThat(child.code()).isEqualTo(1);
            assertThat(child.out())
                    .isEqualTo("outbox: published 0 messages; 30 waiting, 0 dead letters\n");
            assertThat(child.err())
                    .isEqualTo(
                            "tplus1: outbox: stopped: several tries in a row came to nothing:"
                                    + " endpoint: answered 503. Nothing is lost; mend the sink and"
                                    + " run again.\n");
            assertThat(server.getRequestCount()).isBetween(5, 8);
        }
    }

    @Test
    void staysUntilItIsToldToStopAndMarksTheMessageInHand() throws Exception {
        write("S1", "{\"n\":1}");
        write("S1", "{\"n\":2}");
        try (MockWebServer server = new MockWebServer()) {
            server.start();
            server.enqueue(
                    new MockResponse.Builder().code(204).headersDelay(2, TimeUnit.SECONDS).build());
            server.enqueue(new MockResponse.Builder().code(204).build());
            Path job = job(endpoint(server) + "}");
            Child child =
                    Child.start(
                            folder,
                            List.of(),
                            "outbox",
                            "relay",
                            "--follow",
                            "--poll",
                            "1s",
                            "--job",
                            job.toString());
            taken(server);

            child.terminate();

            assertThat(child.code()).isEqualTo(143);
            assertThat(child.out())
                    .isEqualTo("outbox: published 1 message; 1 waiting, 0 dead letters\n");
        }
        try (Database database = Database.open("database", settings)) {
            assertThat(
                            database.jdbc()
                                    .sql(
                                            "SELECT message_key, attempts, CASE WHEN published_at"
                                                    + " IS NULL THEN 0 ELSE 1 END FROM outbox ORDER"
                                                    + " BY id")
                                    .query((row, _) ->
                                            row.getString(1)
                                                    + " "
                                                    + row.getInt(2)
                                                    + " "
                                                    + row.getInt(3))
                                    .list())
                    .containsExactly("S1 1 1", "S1 0 0");
            assertThat(
                            database.jdbc()
                                    .sql("SELECT COUNT(*) FROM tplus1_lease WHERE owner IS NULL")
                                    .query(Integer.class)
                                    .single())
                    .isEqualTo(1);
        }
    }

    private static RecordedRequest taken(MockWebServer server) throws InterruptedException {
        return Objects.requireNonNull(server.takeRequest(60, TimeUnit.SECONDS), "no request");
    }

    private static String endpoint(MockWebServer server) {
        return "{endpoint: {url: \"" + server.url("/hook") + "\", secret: \"" + SECRET + "\"}";
    }

    private void write(String key, String payload) {
        try (Database database = Database.open("database", settings)) {
            database.migrate(Schema.OWN, Schema.CALLBACK);
            Outbox outbox = new Outbox(database, Clock.systemUTC());
            database.transactions()
                    .executeWithoutResult(_ -> outbox.write("order.paid", key, payload));
        }
    }

    private Path job(String block) {
        return OutboxJob.write(folder, settings, block);
    }

    private Child outbox(String command, String... more) {
        List<String> args = new ArrayList<>(List.of("outbox", command));
        args.addAll(List.of("--job", folder.resolve("outbox.yaml").toString()));
        args.addAll(List.of(more));
        assertThat(Files.exists(folder.resolve("outbox.yaml"))).isTrue();
        return Child.run(folder, args.toArray(String[]::new));
    }
}
