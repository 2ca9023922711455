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
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** What the build packs for other machines, unpacked and started there as cron would. */
@DisabledOnOs(OS.WINDOWS)
class DistIntegrationTests {
    private static final Instant TIME = Instant.parse("2026-11-28T00:00:00Z");

    @TempDir private static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws Exception {
        folder = folder.toRealPath();
        List<Path> archives;
        try (Stream<Path> files = Files.list(Path.of("target"))) {
            archives = files.filter(each -> each.toString().endsWith(".tar.gz")).toList();
        }
        assertThat(archives).hasSize(1);
        String name = String.valueOf(archives.getFirst().getFileName()).replace(".tar.gz", "");

        Ended ended =
                Ended.shell(
                        folder,
                        Map.of("PATH", "/usr/bin:/bin"),
                        "tar -xzf '" + archives.getFirst().toAbsolutePath() + "'");

        assertThat(ended).isEqualTo(new Ended(0, ""));
        home = folder.resolve(name);
    }

    private static Ended start(String options, String... args) throws Exception {
        return Ended.run(
                folder,
                Map.of(
                        "TPLUS1_JAVA",
                        System.getProperty("java.home"),
                        "TPLUS1_JAVA_OPTS",
                        "-Djava.io.tmpdir=" + folder + options),
                Stream.concat(
                                Stream.of("/bin/sh", home.resolve("jobs/tplus1").toString()),
                                Stream.of(args))
                        .toList());
    }

    @Test
    void hasAllThatStandsInTheReadme() {
        for (String file :
                List.of(
                        "README.md",
                        "CHANGELOG.md",
                        "LICENSE",
                        "THIRD-PARTY.txt",
                        "sbom.cdx.json",
                        "jobs/cron/crontab",
                        "jobs/systemd/tplus1@.service",
                        "jobs/kubernetes/nightly.yaml",
                        "jobs/monitoring/tplus1.dashboard.json",
                        "jobs/monitoring/tplus1.rules.yaml",
                        "jobs/own-books.yaml",
                        "jobs/shop.yaml",
                        "jobs/job.schema.json",
                        "app/tplus1.jar")) {
            assertThat(home.resolve(file)).isNotEmptyFile();
        }
        assertThat(home.resolve("jobs/tplus1")).isExecutable();
        assertThat(home.resolve("jobs/bench")).doesNotExist();
    }

    @Test
    void answersFromTheCacheThatCameWithIt() throws Exception {
        // not auto: the JVM does not start without it
        Ended help = start(" -XX:AOTMode=on", "--help");

        assertThat(help.code()).as(help.said()).isZero();
        assertThat(help.said()).startsWith("Usage: tplus1 ").contains("reconcile");
    }

    @Test
    void reconcilesTheSampleDate() throws Exception {
        Ended demo = start(" -XX:AOTMode=on", "demo");

        assertThat(demo.code()).as(demo.said()).isZero();
        assertThat(demo.said()).contains("3 accounts: 3 reconciled").contains("Open ");
    }

    @Test
    void startsWithoutItsCachesWhereTheyDoNotFit() throws Exception {
        Path jar = home.resolve("app/tplus1.jar");
        var kept = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        try {
            Ended version = start("", "--version");

            String name = String.valueOf(home.getFileName()).replace('-', ' ');
            assertThat(version).isEqualTo(new Ended(0, name + "\n"));
        } finally {
            Files.setLastModifiedTime(jar, kept);
        }
    }

    @Test
    void namesTheLicenceOfEachLibrary() throws IOException {
        String listed = Files.readString(home.resolve("THIRD-PARTY.txt"));

        try (Stream<Path> libraries = Files.list(home.resolve("app/lib"))) {
            for (Path library : libraries.toList()) {
                String name = String.valueOf(library.getFileName()).replace(".jar", "");
                int dash = name.lastIndexOf('-');
                assertThat(listed)
                        .containsPattern(
                                "(?m)^[a-z0-9.-]+:"
                                        + name.substring(0, dash)
                                        + " "
                                        + name.substring(dash + 1)
                                        + "\n    \\S");
            }
        }
    }

    @Test
    void hasOneTimeForAllOfTheJar() throws IOException {
        try (ZipFile jar = new ZipFile("target/app/tplus1.jar")) {
            assertThat(jar.stream().map(entry -> entry.getLastModifiedTime().toInstant()))
                    .containsOnly(TIME);
        }
    }

    @Test
    void isPackedInTheSameOrderUnderTheSameOwnerAtTheSameTime() throws Exception {
        Ended listed =
                Ended.shell(
                        Path.of(".").toRealPath(),
                        Map.of("PATH", "/usr/bin:/bin", "TZ", "UTC", "LC_ALL", "C"),
                        "tar --numeric-owner -tvzf target/" + home.getFileName() + ".tar.gz");

        assertThat(listed.code()).as(listed.said()).isZero();
        assertThat(listed.said().lines())
                .allMatch(line -> line.matches("\\S+ 0/0 +[0-9]+ 2026-11-28 00:00 .*"));
        assertThat(listed.said().lines().map(line -> line.replaceFirst(".* ", "")))
                .isSorted()
                .hasSizeGreaterThan(60);
    }
}
