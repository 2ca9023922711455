package dev.tplus1.report;

import static dev.tplus1.report.Verdicts.only;
import static dev.tplus1.report.Verdicts.reconciled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.report.words.Language;
import dev.tplus1.report.words.Words;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** report.html and report.xlsx in Simplified Chinese. */
class ChineseReportTests {
    private static final Words CHINESE = Words.in(Language.CHINESE);

    /** What is no wording: ids, files, commands, zones, codes. */
    private static final Pattern SAME =
            Pattern.compile(
                    "tplus1"
                        + " breaks|tplus1|report\\.xlsx|breaks\\.csv|summary\\.json|wechat-shop|jobs/shop\\.yaml"
                        + "|Asia/Shanghai|UTC|SHA-256|CNY|EUR|USD|wechatpay/all|payout|^shop$|resolve|approve|reconcile|--[a-z]+|All_2026-11-28\\.csv\\.gz|The"
                        + " order is (?:booked|pending).*?\\."
                        + "|[0-9a-f]{64}|[RS]?\\d{14,}|[A-Z0-9]{8}");

    @TempDir Path folder;

    @Test
    void saysTheVerdictInChinese() {
        VerdictWriter.Verdict verdict = verdict(Reports.day());

        assertThat(verdict.title()).isEqualTo("2026-11-28 · wechat-shop · 6 笔待处理");
        assertThat(verdict.state()).isEqualTo("已对平，有待处理差异");
        assertThat(verdict.sentence()).isEqualTo("当日账已对平。6 笔差异待您处理，涉及 5,894.01\u00a0元。");
        assertThat(verdict.lede())
                .isEqualTo(
                        "账单 12,486 笔中，12,479 笔与账面相符。2 笔回调丢失（2,539.00\u00a0元）已各补单一次并核实。"
                                + "1 笔临近零点的入账（218.00\u00a0元）观察至 11-30。没有未解释的差额。");
    }

    @Test
    void saysWhatIsWatchedAndWhatAgrees() {
        assertThat(verdict(reconciled(3, 3).report(List.of())).sentence()).isEqualTo("全部相符，无需处理。");
        assertThat(verdict(reconciled(3, 3).report(only(BreakType.CUT_OFF))).sentence())
                .isEqualTo("当日账已对平，无需处理；1 笔临近零点的入账观察至 11-30，涉及 218.00\u00a0元。");
        assertThat(
                        verdict(
                                        reconciled(9, 8)
                                                .report(
                                                        List.of(
                                                                Verdicts.unknown("a", "310", "EUR"),
                                                                Verdicts.unknown(
                                                                        "b", "95", "USD"))))
                                .sentence())
                .isEqualTo("当日账已对平。2 笔差异待您处理，涉及 EUR\u00a0310.00、USD\u00a095.00。");
    }

    @Test
    void saysInChineseWhyAStatementWasRefused() {
        VerdictWriter.Verdict verdict =
                verdict(
                        Reports.attemptReport(
                                Outcome.REFUSED,
                                new Summary.Problem(
                                        "the file ends without its totals line",
                                        "bill.csv",
                                        8201)));

        assertThat(verdict.sentence()).isEqualTo("账单不可信，当日未对账，账务未作任何变动。");
        assertThat(verdict.lede()).isEqualTo("文件缺少汇总行，传输中被截断。");
        assertThat(verdict.facts())
                .extracting(VerdictWriter.Fact::term, VerdictWriter.Fact::text)
                .contains(tuple("位置", "第 8,201 行"));
    }

    @Test
    void leavesNoEnglishOnThePage() throws IOException {
        String page = written(Language.CHINESE, Reports.day(), "report.html");

        assertThat(page)
                .startsWith("<!doctype html>\n<html lang=\"zh-Hans\">")
                .contains("<h3>查无订单<span class=\"risk\">高风险</span></h3>")
                .contains("渠道已收款，但账上没有这个订单号（长款）。")
                .contains("调节表：从微信支付合计到账面合计", "单位：元。")
                .contains("<bdi>2026年11月28日 星期六</bdi>", "Asia/Shanghai（UTC+8）")
                .contains("content:\"账面\"", "wechat-shop，2026-11-28，第 2 版。生成于 2026-11-29 10:07:02")
                .contains("距零点 1 分 20 秒");
        assertThat(english(page)).isEmpty();
    }

    @Test
    void leavesNoEnglishWhereTheStatementWasRevised() throws IOException {
        Reports.Change change = new Reports.Change();
        change.revised =
                new Summary.RevisedStatement(
                        1,
                        "a".repeat(64),
                        1,
                        0,
                        0,
                        0,
                        List.of(
                                new StatementChange.Sum(
                                        Reports.CNY,
                                        Reports.cny("12.00").value(),
                                        BigDecimal.ZERO,
                                        BigDecimal.ZERO,
                                        BigDecimal.ZERO)),
                        List.of(
                                new StatementChange.Row(
                                        StatementChange.Sort.ADDED,
                                        "PAYMENT",
                                        "420000287120261128",
                                        "",
                                        null,
                                        new StatementChange.Side(
                                                Reports.cny("12.00").value(),
                                                Reports.CNY,
                                                Reports.at("10:00:00"),
                                                "S20261128000184417",
                                                false))),
                        "");

        String page = written(Language.CHINESE, change.report(List.of()), "report.html");

        assertThat(page).contains("账单自第 1 版以来的变化", "新增 1，变更 0，撤销 0", "1 笔，12.00\u00a0元");
        assertThat(english(page)).isEmpty();
    }

    @Test
    void writesTheSheetsInChinese() throws IOException {
        Path file = file(Language.CHINESE, Reports.day(), "report.xlsx");

        try (XSSFWorkbook book = new XSSFWorkbook(Files.newInputStream(file))) {
            List<String> names = new ArrayList<>();
            book.sheetIterator().forEachRemaining(sheet -> names.add(sheet.getSheetName()));
            assertThat(names).containsExactly("汇总", "调节表", "差异", "存疑", "补单", "不计入");
            XSSFSheet sheet = book.getSheet("差异");
            assertThat(texts(sheet.getRow(0)))
                    .startsWith("差异编号", "处理意见", "备注", "处理人", "类型", "风险", "状态")
                    .contains("渠道时间，Asia/Shanghai");
            assertThat(texts(sheet.getRow(1))).contains("金额不符", "高", "未结", "支付");
            assertThat(
                            sheet.getDataValidations()
                                    .getFirst()
                                    .getValidationConstraint()
                                    .getExplicitListValues())
                    .containsExactly("已处理", "批准补单", "暂不处理");
            for (int i = 0; i < book.getNumberOfSheets(); i++) {
                for (Row row : book.getSheetAt(i)) {
                    assertThat(texts(row))
                            .allSatisfy(text ->
                                    assertThat(SAME.matcher(text).replaceAll(""))
                                            .doesNotContainPattern("[A-Za-z]{3,}"));
                }
            }
        }
    }

    @Test
    void wordsTheProgramsOwnNotesAndLeavesOthersAsTheyAre() throws IOException {
        Break known = noted("T1", "The order is CLOSED.");
        Break other = noted("T2", "Ask Ann, she knows.");

        String page =
                written(
                        Language.CHINESE,
                        new Reports.Change().report(List.of(known, other)),
                        "report.html");

        assertThat(page).contains("该订单已关闭。", "Ask Ann, she knows.").doesNotContain("CLOSED");
    }

    @Test
    void changesNothingForMachines() throws IOException {
        Reports.Change change = new Reports.Change();
        RunReport report = change.report(List.of(noted("T1", "The order is CLOSED.")));

        for (String name : List.of("breaks.csv", "summary.json")) {
            assertThat(written(Language.CHINESE, report, name))
                    .isEqualTo(written(Language.ENGLISH, report, name));
        }
        assertThat(written(Language.CHINESE, report, "breaks.csv"))
                .contains("UNKNOWN_ORDER,high,alert,OPEN", "The order is CLOSED.");
    }

    private static Break noted(String id, String note) {
        return Verdicts.unknown(id, "1.00", "CNY").with(Action.ALERT, Status.OPEN, note);
    }

    private static VerdictWriter.Verdict verdict(RunReport report) {
        return VerdictWriter.of(report, BreakGroups.of(report), CHINESE);
    }

    private Path file(Language language, RunReport report, String name) {
        return new ReportFolder(
                        new ReportSettings(folder.resolve(language.code()), language, false))
                .conclude(report)
                .folder()
                .resolve(name);
    }

    private String written(Language language, RunReport report, String name) throws IOException {
        return Files.readString(file(language, report, name));
    }

    private static List<String> texts(Row row) {
        List<String> texts = new ArrayList<>();
        for (Cell cell : row) {
            texts.add(cell.toString());
        }
        return texts;
    }

    /** The words of a page that are English, its styles and its marks aside. */
    private static List<String> english(String page) {
        String text =
                page.replaceAll("(?s)<(style|script)>.*?</\\1>", "")
                        .replaceAll(
                                " (?:aria-label|placeholder|data-[a-rt-z]+)=\"([^\"]*)\"", "> $1 <")
                        .replaceAll("<[^>]*>", " ")
                        .replaceAll("&[a-z]+;|&#\\d+;", " ");
        return Pattern.compile("[A-Za-z]{2,}")
                .matcher(SAME.matcher(text).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
