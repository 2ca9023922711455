package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.OldShop.BESIDE;
import static dev.tplus1.nightly.OldShop.LAST;
import static dev.tplus1.nightly.OldShop.OLD;
import static dev.tplus1.nightly.OldShop.OPEN;
import static dev.tplus1.nightly.Shop.ACCOUNT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.audit.Anchors;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.AuditCheck;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.entry.SettingException;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.nightly.known.Standings;
import dev.tplus1.nightly.purge.Amount;
import dev.tplus1.nightly.purge.Kind;
import dev.tplus1.nightly.purge.Purged;
import dev.tplus1.nightly.purge.Purged.End;
import dev.tplus1.nightly.purge.Stays.Why;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What goes by retention, and what stays whatever it says. */
abstract class PurgeContract {
    @TempDir private Path folder;
    OldShop old;
    Shop shop;

    abstract DatabaseSettings settings();

    @BeforeEach
    void open() {
        old = new OldShop(folder, settings());
        shop = old.shop;
    }

    @AfterEach
    void close() {
        old.close();
    }

    private static List<String> words(Purged purged) {
        return purged.amounts().stream()
                .map(each -> each.kind() + " " + each.dates() + " " + each.oldest())
                .toList();
    }

    private static long rows(Purged purged, Kind kind) {
        return purged.amounts().stream()
                .filter(each -> each.kind() == kind)
                .mapToLong(Amount::rows)
                .sum();
    }

    private String command(String... args) {
        Spoken spoken = new Spoken();
        int code =
                Cli.run(
                        args,
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock, shop.pauses));
        return code + " " + spoken.out() + spoken.err();
    }

    @Test
    void removesWhatIsOldAndLeavesTheAccountsLastDate() {
        Purged purged = old.purge();

        assertThat(purged.end()).isEqualTo(End.DONE);
        assertThat(words(purged))
                .containsExactly(
                        "STATEMENTS 1 " + OLD,
                        "REPORTS 1 " + OLD,
                        "BREAKS 1 " + OLD,
                        "BATCH 1 " + OLD,
                        "OUTBOX 0 " + OLD.plusDays(1));
        assertThat(old.breakRows(OLD)).isZero();
        assertThat(old.archive(OLD)).doesNotExist();
        assertThat(old.reports(OLD)).doesNotExist();
        assertThat(shop.count("outbox")).isZero();
        assertThat(old.instances())
                .noneMatch(run -> run.contains(OLD.toString()))
                .anyMatch(run -> run.contains(LAST.toString()));
        assertThat(old.archive(LAST)).isNotEmptyDirectory();
        assertThat(old.reports(LAST).resolve("r1/report.html")).exists();
        assertThat(Shop.read(folder.resolve("reports/index.html")))
                .doesNotContain(OLD.toString())
                .contains(LAST.toString());
    }

    @Test
    void keepsWhatGuardsThatNothingIsAppliedTwice() {
        List<String> log = shop.rows("payment_callback_log");
        List<String> revisions = shop.rows("tplus1_revision");

        old.purge();

        assertThat(log).hasSize(1);
        assertThat(shop.rows("payment_callback_log")).isEqualTo(log);
        assertThat(shop.rows("tplus1_revision")).isEqualTo(revisions);
        assertThat(old.rows(OLD, "lease")).isEqualTo(1);
    }

    @Test
    void leavesADateWithAnOpenBreakWholeAndItsNeighboursWithIt() {
        Map<String, String> before = Contents.below(folder.resolve("reports/night/shop/" + OPEN));
        long rows = old.breakRows(OPEN);

        Purged purged = old.purge();

        assertThat(rows).isPositive();
        assertThat(old.breakRows(OPEN)).isEqualTo(rows);
        assertThat(Contents.below(folder.resolve("reports/night/shop/" + OPEN))).isEqualTo(before);
        assertThat(old.archive(OPEN)).isNotEmptyDirectory();
        assertThat(old.archive(BESIDE)).isNotEmptyDirectory();
        assertThat(old.instances()).anyMatch(run -> run.contains(OPEN.toString()));
        assertThat(purged.staying())
                .containsExactly(
                        new Purged.Staying(ACCOUNT, Why.OPEN_BREAKS, 1, OPEN),
                        new Purged.Staying(ACCOUNT, Why.NEIGHBOUR, 1, BESIDE));
    }

    @Test
    void countsADatesAgeFromItsLastDecision() {
        String id = shop.breakId("UNKNOWN_ORDER", "T2");
        assertThat(command("breaks", "resolve", id, "--job", job(), "--note", "n", "--as", "ann"))
                .startsWith("0 ");

        old.purge();
        long today = old.breakRows(OPEN);
        shop.clock.set("2027-02-28T02:00:00Z");
        Purged later = old.purge();

        assertThat(today).isPositive();
        assertThat(words(later)).contains("STATEMENTS 1 " + OPEN, "BREAKS 1 " + OPEN);
        assertThat(old.breakRows(OPEN)).isZero();
    }

    private String job() {
        return shop.jobFile().toString();
    }

    @Test
    void dryRunTellsExactlyWhatTheRunThenDoesAndChangesNothing() {
        Map<String, List<String>> rows = shop.everything();
        Map<String, String> files = shop.files();

        Purged look = old.look();

        assertThat(shop.everything()).isEqualTo(rows);
        assertThat(shop.files()).isEqualTo(files);
        assertThat(shop.count("tplus1_purged")).isZero();
        Purged run = old.purge();
        assertThat(run).isEqualTo(look);
        assertThat(rows(run, Kind.BREAKS)).isPositive();
        assertThat(old.look().amounts()).isEmpty();
        assertThat(old.purge().amounts()).isEmpty();
    }

    @Test
    void leavesTheAuditTrailWholeAlsoAgainstHeadsThatWereKept() {
        Audit audit = new Audit(shop.database);
        AuditHead kept = audit.head();
        Anchors anchors = new Anchors();
        anchors.add(new Anchors.Anchor("kept", kept));

        old.purge();

        assertThat(audit.verify(anchors)).isInstanceOf(AuditCheck.Verdict.Whole.class);
        assertThat(audit.head().events()).isEqualTo(kept.events() + 1);
        assertThat(audit.events(ACCOUNT, OLD))
                .last()
                .satisfies(last -> {
                    assertThat(last.event().what().word()).isEqualTo("PURGED");
                    assertThat(last.event().actor()).isEqualTo("tplus1");
                    assertThat(last.event().detail())
                            .isEqualTo("1 break was purged, as retention.breaks is 90d");
                });
    }

    @Test
    void aPurgedDateIsReconciledAndRunsNoMore() {
        old.purge();
        shop.restart();
        List<String> books = shop.rows("orders");
        Map<String, List<String>> before = shop.everything();

        NightResult again = shop.run(OLD);
        NightResult rerun = shop.rerun(OLD);
        NightResult looked =
                shop.nightly()
                        .reconcile(
                                new NightRequest(
                                        OLD, List.of(), List.of(), false, true, Duration.ZERO))
                        .getFirst();

        assertThat(again).isInstanceOf(NightResult.Already.class);
        for (NightResult refused : List.of(rerun, looked)) {
            assertThat(((NightResult.Failed) refused).told())
                    .isEqualTo(
                            "shop 2026-01-10: its breaks were purged on 2026-11-29 by"
                                    + " retention.breaks, so it stays as it was reconciled");
        }
        assertThat(shop.rows("orders")).isEqualTo(books);
        assertThat(shop.everything()).isEqualTo(before);
    }

    @Test
    void aDateBeforeAPurgedOneThatNeverRanIsRefused() {
        old.purge();
        shop.restart();
        LocalDate before = OLD.minusDays(1);
        shop.statement(before, paid("9", "9.00", before + "T10:00:00Z"));

        NightResult refused = shop.run(before);

        neverReconciled(refused);
        assertThat(old.rows(before, "revision")).isZero();
    }

    /** By its cause the exit code is 2. */
    private static void neverReconciled(NightResult refused) {
        assertThat(((NightResult.Failed) refused).cause()).isInstanceOf(SettingException.class);
        assertThat(((NightResult.Failed) refused).told())
                .isEqualTo(
                        "shop 2026-01-09: was never reconciled, and cannot be any more: the breaks"
                                + " of 2026-01-10 were purged by retention.breaks");
    }

    /** All of the purge takes place after the run was let in and before it writes anything. */
    @Test
    void aDateBeforeOneThatIsPurgedWhileItIsRunForTheFirstTimeIsRefused() {
        LocalDate before = OLD.minusDays(1);
        shop.statement(before, paid("9", "9.00", before + "T10:00:00Z"));
        List<String> purged = new ArrayList<>();
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("comparing")) {
                purged.addAll(words(old.purge()));
            }
        });

        NightResult refused = shop.run(before);

        assertThat(purged).contains("BREAKS 1 " + OLD);
        neverReconciled(refused);
        assertThat(old.rows(before, "revision", "finding")).isZero();
    }

    @Test
    void isToldInOneLineByWhatMeetsAPurgedDate() {
        String id = shop.breakId("MISSED_CALLBACK", "T1");
        old.purge();
        shop.restart();

        String shown = command("breaks", "show", id, "--job", job());
        String report = command("report", "--date", OLD.toString(), "--job", job());
        String fetched = command("fetch", "--date", OLD.toString(), "--job", job());
        String status =
                command(
                        "status",
                        "--from",
                        OLD.toString(),
                        "--to",
                        OLD.toString(),
                        "--json",
                        "--job",
                        job());

        assertThat(shown)
                .isEqualTo(
                        "2 tplus1: "
                                + id
                                + ": a break of shop 2026-01-10, purged on 2026-11-29; tplus1"
                                + " breaks audit --account shop --date 2026-01-10 tells what"
                                + " happened to it\n");
        assertThat(report).startsWith("2 tplus1: shop 2026-01-10: its breaks were purged");
        assertThat(fetched).startsWith("2 ").contains("its breaks were purged on 2026-11-29");
        assertThat(status)
                .startsWith("0 ")
                .contains("\"state\":\"DONE\"", "its breaks were purged on 2026-11-29");
    }

    @Test
    void keepsNoOtherAccountFromItsReport() {
        old.purge();
        shop.accounts(
                Shop.account(ACCOUNT, ""), Shop.account("beside", ""), Shop.account("unrun", ""));
        shop.statement("beside", OLD);
        command("reconcile", "--account", "beside", "--date", OLD.toString(), "--job", job());
        Path page = folder.resolve("reports/night/beside/" + OLD + "/r1/report.html");
        Shop.write(page, "");

        String report = command("report", "--date", OLD.toString(), "--job", job());

        assertThat(report)
                .startsWith("2 report        " + page + "\ntplus1: shop 2026-01-10: its breaks")
                .endsWith("tplus1: unrun 2026-01-10: not concluded; reconcile it first\n")
                .hasLineCount(3);
        assertThat(Shop.read(page)).contains("</html>");
    }

    @Test
    void reportsThatWentCanBeRenderedWhileTheBreaksAreThere() {
        old.retention("{reports: 90d}");
        String page = Shop.read(old.reports(OLD).resolve("r1/breaks.csv"));
        old.purge();

        shop.nightly().render(ACCOUNT, OLD, 0);

        assertThat(Shop.read(old.reports(OLD).resolve("r1/breaks.csv"))).isEqualTo(page);
        assertThat(words(old.purge())).containsExactly("REPORTS 1 " + OLD);
    }

    @Test
    void skipsADateThatAnotherRunHolds() {
        try (Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire(ACCOUNT, OLD)).lease()) {
            Purged purged = old.purge();

            assertThat(lease.stillHeld()).isTrue();
            assertThat(purged.end()).isEqualTo(End.DONE);
            assertThat(purged.skipped())
                    .singleElement()
                    .satisfies(each -> assertThat(each.why()).contains("is at work on it"));
            assertThat(old.archive(OLD)).isNotEmptyDirectory();
        }
        assertThat(words(old.purge())).contains("BREAKS 1 " + OLD);
    }

    @Test
    void isDoneByOneAtATime() {
        try (Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire("purge night")).lease()) {
            Purged purged = old.purge();

            assertThat(lease.stillHeld()).isTrue();
            assertThat(purged.end()).isEqualTo(End.RUNNING_ELSEWHERE);
            assertThat(old.archive(OLD)).isNotEmptyDirectory();
        }
    }

    @Test
    void goesOnAfterItWasStoppedAnywhere() {
        long all = rows(old.look(), Kind.BREAKS);
        long gone = 0;
        for (int steps = 0; ; steps++) {
            int most = steps;
            int[] asked = {0};
            Purged purged = old.purge(() -> ++asked[0] > most);
            gone += rows(purged, Kind.BREAKS);
            if (purged.end() == End.DONE) {
                break;
            }
            assertThat(purged.end()).isEqualTo(End.STOPPED);
        }

        assertThat(gone).isEqualTo(all);
        assertThat(old.breakRows(OLD)).isZero();
        assertThat(old.archive(OLD)).doesNotExist();
        assertThat(old.look().amounts()).isEmpty();
        assertThat(new Audit(shop.database).events(ACCOUNT, OLD))
                .filteredOn(each -> each.event().what().word().equals("PURGED"))
                .hasSize(1);
    }

    @Test
    void countsNothingOpenOfAPurgedDate() {
        old.purge();

        try (Leases leases = new Leases(shop.database)) {
            assertThat(
                            new Standings(shop.database, leases, shop.clock)
                                    .list(ACCOUNT, ZoneOffset.UTC, OLD, OLD))
                    .singleElement()
                    .satisfies(each -> assertThat(each.decide()).isZero());
        }
    }
}
