package dev.tplus1.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.watch.metrics.MetricLabels;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The alert rules and the dashboard are of figures that there are, and can be read. */
class MonitoringTests {
    private static final Path FOLDER = Path.of("jobs/monitoring");
    private static final YAMLMapper YAML = new YAMLMapper();

    /** Each figure with its labels; the one that is not ours is node_exporter's. */
    private static final Map<String, Set<String>> METRICS = metrics();

    private static final Set<String> WORDS =
            Set.of(
                    "time",
                    "absent",
                    "avg_over_time",
                    "and",
                    "unless",
                    "max",
                    "min",
                    "sum",
                    "count",
                    "by",
                    "label_values");

    /** A word, with the labels that are asked for behind it. */
    private static final Pattern WORD =
            Pattern.compile("([a-z_][a-z0-9_]*)(?:\\{([^{}]*)})?(?:\\[[0-9]+[smhdw]])?");

    private static final Pattern MATCHER =
            Pattern.compile("([a-z_][a-z0-9_]*)(?:=|!=|=~|!~)\"[^\"]*\"");
    private static final Pattern BY = Pattern.compile("\\b(?:by|on) \\(([^()]*)\\)");
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\{\\{\\s*\\$?(?:labels\\.)?([a-z_0-9]+)\\s*}}");

    private static Map<String, Set<String>> metrics() {
        Map<String, Set<String>> metrics = new HashMap<>(MetricLabels.all());
        metrics.put("node_textfile_mtime_seconds", Set.of("file", "instance"));
        return Map.copyOf(metrics);
    }

    private static List<JsonNode> rules() {
        return YAML.readTree(FOLDER.resolve("tplus1.rules.yaml").toFile())
                .at("/groups/0/rules")
                .valueStream()
                .toList();
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(FOLDER.resolve("tplus1.dashboard.json")));
    }

    /** What is wrong with an expression; the labels that it leaves are added. */
    private static List<String> wrong(String expression, Set<String> labels) {
        List<String> wrong = new ArrayList<>();
        if (!balanced(expression)) {
            wrong.add("not balanced: " + expression);
        }
        Set<String> known = new TreeSet<>();
        String rest = BY.matcher(expression).replaceAll("");
        Matcher word = WORD.matcher(rest.replaceAll("\\$[a-z_0-9]+", "x"));
        int end = 0;
        while (word.find(end)) {
            end = word.end();
            String name = word.group(1);
            if (METRICS.containsKey(name)) {
                known.addAll(METRICS.getOrDefault(name, Set.of()));
                String asked = word.group(2);
                if (asked != null && !MATCHER.matcher(asked).replaceAll("").matches(",*")) {
                    wrong.add("no labels: " + asked);
                }
                Matcher each = MATCHER.matcher(asked == null ? "" : asked);
                while (each.find()) {
                    if (!METRICS.getOrDefault(name, Set.of()).contains(each.group(1))) {
                        wrong.add(name + " has no label " + each.group(1));
                    }
                }
            } else if (!WORDS.contains(name)) {
                wrong.add("neither a figure nor a word: " + name);
            }
        }
        Matcher by = BY.matcher(expression);
        Set<String> kept = new HashSet<>();
        while (by.find()) {
            kept.addAll(List.of(by.group(1).split(", ", -1)));
        }
        kept.stream()
                .filter(label -> !known.contains(label))
                .forEach(label -> wrong.add("by no label: " + label));
        labels.addAll(kept.isEmpty() ? known : kept);
        return wrong;
    }

    /** Of brackets, outside of what is in quotes. */
    private static boolean balanced(String expression) {
        String brackets = expression.replaceAll("\"[^\"]*\"", "").replaceAll("[^(){}\\[\\]\"]", "");
        String before;
        do {
            before = brackets;
            brackets = brackets.replace("()", "").replace("{}", "").replace("[]", "");
        } while (!before.equals(brackets));
        return brackets.isEmpty();
    }

    private static List<String> placeholders(String text) {
        return PLACEHOLDER.matcher(text).results().map(found -> found.group(1)).toList();
    }

    @Test
    void areFoundWrongWhereAnExpressionIs() {
        Set<String> labels = new HashSet<>();

        assertThat(wrong("sum(tplus1_breaks{kind=\"x\"}) > foo", labels))
                .containsExactlyInAnyOrder(
                        "tplus1_breaks has no label kind", "neither a figure nor a word: foo");
        assertThat(wrong("(tplus1_breaks", labels)).containsExactly("not balanced: (tplus1_breaks");
        assertThat(wrong("sum by (step) (tplus1_breaks)", labels))
                .containsExactly("by no label: step");
    }

    @Test
    void alertOfFiguresThatThereAre() {
        for (JsonNode rule : rules()) {
            String name = rule.path("alert").asString();
            JsonNode notes = rule.path("annotations");
            Set<String> labels = new HashSet<>(Set.of("value"));

            assertThat(wrong(rule.path("expr").asString(), labels)).as(name).isEmpty();
            assertThat(labels)
                    .as(name)
                    .containsAll(placeholders(notes.path("summary").asString()))
                    .containsAll(placeholders(notes.path("description").asString()));
            assertThat(rule.path("for").asString("1m")).as(name).matches("[0-9]+[mh]");
        }
    }

    @Test
    void sayHowGraveItIsAndWhatToDo() throws IOException {
        Set<String> sections =
                Files.readAllLines(Path.of("README.md")).stream()
                        .filter(line -> line.matches("#{2,3} .*"))
                        .map(line ->
                                line.replaceFirst("#+ ", "")
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^a-z0-9 -]", "")
                                        .replace(' ', '-'))
                        .collect(Collectors.toSet());

        assertThat(rules())
                .extracting(rule -> rule.path("alert").asString())
                .doesNotHaveDuplicates();
        for (JsonNode rule : rules()) {
            JsonNode notes = rule.path("annotations");
            assertThat(rule.at("/labels/severity").asString()).isIn("info", "warning", "critical");
            assertThat(notes.path("summary").asString()).isNotBlank();
            assertThat(notes.path("description").asString()).containsPattern("tplus1[ _]\\w+");
            assertThat(notes.path("runbook").asString()).startsWith("README.md#");
            assertThat(sections).contains(notes.path("runbook").asString().substring(10));
        }
    }

    @Test
    void areTriedByCasesOfRulesThatThereAre() {
        JsonNode cases = YAML.readTree(FOLDER.resolve("tplus1.rules.test.yaml").toFile());
        Map<String, JsonNode> byName =
                rules().stream()
                        .collect(
                                Collectors.toMap(
                                        rule -> rule.path("alert").asString(), rule -> rule));

        assertThat(cases.at("/rule_files/0").asString()).isEqualTo("tplus1.rules.yaml");
        for (JsonNode each : cases.path("tests").valueStream().toList()) {
            JsonNode tried = each.at("/alert_rule_test/0");
            JsonNode rule = byName.get(tried.path("alertname").asString());
            assertThat(rule).as(each.path("name").asString()).isNotNull();
            tried.path("exp_alerts")
                    .forEach(alert ->
                            assertThat(alert.at("/exp_annotations/runbook"))
                                    .isEqualTo(rule.at("/annotations/runbook")));
        }
    }

    @Test
    void showFiguresThatThereAreEachWithItsUnit() throws IOException {
        Set<String> shown = new HashSet<>();
        for (JsonNode panel : dashboard().path("panels")) {
            String title = panel.path("title").asString();
            assertThat(title).isNotBlank();
            assertThat(panel.at("/fieldConfig/defaults/unit").asString("")).as(title).isNotBlank();
            assertThat(panel.at("/datasource/uid").asString()).isEqualTo("${datasource}");
            for (JsonNode target : panel.path("targets")) {
                String expression = target.path("expr").asString();
                Set<String> labels = new HashSet<>();
                assertThat(wrong(expression, labels)).as(title).isEmpty();
                assertThat(labels)
                        .as(title)
                        .containsAll(placeholders(target.path("legendFormat").asString()));
                METRICS.keySet().stream().filter(expression::contains).forEach(shown::add);
            }
        }

        assertThat(shown).hasSize(METRICS.size() - 1);
    }

    @Test
    void lieBesideEachOtherOnTheDashboard() throws IOException {
        Set<String> taken = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard().path("panels")) {
            JsonNode at = panel.path("gridPos");
            assertThat(ids.add(panel.path("id").asInt())).isTrue();
            assertThat(at.path("x").asInt() + at.path("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < at.path("w").asInt(); x++) {
                for (int y = 0; y < at.path("h").asInt(); y++) {
                    String cell = (at.path("x").asInt() + x) + "/" + (at.path("y").asInt() + y);
                    assertThat(taken.add(cell)).as(panel.path("title").asString()).isTrue();
                }
            }
        }
    }

    @Test
    void letOneChooseTheDataSourceTheJobAndTheAccount() throws IOException {
        JsonNode variables = dashboard().at("/templating/list");

        assertThat(variables)
                .extracting(each -> each.path("name").asString())
                .containsExactly("datasource", "tplus1_job", "account");
        assertThat(variables.get(0).path("type").asString()).isEqualTo("datasource");
        Stream.of(variables.get(1), variables.get(2))
                .forEach(each ->
                        assertThat(
                                        wrong(
                                                each.path("definition")
                                                        .asString()
                                                        .replaceAll(", [a-z_0-9]+\\)$", ")"),
                                                new HashSet<>()))
                                .isEmpty());
    }
}
