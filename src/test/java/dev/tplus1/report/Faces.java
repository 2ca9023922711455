package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.index.ReportIndex;
import dev.tplus1.report.words.Language;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pages to look at: a report of each outcome, and an overview of many dates. */
final class Faces {
    /** Two missed callbacks of 2,381.00 together are only in the statement. */
    private static final List<ProofRow> MISSED =
            List.of(
                    new ProofRow(
                            Reports.CNY, 187_595_622, 238_100, 0, 0, 0, 187_595_622 - 238_100));

    private Faces() {}

    /** A report of each outcome, by a name for its picture. */
    static Map<String, RunReport> reports() {
        Map<String, RunReport> reports = new LinkedHashMap<>();
        reports.put("day", Reports.day());
        reports.put("clean", Verdicts.reconciled(12_486, 12_486).report(List.of()));
        reports.put("revised", revised());
        reports.put("history", history());
        reports.put("dry-run", dryRun());
        reports.put("held", held());
        reports.put(
                "refused",
                attempt(
                        Outcome.REFUSED,
                        "the file ends without its totals",
                        "1230000109_All_2026-11-28.csv.gz",
                        8_201));
        reports.put("empty", empty());
        reports.put("waiting", attempt(Outcome.NOT_READY, "no file fits *20261128*", "", 0));
        reports.put("failed", failed());
        return reports;
    }

    private static RunReport revised() {
        Reports.Change change = new Reports.Change();
        change.revised = RevisedSectionTests.revised();
        List<Break> found = new ArrayList<>(Reports.breaks());
        found.set(0, found.getFirst().with(Action.ALERT, Status.WITHDRAWN, ""));
        found.set(1, found.get(1).with(Action.ALERT, Status.RESOLVED, "reversed by hand"));
        return change.report(found);
    }

    private static RunReport history() {
        return Pasts.with(
                Reports.day(), Reports.breaks(), List.of("finance-02", "asked the provider"));
    }

    private static RunReport dryRun() {
        Reports.Change change = Verdicts.reconciled(12_486, 12_484);
        change.proof = MISSED;
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;
        return change.report(
                Verdicts.only(BreakType.MISSED_CALLBACK).stream()
                        .map(each -> each.with(Action.REPLAY, Status.OPEN, ""))
                        .toList());
    }

    private static RunReport held() {
        Reports.Change change = Verdicts.reconciled(12_486, 12_484);
        change.proof = MISSED;
        change.outcome = Outcome.HELD;
        change.held =
                new Summary.Hold(
                        Summary.Breaker.MISSED_CALLBACKS, 734, 12_402, new BigDecimal("0.05"));
        return change.report(Verdicts.held());
    }

    private static RunReport empty() {
        Reports.Change change = Verdicts.reconciled(0, 0);
        change.outcome = Outcome.SUSPECT_EMPTY;
        change.revision = 0;
        change.ledger = new Summary.LedgerFacts(12_473, 0);
        change.proof = List.of(new ProofRow(Reports.CNY, 0, 0, 186_868_291, 0, 0, 186_868_291));
        return change.report(List.of());
    }

    private static RunReport failed() {
        Reports.Change change = Verdicts.reconciled(3, 3);
        change.outcome = Outcome.FAILED;
        change.revision = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 5_000, 0, 0, 0, 0, 3_800));
        return change.report(List.of());
    }

    private static RunReport attempt(Outcome outcome, String reason, String file, long line) {
        return Reports.attemptReport(outcome, new Summary.Problem(reason, file, line));
    }

    /** Writes the files of a report; the page's place. */
    static Path write(Path folder, RunReport report) {
        return write(folder, report, Language.ENGLISH);
    }

    static Path write(Path folder, RunReport report, Language language) {
        ReportFolder reports = new ReportFolder(new ReportSettings(folder, language, false));
        Summary summary = report.summary();
        ReportFolder.Written written =
                summary.mode() == Summary.Mode.DRY_RUN
                        ? reports.dryRun(report)
                        : summary.outcome().concludes()
                                ? reports.conclude(report)
                                : reports.attempt(report);
        return written.folder().resolve("report.html");
    }

    /** Three accounts and thirty dates below a folder; the overview's place. */
    static Path index(Path folder) throws IOException {
        return index(folder, Language.ENGLISH);
    }

    static Path index(Path folder, Language language) throws IOException {
        ReportFolder reports = new ReportFolder(new ReportSettings(folder, language, false));
        List<ReportIndex.Account> accounts = new ArrayList<>();
        for (String account : List.of("wechat-shop", "alipay-app", "stripe-eu")) {
            List<Standing> open = new ArrayList<>();
            for (int back = 0; back < 30; back++) {
                LocalDate date = Reports.DATE.minusDays(back);
                RunReport of = Reports.day();
                if ((back + account.length()) % 7 != 0) {
                    of = Verdicts.reconciled(12_486, 12_486).report(List.of());
                } else if (account.equals("wechat-shop")) {
                    open.add(standing(date, 6, "5894.01"));
                }
                if (account.equals("stripe-eu") && back == 0) {
                    reports.attempt(dated(failed(), account, date));
                } else {
                    reports.conclude(dated(of, account, date));
                }
            }
            accounts.add(
                    new ReportIndex.Account(
                            account, "WeChat Pay", Reports.SHANGHAI, open, List.of()));
        }
        Clock morning = Clock.fixed(Reports.FINISHED, ZoneOffset.UTC);
        new ReportIndex(reports, "shop", morning).write(false, () -> accounts);
        return folder.resolve(ReportIndex.NAME);
    }

    private static RunReport dated(RunReport like, String account, LocalDate date) {
        String json =
                like.summary()
                        .toJson()
                        .replace("wechat-shop", account)
                        .replace(Reports.DATE.toString(), date.toString());
        List<Break> found = new ArrayList<>();
        like.breaks().each(found::add);
        return new RunReport(
                Summary.fromJson(json), Breaks.of(found), like.providerName(), like.jobFile());
    }

    private static Standing standing(LocalDate date, long count, String amount) {
        return new Standing(
                date, BreakType.UNKNOWN_ORDER, Status.OPEN, count, Reports.cny(amount), null, 0);
    }
}
