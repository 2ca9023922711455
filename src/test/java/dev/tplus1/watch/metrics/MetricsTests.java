package dev.tplus1.watch.metrics;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import dev.tplus1.watch.Observer;
import dev.tplus1.watch.Observer.Subject;
import dev.tplus1.watch.metrics.JobFigures.Found;
import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Reconciled;
import dev.tplus1.watch.metrics.JobFigures.Run;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** What is left for Prometheus, and what is kept of what was left before. */
class MetricsTests {
    private static final Instant T1 = Instant.parse("2026-11-29T02:31:07.123456Z");
    private static final Instant T2 = Instant.parse("2026-11-30T02:31:00Z");
    private static final Instant DATE = Instant.parse("2026-11-27T16:00:00Z");

    private static final OptionalLong NONE = OptionalLong.of(0);

    @TempDir private Path folder;

    private Path file() {
        return folder.resolve("tplus1_shop.prom");
    }

    private Metrics metrics(String... accounts) {
        return new Metrics(
                new MetricsSettings(file(), null),
                "shop",
                List.of(accounts),
                "1.2.3",
                Clock.systemUTC());
    }

    private static OfAccount figures(String account, @Nullable Run last) {
        return new OfAccount(
                account,
                last,
                new Reconciled(T1, DATE),
                new Found(
                        12,
                        9,
                        8,
                        Map.of("MISSED_CALLBACK", 2L, "UNKNOWN_ORDER", 0L),
                        Map.of("applied", 2L, "failed", 0L)),
                Map.of("UNKNOWN_ORDER", 3L, "DISPUTE", 0L),
                DATE,
                1,
                2);
    }

    private static OfAccount nothing(String account) {
        return new OfAccount(account, null, null, null, Map.of(), null, 0, 0);
    }

    private static void took(Observer observer, String account, long seconds, String... steps) {
        Subject subject = new Subject(account, LocalDate.of(2026, 11, 28));
        observer.dateBegan(subject);
        for (String step : steps) {
            observer.stepEnded(subject, step, Duration.ofMillis(seconds * 100), null);
        }
        observer.dateEnded(subject, "RECONCILED", Duration.ofSeconds(seconds));
    }

    private List<String> lines() throws IOException {
        try (Stream<String> lines = Files.lines(file())) {
            return lines.filter(line -> !line.startsWith("#")).sorted().toList();
        }
    }

    private List<String> lines(String beginning) throws IOException {
        return lines().stream().filter(line -> line.startsWith(beginning)).toList();
    }

    @Test
    void writesAllThatIsKnownOfAnAccount() throws IOException {
        Metrics metrics = metrics("wechat");
        took(metrics.observer(), "wechat", 7, "fetch", "replay");
        metrics.known(new JobFigures(List.of(figures("wechat", null)), 4, OptionalLong.of(5)));

        List<String> troubles = metrics.leave(Map.of("wechat", new Run(T1, "RECONCILED")), 3);

        assertThat(troubles).isEmpty();
        assertThat(Files.readString(file()))
                .isEqualTo(
                        """
                        # HELP tplus1_breaks Breaks that the latest concluded date's latest revision found.
                        # TYPE tplus1_breaks gauge
                        tplus1_breaks{account="wechat",tplus1_job="shop",type="MISSED_CALLBACK"} 2.0
                        tplus1_breaks{account="wechat",tplus1_job="shop",type="UNKNOWN_ORDER"} 0.0
                        # HELP tplus1_build_info The version of the last process that ran dates.
                        # TYPE tplus1_build_info gauge
                        tplus1_build_info{tplus1_job="shop",version="1.2.3"} 1
                        # HELP tplus1_dead_letters Messages of the outbox that were not taken and that are not tried any more.
                        # TYPE tplus1_dead_letters gauge
                        tplus1_dead_letters{tplus1_job="shop"} 5.0
                        # HELP tplus1_dead_notices Notices that a channel did not take and that are not tried any more.
                        # TYPE tplus1_dead_notices gauge
                        tplus1_dead_notices{tplus1_job="shop"} 4.0
                        # HELP tplus1_exit_code The exit code of the last process that ran dates.
                        # TYPE tplus1_exit_code gauge
                        tplus1_exit_code{tplus1_job="shop"} 3.0
                        # HELP tplus1_held_dates Dates that are held back.
                        # TYPE tplus1_held_dates gauge
                        tplus1_held_dates{account="wechat",tplus1_job="shop"} 1.0
                        # HELP tplus1_last_reconciled_date_timestamp_seconds When the account's latest reconciled business date began, in its zone.
                        # TYPE tplus1_last_reconciled_date_timestamp_seconds gauge
                        tplus1_last_reconciled_date_timestamp_seconds{account="wechat",tplus1_job="shop"} 1.7957952E9
                        # HELP tplus1_last_run_outcome 1 for how the account's latest date that was run ended, 0 for all others.
                        # TYPE tplus1_last_run_outcome gauge
                        tplus1_last_run_outcome{account="wechat",outcome="BUSY",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="FAILED",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="HELD",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="NOT_READY",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="RECONCILED",tplus1_job="shop"} 1.0
                        tplus1_last_run_outcome{account="wechat",outcome="REFUSED",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="STOPPED",tplus1_job="shop"} 0.0
                        tplus1_last_run_outcome{account="wechat",outcome="SUSPECT_EMPTY",tplus1_job="shop"} 0.0
                        # HELP tplus1_last_run_timestamp_seconds When the account's last run ended.
                        # TYPE tplus1_last_run_timestamp_seconds gauge
                        tplus1_last_run_timestamp_seconds{account="wechat",tplus1_job="shop"} 1.795919467123456E9
                        # HELP tplus1_last_success_timestamp_seconds When the account's latest reconciled date was concluded.
                        # TYPE tplus1_last_success_timestamp_seconds gauge
                        tplus1_last_success_timestamp_seconds{account="wechat",tplus1_job="shop"} 1.795919467123456E9
                        # HELP tplus1_ledger_entries Entries that the books have in the latest concluded date.
                        # TYPE tplus1_ledger_entries gauge
                        tplus1_ledger_entries{account="wechat",tplus1_job="shop"} 9.0
                        # HELP tplus1_matched_entries Entries of the latest concluded date that both sides have, equal and in the day.
                        # TYPE tplus1_matched_entries gauge
                        tplus1_matched_entries{account="wechat",tplus1_job="shop"} 8.0
                        # HELP tplus1_missing_dates Dates of the last 32 days that are over and that no run has concluded.
                        # TYPE tplus1_missing_dates gauge
                        tplus1_missing_dates{account="wechat",tplus1_job="shop"} 2.0
                        # HELP tplus1_oldest_open_alert_timestamp_seconds When the business date of the oldest break that waits for a person began.
                        # TYPE tplus1_oldest_open_alert_timestamp_seconds gauge
                        tplus1_oldest_open_alert_timestamp_seconds{account="wechat",tplus1_job="shop"} 1.7957952E9
                        # HELP tplus1_open_alerts Breaks of all dates that wait for a person.
                        # TYPE tplus1_open_alerts gauge
                        tplus1_open_alerts{account="wechat",tplus1_job="shop",type="DISPUTE"} 0.0
                        tplus1_open_alerts{account="wechat",tplus1_job="shop",type="UNKNOWN_ORDER"} 3.0
                        # HELP tplus1_replays What became of the missed callbacks of the latest concluded date's latest revision.
                        # TYPE tplus1_replays gauge
                        tplus1_replays{account="wechat",result="applied",tplus1_job="shop"} 2.0
                        tplus1_replays{account="wechat",result="failed",tplus1_job="shop"} 0.0
                        # HELP tplus1_run_duration_seconds How long the last date that was run took, waiting for its statement included.
                        # TYPE tplus1_run_duration_seconds gauge
                        tplus1_run_duration_seconds{account="wechat",tplus1_job="shop"} 7.0
                        # HELP tplus1_statement_entries Entries of the latest concluded date's statement that count.
                        # TYPE tplus1_statement_entries gauge
                        tplus1_statement_entries{account="wechat",tplus1_job="shop"} 12.0
                        # HELP tplus1_step_duration_seconds How long each step of the last date that was run took.
                        # TYPE tplus1_step_duration_seconds gauge
                        tplus1_step_duration_seconds{account="wechat",step="fetch",tplus1_job="shop"} 0.7
                        tplus1_step_duration_seconds{account="wechat",step="replay",tplus1_job="shop"} 0.7
                        """);
    }

    @Test
    void readsBackWhatItWroteWhateverTheLabelsAre() {
        Gauges gauges = new Gauges();
        gauges.put(T1, Metric.LAST_RUN, "a\"\\},\n{x=\"y");
        gauges.put(7, Metric.BREAKS, "a", "");

        Gauges read = Exposed.gauges(Exposition.text("shop", gauges), "shop");

        assertThat(read.values().keySet()).isEqualTo(gauges.values().keySet());
        assertThat(read.of(Metric.LAST_RUN, "a\"\\},\n{x=\"y"))
                .isEqualByComparingTo("1795919467.123456");
        assertThat(Exposed.gauges(Exposition.text("other", gauges), "shop").isEmpty()).isTrue();
    }

    @Test
    void keepsWhatTheDatabaseDoesNotKnowOfAnAccountThatWasNotRun() throws IOException {
        Metrics both = metrics("one", "two", "gone");
        took(both.observer(), "one", 5, "fetch", "replay");
        took(both.observer(), "two", 6, "fetch");
        took(both.observer(), "gone", 6, "fetch");
        both.known(
                new JobFigures(List.of(nothing("one"), nothing("two"), nothing("gone")), 0, NONE));
        both.leave(
                Map.of(
                        "one", new Run(T1, "RECONCILED"),
                        "two", new Run(T1, "BUSY"),
                        "gone", new Run(T1, "HELD")),
                0);

        Metrics one = metrics("one", "two");
        took(one.observer(), "one", 9, "fetch");
        one.known(
                new JobFigures(
                        List.of(
                                figures("one", null),
                                figures("two", new Run(T1.minusSeconds(60), "REFUSED"))),
                        0,
                        NONE));
        one.leave(Map.of("one", new Run(T2, "NOT_READY")), 4);

        assertThat(lines()).noneMatch(line -> line.contains("\"gone\""));
        assertThat(lines("tplus1_last_run_timestamp_seconds"))
                .containsExactly(
                        "tplus1_last_run_timestamp_seconds{account=\"one\",tplus1_job=\"shop\"}"
                                + " 1.79600586E9",
                        "tplus1_last_run_timestamp_seconds{account=\"two\",tplus1_job=\"shop\"}"
                                + " 1.795919467123456E9");
        assertThat(lines("tplus1_last_run_outcome"))
                .filteredOn(line -> line.endsWith(" 1.0"))
                .containsExactly(
                        "tplus1_last_run_outcome{account=\"one\",outcome=\"NOT_READY\","
                                + "tplus1_job=\"shop\"} 1.0",
                        "tplus1_last_run_outcome{account=\"two\",outcome=\"BUSY\","
                                + "tplus1_job=\"shop\"} 1.0");
        assertThat(lines("tplus1_step_duration_seconds"))
                .containsExactly(
                        "tplus1_step_duration_seconds{account=\"one\",step=\"fetch\","
                                + "tplus1_job=\"shop\"} 0.9",
                        "tplus1_step_duration_seconds{account=\"two\",step=\"fetch\","
                                + "tplus1_job=\"shop\"} 0.6");
        assertThat(lines("tplus1_held_dates")).hasSize(2);
    }

    @Test
    void takesALaterRunOfAnotherProcessFromTheDatabase() throws IOException {
        Metrics first = metrics("one", "two");
        first.leave(Map.of("one", new Run(T1, "FAILED"), "two", new Run(T1, "FAILED")), 1);

        Metrics second = metrics("one", "two");
        second.known(
                new JobFigures(
                        List.of(nothing("one"), figures("two", new Run(T2, "RECONCILED"))),
                        0,
                        NONE));
        second.leave(Map.of("one", new Run(T2, "HELD")), 7);

        assertThat(lines("tplus1_last_run_outcome{account=\"two\""))
                .contains(
                        "tplus1_last_run_outcome{account=\"two\",outcome=\"RECONCILED\","
                                + "tplus1_job=\"shop\"} 1.0");
    }

    @Test
    void erasesNothingWhereTheProcessDidNotGetAsFarAsTheDatabase() throws IOException {
        Metrics first = metrics("one");
        took(first.observer(), "one", 5, "fetch");
        first.known(new JobFigures(List.of(figures("one", null)), 4, OptionalLong.of(5)));
        first.leave(Map.of("one", new Run(T1, "RECONCILED")), 0);
        List<String> before = lines();

        metrics("one").leave(Map.of("one", new Run(T2, "FAILED")), 2);

        List<String> changed = lines();
        changed = changed.stream().filter(line -> !before.contains(line)).toList();
        assertThat(changed)
                .containsExactly(
                        "tplus1_exit_code{tplus1_job=\"shop\"} 2.0",
                        "tplus1_last_run_outcome{account=\"one\",outcome=\"FAILED\","
                                + "tplus1_job=\"shop\"} 1.0",
                        "tplus1_last_run_outcome{account=\"one\",outcome=\"RECONCILED\","
                                + "tplus1_job=\"shop\"} 0.0",
                        "tplus1_last_run_timestamp_seconds{account=\"one\",tplus1_job=\"shop\"}"
                                + " 1.79600586E9");
        assertThat(lines()).hasSameSizeAs(before);
    }

    @Test
    void writesAnewWhatIsNoTextFile() throws IOException {
        Files.writeString(file(), "tplus1_exit_code{tplus1_job=\"shop\"} one\n");
        Metrics metrics = metrics("one");
        metrics.known(new JobFigures(List.of(nothing("one")), 0, NONE));

        assertThat(metrics.leave(Map.of("one", new Run(T1, "STOPPED")), 143)).isEmpty();

        assertThat(lines("tplus1_exit_code"))
                .containsExactly("tplus1_exit_code{tplus1_job=\"shop\"} 143.0");
    }

    @Test
    void measuresTheLatestDateAndNoneThatEnteredNoStep() {
        Timings timings = new Timings();
        Subject night = new Subject("one", LocalDate.of(2026, 11, 28));
        Subject rechecked = new Subject("one", LocalDate.of(2026, 11, 20));

        timings.dateBegan(night);
        timings.stepEnded(night, "fetch", Duration.ofSeconds(1), null);
        timings.stepEnded(night, "fetch", Duration.ofSeconds(2), new IOException("again"));
        timings.dateEnded(night, "RECONCILED", Duration.ofSeconds(4));
        timings.dateBegan(rechecked);
        timings.stepEnded(rechecked, "check", Duration.ofSeconds(8), null);
        timings.dateEnded(rechecked, "FETCHED", Duration.ofSeconds(9));
        took(timings, "done", 1);

        Timings.Taken taken = Objects.requireNonNull(timings.of("one"));
        assertThat(taken.run()).isEqualTo(Duration.ofSeconds(4));
        assertThat(taken.steps()).isEqualTo(Map.of("fetch", Duration.ofSeconds(3)));
        assertThat(timings.of("done")).isNull();
    }

    @Test
    void isReadableByTheCollectorAndLeavesNothingBeside() throws IOException {
        metrics("one").leave(Map.of("one", new Run(T1, "FAILED")), 1);
        metrics("one").leave(Map.of("one", new Run(T2, "FAILED")), 1);

        assertThat(Files.getPosixFilePermissions(file()))
                .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactly(file());
        }
    }

    @Test
    void saysInOneLineThatTheFolderIsNotThere() {
        Metrics metrics =
                new Metrics(
                        new MetricsSettings(folder.resolve("none/shop.prom"), null),
                        "shop",
                        List.of("one"),
                        "1",
                        Clock.systemUTC());

        assertThat(metrics.leave(Map.of("one", new Run(T1, "FAILED")), 1))
                .containsExactly(
                        folder.resolve("none/shop.prom")
                                + ": its folder is not there; make it, or mend metrics.textfile");
    }

    @Test
    void saysInOneLineThatAFolderStandsInTheFilesPlace() throws IOException {
        Files.createDirectories(file().resolve("in-it"));

        assertThat(metrics("one").leave(Map.of("one", new Run(T1, "FAILED")), 1))
                .singleElement()
                .asString()
                .startsWith(file() + ": cannot be written (")
                .endsWith("); check its folder's owner and free space");
    }

    @Test
    void loadsTheLibraryOnlyToWrite() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(Exposition.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .check(
                        new ClassFileImporter()
                                .withImportOption(new ImportOption.DoNotIncludeTests())
                                .importPackages(
                                        "dev.tplus1.watch",
                                        "dev.tplus1.cli",
                                        "dev.tplus1.job",
                                        "dev.tplus1.nightly"));
    }
}
