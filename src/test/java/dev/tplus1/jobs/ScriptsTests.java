package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** All that a shell reads, as shellcheck finds it. */
class ScriptsTests {
    @TempDir private Path folder;

    /** A program on the PATH, or a skipped test that names it. */
    static Path found(String program) {
        Optional<Path> found =
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .map(each -> Path.of(each, program))
                        .filter(Files::isExecutable)
                        .findFirst();
        assumeTrue(found.isPresent(), program + " is not on this machine");
        return found.orElseThrow();
    }

    private static void check(Path script, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(found("shellcheck").toString()));
        command.addAll(List.of(options));
        command.add(script.toString());

        assertThat(Ended.run(Path.of("."), Map.of(), command)).isEqualTo(new Ended(0, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jobs/tplus1", "jobs/bench", ".ci/run"})
    void findsNothingInScripts(String script) throws Exception {
        check(Path.of(script));
    }

    @Test
    void findsNothingInTheCrontab() throws Exception {
        Path script = folder.resolve("line");
        Files.writeString(
                script,
                Crontab.read(Path.of("jobs/cron/crontab")).lines().getFirst().handedOver() + "\n");

        check(script, "--shell=sh");
    }

    @Test
    void findsNothingInTheDockerfile() throws Exception {
        for (String command : Dockerfile.read().all("RUN")) {
            Path script = Files.createTempFile(folder, "run", ".sh");
            Files.writeString(script, command + "\n");

            check(script, "--shell=sh");
        }
    }

    @Test
    void noticesWhatIsWrong() throws IOException, InterruptedException {
        Path script = folder.resolve("wrong");
        Files.writeString(script, "rm -rf $1/\n");

        assertThat(
                        Ended.run(
                                        folder,
                                        Map.of(),
                                        List.of(
                                                found("shellcheck").toString(),
                                                "--shell=sh",
                                                script.toString()))
                                .code())
                .isEqualTo(1);
    }
}
