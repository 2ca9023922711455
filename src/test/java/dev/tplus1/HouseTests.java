package dev.tplus1;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

class HouseTests {
    private static final int MAX_CLASSES = 20;

    private static final House OURS = new House("dev.tplus1");
    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.tplus1");

    /** Every rule is broken once in the fixture, where the second word stands in the finding. */
    private static final House PLANTED = new House("fixture.house");

    private static final JavaClasses FIXTURE =
            new ClassFileImporter().importPackages("fixture.house");

    private static Arguments rule(Function<House, ArchRule> rule, String planted) {
        return Arguments.of(rule, planted);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                rule(House::imports, "fixture.house.diff.Engine"),
                rule(House::noCycles, "Cycle detected"),
                rule(House::plainJava, "fixture.house.entry.MoneyHelper"),
                rule(House::onlyTheNightKnowsSpringBatch, "fixture.house.entry.MoneyHelper"),
                rule(House::providersNeverSeeTheLedger, "fixture.house.provider.ping.Ping"),
                rule(House::onlyTheCommandLineKnowsTheNight, "fixture.house.report.Page"),
                rule(House::eachProviderIsWiredInOnePlace, "fixture.house.provider.OtherWiring"),
                rule(House::noEmptyWords, "MoneyHelper has Helper"),
                rule(House::noFloatingPoint, "fixture.house.entry.Loose"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holdsInTheHouse(Function<House, ArchRule> rule, String planted) {
        rule.apply(OURS).check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void findsWhatIsPlanted(Function<House, ArchRule> rule, String planted) {
        EvaluationResult result = rule.apply(PLANTED).evaluate(FIXTURE);

        assertThat(result.hasViolation()).isTrue();
        assertThat(result.getFailureReport().toString()).contains(planted);
    }

    @Test
    void findsFloatingPointInFieldsParametersAndResults() {
        String found = PLANTED.noFloatingPoint().evaluate(FIXTURE).getFailureReport().toString();

        assertThat(found)
                .contains("Field <fixture.house.entry.Loose.amount>")
                .contains("Constructor <fixture.house.entry.Loose.<init>(double)>")
                .contains("Method <fixture.house.entry.Loose.half([F)>");
    }

    @Test
    void hasNoCrowdedPackage() {
        assertThat(OURS.crowded(CLASSES, MAX_CLASSES)).isEmpty();
    }

    @Test
    void countsTopLevelClassesOfAPackage() {
        assertThat(PLANTED.crowded(FIXTURE, 1))
                .isEqualTo(Map.of("fixture.house.entry", 2L, "fixture.house.provider", 2L));
    }

    @Test
    void hasNoLongFile() {
        assertThat(
                        House.longFiles(
                                Path.of("src/main/java"),
                                Path.of("src/test/java"),
                                Path.of("src/bench/java")))
                .isEmpty();
    }

    @Test
    void findsALongFile(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("Fits.java"), "\n".repeat(400));
        Files.writeString(folder.resolve("Long.java"), "\n".repeat(401));

        assertThat(House.longFiles(folder))
                .containsExactly(folder.resolve("Long.java") + ": 401 lines");
    }

    @Test
    void knowsEveryRoomThatThereIs() {
        assertThat(House.IMPORTS.keySet())
                .containsAll(
                        CLASSES.stream()
                                .map(type -> type.getPackageName() + ".")
                                .filter(name -> name.startsWith("dev.tplus1."))
                                .map(name -> name.split("\\.", -1)[2])
                                .distinct()
                                .toList());
    }
}
