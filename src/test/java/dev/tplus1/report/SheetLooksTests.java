package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.HorizontalAlignment;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;

/** What is set where in report.xlsx. */
class SheetLooksTests {
    @TempDir private Path folder;
    private XSSFWorkbook book;

    @BeforeEach
    void write() throws IOException {
        ReportFolder.writeInto(folder, Reports.day());
        try (InputStream in = Files.newInputStream(folder.resolve("report.xlsx"))) {
            book = new XSSFWorkbook(in);
        }
    }

    @AfterEach
    void close() throws IOException {
        book.close();
    }

    @Test
    void setsTitlesOverNumbersOnTheRight() {
        assertThat(style("Breaks", "Books say").getAlignment())
                .isEqualTo(HorizontalAlignment.RIGHT);
        assertThat(style("Breaks", "Type").getAlignment()).isEqualTo(HorizontalAlignment.GENERAL);
        assertThat(style("Proof", "Amount").getAlignment()).isEqualTo(HorizontalAlignment.RIGHT);
        assertThat(style("Ignored", "Rows").getAlignment()).isEqualTo(HorizontalAlignment.RIGHT);
        assertThat(style("Summary", "Count").getAlignment()).isEqualTo(HorizontalAlignment.RIGHT);
        assertThat(style("Summary", "Risk").getAlignment()).isEqualTo(HorizontalAlignment.GENERAL);
    }

    @Test
    void wrapsTheSummarysSentencesSoThatItCanBeReadOnPaper() {
        Sheet summary = book.getSheet("Summary");
        Cell why = holding("Summary", "Why");
        int characters = 0;
        for (int i = 0; i <= why.getColumnIndex() + 1; i++) {
            characters += summary.getColumnWidth(i) / 256;
        }

        assertThat(
                        summary.getRow(why.getRowIndex() + 1)
                                .getCell(why.getColumnIndex())
                                .getCellStyle()
                                .getWrapText())
                .isTrue();
        assertThat(summary.getMergedRegions().getFirst().formatAsString()).isEqualTo("A3:H3");
        assertThat(summary.getRow(why.getRowIndex() + 1).getHeightInPoints())
                .isGreaterThanOrEqualTo(28);
        assertThat(summary.getRow(2).getHeightInPoints()).isEqualTo(28);
        assertThat(characters).isLessThan(200);
    }

    private CellStyle style(String sheet, String text) {
        return holding(sheet, text).getCellStyle();
    }

    private Cell holding(String sheet, String text) {
        return StreamSupport.stream(book.getSheet(sheet).spliterator(), false)
                .flatMap(row -> StreamSupport.stream(row.spliterator(), false))
                .filter(each -> each.toString().equals(text))
                .findFirst()
                .orElseThrow();
    }
}
