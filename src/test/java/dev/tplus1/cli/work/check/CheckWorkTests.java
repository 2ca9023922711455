package dev.tplus1.cli.work.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.job.JobFile;
import dev.tplus1.provider.api.FakeApi;

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

    private CheckLine line() throws IOException {
        return lines("").stream()
                .filter(each -> each.what().equals("shop"))
                .findFirst()
                .orElseThrow();
    }

    private List<CheckLine> lines(String more) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        "tplus1:\n  job: shop\n  database: {url: \"jdbc:h2:mem:"
                                + UUID.randomUUID()
                                + "\"}\n  accounts:\n    - {id: shop, provider: csv, statements:"
                                + " {directory: in, file: \"*\"}}\n  reports: {directory: \""
                                + folder
                                + "\"}\n"
                                + more);
        JobFile job = api.of("shop").apply(JobFile.read(file, Map.of()));
        return new CheckWork(Clock.systemUTC()).check(job).checks();
    }
}
