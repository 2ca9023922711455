package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.report.sheet.LibreOffice;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** report.xlsx as LibreOffice opens it. */
class LibreOfficeIntegrationTests {
    private static final List<String> HOSTILE =
            List.of(
                    "=1+1",
                    "+1",
                    "-1+1",
                    "@SUM(A1)",
                    "\t=1",
                    "a\tb",
                    "\r=1",
                    "a\rb",
                    "＝1+1",
                    "\"=1",
                    "'00123",
                    "=cmd|' /C calc'!A0",
                    "4200002871202611281380779014",
                    "00123",
                    "1E5",
                    "TRUE",
                    "2026-11-28",
                    "表情🙂👩‍👧",
                    " blanks ",
                    "_x000D_");

    @TempDir private Path folder;
    private LibreOffice office;

    @BeforeEach
    void find() {
        office = LibreOffice.orSkip(getClass(), folder);
    }

    @Test
    void takesHostileTextForTextByteForByte() throws IOException {
        List<Break> breaks = new ArrayList<>();
        for (String text : HOSTILE) {
            breaks.add(
                    Reports.payment(
                                    BreakType.UNKNOWN_ORDER,
                                    text,
                                    text,
                                    Reports.cny("1.00"),
                                    null,
                                    "10:00:00",
                                    Status.OPEN)
                            .with(Action.ALERT, Status.OPEN, text));
        }
        ReportFolder.writeInto(folder.resolve("out"), new Reports.Change().report(breaks));

        office.convert(folder.resolve("out/report.xlsx"), LibreOffice.CSV, folder.resolve("csv"));

        Path csv = folder.resolve("csv/report-Breaks.csv");
        List<NamedCsvRecord> rows = new ArrayList<>();
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(csv)) {
            reader.forEach(rows::add);
        }
        for (String column : List.of("Payment", "Order", "Detail")) {
            assertThat(rows)
                    .extracting(row -> row.getField(column))
                    .as(column)
                    .containsExactlyInAnyOrderElementsOf(HOSTILE);
        }
        // it puts texts into quotes, and nothing else: not the amount
        String raw = Files.readString(csv);
        for (String text : HOSTILE) {
            assertThat(raw).contains(",\"" + text.replace("\"", "\"\"") + "\",");
        }
        assertThat(rows).extracting(row -> row.getField("Provider says")).containsOnly("1");
        assertThat(raw).doesNotContain("\"1\"");
    }

    @Test
    void printsEverySheet() throws IOException {
        ReportFolder.writeInto(folder.resolve("out"), Reports.day());

        office.convert(folder.resolve("out/report.xlsx"), "pdf", folder.resolve("pdf"));

        Path pdf = folder.resolve("pdf/report.pdf");
        assertThat(Files.size(pdf)).isPositive();
        Path pictures = Files.createDirectories(Path.of("target/screenshots"));
        Files.copy(pdf, pictures.resolve("report-xlsx.pdf"), StandardCopyOption.REPLACE_EXISTING);
    }
}
