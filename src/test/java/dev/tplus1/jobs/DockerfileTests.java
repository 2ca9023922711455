package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DockerfileTests {
    private Dockerfile dockerfile;

    @BeforeEach
    void readIt() throws IOException {
        dockerfile = Dockerfile.read();
    }

    @Test
    void startsTheLauncherWithoutAShell() throws IOException {
        List<String> entry = dockerfile.words("ENTRYPOINT");

        assertThat(entry).hasSize(1);
        assertThat(dockerfile.copies())
                .contains(new Dockerfile.Copy(Path.of("jobs/tplus1"), Path.of(entry.getFirst())));
        assertThat(Files.isExecutable(Path.of("jobs/tplus1"))).isTrue();
        assertThat(dockerfile.words("CMD")).containsExactly("--help");
        assertThat(dockerfile.only("STOPSIGNAL")).isEqualTo("SIGTERM");
    }

    @Test
    void runsAsAUserWhoIsNotRootByNumber() {
        String user = dockerfile.only("USER");

        assertThat(user).matches("[1-9][0-9]{3,}:[1-9][0-9]{3,}");
        assertThat(dockerfile.all("RUN").getFirst()).contains("tplus1:x:" + user + ":");
        assertThat(names().lastIndexOf("RUN")).isLessThan(names().indexOf("USER"));
    }

    private List<String> names() {
        return dockerfile.instructions().stream().map(Dockerfile.Instruction::name).toList();
    }

    @Test
    void isHealthyByItsExitCodeAlone() {
        assertThat(dockerfile.only("HEALTHCHECK")).isEqualTo("NONE");
    }

    @Test
    void hasTheLibrariesInALayerBelowTheProgram() {
        assertThat(dockerfile.copies())
                .extracting(copy -> copy.from().toString())
                .containsExactly("target/app/lib", "target/app/tplus1.jar", "jobs/tplus1");
        assertThat(dockerfile.all("ADD")).isEmpty();
    }

    @Test
    void standsOnTheJavaThatTheLauncherWants() throws IOException {
        assertThat(dockerfile.all("ARG").getFirst()).matches("BASE=eclipse-temurin:25-jre");
        assertThat(dockerfile.only("FROM")).isEqualTo("${BASE}");
        assertThat(Files.readString(Path.of("jobs/tplus1"))).contains("\nleast=25\n");
    }

    @Test
    void isSentAllThatItCopiesAndNothingElse() throws IOException {
        List<String> sent =
                Files.readAllLines(Path.of("jobs/container/Dockerfile.dockerignore")).stream()
                        .filter(line -> !line.startsWith("#"))
                        .toList();

        assertThat(sent.getFirst()).isEqualTo("*");
        assertThat(sent.stream().skip(1).map(line -> Path.of(line.replaceFirst("^!", ""))))
                .containsExactlyElementsOf(
                        dockerfile.copies().stream().map(Dockerfile.Copy::from).toList());
        assertThat(sent.stream().skip(1)).allMatch(line -> line.startsWith("!"));
    }

    @Test
    void readsContinuedLines() throws IOException {
        Dockerfile parsed =
                Dockerfile.parse(List.of("RUN a && \\", "# why", "    b", "", "USER 1"));

        assertThat(parsed.only("RUN")).isEqualTo("a &&     b");
        assertThat(parsed.only("USER")).isEqualTo("1");
    }

    @Test
    void noticesWhatIsWrong() throws IOException {
        assertThatThrownBy(() -> Dockerfile.parse(List.of("COPPY a b/")))
                .hasMessage("no instruction: COPPY a b/");
        assertThatThrownBy(() -> Dockerfile.parse(List.of("RUN a \\")))
                .hasMessage("the last instruction does not end");
        Dockerfile shell = Dockerfile.parse(List.of("ENTRYPOINT jobs/tplus1"));
        assertThatThrownBy(() -> shell.words("ENTRYPOINT"))
                .hasMessage("ENTRYPOINT is not in exec form: jobs/tplus1");
    }
}
