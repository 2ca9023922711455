package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/** What the program is made of, as it is written down; the build compares the libraries with it. */
class SupplyChainTests {
    private static final Path SBOM =
            Path.of("src/main/resources/META-INF/sbom/application.cdx.json");

    /** Of them an Apache-licensed program may be made, whoever passes it on. */
    private static final Set<String> ALLOWED =
            Set.of(
                    "Apache-2.0",
                    "BSD-2-Clause",
                    "BSD-3-Clause",
                    "CC0-1.0",
                    "EPL-2.0",
                    "MIT",
                    "MPL-2.0");

    /** By its exception it goes with programs under other free licences, ours among them. */
    private static final Map<String, String> EXCEPTIONS =
            Map.of(
                    "com.mysql:mysql-connector-j",
                    "The GNU General Public License, v2 with Universal FOSS Exception, v1.0");

    private static JsonNode sbom = JsonMapper.shared().createObjectNode();

    @BeforeAll
    static void read() throws IOException {
        sbom = JsonMapper.shared().readTree(Files.readString(SBOM));
    }

    private static List<JsonNode> components() {
        return StreamSupport.stream(sbom.path("components").spliterator(), false).toList();
    }

    private static String id(JsonNode component) {
        return component.path("group").asString() + ":" + component.path("name").asString();
    }

    /** What a component may be used under, where none of it is allowed; else nothing. */
    private static List<String> foreign(JsonNode component) {
        List<String> licences = new ArrayList<>();
        for (JsonNode each : component.path("licenses")) {
            JsonNode licence = each.path("license");
            licences.add(
                    licence.path("id")
                            .asString(
                                    licence.path("name")
                                            .asString(each.path("expression").asString(""))));
        }
        boolean allowed =
                licences.stream()
                        .anyMatch(each ->
                                ALLOWED.contains(each)
                                        || each.equals(EXCEPTIONS.get(id(component))));
        return allowed ? List.of() : List.of(id(component) + " " + licences);
    }

    @Test
    void isUnderLicencesThatGoWithItsOwn() {
        assertThat(components()).hasSizeGreaterThan(30);

        assertThat(components().stream().flatMap(each -> foreign(each).stream())).isEmpty();
    }

    @Test
    void noticesALicenceThatDoesNotGoWithItsOwn() {
        JsonNode strict =
                JsonMapper.shared()
                        .readTree(
                                """
                                {"group": "a", "name": "b", "licenses": [{"license": {"id": "AGPL-3.0-only"}}]}
                                """);
        JsonNode silent = JsonMapper.shared().readTree("{\"group\": \"a\", \"name\": \"c\"}");

        assertThat(foreign(strict)).containsExactly("a:b [AGPL-3.0-only]");
        assertThat(foreign(silent)).containsExactly("a:c []");
    }

    @Test
    void hasReleasesOnly() throws IOException {
        assertThat(components())
                .extracting(each -> each.path("version").asString())
                .isNotEmpty()
                .noneMatch(version -> version.contains("SNAPSHOT"));
        assertThat(Files.readString(Path.of("pom.xml")))
                .doesNotContain("SNAPSHOT", "<repository>", "<pluginRepository>");
    }

    @Test
    void isWrittenDownTheSameInEveryBuild() throws IOException {
        assertThat(sbom.has("serialNumber")).isFalse();
        assertThat(sbom.path("metadata").has("timestamp")).isFalse();
        assertThat(Files.readString(Path.of("pom.xml")))
                .containsPattern(
                        "<project.build.outputTimestamp>[0-9]{4}-[0-9]{2}-[0-9]{2}T00:00:00Z<");
    }

    @Test
    void hasWhatRunsAndNothingOfTheTests() {
        assertThat(components())
                .extracting(SupplyChainTests::id)
                .contains("com.h2database:h2", "com.mysql:mysql-connector-j")
                .doesNotContain("org.assertj:assertj-core", "org.junit.jupiter:junit-jupiter");
    }
}
