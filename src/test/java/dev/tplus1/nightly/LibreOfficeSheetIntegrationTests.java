package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakList;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.report.sheet.LibreOffice;

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
import java.util.List;
import java.util.Map;

/** Decisions in a report.xlsx that LibreOffice saved. */
class LibreOfficeSheetIntegrationTests {
    private static final String NINE = "2026-11-28T09:00:00+08:00";
    private static final int DECISION = 1;
    private static final int NOTE = 2;
    private static final int WHO = 3;
    private static final int PAYMENT = 9;

    @TempDir private Path folder;
    private LibreOffice office;
    private Shop shop;

    @BeforeEach
    void open() {
        office = LibreOffice.orSkip(getClass(), folder);
        shop = new Shop(folder);
        shop.replay("{mode: books}");
        shop.statement(DATE, paid("1", "10.00", NINE), paid("2", "20.10", NINE));
        shop.run(DATE);
    }

    @AfterEach
    void close() {
        if (shop != null) {
            shop.close();
        }
    }

    @Test
    void areAppliedAndTheAuditTrailShowsThem() throws IOException {
        Path sheet = decided();

        Spoken spoken = new Spoken();
        int code = imported(sheet, spoken);

        assertThat(spoken.err()).isEmpty();
        assertThat(spoken.out()).startsWith("2 resolved, 0 approved, 0 left open, 0 refused.");
        assertThat(code).isZero();
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "UNKNOWN_ORDER PAYMENT T1 RESOLVED", "UNKNOWN_ORDER PAYMENT T2 RESOLVED");
        assertThat(events("T1")).anyMatch(event -> event.contains("finance-02 RESOLVED"));
        assertThat(events("T2")).anyMatch(event -> event.contains("refunded T2, 表情🙂"));
    }

    @Test
    void areRefusedWithTheReasonWhereTheRowIsStale() throws IOException {
        Path sheet = decided();
        new Decisions(shop.database, shop.clock)
                .resolve(shop.breakId("UNKNOWN_ORDER", "T1"), "bob", "booked by hand");

        Spoken spoken = new Spoken();
        int code = imported(sheet, spoken);

        assertThat(spoken.out()).startsWith("1 resolved, 0 approved, 0 left open, 1 refused.");
        assertThat(spoken.err())
                .contains(
                        shop.breakId("UNKNOWN_ORDER", "T1"),
                        "refused: it changed meanwhile: Status is decided now, the sheet shows"
                                + " open");
        assertThat(code).isEqualTo(3);
        assertThat(events("T1")).noneMatch(event -> event.startsWith("finance-02 "));
    }

    /** Both breaks are decided, and the file is opened and saved by LibreOffice. */
    private Path decided() throws IOException {
        Path report = shop.dateFolder(DATE).resolve("r1/report.xlsx");
        Path edited = Files.createDirectories(folder.resolve("edited")).resolve("report.xlsx");
        try (XSSFWorkbook book =
                        new XSSFWorkbook(new ByteArrayInputStream(Files.readAllBytes(report)));
                OutputStream out = Files.newOutputStream(edited)) {
            XSSFSheet breaks = book.getSheet("Breaks");
            for (int i = 1; i <= breaks.getLastRowNum(); i++) {
                Row row = breaks.getRow(i);
                row.getCell(DECISION).setCellValue("resolve");
                row.getCell(NOTE)
                        .setCellValue(
                                "refunded " + row.getCell(PAYMENT).getStringCellValue() + ", 表情🙂");
                row.getCell(WHO).setCellValue("finance-02");
            }
            book.write(out);
        }
        office.convert(edited, "xlsx", folder.resolve("saved"));
        return folder.resolve("saved/report.xlsx");
    }

    private List<String> events(String payment) {
        BreakRecord row =
                new BreakList(shop.database)
                        .show(shop.breakId("UNKNOWN_ORDER", payment))
                        .getFirst();
        return new Audit(shop.database)
                .events(row.found().identity().hash()).stream()
                        .map(entry -> entry.event())
                        .map(event -> event.actor() + " " + event.what() + " " + event.detail())
                        .toList();
    }

    private int imported(Path sheet, Spoken spoken) {
        String[] args = {
            "breaks", "import", sheet.toString(), "--job", shop.jobFile().toString(), "--as", "ann"
        };
        return Cli.run(args, spoken.terminal(), Map.of(), () -> new CommandWork(shop.clock));
    }
}
