package dev.tplus1.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.cli.FakeWork.Ended;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.SettingException;
import dev.tplus1.ledger.LedgerException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

class CliTests {
    private static final int SCREEN = 40;

    @TempDir private Path folder;
    private String job = "";
    private String file = "";
    private final FakeWork work = new FakeWork();

    @BeforeEach
    void writeAJob() throws IOException {
        Path written =
                Files.writeString(
                        folder.resolve("shop.yaml"),
                        """
                        tplus1:
                          job: shop
                          database: {url: "${URL}"}
                          accounts:
                            - {id: one, provider: csv, statements: {directory: in, file: "*"}}
                            - {id: two, provider: csv, statements: {directory: in, file: "*"}}
                        """);
        job = written.toString();
        file = Files.writeString(folder.resolve("20261128.csv"), "x").toString();
    }

    private String[] args(String line) {
        return Arrays.stream(line.split(" ", -1))
                .map(arg -> arg.replace("JOB", job).replace("CSV", file).replace('~', ' '))
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "reconcile ",
                "backfill ",
                "status ",
                "fetch ",
                "diff ",
                "statement ",
                "breaks ",
                "breaks list ",
                "breaks show ",
                "breaks assign ",
                "breaks reopen ",
                "breaks import ",
                "breaks audit ",
                "breaks resolve ",
                "breaks approve ",
                "report ",
                "outbox ",
                "outbox relay ",
                "outbox list ",
                "outbox requeue ",
                "outbox discard ",
                "alert ",
                "alert test ",
                "alert send ",
                "alert list ",
                "alert retry ",
                "alert discard ",
                "purge ",
                "check ",
                "demo "
            })
    void helpFitsOnAScreenAndEndsWithTwoExamples(String command) {
        Ended ended = work.run(args(command + "--help"));

        List<String> lines = ended.out().lines().toList();
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEmpty();
        assertThat(lines).hasSizeLessThanOrEqualTo(SCREEN);
        assertThat(lines).allMatch(line -> line.length() <= 100);
        assertThat(lines.getFirst()).startsWith("Usage: tplus1 " + command);
        List<String> examples = lines.subList(lines.indexOf("Examples:") + 1, lines.size());
        assertThat(examples.stream().filter(line -> line.contains("tplus1 " + command.strip())))
                .hasSize(2);
        assertThat(ended.out()).doesNotContain("${");
    }

    @Test
    void tellsItsVersion() {
        assertThat(work.run("--version").out()).startsWith("tplus1 ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    reconcil|unexpected argument reconcil, did you mean reconcile?; see tplus1 --help
                    reconcile --job JOB --jbo x|unknown option --jbo; see tplus1 reconcile --help
                    reconcile|missing option: --job=FILE; see tplus1 reconcile --help
                    reconcile --job JOB --date|missing parameter for option --date (D); see tplus1 reconcile --help
                    reconcile --job JOB --date 2026-02-30|--date 2026-02-30: not a date.
                    reconcile --job JOB --date 2026-1-3|--date 2026-1-3: not a date.
                    reconcile --job JOB --date 20261128|--date 20261128: not a date.
                    reconcile --job JOB --date yesterday|--date yesterday: not a date.
                    reconcile --job JOB --account three|--account three: no such account in JOB; it has one, two
                    reconcile --job JOB --statement CSV|--statement: whose is it? The job has several accounts; add one --account.
                    reconcile --job JOB --account one --statement none.csv|--statement none.csv: no such file.
                    reconcile --job none.yaml|none.yaml: no such file; give the job file's path
                    backfill --job JOB --from 2026-11-28 --to 2026-11-27|--to 2026-11-27: is before --from 2026-11-28.
                    backfill --job JOB --from 2025-01-01 --to 2026-01-02|--to 2026-01-02: more than 366 days after --from; take fewer.
                    backfill --job JOB --from 2026-11-01 --to 2026-11-02 --wait 25h|--wait 25h: more than 24h; take less.
                    reconcile --job JOB --wait soon|--wait soon: not a duration; 10m, 90s or 2h say.
                    reconcile --job JOB --wait -2h|--wait -2h: not a duration; 10m, 90s or 2h say.
                    fetch|missing option: --job=FILE; see tplus1 fetch --help
                    fetch --job JOB --date 2026-02-30|--date 2026-02-30: not a date.
                    fetch --job JOB --account three|--account three: no such account in JOB; it has one, two
                    fetch --job JOB --wait 1441m|--wait 1441m: more than 24h; take less.
                    fetch --job JOB --rerun|unknown option --rerun; see tplus1 fetch --help
                    diff --provider paypal --statement CSV --ledger CSV --out x|--provider paypal: not a provider; known: wechatpay, alipay, stripe, csv.
                    diff --provider csv --statement CSV --ledger none.csv --out x|--ledger none.csv: no such file.
                    diff --provider csv --statement CSV --ledger CSV --out x --zone Mars|--zone Mars: not a time zone; Asia/Shanghai say.
                    diff --provider csv --statement CSV --ledger CSV --out x --cutoff-grace 10|--cutoff-grace 10: not a duration; 10m, 90s or 2h say.
                    statement --provider csv|missing parameter: FILE; see tplus1 statement --help
                    statement none.csv --provider csv|FILE none.csv: no such file.
                    breaks|breaks: name one of list, show, assign, resolve, reopen, approve, import, audit; see tplus1 breaks --help
                    breaks show 7K3 --job JOB|7K3: not a break's id; 8 letters and digits, as breaks list shows.
                    breaks list --job JOB --status open! |--status open!: none of OPEN, SUSPENSE, HELD, REPAIRED, RESOLVED, CLOSED, WITHDRAWN.
                    breaks list --job JOB --risk huge|--risk huge: none of LOW, MEDIUM, HIGH.
                    breaks list --job JOB --date 2026-11-28 --from 2026-11-27|breaks list: either --date, or --from and --to; not both.
                    breaks list --job JOB --from 2026-11-28 --to 2026-11-27|--to 2026-11-27: is before --from 2026-11-28.
                    breaks list --job JOB --older-than soon|--older-than soon: not a duration; 10m, 90s or 2h say.
                    breaks list --job JOB --type CUT_OFF --risk high|breaks list: no type that --type names has such a --risk; leave one out.
                    breaks list --job JOB --owner ~|--owner: is empty; say something for the audit trail.
                    breaks assign --to mei --job JOB|missing parameter: ID; see tplus1 breaks assign --help
                    breaks assign 7K3M9QX2 --job JOB|missing option: --to=NAME; see tplus1 breaks assign --help
                    breaks reopen 7K3M9QX2 --job JOB|missing option: --note=N; see tplus1 breaks reopen --help
                    breaks resolve 7K3M9QX2 --job JOB --note x --reason bored|--reason bored: none of booked-by-hand, refunded, provider-corrected, provider-error, duplicate, timing, written-off, other.
                    breaks audit --job JOB --verify --account one|breaks audit: the whole chain is proven or nothing; leave --account and --date out.
                    breaks audit --job JOB --account three|--account three: no such account in JOB; it has one, two
                    breaks resolve 7K3M9QX2 --job JOB|missing option: --note=N; see tplus1 breaks resolve --help
                    breaks resolve 7K3M9QX2 --job JOB --note ~|--note: is empty; say something for the audit trail.
                    breaks resolve 7K3M9QX2 --job JOB --note x --as tplus1|--as: tplus1 is what runs sign with; name who decides.
                    breaks approve --job JOB --note x|breaks approve: name the breaks, or --date and --account together.
                    breaks approve --job JOB --note x --date 2026-11-28|breaks approve: name the breaks, or --date and --account together.
                    breaks approve 7K3M9QX2 --job JOB --note x --account one|breaks approve: either the breaks' ids, or --date and --account; not both.
                    outbox|outbox: name one of relay, list, requeue, discard; see tplus1 outbox --help
                    alert|alert: name one of test, send, list, retry, discard; see tplus1 alert --help
                    alert test|missing option: --job=FILE; see tplus1 alert test --help
                    alert test --job JOB|JOB: alerts.channels: names nobody to tell; add a channel
                    alert retry --job JOB|alert retry: name either the notices' ids, or --channel.
                    alert retry --job JOB 1 --channel x|alert retry: name either the notices' ids, or --channel.
                    alert retry --job JOB 1 x|x: not a notice's id; a number, as alert list shows.
                    alert retry --job JOB --channel x|--channel x: no such channel in JOB; it has none
                    alert discard --job JOB 1|missing option: --note=N; see tplus1 alert discard --help
                    alert discard --job JOB --note x|missing parameter: ID; see tplus1 alert discard --help
                    outbox relay --job JOB --poll 5s|--poll: goes with --follow; add it, or leave this out.
                    outbox relay --job JOB --follow --poll 2h|--poll 2h: must be from 1s to 1h.
                    outbox list --job JOB --dead --all|outbox list: either --dead or --all; not both.
                    outbox requeue --job JOB|outbox requeue: name either the messages' ids, or --all-dead.
                    outbox requeue --job JOB 1 --all-dead|outbox requeue: name either the messages' ids, or --all-dead.
                    outbox requeue --job JOB 1 x|x: not a message's id; a number, as outbox list shows.
                    outbox discard --job JOB 1|missing option: --note=N; see tplus1 outbox discard --help
                    outbox discard --job JOB --note x|missing parameter: ID; see tplus1 outbox discard --help
                    report --job JOB --date 2026-11-28 --revision 0|--revision 0: count from 1.
                    """)
    void answersWrongUsageWithOneLine(String line, String complaint) {
        Ended ended = work.run(args(line));

        assertThat(ended.err()).isEqualTo("tplus1: " + complaint.replace("JOB", job) + "\n");
        assertThat(ended.out()).isEmpty();
        assertThat(ended.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--note a\u200bb",
                "--note \ufeff",
                "--note a\u00adb",
                "--note a\u2060b",
                "--note a\ud83d",
                "--note a\u0007b",
                "--note a\u2028b",
                "--note x --as a\u200bb",
                "--to a\u200bb"
            })
    void refusesTextThatIsNotSeenAsItIs(String text) {
        Ended ended =
                work.run(
                        args(
                                "breaks "
                                        + (text.startsWith("--to") ? "assign" : "resolve")
                                        + " 7K3M9QX2 --job JOB "
                                        + text));

        String option = text.contains("--as") ? "--as" : text.substring(0, text.indexOf(' '));
        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: "
                                + option
                                + ": has a line break, or a control or invisible character.\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--note x --as", "--to"})
    void refusesANameThatLooksLikeAnother(String options) {
        String command = options.equals("--to") ? "assign" : "resolve";

        Ended ended =
                work.run(
                        args("breaks " + command + " 7K3M9QX2 --job JOB " + options + " a\ufe0fb"));

        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: "
                                + options.substring(options.lastIndexOf('-') - 1)
                                + ": has an invisible character, or a blank that is no plain"
                                + " space.\n");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(work.asked).isNull();
    }

    @Test
    void asksForACommand() {
        Ended ended = work.run();

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).isEqualTo("tplus1: name a command; see tplus1 --help\n");
    }

    @Test
    void saysWhatIsUnexpectedWithoutWhatOnlyProgrammersRead() {
        work.failure = new IllegalStateException("dev.tplus1.Thing is null");

        Ended ended = work.run("demo");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .isEqualTo(
                        "tplus1: failed unexpectedly; safe to run again; run again with --verbose"
                                + " for the trace.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--verbose demo", "demo --verbose"})
    void showsTheTraceWhereverVerboseStands(String line) {
        work.failure = new IllegalStateException("planted");

        Ended ended = work.run(args(line));

        assertThat(ended.err())
                .startsWith("tplus1: failed unexpectedly")
                .contains("java.lang.IllegalStateException: planted\n\tat dev.tplus1.cli.CliTests");
    }

    @Test
    void mapsWhatFailsToExitCodes() {
        assertThat(endedBy(new SettingException("orders: is somebody's")))
                .isEqualTo(new Ended(2, "", "tplus1: orders: is somebody's\n"));
        assertThat(endedBy(new LedgerException("ledger: row 3\nbroken")))
                .isEqualTo(new Ended(1, "", "tplus1: ledger: row 3 broken\n"));
        assertThat(endedBy(new UncheckedIOException(new NoSuchFileException("/in/a"))))
                .isEqualTo(new Ended(1, "", "tplus1: /in/a: no such file or folder.\n"));
        assertThat(endedBy(new IllegalStateException(new SQLException("Disk\u0007 full."))))
                .isEqualTo(
                        new Ended(
                                1,
                                "",
                                "tplus1: the database failed: Disk? full. Safe to run again; run"
                                        + " again with --verbose for the trace.\n"));
    }

    @Test
    void saysWhoElseHasAnEmbeddedDatabaseOpen() throws IOException {
        DatabaseSettings settings =
                new DatabaseSettings("jdbc:h2:file:" + folder.resolve("demo"), "sa", "");

        try (FileChannel other =
                        FileChannel.open(
                                folder.resolve("demo.mv.db"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE);
                var _ = other.lock()) {
            RuntimeException inUse =
                    catchThrowableOfType(
                            RuntimeException.class, () -> Database.open("database", settings));

            assertThat(endedBy(inUse).code()).isEqualTo(5);
            assertThat(endedBy(inUse).err())
                    .startsWith("tplus1: database: jdbc:h2:file:")
                    .contains("is open in another process");
        }
    }

    private Ended endedBy(RuntimeException failure) {
        work.failure = failure;
        return work.run("demo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reconcile --help", "reconcile --nonsense", "reconcile --job JOB"})
    void answersHelpAndWrongUsageWithoutSpring(String line) throws Exception {
        Files.writeString(Path.of(job), "tplus1: {jbo: x}");
        String all =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        String without =
                Arrays.stream(all.split(File.pathSeparator, -1))
                        .filter(entry -> !entry.matches(".*/(spring|logback|flyway|HikariCP)[^/]*"))
                        .collect(Collectors.joining(File.pathSeparator));
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                without,
                                "dev.tplus1.Tplus1"));
        command.addAll(List.of(args(line)));

        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isEqualTo(line.endsWith("--help") ? 0 : 2);
        assertThat(without).isNotEqualTo(all);
    }
}
