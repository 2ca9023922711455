package dev.tplus1.nightly;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.nightly.SceneDay.Psp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A job of all three providers with its books, the commands that were run on it, and what they
 * left, as it can be compared with another's.
 */
final class SceneSide implements AutoCloseable {
    /** What only a run that asks its provider notes. */
    private static final String NOTE = "Asked before the replay, the provider said: it stands.";

    /** How a report has it, a csv and everything else. */
    private static final List<String> ASKED =
            List.of(
                    "<div class=\"side\"><bdi>" + NOTE + "</bdi></div>",
                    "\"" + NOTE + "\"\r\n",
                    NOTE);

    private static final Pattern PAGE = Pattern.compile("stripe-2026-11-\\d\\d-(\\d{6}\\.json)");

    /** Where a statement came from, which the page tells: a folder, or a provider's address. */
    private static final Pattern FROM =
            Pattern.compile("(<dt>Received</dt><dd><bdi>[^<]*?), from [^<]*");

    /** How far the audit trail was, to which three accounts add in any order. */
    private static final Pattern AUDITED =
            Pattern.compile("\"events\": \\d+,\\s+\"head\": \"[0-9a-f]{64}\"");

    /** Why a date has no statement yet: no file, or the provider's answer. */
    private static final Pattern NOT_READY = Pattern.compile("(OUTCOME=NOT_READY, .*)REASON=.*");

    /** What a second run may have otherwise: clocks, processes, and the order of three accounts. */
    private static final Map<String, Pattern> OF_A_RUN =
            Map.of(
                    "TPLUS1_LEASE",
                            Pattern.compile("OWNER|HOST|PID|PLACE|ACQUIRED_AT|HEARTBEAT_AT"),
                    "TPLUS1_FENCE", Pattern.compile("OWNER"),
                    "TPLUS1_AUDIT_EVENT", Pattern.compile("SEQ|PREVIOUS_HASH|HASH"),
                    "TPLUS1_AUDIT_HEAD", Pattern.compile("HASH"),
                    "PAYMENT_CALLBACK_LOG", Pattern.compile("ID"),
                    "OUTBOX", Pattern.compile("ID"));

    private static final Pattern NOTHING = Pattern.compile("");
    private static final Pattern OF_A_JOB =
            Pattern.compile(
                    "(JOB_|STEP_)?(INSTANCE|EXECUTION)_ID|.*_TIME|LAST_UPDATED|EXIT_MESSAGE");

    /** What a command ended with and said. */
    record Ended(String command, int code, String out, String err) {}

    final Path folder;
    final Shop shop;
    final Path job;
    final List<Ended> ended = new ArrayList<>();
    private final Clock clock;

    /**
     * @param most missed callbacks of a date that are replayed without an approval
     */
    SceneSide(Path folder, Clock clock, int most) throws IOException {
        this.folder = Files.createDirectory(folder);
        this.clock = clock;
        shop = new Shop(folder);
        shop.replay("{mode: books, min-count: " + most + ", max-share: 0.5}");
        shop.accounts(
                block(Psp.WECHATPAY, "1230000109"),
                block(Psp.ALIPAY, "2088000000000000"),
                block(Psp.STRIPE, ""));
        job = shop.jobFile();
    }

    private static String block(Psp provider, String merchant) {
        return "    - id: "
                + provider.account
                + "\n      provider: "
                + provider.format
                + (merchant.isEmpty() ? "" : "\n      merchant-id: \"" + merchant + "\"")
                + "\n      statements: {directory: \"FOLDER/"
                + provider.format
                + "\", file: \"*{date}*\"}\n";
    }

    void run(String... command) {
        Spoken spoken = new Spoken();
        List<String> args = new ArrayList<>(List.of(command));
        args.addAll(List.of("--job", job.toString()));
        int code =
                Cli.run(
                        args.toArray(String[]::new),
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(clock));
        ended.add(
                new Ended(String.join(" ", command), code, same(spoken.out()), same(spoken.err())));
    }

    /**
     * Without what names the folder, the provider or a page's file, that somebody was asked, and
     * the order of three accounts.
     */
    private String same(String text) {
        String plain = text.replace(folder.toString(), "");
        for (String noted : ASKED) {
            plain = plain.replace(noted, noted.endsWith("\n") ? "\r\n" : "");
        }
        plain = FROM.matcher(plain).replaceAll("$1");
        plain = AUDITED.matcher(plain).replaceAll("");
        plain = NOT_READY.matcher(plain).replaceAll("$1");
        return PAGE.matcher(plain).replaceAll("page-$1");
    }

    List<String> tables() {
        return shop
                .database
                .jdbc()
                .sql(
                        "SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA ="
                                + " 'PUBLIC' AND TABLE_NAME NOT LIKE '%history' ORDER BY 1")
                .query(String.class)
                .list()
                .stream()
                .map(String::valueOf)
                .toList();
    }

    List<String> rows(String table) {
        Pattern without =
                table.startsWith("TPLUS1_BATCH") ? OF_A_JOB : OF_A_RUN.getOrDefault(table, NOTHING);
        return shop.database.jdbc().sql("SELECT * FROM " + table).query().listOfRows().stream()
                .map(row ->
                        row.entrySet().stream()
                                .filter(cell -> !without.matcher(cell.getKey()).matches())
                                .map(cell -> cell.getKey() + "=" + Cell.text(cell.getValue()))
                                .collect(Collectors.joining(", ")))
                .map(this::same)
                .sorted()
                .toList();
    }

    /** What is left below the reports, without where statements came from and spreadsheets. */
    Map<String, String> files() {
        Map<String, String> left = new TreeMap<>();
        Contents.below(folder.resolve("reports"))
                .forEach((name, text) -> {
                    if (!name.endsWith("origin.json") && !name.endsWith(".xlsx")) {
                        left.put(same(name), same(text));
                    }
                });
        return left;
    }

    @Override
    public void close() {
        shop.close();
    }
}
