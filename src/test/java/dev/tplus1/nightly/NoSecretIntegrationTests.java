package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.TraceLog;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** No password of a server is shown, in whichever form it is written, right or wrong. */
class NoSecretIntegrationTests {
    private static final String RIGHT = "MarkerRight1";
    private static final String WRONG = "MarkerWrong2";

    @TempDir private Path folder;
    private final String user = "h" + UUID.randomUUID().toString().substring(0, 8);
    private String place = "";

    @BeforeEach
    void createLogin() {
        DatabaseSettings given = TestServer.newDatabase();
        place = given.place();
        try (Database database = Database.open("database", given)) {
            database.jdbc()
                    .sql("CREATE USER '" + user + "'@'%' IDENTIFIED BY '" + RIGHT + "'")
                    .update();
            database.jdbc()
                    .sql(
                            "GRANT ALL ON "
                                    + place.substring(place.lastIndexOf('/') + 1)
                                    + ".* TO '"
                                    + user
                                    + "'@'%'")
                    .update();
        }
    }

    @AfterEach
    void dropLogin() {
        try (Database database = Database.open("database", TestServer.newDatabase())) {
            database.jdbc().sql("DROP USER '" + user + "'@'%'").update();
        }
    }

    @Test
    void isShownOfAServersLogin() throws IOException {
        StringBuilder said = new StringBuilder();
        try (TraceLog log = TraceLog.open()) {
            for (String form :
                    List.of(
                            "url: '" + place.replace("//", "//USER:PASSWORD@") + "'",
                            "url: '" + place + "?user=USER&password=PASSWORD'",
                            "url: '" + place + "', username: USER, password: PASSWORD")) {
                Path right = job(form, RIGHT);
                for (String command : List.of("check", "reconcile", "outbox relay")) {
                    String end = command.equals("reconcile") ? " exit 4\n" : " exit 0\n";
                    assertThat(run(right, command, said)).as(form).contains(command + end);
                }
                Path wrong = job(form, WRONG);
                assertThat(run(wrong, "check", said))
                        .contains("database: cannot connect to " + place)
                        .contains("Access denied for user '" + user + "'@");
                assertThat(run(wrong, "reconcile", said)).contains("reconcile exit 1\n");
            }

            assertThat(said.toString()).doesNotContain(RIGHT, WRONG);
            assertThat(log.listens()).isTrue();
            assertThat(log.holding(RIGHT)).isEmpty();
            assertThat(log.holding(WRONG)).isEmpty();
        }
    }

    private Path job(String form, String password) throws IOException {
        return Files.writeString(
                folder.resolve("job.yaml"),
                """
                tplus1:
                  job: night
                  database: {FORM}
                  ledger: {FORM}
                  outbox: {log: FOLDER/outbox.jsonl}
                  accounts: [{id: shop, provider: csv, statements: {directory: FOLDER, file: "x"}}]
                  reports: {directory: FOLDER/reports}
                """
                        .replace("FORM", form.replace("USER", user).replace("PASSWORD", password))
                        .replace("FOLDER", folder.toString()));
    }

    private static String run(Path job, String command, StringBuilder said) {
        Spoken spoken = new Spoken();
        String args = command + " --verbose --job " + job;
        int code =
                Cli.run(
                        args.split(" ", -1),
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(new NightClock("2026-11-29T02:07:00Z")));
        String text = command + " exit " + code + "\n" + spoken.out() + spoken.err();
        said.append(text);
        return text;
    }
}
