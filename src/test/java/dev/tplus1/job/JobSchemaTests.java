package dev.tplus1.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.SettingException;
import dev.tplus1.watch.log.LogSettings;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The schema by which editors know the job file has the keys of the reader, and none else. */
class JobSchemaTests {
    private static final Path FILE = Path.of("jobs/job.schema.json");

    /** A key that is like none. */
    private static final String UNKNOWN = "{zzzzzzzz: 1}";

    private static final String KNOWN = "; known here: ";
    private static final String BEGINNING = "job: shop, database: {url: 'jdbc:h2:mem:x'}, ";

    /** A job but for what is added to it. */
    private static final String WHOLE =
            BEGINNING
                    + "accounts: [{id: a, provider: csv, "
                    + "statements: {directory: in, file: '*'}}], ";

    /** A job for each block, with the unknown key in that block. */
    private static final Map<String, String> BLOCKS =
            Map.ofEntries(
                    Map.entry("", UNKNOWN),
                    Map.entry("tplus1", "{tplus1: " + UNKNOWN + "}"),
                    block("secrets", "secrets: " + UNKNOWN),
                    block("database", "job: shop, database: " + UNKNOWN),
                    block("ledger", BEGINNING + "ledger: " + UNKNOWN),
                    block("accounts", BEGINNING + "accounts: [" + UNKNOWN + "]"),
                    block("accounts.statements", account("csv", "statements: " + UNKNOWN)),
                    block("stripe", account("stripe", "statements: {api: " + UNKNOWN + "}")),
                    block("alipay", account("alipay", "statements: {api: " + UNKNOWN + "}")),
                    block("wechatpay", account("wechatpay", "statements: {api: " + UNKNOWN + "}")),
                    block("accounts.csv", account("csv", "csv: " + UNKNOWN)),
                    block(
                            "accounts.csv.columns",
                            account("csv", "csv: {columns: " + UNKNOWN + "}")),
                    block(
                            "accounts.csv.statuses",
                            account("csv", "csv: {statuses: " + UNKNOWN + "}")),
                    block("accounts.csv.kinds", account("csv", "csv: {kinds: " + UNKNOWN + "}")),
                    block("replay", WHOLE + "replay: " + UNKNOWN),
                    block(
                            "replay.endpoint",
                            WHOLE + "replay: {mode: endpoint, endpoint: " + UNKNOWN + "}"),
                    block("alerts", WHOLE + "alerts: " + UNKNOWN),
                    block("alerts.channels", WHOLE + "alerts: {channels: [" + UNKNOWN + "]}"),
                    block("reports", WHOLE + "reports: " + UNKNOWN),
                    block("archive", WHOLE + "archive: " + UNKNOWN),
                    block("scratch", WHOLE + "scratch: " + UNKNOWN),
                    block("outbox", WHOLE + "outbox: " + UNKNOWN),
                    block("outbox.endpoint", WHOLE + "outbox: {endpoint: " + UNKNOWN + "}"),
                    block("breaks", WHOLE + "breaks: " + UNKNOWN),
                    block("traces", WHOLE + "traces: " + UNKNOWN),
                    block("ping", WHOLE + "ping: " + UNKNOWN),
                    block("metrics", WHOLE + "metrics: " + UNKNOWN),
                    block("metrics.pushgateway", WHOLE + "metrics: {pushgateway: " + UNKNOWN + "}"),
                    block("retention", WHOLE + "retention: " + UNKNOWN),
                    block("logs", WHOLE + "logs: " + UNKNOWN));

    private static JsonNode schema = JsonMapper.shared().createObjectNode();

    private static Map.Entry<String, String> block(String path, String job) {
        boolean api = path.equals("stripe") || path.equals("alipay") || path.equals("wechatpay");
        return Map.entry(api ? path : "tplus1." + path, "{tplus1: {" + job + "}}");
    }

    private static String account(String provider, String more) {
        return BEGINNING
                + "accounts: [{id: a, provider: "
                + provider
                + ", merchant-id: '1', "
                + more
                + "}]";
    }

    @BeforeAll
    static void read() throws IOException {
        schema = JsonMapper.shared().readTree(Files.readString(FILE));
    }

    /** The keys that the reader knows where it meets the unknown one. */
    private static List<String> known(String job) {
        SettingException refused =
                catchThrowableOfType(
                        SettingException.class, () -> JobFile.parse("shop.yaml", job, Map.of()));
        assertThat(refused).as(job).isNotNull().hasMessageContaining(KNOWN);
        String said = String.valueOf(refused.getMessage());
        return List.of(said.substring(said.indexOf(KNOWN) + KNOWN.length()).split(", ", -1));
    }

    /** Each block of the schema by where it stands, a list's by the list. */
    private static Map<String, JsonNode> blocks() {
        Map<String, JsonNode> blocks = new TreeMap<>();
        collect("", schema, blocks);
        for (String provider : List.of("stripe", "alipay", "wechatpay")) {
            collect(provider, schema.path("$defs").path(provider), blocks);
        }
        return blocks;
    }

    private static void collect(String path, JsonNode at, Map<String, JsonNode> blocks) {
        if (at.has("items")) {
            collect(path, at.path("items"), blocks);
        }
        if (!at.has("properties")) {
            return;
        }
        blocks.put(path, at);
        at.path("properties")
                .properties()
                .forEach(each ->
                        collect(
                                path.isEmpty() ? each.getKey() : path + "." + each.getKey(),
                                each.getValue(),
                                blocks));
    }

    private static List<String> names(JsonNode block) {
        return block.path("properties").properties().stream().map(Map.Entry::getKey).toList();
    }

    @Test
    void hasTheKeysThatTheReaderKnowsAndNoneElse() {
        Map<String, JsonNode> blocks = blocks();

        assertThat(blocks).containsOnlyKeys(BLOCKS.keySet());
        BLOCKS.forEach((path, job) ->
                assertThat(names(blocks.getOrDefault(path, schema)))
                        .as(path)
                        .containsExactlyInAnyOrderElementsOf(known(job)));
    }

    @Test
    void refusesAnyOtherKeyAndSaysWhatEachIs() {
        blocks().forEach((path, block) -> {
            assertThat(block.path("additionalProperties").asBoolean(true)).as(path).isFalse();
            block.path("properties")
                    .properties()
                    .forEach(each ->
                            assertThat(each.getValue().path("description").asString(""))
                                    .as(path + "." + each.getKey())
                                    .isNotBlank());
        });
    }

    @Test
    void offersTheWordsThatTheReaderKnows() {
        JsonNode job = schema.at("/properties/tplus1/properties");
        JsonNode account = job.at("/accounts/items/properties");
        JsonNode channel = job.at("/alerts/properties/channels/items/properties");

        assertThat(words(account.path("provider"))).isEqualTo(AccountFile.PROVIDERS);
        assertThat(words(channel.path("when"))).isEqualTo(plain(Rule.When.values()));
        assertThat(words(channel.path("min-risk"))).isEqualTo(plain(Risk.values()));
        assertThat(words(job.at("/logs/properties/format")))
                .isEqualTo(plain(LogSettings.Format.values()));
        assertThat(words(job.at("/logs/properties/level")))
                .isEqualTo(plain(LogSettings.Level.values()));
        assertThat(texts(schema.at("/$defs/type/enum")))
                .isEqualTo(Stream.of(BreakType.values()).map(Enum::name).toList());
        assertThat(words(job.at("/replay/properties/mode")))
                .containsExactly("books", "endpoint", "sql", "off");
    }

    @Test
    void offersTheDefaultsOfWhoIsTold() {
        JsonNode alerts = schema.at("/properties/tplus1/properties/alerts/properties");
        JsonNode language = alerts.at("/channels/items/properties/language");

        assertThat(alerts.at("/tries/default").asInt()).isEqualTo(Alerting.DEFAULT_TRIES);
        assertThat(language.has("default")).isFalse();
        assertThat(language.path("description").asString()).contains("reports.language");
    }

    private static List<String> plain(Enum<?>[] values) {
        return Stream.of(values)
                .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
    }

    private static List<String> words(JsonNode property) {
        return texts(property.at("/anyOf/0/enum"));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asString()));
        return texts;
    }

    @Test
    void isNamedByTheJobFileToStartFrom() throws IOException {
        assertThat(schema.path("$schema").asString())
                .isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(Files.readAllLines(Path.of("jobs/shop.yaml")).getFirst())
                .isEqualTo("# yaml-language-server: $schema=" + FILE.getFileName());
    }
}
