package dev.tplus1.job;

import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.job.watch.LogsReader;
import dev.tplus1.job.watch.MetricsReader;
import dev.tplus1.job.watch.PingReader;
import dev.tplus1.job.watch.TracesReader;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.provider.Providers;
import dev.tplus1.replay.ReplaySettings;
import dev.tplus1.report.ReportSettings;
import dev.tplus1.report.words.Language;
import dev.tplus1.statement.CsvMapping;
import dev.tplus1.statement.StatementSettings;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Binds the blocks of a job file to records, and fills in what was left out. */
final class JobReader {
    private static final int MAX_ACCOUNTS = 1000;
    private static final Duration MAX_GRACE = Duration.ofHours(12);
    private static final int MAX_SUSPENSE_DAYS = 31;
    private static final Duration POLL = Duration.ofMinutes(10);
    private static final Duration LEAST_POLL = Duration.ofSeconds(1);
    private static final Duration MOST_POLL = Duration.ofHours(1);
    private static final int MAX_WORDS = 100;

    /** A run is called by its job, account, date and revision, in 128 characters. */
    private static final int MAX_IDS = 104;

    static final String A_DURATION = "a duration such as 90s, 10m, 2h or 3d";
    private static final String AN_ID =
            "an id: letters, digits, \".\", \"_\" and \"-\", at most 64, not starting with \".\"";
    private static final String[] COLUMNS = {
        "transaction_id",
        "order_no",
        "refund_no",
        "kind",
        "amount",
        "currency",
        "status",
        "occurred_at",
        "fee",
        "provider_refund_id",
        "payer"
    };

    private static final String LANGUAGES =
            "a language of reports: "
                    + Stream.of(Language.values())
                            .map(Language::code)
                            .collect(Collectors.joining(", "));
    private static final String SECRETS = "secrets";
    private static final String[] SECRETS_KEYS = {"directory"};
    private static final String API = "api";
    private static final String[] STATEMENTS = {"directory", "file", API, "poll"};

    private final String file;

    JobReader(String file) {
        this.file = file;
    }

    /**
     * The folder of secrets that a document names. It is looked for before the rest of the document
     * is filled in, for which it is needed.
     */
    ConfigTree secrets(Yaml document, Environment environment) {
        if (!(document instanceof Yaml.Mapping(Map<String, Yaml> root)
                && root.get("tplus1") instanceof Yaml.Mapping(Map<String, Yaml> job))) {
            return ConfigTree.NONE;
        }
        Yaml named = job.get(SECRETS);
        if (named == null) {
            return ConfigTree.NONE;
        }
        Block block = Block.of(file, SECRETS, environment.fill(named, SECRETS), SECRETS_KEYS);
        Path directory = path(block, "directory");
        try {
            return ConfigTree.of(directory);
        } catch (IllegalArgumentException e) {
            throw block.complaint(
                    "directory",
                    block.shown("directory", block.text("directory")) + ": " + e.getMessage());
        }
    }

    JobFile read(Yaml document) {
        Yaml root = Block.of(file, "", document, "tplus1").value("tplus1");
        Block job =
                Block.of(
                        file,
                        "",
                        root,
                        "job",
                        SECRETS,
                        "database",
                        "ledger",
                        "accounts",
                        "replay",
                        "alerts",
                        "reports",
                        "archive",
                        "scratch",
                        "outbox",
                        "breaks",
                        "traces",
                        "ping",
                        "metrics",
                        "retention",
                        LogsReader.LOGS);
        String name = job.read("job", Values::id, AN_ID);
        job.value("database");
        DatabaseSettings database = database(job.block("database", "url", "username", "password"));
        LedgerSettings ledger = LedgerReader.read(job);
        List<AccountFile> accounts = accounts(job, name);
        ReplaySettings replay = ReplayReader.read(job, ledger.ownQueries(), accounts);
        ReportSettings reports =
                reports(job.block("reports", "directory", "language", "show-payer"));
        return new JobFile(
                name,
                database,
                ledger,
                accounts,
                replay,
                AlertsReader.maxShare(job),
                AlertsReader.read(job, accounts, reports.language().code()),
                reports,
                directory(
                        job.block("archive", "directory"),
                        reports.directory().resolve(name).resolve(".archive").toString()),
                directory(job.block("scratch", "directory"), System.getProperty("java.io.tmpdir")),
                OutboxReader.read(job),
                ApprovalReader.read(job),
                TracesReader.read(job),
                PingReader.read(job),
                MetricsReader.read(job),
                RetentionReader.read(job, replay, accounts),
                LogsReader.read(job));
    }

    private static ReportSettings reports(Block block) {
        return new ReportSettings(
                directory(block, "reports"),
                block.read("language", Language.ENGLISH, Values::language, LANGUAGES),
                block.read("show-payer", false, Values::yes, "true or false"));
    }

    static DatabaseSettings database(Block block) {
        return new DatabaseSettings(
                block.text("url"),
                block.emptyableText("username"),
                block.emptyableText("password"));
    }

    private static List<AccountFile> accounts(Block job, String name) {
        List<AccountFile> accounts = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Block block :
                job.blocks(
                        "accounts",
                        MAX_ACCOUNTS,
                        "id",
                        "provider",
                        "merchant-id",
                        "sub-merchant-id",
                        "zone",
                        "cutoff-grace",
                        "suspense-days",
                        "statements",
                        "order-metadata-key",
                        "require-control",
                        "csv")) {
            AccountFile account = account(block);
            if (!ids.add(account.id())) {
                throw block.complaint(
                        "id", "\"" + account.id() + "\" is another account's too; ids are unique");
            }
            if (name.length() + account.id().length() > MAX_IDS) {
                throw block.complaint(
                        "id",
                        "\""
                                + account.id()
                                + "\" and the job's id are longer than "
                                + MAX_IDS
                                + " characters together; shorten one");
            }
            accounts.add(account);
        }
        return List.copyOf(accounts);
    }

    private static AccountFile account(Block block) {
        String id = block.read("id", Values::id, AN_ID);
        String provider =
                block.read(
                        "provider",
                        text -> oneOf(text, AccountFile.PROVIDERS),
                        "a provider: " + String.join(", ", AccountFile.PROVIDERS));
        only(block, provider, "wechatpay", "sub-merchant-id");
        only(block, provider, "stripe", "order-metadata-key");
        only(block, provider, "csv", "require-control");
        only(block, provider, "csv", "csv");
        boolean declares = provider.equals("wechatpay") || provider.equals("alipay");
        StatementSettings settings =
                new StatementSettings(
                        provider,
                        declares ? block.text("merchant-id") : block.optionalText("merchant-id"),
                        Objects.requireNonNullElse(block.optionalText("sub-merchant-id"), ""),
                        block.has("zone") ? zone(block) : null,
                        block.text(
                                "order-metadata-key", StatementSettings.DEFAULT_ORDER_METADATA_KEY),
                        block.read("require-control", false, Values::yes, "true or false"),
                        csv(block.block("csv", "columns", "statuses", "kinds")));
        return new AccountFile(
                id,
                settings,
                block.read(
                        "cutoff-grace",
                        Duration.ofMinutes(10),
                        JobReader::grace,
                        A_DURATION + ", at most 12h"),
                block.read(
                        "suspense-days",
                        2,
                        text -> Values.whole(text, 1, MAX_SUSPENSE_DAYS),
                        "a number of days from 1 to " + MAX_SUSPENSE_DAYS),
                statements(block, settings),
                poll(block));
    }

    private static ZoneId zone(Block block) {
        return block.read("zone", Values::zone, "a time zone such as Asia/Shanghai");
    }

    private static Duration grace(String text) {
        Duration grace = Values.duration(text);
        if (grace.compareTo(MAX_GRACE) > 0) {
            throw new IllegalArgumentException(text);
        }
        return grace;
    }

    private static void only(Block block, String provider, String its, String key) {
        if (block.has(key) && !provider.equals(its)) {
            throw block.complaint(
                    key,
                    "is for provider " + its + " only, and this is " + provider + "; leave it out");
        }
    }

    private static AccountFile.Statements statements(Block account, StatementSettings settings) {
        account.value("statements");
        Block block = account.block("statements", STATEMENTS);
        if (!block.has(API)) {
            return new AccountFile.Folder(
                    path(block, "directory"),
                    block.read(
                            "file",
                            Values::filePattern,
                            "a file name with *, ?, {date} or {date:yyyyMMdd}, without a folder"));
        }
        for (String key : block.present("directory", "file")) {
            throw block.complaint(key, "stands beside api; keep one of them");
        }
        List<String> keys = Providers.apiKeys(settings.provider());
        if (keys.isEmpty()) {
            throw block.complaint(
                    API,
                    settings.provider()
                            + " has none; name a directory and a file pattern in its place");
        }
        Block api = block.block(API, keys.toArray(String[]::new));
        return new AccountFile.Api(Providers.api(settings.provider(), new ApiBlock(api, settings)));
    }

    private static Duration poll(Block account) {
        return account.block("statements", STATEMENTS)
                .read(
                        "poll",
                        POLL,
                        text -> Values.between(text, LEAST_POLL, MOST_POLL),
                        A_DURATION + ", from 1s to 1h");
    }

    private static CsvMapping csv(Block block) {
        return new CsvMapping(
                columns(block.block("columns", COLUMNS)),
                words(block, "statuses", "SUCCESS", "PROCESSING"),
                words(block, "kinds", "PAYMENT", "REFUND"));
    }

    /** Our words to the file's words for them, each file's word for one of ours only. */
    private static Map<String, List<String>> words(Block csv, String key, String... ours) {
        Block block = csv.block(key, ours);
        Map<String, List<String>> words = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (String our : block.present(ours)) {
            List<String> theirs = block.texts(our, MAX_WORDS);
            for (String word : theirs) {
                if (!seen.add(word)) {
                    throw block.complaint(
                            our, "\"" + Block.bounded(word) + "\" is there twice; keep one");
                }
            }
            words.put(our, theirs);
        }
        return words;
    }

    private static Map<String, String> columns(Block block) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (String key : block.present(COLUMNS)) {
            columns.put(key, block.text(key));
        }
        return columns;
    }

    private static Path directory(Block block, String otherwise) {
        return block.has("directory") ? path(block, "directory") : Path.of(otherwise);
    }

    private static Path path(Block block, String key) {
        return block.read(key, Values::path, "a folder");
    }

    private static String oneOf(String text, List<String> words) {
        if (!words.contains(text)) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
