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

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellCopyPolicy;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Decisions in a report.xlsx that another program saved, read back. */
class DecisionSheetTests {
    private static final String NINE = "2026-11-28T09:00:00+08:00";

    @TempDir private Path folder;
    private Shop shop;

    /** How an import ended. */
    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.replay("{mode: books, max-amount: {CNY: 5.00}}");
        shop.pending("3", 1000);
        shop.statement(
                DATE, paid("1", "10.00", NINE), paid("2", "20.10", NINE), paid("3", "10.00", NINE));
        shop.run(DATE);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void appliesWhatPeopleDecidedAndTheAuditTrailShowsIt() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded by hand", "finance-02");
        decide(sheet, "T3", "Approve", "order is real", "");

        Ended ended = imported(sheet);

        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).startsWith("1 resolved, 1 approved, 1 left open, 0 refused.");
        assertThat(ended.code()).isZero();
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T3 REPAIRED",
                        "UNKNOWN_ORDER PAYMENT T1 RESOLVED",
                        "UNKNOWN_ORDER PAYMENT T2 OPEN");
        assertThat(shop.orderStatus("3")).isEqualTo("PAID");
        assertThat(events("T1"))
                .contains("finance-02 RESOLVED refunded by hand (imported by ann)")
                .doesNotContain("ann RESOLVED refunded by hand");
        assertThat(events("T3")).contains("ann APPROVED order is real");
        assertThat(folder.resolve("reports/index.html")).exists();
    }

    @Test
    void refusesARowThatChangedMeanwhileAndAppliesTheOthers() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        decide(sheet, "T2", "resolve", "refunded", "");
        new Decisions(shop.database, shop.clock)
                .resolve(shop.breakId("UNKNOWN_ORDER", "T1"), "bob", "booked by hand");

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("1 resolved, 0 approved, 1 left open, 1 refused.");
        assertThat(ended.err())
                .contains(shop.breakId("UNKNOWN_ORDER", "T1"))
                .contains(
                        "refused: it changed meanwhile: Status is decided now, the sheet shows"
                                + " open");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(events("T1")).noneMatch(event -> event.startsWith("ann "));
    }

    @Test
    void refusesARowWhoseAmountOrRevisionIsAnotherNow() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        decide(sheet, "T2", "resolve", "refunded", "");
        shop.statement(
                DATE, paid("1", "11.00", NINE), paid("2", "20.10", NINE), paid("3", "10.00", NINE));
        shop.rerun(DATE);

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("0 resolved, 0 approved, 1 left open, 2 refused.");
        assertThat(ended.err())
                .contains("Provider says is CNY")
                .contains("11.00 now, the sheet shows 10")
                .contains("Revision is 2 now, the sheet shows 1");
    }

    @Test
    void saysWhatWasDecidedSoBeforeWhenTheFileIsImportedAgain() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "finance-02");
        imported(sheet);

        Ended again = imported(sheet);

        assertThat(again.out()).contains("0 resolved, 0 approved, 1 decided so before, 2 left");
        assertThat(again.code()).isZero();
        assertThat(events("T1").stream().filter(event -> event.startsWith("finance-02 ")))
                .hasSize(1);
    }

    @Test
    void refusesWhatTheSamePersonResolvedForAnotherReason() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        new Decisions(shop.database, shop.clock)
                .resolve(shop.breakId("UNKNOWN_ORDER", "T1"), "ann", "booked by hand");

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("0 resolved, 0 approved, 2 left open, 1 refused.");
        assertThat(ended.err()).contains("Status is decided now, the sheet shows open");
    }

    @Test
    void refusesEveryRowOfABreakThatIsDecidedTwice() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        edited(
                sheet,
                book -> {
                    XSSFSheet breaks = book.getSheet("Breaks");
                    int row = cell(book, "T1", 1).getRowIndex();
                    int last = breaks.getLastRowNum();
                    breaks.copyRows(row, row, last + 1, new CellCopyPolicy());
                    breaks.getRow(last + 1).getCell(1).setCellValue("leave open");
                });
        decide(sheet, "T2", "resolve", "refunded", "");

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("1 resolved").contains("1 refused");
        assertThat(ended.err()).contains("its break is decided in 2 rows of the file; keep one");
        assertThat(shop.breaks(DATE))
                .contains("UNKNOWN_ORDER PAYMENT T1 OPEN", "UNKNOWN_ORDER PAYMENT T2 RESOLVED");
    }

    @Test
    void appliesWhatTheSamePersonApprovedBefore() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T3", "approve", "order is real", "");
        approved("ann");

        Ended ended = imported(sheet);

        assertThat(ended.out()).startsWith("0 resolved, 0 approved, 1 decided so before, 2 left");
        assertThat(ended.code()).isZero();
        assertThat(shop.orderStatus("3")).isEqualTo("PAID");
        assertThat(events("T3").stream().filter(event -> event.startsWith("ann "))).hasSize(1);
    }

    @Test
    void refusesWhatAnotherPersonApprovedMeanwhile() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T3", "approve", "order is real", "");
        approved("bob");

        Ended ended = imported(sheet);

        assertThat(ended.err()).contains("refused: approved by bob meanwhile");
        assertThat(ended.code()).isEqualTo(3);
        assertThat(events("T3")).noneMatch(event -> event.startsWith("ann "));
    }

    @Test
    void decidesNothingWhereWhatWasApprovedCannotBeRun() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        decide(sheet, "T3", "approve", "order is real", "");
        shop.ledger("{url: \"jdbc:h2:" + folder.resolve("none") + ";IFEXISTS=TRUE\"}");

        Ended ended = imported(sheet);

        assertThat(ended.code()).isNotZero();
        assertThat(ended.out()).isEmpty();
        assertThat(shop.breaks(DATE)).contains("UNKNOWN_ORDER PAYMENT T1 OPEN");
        assertThat(events("T3")).noneMatch(event -> event.startsWith("ann "));
    }

    @Test
    void tellsWhatWasDoneUntilTheDatabaseFailed() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        decide(sheet, "T2", "resolve", "refunded", "");
        shop.database
                .jdbc()
                .sql(
                        "ALTER TABLE tplus1_break ADD CONSTRAINT one_only CHECK"
                                + " (NOT (key_value = 'T2' AND status = 'RESOLVED'))")
                .update();

        Ended ended = imported(sheet);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .isEqualTo("1 resolved, 0 approved, 1 left open, 0 refused, 1 not reached.\n");
    }

    @Test
    void readsNoHiddenSheet() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "resolve", "refunded", "");
        edited(sheet, book -> book.setSheetHidden(book.getSheetIndex("Breaks"), true));

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("0 resolved, 0 approved, 0 left open, 0 refused.");
        assertThat(shop.breaks(DATE)).contains("UNKNOWN_ORDER PAYMENT T1 OPEN");
    }

    @Test
    void refusesARowThatSaysNoDecisionOrNoReason() throws IOException {
        Path sheet = sheet("r1");
        decide(sheet, "T1", "perhaps", "refunded", "");
        decide(sheet, "T2", "resolve", "", "");
        decide(sheet, "T3", "leave open", "", "");

        Ended ended = imported(sheet);

        assertThat(ended.out()).contains("0 resolved, 0 approved, 1 left open, 2 refused.");
        assertThat(ended.err())
                .contains("\"perhaps\" is no decision; choose one of the list")
                .contains("the note is empty");
    }

    @Test
    void refusesAFormula() throws IOException {
        Path sheet = sheet("r1");
        edited(sheet, book -> cell(book, "T1", 1).setCellFormula("\"resolve\""));

        Ended ended = imported(sheet);

        assertThat(ended.err()).contains("a cell of it is a formula");
        assertThat(shop.breaks(DATE)).contains("UNKNOWN_ORDER PAYMENT T1 OPEN");
    }

    @Test
    void saysOnOneLineWhatIsNoWorkbookOrNoReport() throws IOException {
        for (Path each :
                List.of(
                        Files.writeString(folder.resolve("text.xlsx"), "no workbook"),
                        Files.write(folder.resolve("cut.xlsx"), half(sheet("r1"))),
                        zipped(
                                "entity.xlsx",
                                "xl/workbook.xml",
                                "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                                1),
                        zipped("bomb.xlsx", "xl/sharedStrings.xml", " ".repeat(1 << 20), 97),
                        empty("empty.xlsx"))) {
            Ended ended = imported(each);

            assertThat(ended.code()).as("%s %s", each, ended).isEqualTo(2);
            assertThat(ended.err()).contains(each.toString(), "Nothing was changed");
            assertThat(ended.err().lines()).hasSize(1);
            assertThat(ended.out()).isEmpty();
        }
    }

    private void approved(String by) {
        new Decisions(shop.database, shop.clock)
                .approveBreaks(List.of(shop.breakId("MISSED_CALLBACK", "T3")), by, "order is real");
    }

    private Path sheet(String revision) throws IOException {
        Path copy = folder.resolve("decided.xlsx");
        Files.copy(shop.dateFolder(DATE).resolve(revision).resolve("report.xlsx"), copy);
        return copy;
    }

    private interface Edit {
        void in(XSSFWorkbook book);
    }

    private static void edited(Path sheet, Edit edit) throws IOException {
        byte[] bytes = Files.readAllBytes(sheet);
        try (XSSFWorkbook book = new XSSFWorkbook(new ByteArrayInputStream(bytes));
                OutputStream out = Files.newOutputStream(sheet)) {
            edit.in(book);
            book.write(out);
        }
    }

    static void decide(Path sheet, String payment, String choice, String note, String who)
            throws IOException {
        edited(
                sheet,
                book -> {
                    cell(book, payment, 1).setCellValue(choice);
                    cell(book, payment, 2).setCellValue(note);
                    cell(book, payment, 3).setCellValue(who);
                });
    }

    private static Cell cell(XSSFWorkbook book, String payment, int column) {
        XSSFSheet sheet = book.getSheet("Breaks");
        for (int i = 1; i <= sheet.getLastRowNum(); i++) {
            Row row = sheet.getRow(i);
            if (row.getCell(9).getStringCellValue().equals(payment)) {
                return row.getCell(column);
            }
        }
        throw new AssertionError("no row of " + payment);
    }

    private static byte[] half(Path file) throws IOException {
        byte[] whole = Files.readAllBytes(file);
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private Path zipped(String name, String part, String content, int times) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(part));
            for (int i = 0; i < times; i++) {
                zip.write(content.getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private Path empty(String name) throws IOException {
        Path file = folder.resolve(name);
        try (XSSFWorkbook book = new XSSFWorkbook();
                OutputStream out = Files.newOutputStream(file)) {
            book.createSheet("Breaks").createRow(0).createCell(0).setCellValue("Break");
            book.write(out);
        }
        return file;
    }

    private List<String> events(String payment) {
        String type = payment.equals("T3") ? "MISSED_CALLBACK" : "UNKNOWN_ORDER";
        BreakRecord row = new BreakList(shop.database).show(shop.breakId(type, payment)).getFirst();
        return new Audit(shop.database)
                .events(row.found().identity().hash()).stream()
                        .map(Audit.Entry::event)
                        .map(event -> event.actor() + " " + event.what() + " " + event.detail())
                        .toList();
    }

    private Ended imported(Path sheet) {
        Spoken spoken = new Spoken();
        int code =
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
        return new Ended(code, spoken.out(), spoken.err());
    }
}
