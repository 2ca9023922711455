package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;

import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A night whose job asks for Chinese, and decisions in its sheet. */
class ChineseSheetTests {
    private static final String NINE = "2026-11-28T09:00:00+08:00";

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.replay("{mode: books, max-amount: {CNY: 5.00}}");
        shop.pending("3", 1000);
        shop.statement(DATE, paid("1", "10.00", NINE), paid("3", "10.00", NINE));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void writesReportAndIndexInTheLanguageOfTheJob() throws IOException {
        shop.reports(", language: zh");

        shop.run(DATE);
        shop.nightly().index();

        assertThat(Files.readString(report("report.html")))
                .contains(
                        "<html lang=\"zh-Hans\">", "2 笔差异待您处理", "未自动补单：金额超过上限 5.00\u00a0元。请核实后批准。");
        assertThat(Files.readString(folder.resolve("reports/index.html")))
                .contains("<html lang=\"zh-Hans\">", "请先看 shop。", "2 笔差异待处理");
        assertThat(Files.readString(report("breaks.csv")))
                .contains("Not replayed: the amount is above the limit of CNY 5.00.");
    }

    @Test
    void readsAChineseSheetBackWhereTheJobIsEnglishNow() throws IOException {
        shop.reports(", language: zh");
        shop.run(DATE);
        Path sheet = sheet();
        decide(sheet, "差异", "T1", "已处理", "已手工退款");
        decide(sheet, "差异", "T3", "批准补单", "订单属实");
        shop.reports("");

        String out = imported(sheet);

        assertThat(out).startsWith("1 resolved, 1 approved, 0 left open, 0 refused.");
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T3 REPAIRED", "UNKNOWN_ORDER PAYMENT T1 RESOLVED");
    }

    @Test
    void readsAnEnglishSheetBackWhereTheJobIsChineseNow() throws IOException {
        shop.run(DATE);
        Path sheet = sheet();
        decide(sheet, "Breaks", "T1", "resolve", "refunded by hand");
        shop.reports(", language: zh");

        String out = imported(sheet);

        assertThat(out).startsWith("1 resolved, 0 approved, 1 left open, 0 refused.");
    }

    private Path report(String name) {
        return folder.resolve("reports/night/shop/" + DATE + "/r1").resolve(name);
    }

    private Path sheet() throws IOException {
        return Files.copy(report("report.xlsx"), folder.resolve("decided.xlsx"));
    }

    private static void decide(Path file, String sheet, String payment, String what, String note)
            throws IOException {
        try (XSSFWorkbook book =
                new XSSFWorkbook(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            XSSFSheet rows = book.getSheet(sheet);
            for (Row row : rows) {
                if (row.getCell(9).getStringCellValue().equals(payment)) {
                    row.getCell(1).setCellValue(what);
                    row.getCell(2).setCellValue(note);
                }
            }
            try (OutputStream out = Files.newOutputStream(file)) {
                book.write(out);
            }
        }
    }

    private String imported(Path sheet) {
        Spoken spoken = new Spoken();
        Cli.run(
                new String[] {
                    "breaks",
                    "import",
                    sheet.toString(),
                    "--job",
                    shop.jobFile().toString(),
                    "--as",
                    "ann"
                },
                spoken.terminal(),
                Map.of(),
                () -> new CommandWork(shop.clock));
        return spoken.out() + spoken.err();
    }
}
