package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which figures commands leave for Prometheus. */
class MetricsNightTests {
    private static final String D = DATE.toString();
    private static final LocalDate NEXT = DATE.plusDays(1);
    private static final Instant AT = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir private Path folder;
    private Shop shop;
    private String textfile = "metrics/night.prom";

    @BeforeEach
    void open() throws IOException {
        Files.createDirectory(folder.resolve("metrics"));
        shop = new Shop(folder);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Path job(String more) throws IOException {
        Path file = shop.jobFile();
        return Files.writeString(
                file,
                Files.readString(file)
                        + "  metrics: {textfile: \""
                        + folder.resolve(textfile)
                        + "\""
                        + more
                        + "}\n");
    }

    private Spoken run(int code, String... command) throws IOException {
        shop.restart();
        Spoken spoken = new Spoken();
        assertThat(Told.run(shop, spoken, job(""), command)).as(spoken.err()).isEqualTo(code);
        return spoken;
    }

    /** Each value under its name and its labels but the job's. */
    private Map<String, BigDecimal> values() throws IOException {
        Map<String, BigDecimal> values = new TreeMap<>();
        for (String line : Files.readAllLines(folder.resolve(textfile))) {
            if (!line.startsWith("#")) {
                assertThat(line).contains("tplus1_job=\"night\"");
                String series =
                        line.substring(0, line.lastIndexOf(' '))
                                .replaceAll(",?tplus1_job=\"night\",?", ",")
                                .replace("{,", "{")
                                .replace(",}", "}")
                                .replace("{}", "");
                values.put(
                        series.replace("\"", ""),
                        new BigDecimal(line.substring(line.lastIndexOf(' ') + 1)));
            }
        }
        return values;
    }

    private void has(String series, long value) throws IOException {
        assertThat(values().get(series)).as(series).isEqualByComparingTo(String.valueOf(value));
    }

    private void hasNo(String beginning) throws IOException {
        assertThat(values().keySet()).noneMatch(series -> series.startsWith(beginning));
    }

    private static long start(LocalDate date) {
        return Instant.parse(date + "T00:00:00Z").getEpochSecond();
    }

    @Test
    void equalTheSummaryOfADate() throws IOException {
        ResumeFixture.fill(shop);

        Spoken spoken = run(3, "reconcile", "--date", D, "--fail-on-breaks");

        Summary summary =
                Summary.fromJson(
                        Files.readString(
                                folder.resolve("reports/night/shop/" + D + "/r1/summary.json")));
        assertThat(spoken.err()).isEmpty();
        has("tplus1_exit_code", 3);
        has("tplus1_build_info{version=development}", 1);
        has("tplus1_statement_entries{account=shop}", summary.statement().entries());
        has("tplus1_ledger_entries{account=shop}", summary.ledger().entries());
        has("tplus1_matched_entries{account=shop}", summary.matched());
        for (BreakType type : BreakType.values()) {
            has(
                    "tplus1_breaks{account=shop,type=" + type + "}",
                    summary.breaks().getOrDefault(type, 0L));
        }
        has("tplus1_replays{account=shop,result=applied}", summary.replays().applied());
        has("tplus1_replays{account=shop,result=already_applied}", 0);
        has("tplus1_replays{account=shop,result=refused}", summary.replays().refused());
        has("tplus1_replays{account=shop,result=failed}", summary.replays().failed());
        has("tplus1_last_run_timestamp_seconds{account=shop}", AT.getEpochSecond());
        has("tplus1_last_run_outcome{account=shop,outcome=RECONCILED}", 1);
        has("tplus1_last_run_outcome{account=shop,outcome=FAILED}", 0);
        has("tplus1_last_success_timestamp_seconds{account=shop}", AT.getEpochSecond());
        has("tplus1_last_reconciled_date_timestamp_seconds{account=shop}", start(DATE));
        has("tplus1_open_alerts{account=shop,type=UNKNOWN_ORDER}", 1);
        has("tplus1_open_alerts{account=shop,type=DISPUTE}", 0);
        has("tplus1_oldest_open_alert_timestamp_seconds{account=shop}", start(DATE));
        has("tplus1_held_dates{account=shop}", 0);
        has("tplus1_missing_dates{account=shop}", 0);
        has("tplus1_dead_notices", 0);
        has("tplus1_dead_letters", 0);
        for (String step : List.of("fetch", "check", "reconcile", "replay", "verify", "conclude")) {
            assertThat(values())
                    .containsKey("tplus1_step_duration_seconds{account=shop,step=" + step + "}");
        }
        assertThat(values().get("tplus1_run_duration_seconds{account=shop}")).isPositive();
    }

    @Test
    void keepOtherAccountsWhereOneIsRunByHand() throws IOException {
        shop.accounts(Shop.account("shop", ""), Shop.account("other", ""));
        shop.statement("shop", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("other", DATE, "no line");
        run(6, "reconcile", "--date", D);
        Map<String, BigDecimal> before = values();
        shop.statement("other", DATE, paid("2", "10.00", "2026-11-28T10:00:00Z"));
        shop.clock.set("2026-11-29T05:00:00Z");

        run(0, "reconcile", "--date", D, "--account", "other");

        Map<String, BigDecimal> after = values();
        before.forEach((series, value) -> {
            if (series.contains("account=shop")) {
                assertThat(after.get(series)).as(series).isEqualByComparingTo(value);
            }
        });
        assertThat(before)
                .containsEntry(
                        "tplus1_last_run_outcome{account=other,outcome=REFUSED}",
                        new BigDecimal("1.0"))
                .doesNotContainKey("tplus1_statement_entries{account=other}")
                .containsEntry("tplus1_missing_dates{account=other}", new BigDecimal("1.0"));
        has("tplus1_last_run_outcome{account=other,outcome=REFUSED}", 0);
        has("tplus1_last_run_outcome{account=other,outcome=RECONCILED}", 1);
        has("tplus1_missing_dates{account=other}", 0);
        has("tplus1_exit_code", 0);
    }

    @Test
    void knowOtherAccountsWhereThereIsNoFileYet() throws IOException {
        shop.accounts(Shop.account("shop", ""), Shop.account("other", ""));
        shop.statement("shop", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("other", DATE, paid("2", "10.00", "2026-11-28T10:00:00Z"));
        run(0, "reconcile", "--date", D);
        Files.delete(folder.resolve(textfile));
        shop.clock.set("2026-11-29T05:00:00Z");

        run(0, "reconcile", "--date", D, "--account", "other");

        has("tplus1_last_run_timestamp_seconds{account=shop}", AT.getEpochSecond());
        has("tplus1_last_run_outcome{account=shop,outcome=RECONCILED}", 1);
        has("tplus1_statement_entries{account=shop}", 1);
        hasNo("tplus1_run_duration_seconds{account=shop}");
    }

    @Test
    void sayThatARunThatFoundTheDateDoneWasThere() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        run(0, "reconcile", "--date", D);
        BigDecimal took = values().get("tplus1_run_duration_seconds{account=shop}");
        shop.clock.set("2026-11-29T07:30:00Z");

        run(0, "reconcile", "--date", D);

        has(
                "tplus1_last_run_timestamp_seconds{account=shop}",
                shop.clock.instant().getEpochSecond());
        has("tplus1_last_run_outcome{account=shop,outcome=RECONCILED}", 1);
        has("tplus1_last_success_timestamp_seconds{account=shop}", AT.getEpochSecond());
        assertThat(values().get("tplus1_run_duration_seconds{account=shop}")).isEqualTo(took);
    }

    @Test
    void countHeldDatesUntilAnApprovalIsApplied() throws IOException {
        shop.replay("{mode: books, min-count: 3, max-share: 0.2}");
        ResumeFixture.missed(shop, DATE, 1, 4);
        run(7, "reconcile", "--date", D);
        has("tplus1_held_dates{account=shop}", 1);
        has("tplus1_exit_code", 7);
        has("tplus1_last_run_outcome{account=shop,outcome=HELD}", 1);
        has("tplus1_open_alerts{account=shop,type=MISSED_CALLBACK}", 4);
        hasNo("tplus1_last_success_timestamp_seconds");

        run(0, "breaks", "approve", "--account", "shop", "--date", D, "--note", "seen");

        has("tplus1_held_dates{account=shop}", 0);
        has("tplus1_exit_code", 0);
        has("tplus1_last_run_outcome{account=shop,outcome=RECONCILED}", 1);
        has("tplus1_open_alerts{account=shop,type=MISSED_CALLBACK}", 0);
        has("tplus1_replays{account=shop,result=applied}", 4);
        hasNo("tplus1_oldest_open_alert");
    }

    @Test
    void leaveTheLatestDateAsItStandsWhereAnOlderOneIsRun() throws IOException {
        shop.accounts(Shop.account("shop", ""), Shop.account("other", ""));
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement("shop", NEXT, "no line");
        run(6, "reconcile", "--date", NEXT.toString(), "--account", "shop");
        shop.clock.set("2026-11-30T05:00:00Z");
        long later = shop.clock.instant().getEpochSecond();
        shop.statement("shop", DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.statement("other", DATE, paid("2", "10.00", "2026-11-28T10:00:00Z"));

        run(0, "reconcile", "--date", D, "--account", "shop");

        has("tplus1_last_run_outcome{account=shop,outcome=REFUSED}", 1);
        has("tplus1_last_run_timestamp_seconds{account=shop}", later);
        Files.delete(folder.resolve(textfile));
        shop.clock.set("2026-11-30T07:00:00Z");

        run(0, "reconcile", "--date", D, "--account", "other");

        has("tplus1_last_run_outcome{account=shop,outcome=REFUSED}", 1);
        has("tplus1_last_run_timestamp_seconds{account=shop}", later);
    }

    @Test
    void countTheDatesThatNoRunConcluded() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        run(0, "reconcile", "--date", D);
        shop.clock.set("2026-12-02T02:00:00Z");
        shop.statement(DATE.plusDays(3), paid("2", "10.00", "2026-12-01T10:00:00Z"));

        run(4, "backfill", "--from", NEXT.toString(), "--to", "2026-12-01", "--keep-going");

        has("tplus1_missing_dates{account=shop}", 2);
        has("tplus1_last_reconciled_date_timestamp_seconds{account=shop}", start(DATE.plusDays(3)));
        has("tplus1_last_run_outcome{account=shop,outcome=RECONCILED}", 1);
        has("tplus1_exit_code", 4);
    }

    @Test
    void areLeftByNothingThatRunsNoDate() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        run(0, "reconcile", "--date", D, "--dry-run");
        run(0, "backfill", "--from", D, "--to", D, "--dry-run");
        run(0, "fetch", "--date", D);
        run(0, "status");

        assertThat(folder.resolve(textfile)).doesNotExist();
    }

    @Test
    void changeNothingOfARunWhereTheyCannotBeLeft() throws IOException {
        textfile = "gone/night.prom";
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        Spoken spoken = run(0, "reconcile", "--date", D);

        assertThat(spoken.out()).contains("reconciled");
        assertThat(spoken.err())
                .isEqualTo(
                        "tplus1: metrics: "
                                + folder.resolve(textfile)
                                + ": its folder is not there; make it, or mend metrics.textfile\n");
    }

    @Test
    void changeNothingOfARunWhereNoGatewayIsThere() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        Spoken spoken = new Spoken();

        int code =
                Told.run(
                        shop,
                        spoken,
                        job(", pushgateway: {url: \"https://localhost:1\"}"),
                        "reconcile",
                        "--date",
                        D);

        assertThat(code).isZero();
        assertThat(spoken.err().lines())
                .singleElement()
                .asString()
                .startsWith("tplus1: metrics: https://localhost:1/metrics/job/tplus1/");
        has("tplus1_exit_code", 0);
    }

    @Test
    void sayThatARunDidNotGetAsFarAsTheDatabaseAndKeepAllElse() throws IOException {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        run(0, "reconcile", "--date", D);
        shop.clock.set("2026-11-29T07:30:00Z");
        Path job = job("");
        Files.writeString(
                job,
                Files.readString(job)
                        .replaceFirst("url: \"[^\"]*\"", "url: \"jdbc:mysql://localhost:1/x\""));
        Spoken spoken = new Spoken();

        int code = Told.run(shop, spoken, job, "reconcile", "--date", D);

        assertThat(code).isEqualTo(1);
        assertThat(spoken.err()).doesNotContain("metrics");
        has("tplus1_exit_code", 1);
        has("tplus1_last_run_outcome{account=shop,outcome=FAILED}", 1);
        has(
                "tplus1_last_run_timestamp_seconds{account=shop}",
                shop.clock.instant().getEpochSecond());
        has("tplus1_last_success_timestamp_seconds{account=shop}", AT.getEpochSecond());
        has("tplus1_statement_entries{account=shop}", 1);
    }

    @Test
    void areCheckedForAPlaceToBeLeft() throws IOException {
        Files.createDirectory(folder.resolve("shop"));
        Spoken fine = run(0, "check");
        textfile = "gone/night.prom";
        Spoken gone = run(2, "check");
        Spoken unreached = new Spoken();
        textfile = "metrics/night.prom";
        int code =
                Told.run(
                        shop,
                        unreached,
                        job(", pushgateway: {url: \"https://localhost:1\"}"),
                        "check");

        assertThat(fine.out()).contains("metrics textfile").contains("night.prom");
        assertThat(gone.out() + gone.err())
                .contains(": its folder is not there; make it, or mend the path");
        assertThat(code).isEqualTo(1);
        assertThat(unreached.out() + unreached.err())
                .contains("metrics pushgateway")
                .contains("https://localhost:1/ broke off: ");
        assertThat(folder.resolve(textfile)).doesNotExist();
    }
}
