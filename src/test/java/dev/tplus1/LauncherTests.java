package dev.tplus1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The launcher, in an empty environment, with programs that only say how they were called. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTests {
    private static final List<String> TOOLS =
            List.of("sed", "head", "dirname", "readlink", "cat", "mkdir", "rm", "mv", "sleep");

    private static final String NOBODY = "99999999\n";

    @TempDir private Path folder;

    private Path home;
    private Path tools;
    private Path jdk;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void layOutACheckout() throws IOException {
        folder = folder.toRealPath();
        home = folder.resolve("check out");
        Path launcher = home.resolve("jobs/tplus1");
        Files.createDirectories(launcher.getParent());
        Files.copy(Path.of("jobs/tplus1"), launcher);
        tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Path found =
                    Files.exists(Path.of("/usr/bin", tool))
                            ? Path.of("/usr/bin", tool)
                            : Path.of("/bin", tool);
            script(tools.resolve(tool), "exec " + found + " \"$@\"");
        }
        jdk = jdk("jdk-25", "JAVA_VERSION=\"25.0.3\"\n");
        environment.put("PATH", tools.toString());
        environment.put("TPLUS1_JDKS", folder + "/jdk-*");
        environment.put("MAVEN_OPTS", "-Xmx1g");
    }

    private Path jdk(String name, String release) throws IOException {
        Path made = folder.resolve(name);
        Files.createDirectories(made.resolve("bin"));
        Files.writeString(made.resolve("release"), release);
        script(
                made.resolve("bin/java"),
                """
                [ "$1" != -version ] || { echo 'openjdk version "21.0.1" 2023-10-17' >&2; exit 0; }
                echo "$0 runs as $$ in ${LC_ALL:-no locale}"
                for each in "$@"; do echo "<$each>"; done
                exit ${FAKE_EXIT:-0}
                """);
        script(made.resolve("bin/javac"), "exit 0\n");
        return made;
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private void built() throws IOException {
        Files.createDirectories(home.resolve("target/app"));
        Files.writeString(home.resolve("target/app/tplus1.jar"), "jar");
    }

    private Process start(Path launcher, String... args) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", launcher.toString());
        builder.command().addAll(List.of(args));
        builder.directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    private record Ended(long pid, int code, String out, String err) {}

    private Ended run(Path launcher, String... args) throws IOException, InterruptedException {
        return end(start(launcher, args));
    }

    private Ended run(String... args) throws IOException, InterruptedException {
        return run(home.resolve("jobs/tplus1"), args);
    }

    private static Ended end(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.pid(), process.waitFor(), out, err);
    }

    private static String shell(String command) throws IOException, InterruptedException {
        return end(new ProcessBuilder("/bin/sh", "-c", command).start()).out();
    }

    @Test
    void becomesTheJvmWithTheArgumentsAsTheyAre() throws Exception {
        built();
        environment.put("FAKE_EXIT", "6");

        Ended ended = run("statement", "a b.csv", "*", "");

        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .startsWith(jdk + "/bin/java runs as " + ended.pid() + " in C.UTF-8\n")
                .contains("<-Dstdout.encoding=UTF-8>\n")
                .endsWith(
                        "<-jar>\n<"
                                + home
                                + "/target/app/tplus1.jar>\n<statement>\n<a b.csv>\n<*>\n<>\n");
    }

    @Test
    void followsLinksToItself() throws Exception {
        built();
        Path link =
                Files.createSymbolicLink(folder.resolve("link"), Path.of("check out/jobs/tplus1"));
        Path linkToLink = Files.createSymbolicLink(tools.resolve("tplus1"), link);

        assertThat(run(linkToLink, "demo").out())
                .contains("<" + home + "/target/app/tplus1.jar>\n<demo>\n");
    }

    @Test
    void runsWithoutAnyEnvironment() throws Exception {
        built();
        environment.clear();
        environment.put("TPLUS1_JAVA", jdk.toString());

        assertThat(run("demo").out()).startsWith(jdk + "/bin/java runs").endsWith("<demo>\n");
    }

    @Test
    void passesASignalToTheJvmAndItsExitCodeBack() throws Exception {
        built();
        script(
                jdk.resolve("bin/java"),
                """
                trap 'echo stopping; exit 143' TERM
                echo up
                while :; do sleep 0.05; done
                """);
        Process process = start(home.resolve("jobs/tplus1"), "demo");
        BufferedReader says = process.inputReader();
        assertThat(says.readLine()).isEqualTo("up");

        process.toHandle().destroy();

        assertThat(says.readLine()).isEqualTo("stopping");
        assertThat(process.waitFor()).isEqualTo(143);
    }

    @Test
    void runsWhatLiesBesideItsFolder() throws Exception {
        Path jar = home.resolve("app/tplus1.jar");
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "jar");

        assertThat(run("demo").out())
                .doesNotContain("AOTCache")
                .endsWith("<-jar>\n<" + jar + ">\n<demo>\n");

        Files.writeString(home.resolve("app/tplus1.aot"), "cache");
        assertThat(run("demo").out()).contains("<-XX:AOTCache=" + home + "/app/tplus1.aot>\n");
        assertThat(home.resolve("target")).doesNotExist();

        // with both the JVM would not start
        environment.put("TPLUS1_JAVA_OPTS", "-Xshare:off");
        assertThat(run("demo").out()).contains("<-Xshare:off>\n").doesNotContain("AOTCache");
    }

    @Test
    void keepsALocaleAndTakesMoreFlags() throws Exception {
        built();
        environment.put("LC_ALL", "zh_CN.UTF-8");
        environment.put("TPLUS1_JAVA_OPTS", "-Xmx2g -ea");

        assertThat(run("demo").out())
                .contains("in zh_CN.UTF-8\n")
                .contains("<-Xmx2g>\n<-ea>\n<-jar>");
    }

    @Test
    void passesByWhatIsTooOld() throws Exception {
        built();
        Path old = jdk("jdk-17", "JAVA_VERSION=\"17.0.9\"\n");
        Path silent = jdk("jdk-21", "IMPLEMENTOR=\"Somebody\"\n");
        environment.put("JAVA_HOME", old.toString());
        Files.createSymbolicLink(tools.resolve("java"), silent.resolve("bin/java"));

        assertThat(run("demo").out()).startsWith(jdk + "/bin/java runs");
    }

    @Test
    void prefersJavaHomeWhereItFits() throws Exception {
        built();
        Path other = jdk("other", "JAVA_VERSION=\"26\"\n");
        environment.put("JAVA_HOME", other.toString());

        assertThat(run("demo").out()).startsWith(other + "/bin/java runs");
    }

    @Test
    void saysWhichJavaIsMissing() throws Exception {
        built();
        environment.put("TPLUS1_JDKS", folder + "/none-*");

        Ended ended = run("demo");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: no Java 25 or later found (JAVA_HOME, PATH, /usr/lib/jvm); install"
                                + " a JDK 25, or name it with TPLUS1_JAVA.\n");
    }

    @Test
    void saysWhichJavaIsThereInItsPlace() throws Exception {
        built();
        Path old = jdk("old", "JAVA_VERSION=\"17.0.9\"\n");
        Path older = jdk("jdk-11", "JAVA_VERSION=\"11.0.2\"\n");
        environment.put("TPLUS1_JDKS", older + " " + old);

        assertThat(run("demo").err())
                .isEqualTo(
                        "tplus1: no Java 25 or later found (JAVA_HOME, PATH, /usr/lib/jvm), only 17"
                                + " in "
                                + old
                                + "; install a JDK 25, or name it with TPLUS1_JAVA.\n");

        environment.put("TPLUS1_JAVA", old.toString());
        assertThat(run("demo").err())
                .isEqualTo(
                        "tplus1: TPLUS1_JAVA is "
                                + old
                                + ": no Java 25 or later there, but 17; correct it or unset it.\n");
    }

    @Test
    void doesNotGoPastTheJavaThatWasAskedFor() throws Exception {
        built();
        environment.put("TPLUS1_JAVA", "/nowhere");

        Ended ended = run("demo");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).startsWith("tplus1: TPLUS1_JAVA is /nowhere: no Java 25 or later");
    }

    @Test
    void saysWhatIsMissingToBuild() throws Exception {
        assertThat(run("demo").err()).contains("this is no source checkout to build it from");

        Files.writeString(home.resolve("pom.xml"), "<project/>");

        Ended ended = run("demo");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("Maven (mvn) is not on the PATH");
        assertThat(home.resolve("target/.building")).doesNotExist();
    }

    @Test
    void buildsOnceWhereSeveralStart() throws Exception {
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        script(
                tools.resolve("mvn"),
                """
                echo noise
                echo "$PWD $JAVA_HOME $* $MAVEN_OPTS" >>../calls
                while [ ! -e ../go ]; do sleep 0.05; done
                mkdir -p target/app && echo jar >target/app/tplus1.jar
                """);
        Process first = start(home.resolve("jobs/tplus1"), "one");
        BufferedReader firstSays = first.errorReader();
        assertThat(firstSays.readLine())
                .isEqualTo("tplus1: building, once; this takes a minute or two.");
        assertThat(firstSays.readLine()).isEqualTo("noise");
        Process second = start(home.resolve("jobs/tplus1"), "two");
        assertThat(second.errorReader().readLine())
                .isEqualTo("tplus1: waiting for another launcher that builds.");

        Files.createFile(folder.resolve("go"));

        assertThat(end(first).out()).endsWith("<one>\n").doesNotContain("noise");
        assertThat(end(second).out()).endsWith("<two>\n");
        assertThat(Files.readString(folder.resolve("calls")))
                .startsWith(home + " " + jdk + " -q -B -Dstyle.color=never -DskipTests package ")
                .endsWith(" --sun-misc-unsafe-memory-access=allow -Djansi.noreset=true -Xmx1g\n");
        assertThat(home.resolve("target/.building")).doesNotExist();
    }

    @Test
    void buildsAgainAfterABuilderThatDied() throws Exception {
        built();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        script(tools.resolve("mvn"), "echo built >>../calls\n");
        Files.createDirectory(home.resolve("target/.building"));
        Files.writeString(home.resolve("target/.building/pid"), NOBODY);

        Ended ended = run("demo");

        assertThat(ended.code()).isZero();
        assertThat(Files.readString(folder.resolve("calls"))).isEqualTo("built\n");
    }

    @Test
    void leavesTheLockOfAProcessThatLivesAndTakesWhatItBuilt() throws Exception {
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        // as in a folder of another user
        script(
                tools.resolve("mkdir"),
                "case $1 in */.building) exit 1 ;; esac\nexec /bin/mkdir \"$@\"\n");
        Path lock = Files.createDirectories(home.resolve("target/.building"));
        Files.writeString(lock.resolve("pid"), "1\n");
        Process process = start(home.resolve("jobs/tplus1"), "demo");
        assertThat(process.errorReader().readLine())
                .isEqualTo("tplus1: waiting for another launcher that builds.");

        built();
        Files.delete(lock.resolve("pid"));
        Files.delete(lock);

        assertThat(end(process).out()).endsWith("<demo>\n");
    }

    @Test
    void saysThatALockCannotBeTakenAway() throws Exception {
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        script(tools.resolve("mv"), "exit 1\n");
        Path lock = Files.createDirectories(home.resolve("target/.building"));
        Files.writeString(lock.resolve("pid"), NOBODY);

        Ended ended = run("demo");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .startsWith("tplus1: " + lock + ": its builder is gone, and it cannot be moved")
                .hasLineCount(1);
    }

    @Test
    void failsWhereTheBuildFails() throws Exception {
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        script(tools.resolve("mvn"), "echo COMPILATION ERROR; exit 1\n");

        Ended ended = run("demo");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("COMPILATION ERROR\n")
                .endsWith("tplus1: the build failed; what it said stands above.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "HUP"})
    void endsItsBuildWhenItIsStopped(String signal) throws Exception {
        // one that was ignored when a shell began stays so, under nohup say
        assumeThat(shell("kill -" + signal + " $$; echo ignored")).isEmpty();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        script(
                tools.resolve("mvn"),
                """
                trap 'echo stopped >>../calls; exit 1' TERM
                echo building
                while :; do sleep 0.05; done
                """);
        Process process = start(home.resolve("jobs/tplus1"), "demo");
        BufferedReader says = process.errorReader();
        assertThat(says.readLine()).startsWith("tplus1: building, once");
        assertThat(says.readLine()).isEqualTo("building");

        shell("kill -" + signal + " " + process.pid());

        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(Files.readString(folder.resolve("calls"))).isEqualTo("stopped\n");
        assertThat(home.resolve("target/.building")).doesNotExist();
    }
}
