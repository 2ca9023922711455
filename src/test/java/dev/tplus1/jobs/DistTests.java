package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What the build packs for other machines, as far as it can be told before it is built. */
class DistTests {
    private static List<String> packed() throws IOException {
        String code = Files.readString(Path.of("config/Dist.java"));
        String list = code.substring(code.indexOf("JOBS ="));
        return Pattern.compile("\"([^\"]+)\"")
                .matcher(list.substring(0, list.indexOf(';')))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    @Test
    void hasOnlyFilesThatThereAre() throws IOException {
        assertThat(packed())
                .contains("tplus1", "shop.yaml")
                // needs a source checkout
                .doesNotContain("bench")
                .doesNotHaveDuplicates()
                .isSorted()
                .allSatisfy(each -> assertThat(Path.of("jobs", each)).isRegularFile());
    }

    @Test
    void hasAllThatTheReadmeLinksTo() throws IOException {
        List<String> named =
                Pattern.compile("\\]\\(jobs/([^)]+)\\)")
                        .matcher(Files.readString(Path.of("README.md")))
                        .results()
                        .map(each -> each.group(1))
                        .toList();

        assertThat(named)
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThat(packed()).anyMatch(each -> each.startsWith(name)));
    }

    @Test
    void givesTheLibrariesTheSameTimesWhereverItIsBuilt() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        int jarmode = pom.indexOf("<argument>-Djarmode=tools</argument>");
        String arguments = pom.substring(pom.lastIndexOf("<arguments>", jarmode), jarmode);

        assertThat(arguments).contains("<argument>-Duser.timezone=UTC</argument>");
    }

    /** Boot's plugin writes times into the jar that it reads in the zone of Maven's own JVM. */
    @Test
    void givesTheClassesTheSameTimesWhereverItIsBuilt() throws IOException {
        assertThat(Files.readAllLines(Path.of(".mvn/jvm.config")))
                .containsExactly("-Duser.timezone=UTC");
    }

    @Test
    void makesNothingElseExecutableThanTheLauncher() throws IOException {
        // what a file system says of it depends on whose it is, and on the umask
        assertThat(Files.readString(Path.of("config/Dist.java")))
                .contains("name.equals(LAUNCHER)")
                .doesNotContain("isExecutable");
    }
}
