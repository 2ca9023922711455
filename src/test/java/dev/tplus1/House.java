package dev.tplus1;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules of the house, for the tree of packages below one root, so that they can be tried on a
 * house that breaks them.
 */
final class House {
    private static final int MAX_LINES = 400;
    private static final Set<String> FORBIDDEN =
            Set.of("util", "utils", "common", "manager", "helper", "impl", "service", "controller");
    private static final Set<String> FLOATING =
            Set.of("double", "float", "java.lang.Double", "java.lang.Float");

    /**
     * Which rooms a room may import: the one table of the house. A room that is not here may import
     * nothing.
     */
    static final Map<String, List<String>> IMPORTS =
            Map.ofEntries(
                    Map.entry("entry", List.of()),
                    Map.entry("delimited", List.of()),
                    Map.entry("diff", List.of("entry")),
                    Map.entry("database", List.of("entry")),
                    Map.entry("http", List.of("entry")),
                    Map.entry("watch", List.of("entry", "http")),
                    Map.entry("lease", List.of("entry", "database")),
                    Map.entry("outbox", List.of("entry", "database", "lease", "http")),
                    Map.entry("statement", List.of("entry", "delimited", "diff", "database")),
                    Map.entry("ledger", List.of("entry", "delimited", "diff", "database")),
                    Map.entry("breaks", List.of("entry", "database", "diff")),
                    Map.entry(
                            "reconcile", List.of("entry", "statement", "ledger", "diff", "breaks")),
                    Map.entry("callback", List.of("entry", "database", "outbox")),
                    Map.entry(
                            "replay",
                            List.of(
                                    "entry",
                                    "database",
                                    "callback",
                                    "ledger",
                                    "breaks",
                                    "lease",
                                    "http")),
                    Map.entry(
                            "provider",
                            List.of(
                                    "entry",
                                    "delimited",
                                    "diff",
                                    "statement",
                                    "callback",
                                    "replay",
                                    "http")),
                    Map.entry("alert", List.of("entry", "database", "breaks", "outbox", "http")),
                    Map.entry("report", List.of("entry", "breaks")),
                    Map.entry(
                            "job",
                            List.of(
                                    "entry",
                                    "http",
                                    "database",
                                    "statement",
                                    "outbox",
                                    "ledger",
                                    "breaks",
                                    "replay",
                                    "alert",
                                    "report",
                                    "provider",
                                    "watch")),
                    Map.entry(
                            "nightly",
                            List.of(
                                    "entry",
                                    "http",
                                    "database",
                                    "lease",
                                    "outbox",
                                    "statement",
                                    "ledger",
                                    "diff",
                                    "breaks",
                                    "reconcile",
                                    "callback",
                                    "replay",
                                    "provider",
                                    "alert",
                                    "report",
                                    "watch",
                                    "job")),
                    Map.entry(
                            "cli",
                            List.of(
                                    "entry",
                                    "http",
                                    "database",
                                    "lease",
                                    "outbox",
                                    "statement",
                                    "ledger",
                                    "diff",
                                    "breaks",
                                    "reconcile",
                                    "callback",
                                    "replay",
                                    "provider",
                                    "alert",
                                    "report",
                                    "watch",
                                    "job",
                                    "nightly")),
                    // main
                    Map.entry("", List.of("cli")));

    /** Beside the providers: what those with an API share, for others to know them by. */
    private static final String SHARED = "api";

    private final String root;

    House(String root) {
        this.root = root;
    }

    /** A room imports only the rooms that the table allows it. */
    ArchRule imports() {
        return classes()
                .should(
                        condition(
                                "import only the rooms that the table of the house allows",
                                (type, events) -> {
                                    String room = room(type);
                                    List<String> allowed = IMPORTS.getOrDefault(room, List.of());
                                    for (Dependency each : type.getDirectDependenciesFromSelf()) {
                                        String other = room(each.getTargetClass());
                                        if (inside(each.getTargetClass())
                                                && !other.equals(room)
                                                && !allowed.contains(other)) {
                                            violated(events, type, each.getDescription());
                                        }
                                    }
                                }));
    }

    ArchRule noCycles() {
        return slices().matching(root + ".(*)..").should().beFreeOfCycles();
    }

    /** The vocabulary and the engine are plain Java. */
    ArchRule plainJava() {
        return classes()
                .that()
                .resideInAnyPackage(root + ".entry..", root + ".delimited..", root + ".diff..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        root + ".entry..",
                        root + ".delimited..",
                        root + ".diff..");
    }

    ArchRule onlyTheNightKnowsSpringBatch() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + ".nightly..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.batch..");
    }

    ArchRule providersNeverSeeTheLedger() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".provider..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".ledger..")
                .allowEmptyShould(true); // the planted one shows that it looks
    }

    ArchRule onlyTheCommandLineKnowsTheNight() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(root + ".nightly..", root + ".cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".nightly..");
    }

    /** Everything that is known about one provider is reached through one class outside it. */
    ArchRule eachProviderIsWiredInOnePlace() {
        Map<String, Set<String>> wiring = new TreeMap<>();
        return classes()
                .should(
                        new ArchCondition<JavaClass>("wire each provider in one place") {
                            @Override
                            public void check(JavaClass type, ConditionEvents events) {
                                for (Dependency each : type.getDirectDependenciesFromSelf()) {
                                    String provider = provider(each.getTargetClass());
                                    if (!provider.isEmpty() && !provider.equals(provider(type))) {
                                        wiring.computeIfAbsent(provider, _ -> new TreeSet<>())
                                                .add(outermost(type));
                                    }
                                }
                            }

                            @Override
                            public void finish(ConditionEvents events) {
                                wiring.forEach((provider, places) -> {
                                    if (places.size() > 1) {
                                        events.add(
                                                SimpleConditionEvent.violated(
                                                        provider,
                                                        provider + " is wired in " + places));
                                    }
                                });
                            }
                        });
    }

    /** No word in a name that says nothing about what the thing is for. */
    ArchRule noEmptyWords() {
        return classes()
                .should(
                        condition(
                                "have no name with one of " + new TreeSet<>(FORBIDDEN),
                                (type, events) -> {
                                    String name = type.getFullName().substring(root.length());
                                    String words = name.replaceAll("([A-Z])", " $1");
                                    for (String word : words.split("[^A-Za-z]+", -1)) {
                                        if (FORBIDDEN.contains(word.toLowerCase(Locale.ROOT))) {
                                            violated(events, type, name + " has " + word);
                                        }
                                    }
                                }));
    }

    /** Amounts and shares are exact: nothing is kept, taken or given as floating point. */
    ArchRule noFloatingPoint() {
        return classes()
                .should(
                        condition(
                                "have no floating point field, parameter or result",
                                (type, events) -> {
                                    for (JavaField field : type.getFields()) {
                                        if (floating(field.getRawType())) {
                                            violated(events, type, field.getDescription());
                                        }
                                    }
                                    for (JavaCodeUnit code : type.getCodeUnits()) {
                                        if (floating(code.getRawReturnType())
                                                || code.getRawParameterTypes().stream()
                                                        .anyMatch(House::floating)) {
                                            violated(events, type, code.getDescription());
                                        }
                                    }
                                }));
    }

    /** The packages with more top-level classes than this, and how many they have. */
    Map<String, Long> crowded(JavaClasses all, int most) {
        Map<String, Long> counts =
                all.stream()
                        .filter(this::inside)
                        .filter(type -> type.getEnclosingClass().isEmpty())
                        .filter(type -> !type.getSimpleName().equals("package-info"))
                        .collect(
                                Collectors.groupingBy(
                                        JavaClass::getPackageName,
                                        TreeMap::new,
                                        Collectors.counting()));
        counts.values().removeIf(count -> count <= most);
        return counts;
    }

    /** The Java files below these folders with more lines than a file may have. */
    static List<String> longFiles(Path... folders) {
        return Arrays.stream(folders).map(House::longFiles).flatMap(Collection::stream).toList();
    }

    private static List<String> longFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> lines(file) > MAX_LINES)
                    .map(file -> file + ": " + lines(file) + " lines")
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lines(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean inside(JavaClass type) {
        return type.getName().startsWith(root + ".");
    }

    private String room(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(root + ".")
                ? name.substring(root.length() + 1).replaceFirst("\\..*", "")
                : "";
    }

    /** {@code wechatpay} say; empty for what belongs to no single provider. */
    private String provider(JavaClass type) {
        String rooms = root + ".provider.";
        String provider =
                type.getPackageName().startsWith(rooms)
                        ? type.getPackageName().substring(rooms.length()).replaceFirst("\\..*", "")
                        : "";
        return provider.equals(SHARED) ? "" : provider;
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    private static boolean floating(JavaClass type) {
        return FLOATING.contains(type.getBaseComponentType().getName());
    }

    private static void violated(ConditionEvents events, JavaClass type, String what) {
        events.add(SimpleConditionEvent.violated(type, type.getName() + ": " + what));
    }

    private interface Check {
        void check(JavaClass type, ConditionEvents events);
    }

    private static ArchCondition<JavaClass> condition(String description, Check check) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.check(type, events);
            }
        };
    }
}
