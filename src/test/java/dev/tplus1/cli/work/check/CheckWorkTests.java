package dev.tplus1.cli.work.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.speech.CheckAnswer;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.job.JobFile;
import dev.tplus1.provider.api.FakeApi;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What check says of an account at a provider's own API. */
class CheckWorkTests {
    @TempDir private Path folder;
    private final FakeApi api = new FakeApi();
    private String database;

    @BeforeEach
    void nameADatabase() {
        database = "jdbc:h2:file:" + folder.resolve("own");
    }

    @Test
    void tellsWhatTheProviderProved() throws IOException {
        api.proof(() -> "signs and verifies as merchant 1230000109");

        assertThat(line())
                .isEqualTo(CheckLine.ok("shop", "CSV: signs and verifies as merchant 1230000109"));
        assertThat(api.closed).hasValue(1);
        assertThat(api.dates).isEmpty();
    }

    @Test
    void namesWhatToMend() throws IOException {
        api.proof(() -> {
            throw new SettingException("accounts[0].statements.api.serial: is not accepted");
        });

        assertThat(line())
                .isEqualTo(
                        new CheckLine(
                                Failure.SETTINGS,
                                "shop",
                                "accounts[0].statements.api.serial: is not accepted"));
        assertThat(api.closed).hasValue(1);
    }

    @Test
    void saysThatTheProviderIsNotReached() throws IOException {
        api.proof(() -> {
            throw new CallException("https://api.example.com did not answer in time");
        });

        assertThat(line())
                .isEqualTo(
                        new CheckLine(
                                Failure.UNREACHABLE,
                                "shop",
                                "https://api.example.com did not answer in time (asked where"
                                        + " accounts[0].statements.api.url says)"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    replay: {mode: books}                  | ok
                    replay: {mode: books, confirm: false}  | not asked
                    replay: {mode: off}                    | not asked
                    """)
    void provesThatOrdersCanBeAskedForWhereANightAsks(String replay, String proven)
            throws IOException {
        List<CheckLine> orders =
                lines("  " + replay + "\n").stream()
                        .filter(each -> each.what().equals("shop orders"))
                        .toList();

        assertThat(orders)
                .isEqualTo(
                        proven.equals("ok")
                                ? List.of(
                                        CheckLine.ok("shop orders", "CSV: orders can be asked for"))
                                : List.of());
    }

    @Test
    void saysWhatItMadeOfTheTablesAndThenThatTheyAreUpToDate() throws IOException {
        String first = found(lines(""), "database");
        String second = found(lines(""), "database");

        assertThat(first)
                .matches(
                        "H2 .+, schema created, version \\d\\d; books created, version 1;"
                                + " callback created, version 3");
        assertThat(second).matches("H2 .+, schema \\d\\d, up to date");
    }

    @Test
    void saysWhatItMadeInTheBooks() throws IOException {
        String ledger = "  ledger: {url: \"jdbc:h2:mem:" + UUID.randomUUID() + "\"}\n";
        // so that the books outlive the first look
        try (Database _ =
                Database.open("ledger", new DatabaseSettings(ledgerUrl(ledger), null, null))) {
            String first = found(lines(ledger), "books");
            String second = found(lines(ledger), "books");

            assertThat(first).endsWith("; books created, version 1; callback created, version 3");
            assertThat(second).endsWith("; columns complete");
        }
    }

    @Test
    void triesTheStatementsThatAReplayWouldRun() throws IOException {
        String replay =
                "  ledger: {entries-sql: a, orders-sql: b, transactions-sql: c, refunds-sql: d}\n"
                        + "  replay: {mode: sql, mark-paid-sql: \"UPDATE outbox SET %s = 1 WHERE"
                        + " message_key = :orderNo\"}";

        CheckLine wrong = replaySql(replay.formatted("tries"));
        CheckLine right = replaySql(replay.formatted("attempts"));

        assertThat(wrong.failed()).isTrue();
        assertThat(wrong.found()).startsWith("replay.mark-paid-sql: the database does not take it");
        assertThat(right)
                .isEqualTo(
                        CheckLine.ok("replay sql", "your statements, explained by the database"));
    }

    private CheckLine replaySql(String replay) throws IOException {
        return lines(replay + "\n").stream()
                .filter(each -> each.what().equals("replay sql"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void printsNoGrantsWhereSomethingElseFailed() throws IOException {
        database = "jdbc:mysql://127.0.0.1:1/shop";

        CheckAnswer answer = new CheckWork(Clock.systemUTC()).check(job(""));

        assertThat(answer.checks()).anyMatch(CheckLine::failed);
        assertThat(answer.grants()).isEmpty();
    }

    private static String ledgerUrl(String ledger) {
        return ledger.substring(ledger.indexOf("jdbc"), ledger.lastIndexOf('"'));
    }

    private static String found(List<CheckLine> lines, String what) {
        return lines.stream()
                .filter(each -> each.what().equals(what))
                .findFirst()
                .orElseThrow()
                .found();
    }

    private CheckLine line() throws IOException {
        return lines("").stream()
                .filter(each -> each.what().equals("shop"))
                .findFirst()
                .orElseThrow();
    }

    private List<CheckLine> lines(String more) throws IOException {
        return new CheckWork(Clock.systemUTC()).check(job(more)).checks();
    }

    private JobFile job(String more) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        "tplus1:\n  job: shop\n  database: {url: \""
                                + database
                                + "\"}\n  accounts:\n    - {id: shop, provider: csv, statements:"
                                + " {directory: in, file: \"*\"}}\n  reports: {directory: \""
                                + folder
                                + "\"}\n"
                                + more);
        return api.of("shop").apply(JobFile.read(file, Map.of()));
    }
}
