package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How the launcher makes the JVM's caches and picks one, with a java that only says its flags. */
@DisabledOnOs(OS.WINDOWS)
class PrepareTests {
    @TempDir private Path folder;

    private Path app;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void layItOut() throws IOException {
        folder = folder.toRealPath();
        app = Files.createDirectories(folder.resolve("app"));
        Files.writeString(app.resolve("tplus1.jar"), "jar");
        Files.createDirectories(folder.resolve("jobs"));
        Files.copy(Path.of("jobs/tplus1"), folder.resolve("jobs/tplus1"));
        Ended.script(
                folder.resolve("jdk/bin/java"),
                """
                for each in "$@"; do
                    echo "<$each>"
                    case $each in
                    -XX:AOTCacheOutput=*) [ -n "${FAIL:-}" ] || echo "$*" >"${each#*=}" ;;
                    esac
                done
                exit ${FAIL:-0}
                """);
        Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"25.0.3\"\n");
        environment.put("TPLUS1_JAVA", folder.resolve("jdk").toString());
        environment.put("PATH", "/usr/bin:/bin");
    }

    private Ended run(String... args) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", folder.resolve("jobs/tplus1").toString()));
        command.addAll(List.of(args));
        return Ended.run(folder, environment, command);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(app)) {
            return files.map(each -> String.valueOf(each.getFileName())).sorted().toList();
        }
    }

    @Test
    void makesACacheForRunsAndOneForHelp() throws Exception {
        Ended ended = run("prepare");

        assertThat(ended).isEqualTo(new Ended(0, ""));
        assertThat(left()).containsExactly("help.aot", "tplus1.aot", "tplus1.jar");
        assertThat(Files.readString(app.resolve("tplus1.aot")))
                .endsWith(" -jar " + app.resolve("tplus1.jar") + " demo\n")
                .doesNotContain("TieredStopAtLevel");
        assertThat(Files.readString(app.resolve("help.aot")))
                .contains(" -XX:TieredStopAtLevel=1 ")
                .endsWith(" --help\n");
    }

    @Test
    void keepsWhatIsThereWhereItFails() throws Exception {
        Files.writeString(app.resolve("tplus1.aot"), "older");
        environment.put("FAIL", "3");

        Ended ended = run("prepare");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains("<demo>\n")
                .endsWith(
                        "tplus1: demo did not end well, so "
                                + app
                                + "/tplus1.aot is as it was; what it said stands above.\n");
        assertThat(app.resolve("tplus1.aot")).hasContent("older");
        assertThat(left()).containsExactly("tplus1.aot", "tplus1.jar");
    }

    @Test
    void hasNoOptions() throws Exception {
        Ended ended = run("prepare", "--job", "a.yaml");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).startsWith("tplus1: prepare has no options").hasLineCount(1);
    }

    @Test
    void answersHelpFromItsOwnCache() throws Exception {
        Files.writeString(app.resolve("tplus1.aot"), "cache");
        Files.writeString(app.resolve("help.aot"), "cache");

        for (List<String> asks :
                List.of(
                        List.<String>of(),
                        List.of("--version"),
                        List.of("breaks", "list", "--help"),
                        List.of("-h"))) {
            assertThat(run(asks.toArray(String[]::new)).said())
                    .as("%s", asks)
                    .contains("<-XX:AOTCache=" + app.resolve("help.aot") + ">\n")
                    .contains("<-XX:TieredStopAtLevel=1>\n");
        }
        assertThat(run("breaks", "list", "--helpless").said())
                .contains("<-XX:AOTCache=" + app.resolve("tplus1.aot") + ">\n")
                .contains("<-XX:Tier4InvocationThreshold=20000>\n")
                .doesNotContain("TieredStopAtLevel");
    }
}
