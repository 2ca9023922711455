package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.TestDatabases;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

final class StatusTests extends StatusContract {
    @TempDir private Path elsewhere;

    @Override
    DatabaseSettings settings() {
        return TestDatabases.h2Settings();
    }

    @Test
    void askForTheTablesWhereThereAreNone() throws IOException {
        Path job =
                Files.writeString(
                        elsewhere.resolve("new.yaml"),
                        """
                        tplus1:
                          job: new
                          database: {url: "jdbc:h2:mem:status-of-nothing"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                        """);
        Spoken spoken = new Spoken();

        int code =
                Cli.run(
                        new String[] {"status", "--job", job.toString()},
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(Clock.systemUTC()));

        assertThat(code).isEqualTo(2);
        assertThat(spoken.err())
                .isEqualTo(
                        "tplus1: the database has not all tables of this release; tplus1 check"
                                + " --job "
                                + job
                                + " makes them\n");
    }
}
