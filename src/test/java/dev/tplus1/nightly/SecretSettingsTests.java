package dev.tplus1.nightly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.entry.SettingException;
import dev.tplus1.job.JobFile;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The jobs with secrets have one in every setting that can hold one: what a job file may say is
 * asked of its reader, and all of it either is a secret there or may be shown.
 */
class SecretSettingsTests {
    /** No setting has this name; a block that has it is refused with the names that it knows. */
    private static final String UNKNOWN = "none-of-these-at-all";

    private static final Pattern KNOWN = Pattern.compile("; known here: (.*)");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

    private static final String COMMON =
            " ca-file call-timeout connect-timeout download-timeout hosts max-size-mib read-timeout"
                    + " retry-budget tries url";

    /** What may be shown: a block's path, and its keys. */
    private static final List<String> OPEN =
            List.of(
                    ": job",
                    "alerts: ca-file max-share tries",
                    "alerts.channels: accounts attach from host language min-amount min-risk name"
                            + " older-than port tls to type types username when",
                    "archive: directory",
                    "breaks: above approval",
                    "database: username",
                    "ledger: entries-sql freshness-sql max-lag orders-sql refunds-sql"
                            + " transactions-sql username zone",
                    "logs: file format level",
                    "metrics: textfile",
                    "metrics.pushgateway: ca-file url username",
                    "outbox: batch log tries",
                    "outbox.endpoint: timeout",
                    "ping: ca-file timeout",
                    "replay: confirm mark-paid-sql mark-refunded-sql max-age max-amount max-share"
                            + " min-count mode",
                    "replay.endpoint: in-flight settle timeout tries",
                    "reports: directory language show-payer",
                    ": retention",
                    "scratch: directory",
                    "secrets: directory",
                    "traces: ca-file endpoint timeout",
                    "accounts: csv cutoff-grace id merchant-id order-metadata-key provider"
                            + " require-control sub-merchant-id suspense-days zone",
                    "accounts.statements: directory file poll",
                    "accounts.statements.api(wechatpay): bill-type no-bill-after platform-keys"
                            + " serial-no tar-type"
                            + COMMON,
                    "accounts.statements.api(alipay): app-id bill-hosts bill-type no-bill-after"
                            + " no-bill-codes plain-http public-key public-key-file"
                            + " refund-without-status too-early-codes"
                            + COMMON,
                    "accounts.statements.api(stripe): connected-account look-back max-pages"
                            + " page-size version"
                            + COMMON);

    @TempDir private Path folder;
    private ThreeProviders providers;
    private SecretJobs jobs;
    private ObjectNode root = YAMLMapper.shared().createObjectNode();
    private String provider = "";
    private final Set<String> known = new TreeSet<>();
    private final Set<String> planted = new TreeSet<>();

    @BeforeEach
    void open() throws IOException {
        providers = new ThreeProviders(new NightClock("2026-11-29T02:07:00Z"));
        jobs = new SecretJobs(folder, providers, "http://localhost:9");
    }

    @AfterEach
    void close() {
        providers.close();
    }

    @Test
    void areEitherASecretInTheseJobsOrMayBeShown() throws IOException {
        for (Path job : List.of(jobs.writing, jobs.sending, jobs.mailing)) {
            root = (ObjectNode) YAMLMapper.shared().readTree(Files.readString(job));
            look((ObjectNode) root.get("tplus1"), "");
        }
        Set<String> open = new TreeSet<>();
        for (String block : OPEN) {
            String[] cells = block.split(": ", -1);
            for (String key : cells[1].split(" ", -1)) {
                open.add(path(cells[0], key));
            }
        }

        assertThat(planted).hasSize(23).doesNotContainAnyElementsOf(open);
        known.removeAll(planted);
        // a block that one of the jobs does not have
        known.removeIf(each -> known.stream().anyMatch(other -> other.startsWith(each + ".")));
        assertThat(known).containsExactlyElementsOf(open);
    }

    @Test
    void showNothingOfThemselves() {
        for (Path job : List.of(jobs.writing, jobs.sending, jobs.mailing)) {
            assertThat(JobFile.read(job, SecretJobs.ENVIRONMENT).toString())
                    .doesNotContain(jobs.secrets());
        }
    }

    /** Adds what may be in a block, and what of it is a secret. */
    private void look(ObjectNode block, String path) throws IOException {
        List<String> keys = knownIn(block);
        if (keys.isEmpty()) {
            known.add(path);
            for (JsonNode value : block) {
                if (isSecret(value.asString(""))) {
                    planted.add(path);
                }
            }
        }
        for (String key : keys) {
            String each = path(path, key.equals("api") ? "api(" + provider + ")" : key);
            JsonNode value = block.path(key);
            if (value.isArray()) {
                for (JsonNode item : value) {
                    provider = item.path("provider").asString(provider);
                    look((ObjectNode) item, each);
                }
            } else if (value.isObject()) {
                look((ObjectNode) value, each);
            } else {
                known.add(each);
                if (isSecret(value.asString(""))) {
                    planted.add(each);
                }
            }
        }
    }

    /**
     * A block with a key that nobody knows is refused with those that it may have; one in which
     * names are free has none.
     */
    private List<String> knownIn(ObjectNode block) throws IOException {
        block.put(UNKNOWN, "x");
        Path file = Files.writeString(folder.resolve("job.json"), root.toString());
        block.remove(UNKNOWN);
        @Nullable SettingException refusal =
                catchThrowableOfType(
                        SettingException.class, () -> JobFile.read(file, SecretJobs.ENVIRONMENT));
        Matcher names = KNOWN.matcher(refusal == null ? "" : refusal.getMessage());
        return names.find() ? List.of(names.group(1).split(", ", -1)) : List.of();
    }

    private boolean isSecret(String text) throws IOException {
        String meant = text;
        Matcher variable = VARIABLE.matcher(text);
        if (variable.matches()) {
            Path secret = folder.resolve("secrets").resolve(variable.group(1));
            meant =
                    Files.exists(secret)
                            ? Files.readString(secret)
                            : SecretJobs.ENVIRONMENT.getOrDefault(variable.group(1), "");
        } else if (text.startsWith(folder + "/keys/")) {
            meant = Files.readString(Path.of(text));
        }
        return jobs.secrets().stream().anyMatch(meant::contains);
    }

    private static String path(String block, String key) {
        return block.isEmpty() ? key : block + "." + key;
    }
}
