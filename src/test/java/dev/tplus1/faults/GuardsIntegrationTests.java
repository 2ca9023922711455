package dev.tplus1.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.callback.Callbacks;
import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Takes one guard after another out of the program: a test must notice each. */
final class GuardsIntegrationTests {
    private static final long PATIENCE_SECONDS = 300;
    private static final int SIDE_BY_SIDE = 2;

    /** What is taken out, and the test that goes red without it. */
    private record Guard(String name, GuardsRemoved.Removal removal, String test) {}

    private static final List<Guard> GUARDS =
            List.of(
                    new Guard(
                            "the callback log's unique key",
                            GuardsRemoved.words(
                                    "db/callback/mysql/V1__callback.sql",
                                    "UNIQUE KEY payment_callback_log_once",
                                    "KEY payment_callback_log_once"),
                            "dev.tplus1.callback.CallbacksIntegrationTests"
                                    + "#appliesEachOfManyDuplicatesOnce"),
                    new Guard(
                            "the state guard of a payment",
                            GuardsRemoved.text(
                                    "callback.BundledBooks",
                                    "AND account = ? AND status = ? AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?",
                                    "AND account = ? AND ? IS NOT NULL AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?"),
                            "dev.tplus1.callback.GuardsIntegrationTests"
                                    + "#doesNotPayAnOrderThatTheShopClosedMeanwhile"),
                    new Guard(
                            "the version check of a payment",
                            GuardsRemoved.text(
                                    "callback.BundledBooks",
                                    "AND account = ? AND status = ? AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?",
                                    "AND account = ? AND status = ? AND ? IS NOT NULL"
                                            + " AND amount_minor = ? AND currency = ?"),
                            "dev.tplus1.callback.GuardsIntegrationTests"
                                    + "#looksAgainAtAnOrderThatChangedMeanwhile"),
                    new Guard(
                            "the state guard of several payments at once",
                            GuardsRemoved.text(
                                    "callback.BundledBooks",
                                    "AND account = ? AND status = ? AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?",
                                    "AND account = ? AND ? IS NOT NULL AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?"),
                            "dev.tplus1.callback.AtOnceIntegrationTests"
                                    + "#doesNotPayAnOrderThatTheShopClosedMeanwhile"),
                    new Guard(
                            "the version check of several payments at once",
                            GuardsRemoved.text(
                                    "callback.BundledBooks",
                                    "AND account = ? AND status = ? AND version = ?"
                                            + " AND amount_minor = ? AND currency = ?",
                                    "AND account = ? AND status = ? AND ? IS NOT NULL"
                                            + " AND amount_minor = ? AND currency = ?"),
                            "dev.tplus1.callback.AtOnceIntegrationTests"
                                    + "#doesNotPayAnOrderThatIsNoLongerWhatItWasWhenItWasSeen"),
                    new Guard(
                            "the lease's takeover of the row that was seen",
                            GuardsRemoved.text(
                                    "lease.Leases",
                                    " AND token = :token AND heartbeat_at = :heartbeat AND ",
                                    " OR 1 = 0 AND token = :token AND heartbeat_at = :heartbeat"
                                            + " AND "),
                            "dev.tplus1.lease.GuardsIntegrationTests"
                                    + "#givesALeaseToOneOfSeveralThatSawItFree"),
                    new Guard(
                            "the fence",
                            GuardsRemoved.method("lease.Lease", "assertHeld"),
                            "dev.tplus1.nightly.SideBySideTests"
                                    + "#writesNothingMoreOnceAnotherRunTookTheDateOver"),
                    new Guard(
                            "the hash check of a statement with a control file",
                            GuardsRemoved.comparison("provider.csv.ControlFile", "check"),
                            "dev.tplus1.provider.csv.CsvFormatTests"
                                    + "#checksTheControlFileBesideIt"),
                    new Guard(
                            "the hash check of what the archive takes in",
                            GuardsRemoved.comparison("statement.Archive", "keep"),
                            "dev.tplus1.statement.ArchiveTests"
                                    + "#keepsNothingOfFilesThatChangedSinceTheyWereRead"),
                    new Guard(
                            "the hash check of what the archive gives out",
                            GuardsRemoved.comparison("statement.Archive", "open"),
                            "dev.tplus1.statement.ArchiveTests"
                                    + "#noticesThatAKeptFileIsNoLongerWhatItWas"));

    @TempDir private Path folder;

    @Test
    void eachIsMissedByItsTest() throws Exception {
        GuardsRemoved removed = new GuardsRemoved(classes());
        String server = TestServer.newDatabase().url().replaceFirst("/t[0-9a-f]{32}(?=\\?|$)", "/");
        List<String> tests = GUARDS.stream().map(Guard::test).distinct().toList();
        try (ExecutorService executor = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
            Future<List<String>> whole =
                    executor.submit(
                            () -> run(removed.copy(folder.resolve("whole")), server, tests));
            List<Future<List<String>>> without = new ArrayList<>();
            for (int i = 0; i < GUARDS.size(); i++) {
                Guard guard = GUARDS.get(i);
                Path copy = removed.copy(folder.resolve("without-" + i), guard.removal());
                without.add(executor.submit(() -> run(copy, server, List.of(guard.test()))));
            }

            assertThat(verdicts(whole.get()))
                    .as(String.join("\n", whole.get()))
                    .containsExactlyElementsOf(tests.stream().map(t -> "GREEN " + t).toList());
            for (int i = 0; i < GUARDS.size(); i++) {
                Guard guard = GUARDS.get(i);
                List<String> said = without.get(i).get();
                assertThat(verdicts(said))
                        .as("without " + guard.name() + "\n" + String.join("\n", said))
                        .containsExactly("RED " + guard.test());
            }
        }
        FaultFigures.row(
                "guards removed one at a time",
                GUARDS.size() + "",
                GUARDS.size() + " tests went red");
    }

    private static List<String> verdicts(List<String> said) {
        return said.stream().filter(line -> line.matches("(GREEN|RED|BROKEN) .*")).toList();
    }

    private List<String> run(Path classes, String server, List<String> tests) throws Exception {
        Path said = folder.resolve(classes.getFileName() + ".txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        GuardsRun.class.getName()));
        command.addAll(tests);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("CLASSPATH", classPath(classes));
        builder.environment().put("TPLUS1_TEST_MYSQL_URL", server);
        Process process = builder.start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("it did not end: " + tests);
        }
        return Files.readAllLines(said);
    }

    /** Ours, with a copy in the place of the program's classes. */
    private static String classPath(Path copy) throws IOException, URISyntaxException {
        Path ours = classes().toRealPath();
        List<String> parts = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(part);
            boolean replaced = Files.isDirectory(path) && path.toRealPath().equals(ours);
            parts.add(replaced ? copy.toString() : part);
        }
        assertThat(parts).contains(copy.toString());
        return String.join(File.pathSeparator, parts);
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(Callbacks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
