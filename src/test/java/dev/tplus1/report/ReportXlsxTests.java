package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.DataValidation;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** report.xlsx as another program reads it: Apache POI. */
class ReportXlsxTests {
    @TempDir Path folder;

    @Test
    void hasOneSheetForEachQuestion() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            List<String> names = new ArrayList<>();
            book.sheetIterator().forEachRemaining(sheet -> names.add(sheet.getSheetName()));

            assertThat(names)
                    .containsExactly(
                            "Summary", "Proof", "Breaks", "Suspense", "Replays", "Ignored");
            assertThat(book.getSheet("Breaks").getLastRowNum()).isEqualTo(6);
            assertThat(texts(book.getSheet("Suspense"), "Type")).containsExactly("Cut-off");
            assertThat(texts(book.getSheet("Replays"), "Type"))
                    .containsExactly("Missed callback", "Missed callback");
            assertThat(texts(book.getSheet("Ignored"), "Reason"))
                    .containsExactly("the refund is still processing");
        }
    }

    @Test
    void typesItsCells() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            XSSFSheet sheet = book.getSheet("Breaks");
            Row row = row(sheet, "R20261128000000129");

            assertThat(text(row, "Payment")).isEqualTo("4200002811202611259036418820");
            assertThat(text(row, "Order")).isEqualTo("S20261125000098714");
            assertThat(text(row, "Type")).isEqualTo("Amount mismatch");
            assertThat(text(row, "Risk")).isEqualTo("high");
            assertThat(text(row, "Status")).isEqualTo("open");
            assertThat(text(row, "Currency")).isEqualTo("CNY");
            assertThat(number(row, "Provider says")).isEqualTo("-150");
            assertThat(number(row, "Books say")).isEqualTo("-15");
            assertThat(number(row, "Provider − books")).isEqualTo("-135");
            assertThat(cell(row, "Provider says").getCellStyle().getDataFormatString())
                    .isEqualTo("#,##0.00");
            assertThat(time(row, "Provider’s time, Asia/Shanghai"))
                    .isEqualTo(LocalDateTime.of(2026, 11, 28, 10, 47, 33));
            assertThat(time(row, "Business date")).isEqualTo(LocalDateTime.of(2026, 11, 28, 0, 0));
            assertThat(number(row, "Revision")).isEqualTo("2");
            assertThat(text(row, "Identity")).hasSize(64);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "JPY, 1200, 1200, '#,##0'",
        "KWD, 1.234, 1.234, '#,##0.000'",
        "CNY, 0.01, 0.01, '#,##0.00'",
        "CLF, 0.0001, 1.0E-4, '#,##0.0000'"
    })
    void givesAmountsTheirCurrencysDecimals(
            String currency, String amount, String read, String format) throws IOException {
        Break found = unknown("a", Money.parse(amount, Currency.getInstance(currency)));

        try (XSSFWorkbook book = book(new Reports.Change().report(List.of(found)))) {
            Cell cell = cell(book.getSheet("Breaks").getRow(1), "Provider says");

            assertThat(cell.getNumericCellValue()).isEqualTo(Double.parseDouble(read));
            assertThat(cell.getCellStyle().getDataFormatString()).isEqualTo(format);
        }
    }

    @Test
    void writesAnAmountThatANumberWouldRoundAsText() throws IOException {
        Break found = unknown("a", Reports.cny("92233720368547758.07"));

        try (XSSFWorkbook book = book(new Reports.Change().report(List.of(found)))) {
            assertThat(text(book.getSheet("Breaks").getRow(1), "Provider says"))
                    .isEqualTo("92233720368547758.07");
        }
    }

    @Test
    void saysTheDifferenceOfTwoCurrenciesInWords() throws IOException {
        Break found =
                Reports.payment(
                        BreakType.CURRENCY_MISMATCH,
                        "p",
                        "o",
                        Reports.cny("10.00"),
                        Reports.money("2.00", "USD"),
                        "10:00:00",
                        Status.OPEN);

        try (XSSFWorkbook book = book(new Reports.Change().report(List.of(found)))) {
            Row row = book.getSheet("Breaks").getRow(1);

            assertThat(text(row, "Currency")).isEqualTo("CNY");
            assertThat(text(row, "Books’ currency")).isEqualTo("USD");
            assertThat(text(row, "Provider − books")).isEqualTo("10.00 CNY, -2.00 USD");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+1",
                "-1+1",
                "@SUM(A1)",
                "\t=1",
                "\r=1",
                "＝1",
                "\"=1",
                "=cmd|' /C calc'!A0",
                "4200002871202611281380779014",
                "1E5",
                "00123",
                "TRUE",
                "2026-11-28",
                " blanks ",
                "line\r\nfeed\n",
                "_x000D_",
                "表情🙂👩‍👧",
                "\u202eevil",
                "<script>alert(1)</script>",
                "a & b ]]> \"c\" 'd'"
            })
    void keepsTextFromOutsideByteForByteAsText(String hostile) throws IOException {
        Break found =
                Reports.payment(
                                BreakType.UNKNOWN_ORDER,
                                hostile,
                                hostile,
                                Reports.cny("1.00"),
                                null,
                                "10:00:00",
                                Status.OPEN)
                        .with(Action.ALERT, Status.OPEN, hostile);
        Reports.Change change = new Reports.Change();
        change.statement = ignoring(hostile);

        try (XSSFWorkbook book = book(change.report(List.of(found)))) {
            Row row = book.getSheet("Breaks").getRow(1);

            assertThat(text(row, "Payment")).isEqualTo(hostile);
            assertThat(text(row, "Order")).isEqualTo(hostile);
            assertThat(text(row, "Detail")).isEqualTo(hostile);
            assertThat(texts(book.getSheet("Ignored"), "Reason")).containsExactly(hostile);
            assertThat(formulas(book)).isZero();
            // also once somebody has edited the cell
            assertThat(cell(row, "Payment").getCellStyle().getDataFormatString()).isEqualTo("@");
        }
    }

    @Test
    void showsWhatXmlCannotHold() throws IOException {
        Break found = unknown("a\u0000b\uffffc", Reports.cny("1.00"));

        try (XSSFWorkbook book = book(new Reports.Change().report(List.of(found)))) {
            assertThat(text(book.getSheet("Breaks").getRow(1), "Payment"))
                    .isEqualTo("a‹U+0000›b‹U+FFFF›c");
        }
    }

    @Test
    void asksForADecisionWhereARunWaitsForOne() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            for (String name : List.of("Breaks", "Suspense")) {
                XSSFSheet sheet = book.getSheet(name);
                DataValidation choice = sheet.getDataValidations().getFirst();

                assertThat(headers(sheet)).startsWith("Break", "Decision", "Note", "Who", "Type");
                assertThat(choice.getValidationConstraint().getExplicitListValues())
                        .containsExactly("resolve", "approve", "leave open");
                assertThat(choice.getRegions().getCellRangeAddresses()[0].formatAsString())
                        .isEqualTo(name.equals("Breaks") ? "B2:B7" : "B2");
                assertThat(choice.getShowErrorBox()).isTrue();
            }
            assertThat(headers(book.getSheet("Replays"))).doesNotContain("Decision", "Note");
        }
    }

    @Test
    void asksForNothingInADryRun() throws IOException {
        Reports.Change change = new Reports.Change();
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;

        try (XSSFWorkbook book = book(change.report(Reports.breaks()))) {
            assertThat(headers(book.getSheet("Breaks"))).startsWith("Break", "Type");
            assertThat(book.getSheet("Breaks").getDataValidations()).isEmpty();
        }
    }

    @Test
    void keepsTheHeaderInSightAndFilters() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            XSSFSheet sheet = book.getSheet("Breaks");

            assertThat(sheet.getPaneInformation().isFreezePane()).isTrue();
            assertThat(sheet.getPaneInformation().getHorizontalSplitPosition())
                    .isEqualTo((short) 1);
            assertThat(sheet.getPaneInformation().getVerticalSplitPosition()).isEqualTo((short) 1);
            assertThat(sheet.getCTWorksheet().getAutoFilter().getRef()).isEqualTo("A1:Y7");
            assertThat(sheet.getRepeatingRows().formatAsString()).isEqualTo("1:1");
            assertThat(sheet.getColumnWidth(9)).isEqualTo(32 * 256);
        }
    }

    @Test
    void addsUpInTheProof() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            XSSFSheet sheet = book.getSheet("Proof");
            Row first = sheet.getRow(1);
            Row unexplained =
                    StreamSupport.stream(sheet.spliterator(), false)
                            .filter(row -> row.getRowNum() > 0)
                            .filter(row -> text(row, "Line").equals("Unexplained"))
                            .findFirst()
                            .orElseThrow();

            assertThat(text(first, "Line")).contains("WeChat Pay");
            assertThat(number(first, "Amount")).isEqualTo("1875956.22");
            assertThat(number(first, "Entries")).isEqualTo("12486");
            assertThat(number(unexplained, "Amount")).isEqualTo("0");
        }
    }

    @Test
    void answersOnTheFirstSheet() throws IOException {
        try (XSSFWorkbook book = book(Reports.day())) {
            Sheet sheet = book.getSheet("Summary");

            assertThat(sheet.getRow(0).getCell(0).getStringCellValue())
                    .isEqualTo("The day adds up. 6 breaks, CNY\u00a05,894.01, need your decision.");
            assertThat(values(sheet, "Job")).isEqualTo("shop");
            assertThat(values(sheet, "SHA-256")).hasSize(64);
            assertThat(values(sheet, "Vouched for")).isEqualTo("yes");
        }
    }

    @Test
    void isTheSameBytesForTheSameReport() throws IOException {
        byte[] first = bytes(Reports.day(), "a");
        byte[] second = bytes(Reports.day(), "b");

        assertThat(second).isEqualTo(first);
    }

    @Test
    void leavesNoTemporaryFile() throws IOException {
        bytes(Reports.day(), "a");

        try (var files = Files.list(folder.resolve("a"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "breaks.csv", "report.html", "report.xlsx", "summary.json");
        }
    }

    private byte[] bytes(RunReport report, String name) throws IOException {
        ReportFolder.writeInto(folder.resolve(name), report);
        return Files.readAllBytes(folder.resolve(name).resolve("report.xlsx"));
    }

    private XSSFWorkbook book(RunReport report) throws IOException {
        ReportFolder.writeInto(folder, report);
        try (InputStream in = Files.newInputStream(folder.resolve("report.xlsx"))) {
            return new XSSFWorkbook(in);
        }
    }

    private static Break unknown(String id, Money amount) {
        return Reports.payment(
                BreakType.UNKNOWN_ORDER, id, "o", amount, null, "10:00:00", Status.OPEN);
    }

    private static Summary.StatementFacts ignoring(String reason) {
        Summary.StatementFacts like = Reports.statement(1);
        return new Summary.StatementFacts(
                like.entries(),
                1,
                0,
                like.covers(),
                like.sha256(),
                like.payments(),
                like.layout(),
                reason,
                like.declaredDate(),
                true,
                List.of(reason),
                List.of(reason),
                Map.of(reason, 1L),
                List.of());
    }

    private static long formulas(XSSFWorkbook book) {
        long formulas = 0;
        for (Sheet sheet : book) {
            for (Row row : sheet) {
                for (Cell cell : row) {
                    formulas += cell.getCellType() == CellType.FORMULA ? 1 : 0;
                }
            }
        }
        return formulas;
    }

    private static List<String> headers(Sheet sheet) {
        List<String> headers = new ArrayList<>();
        sheet.getRow(0).forEach(cell -> headers.add(cell.getStringCellValue()));
        return headers;
    }

    private static List<String> texts(Sheet sheet, String column) {
        List<String> texts = new ArrayList<>();
        for (int i = 1; i <= sheet.getLastRowNum(); i++) {
            texts.add(text(sheet.getRow(i), column));
        }
        return texts;
    }

    private static Row row(Sheet sheet, String refund) {
        for (int i = 1; i <= sheet.getLastRowNum(); i++) {
            Cell cell = cell(sheet.getRow(i), "Refund");
            if (cell != null && cell.getStringCellValue().equals(refund)) {
                return sheet.getRow(i);
            }
        }
        throw new AssertionError("no row of " + refund);
    }

    private static String values(Sheet sheet, String term) {
        for (Row row : sheet) {
            Cell first = row.getCell(0);
            if (first != null && first.getStringCellValue().equals(term)) {
                return row.getCell(1).getStringCellValue();
            }
        }
        throw new AssertionError("no " + term);
    }

    private static Cell cell(Row row, String column) {
        int at = headers(row.getSheet()).indexOf(column);
        assertThat(at).as(column).isNotNegative();
        return row.getCell(at);
    }

    private static String text(Row row, String column) {
        Cell cell = cell(row, column);
        assertThat(cell.getCellType()).as(column).isEqualTo(CellType.STRING);
        return cell.getStringCellValue();
    }

    private static String number(Row row, String column) {
        Cell cell = cell(row, column);
        assertThat(cell.getCellType()).as(column).isEqualTo(CellType.NUMERIC);
        return new BigDecimal(Double.toString(cell.getNumericCellValue()))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static LocalDateTime time(Row row, String column) {
        Cell cell = cell(row, column);
        assertThat(cell.getCellType()).as(column).isEqualTo(CellType.NUMERIC);
        return cell.getLocalDateTimeCellValue();
    }
}
