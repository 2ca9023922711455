package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * What the Dockerfile copies, laid out in a folder in place of an image's root, and its commands
 * run there by a plain shell with nothing in the environment but what the base image sets.
 */
@DisabledOnOs(OS.WINDOWS)
class ContainerIntegrationTests {
    @TempDir private static Path root;

    private static Dockerfile dockerfile;

    @BeforeAll
    static void layItOut() throws Exception {
        root = root.toRealPath();
        dockerfile = Dockerfile.read();
        for (Dockerfile.Copy copy : dockerfile.copies()) {
            copy(copy.from(), inside(copy.to()));
        }
        Files.createDirectories(inside(Path.of("/tmp")));
        Files.createDirectories(inside(Path.of(dockerfile.only("WORKDIR"))));

        // the first makes a user of the image
        Ended made =
                shell(
                        dockerfile.all("RUN").getLast(),
                        Map.of("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + inside(Path.of("/tmp"))));
        assertThat(made.code()).as(made.said()).isZero();
    }

    private static Path inside(Path place) {
        return root.resolve(Path.of("/").relativize(place));
    }

    /** As Docker does, with the times, by which the JVM tells whether a cache fits. */
    private static void copy(Path from, Path to) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(from)) {
            found.filter(Files::isRegularFile).forEach(files::add);
        }
        for (Path file : files) {
            Path copy = to.resolve(from.relativize(file)).normalize();
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static Ended shell(String command, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        return Ended.shell(
                inside(Path.of(dockerfile.only("WORKDIR"))),
                environment,
                command.replaceAll("(?=/(opt|tmp)/)", Matcher.quoteReplacement(root.toString())));
    }

    private static Ended start(Map<String, String> more, List<String> args) throws Exception {
        List<String> words = new ArrayList<>(dockerfile.words("ENTRYPOINT"));
        words.addAll(args);
        return shell("exec '" + String.join("' '", words) + "'", more);
    }

    @Test
    void hasACacheThatItsJvmTakes() throws Exception {
        assertThat(inside(Path.of("/opt/tplus1/app/tplus1.aot"))).isNotEmptyFile();

        // not auto: the JVM does not start without it
        Ended ended = start(Map.of("TPLUS1_JAVA_OPTS", "-XX:AOTMode=on"), dockerfile.words("CMD"));

        assertThat(ended.code()).as(ended.said()).isZero();
        assertThat(ended.said()).contains("reconcile").contains("backfill");
    }

    @Test
    void passesAnExitCodeOn() throws Exception {
        Ended ended = start(Map.of(), List.of("check", "--job", "/etc/tplus1/none.yaml"));

        assertThat(ended.said()).startsWith("tplus1: /etc/tplus1/none.yaml: ");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void leavesNothingOfItsMakingBehind() throws IOException {
        try (Stream<Path> left = Files.list(inside(Path.of("/tmp")))) {
            assertThat(left).isEmpty();
        }
        try (Stream<Path> left = Files.list(inside(Path.of(dockerfile.only("WORKDIR"))))) {
            assertThat(left).isEmpty();
        }
    }
}
