package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.report.sheet.ReportWorkbook;
import dev.tplus1.report.words.Language;
import dev.tplus1.report.words.Words;

import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A workbook whose sheets have fewer breaks than there are. */
class CutSheetTests {
    @TempDir private Path folder;

    @Test
    void hasTheFirstBreaksOfEachSheetAndSaysHowManyThereAre() throws IOException {
        List<Break> breaks = Reports.many(BreakType.CUT_OFF, Status.SUSPENSE, 4);
        breaks.addAll(Reports.many(BreakType.MISSED_CALLBACK, Status.REPAIRED, 3));
        breaks.addAll(Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, 1_005));

        try (XSSFWorkbook book = book(breaks, 3, Words.ENGLISH)) {
            assertThat(firstCells(book.getSheet("Breaks")))
                    .containsExactly(
                            "Break",
                            breaks.get(7).id(),
                            breaks.get(8).id(),
                            breaks.get(9).id(),
                            "1,002 more are not in this sheet; breaks.csv has all.");
            assertThat(firstCells(book.getSheet("Suspense")))
                    .containsExactly(
                            "Break",
                            breaks.get(0).id(),
                            breaks.get(1).id(),
                            breaks.get(2).id(),
                            "1 more are not in this sheet; breaks.csv has all.");
            assertThat(firstCells(book.getSheet("Replays")))
                    .containsExactly(
                            "Break", breaks.get(4).id(), breaks.get(5).id(), breaks.get(6).id());
            assertThat(firstCells(book.getSheet("Summary")))
                    .contains(
                            "The sheet Breaks has the first 3 of 1,005 breaks; breaks.csv has"
                                    + " all.",
                            "The sheet Suspense has the first 3 of 4 breaks; breaks.csv has all.")
                    .noneMatch(each -> each.startsWith("The sheet Replays"));
        }
    }

    @Test
    void filtersTheBreaksAndNotTheRowThatSaysHowManyThereAre() throws IOException {
        List<Break> breaks = Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, 5);

        try (XSSFWorkbook book = book(breaks, 3, Words.ENGLISH)) {
            assertThat(book.getSheet("Breaks").getCTWorksheet().getAutoFilter().getRef())
                    .endsWith("4");
        }
    }

    @Test
    void saysItInChinese() throws IOException {
        List<Break> breaks = Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, 5);

        try (XSSFWorkbook book = book(breaks, 3, Words.in(Language.CHINESE))) {
            assertThat(firstCells(book.getSheet("汇总")))
                    .contains("“差异”表只列出 5 笔差异中的前 3 笔；全部见 breaks.csv。");
            List<String> rows = firstCells(book.getSheet("差异"));
            assertThat(rows).endsWith("另有 2 笔不在此表中；全部见 breaks.csv。");
        }
    }

    @Test
    void saysNothingWhereASheetHasAll() throws IOException {
        List<Break> breaks = Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, 5);

        try (XSSFWorkbook book = book(breaks, 5, Words.ENGLISH)) {
            assertThat(firstCells(book.getSheet("Breaks"))).hasSize(6).endsWith(breaks.get(4).id());
            assertThat(firstCells(book.getSheet("Summary")))
                    .noneMatch(each -> each.startsWith("The sheet"));
        }
    }

    @Test
    void looksNoFurtherThanItsRowsGo() throws IOException {
        List<Break> breaks = Reports.many(BreakType.CUT_OFF, Status.SUSPENSE, 4);
        breaks.addAll(Reports.many(BreakType.UNKNOWN_ORDER, Status.OPEN, 1_005));
        RunReport report = new Reports.Change().report(breaks);
        AtomicInteger looked = new AtomicInteger();
        Breaks counting =
                goesOn ->
                        report.breaks()
                                .rows(row -> {
                                    looked.incrementAndGet();
                                    return goesOn.test(row);
                                });

        book(like(report, counting), BreakGroups.of(report), 3, Words.ENGLISH).close();

        assertThat(looked).hasValue(7);
    }

    @Test
    void writesItsRowsBesideThePage() throws InterruptedException {
        RunReport report = new Reports.Change().report(Reports.breaks());
        CountDownLatch pageIsThere = new CountDownLatch(1);
        Breaks slow =
                goesOn -> {
                    if (Thread.currentThread().getName().equals("workbook")) {
                        await(pageIsThere);
                    }
                    report.breaks().rows(goesOn);
                };
        Thread watching =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            while (Files.notExists(folder.resolve("report.html"))) {
                                Thread.onSpinWait();
                            }
                            pageIsThere.countDown();
                        });

        ReportFolder.writeInto(folder, like(report, slow));

        watching.join();
        assertThat(folder.resolve("report.xlsx")).isNotEmptyFile();
    }

    @Test
    void endsItsThreadWhereThePageFails() throws IOException {
        RunReport report = new Reports.Change().report(Reports.breaks());
        AtomicReference<Thread> last = new AtomicReference<>();
        Breaks noticing =
                goesOn -> {
                    last.set(Thread.currentThread());
                    report.breaks().rows(goesOn);
                };
        Files.createDirectories(folder.resolve("report.html/taken"));

        assertThatThrownBy(() -> ReportFolder.writeInto(folder, like(report, noticing)))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("cannot be written");

        assertThat(folder.resolve("report.xlsx")).doesNotExist();
        assertThat(last.get().getName()).isEqualTo("workbook");
        assertThat(last.get().isAlive()).isFalse();
    }

    @Test
    void tellsWhatStoppedItsRows() {
        RunReport report = new Reports.Change().report(Reports.breaks());
        Breaks failing =
                goesOn -> {
                    if (Thread.currentThread().getName().equals("workbook")) {
                        throw new IllegalStateException("no more");
                    }
                    report.breaks().rows(goesOn);
                };

        assertThatThrownBy(() -> ReportFolder.writeInto(folder, like(report, failing)))
                .hasMessage("no more");
        assertThat(folder.resolve("report.xlsx")).doesNotExist();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RunReport like(RunReport report, Breaks breaks) {
        return new RunReport(report.summary(), breaks, report.providerName(), report.jobFile());
    }

    private XSSFWorkbook book(List<Break> breaks, int most, Words words) throws IOException {
        RunReport report = new Reports.Change().report(breaks);
        return book(report, BreakGroups.of(report), most, words);
    }

    private XSSFWorkbook book(RunReport report, BreakGroups groups, int most, Words words)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Path> temporary = new ArrayList<>();
        try (ReportWorkbook workbook =
                ReportWorkbook.begin(
                        report,
                        groups,
                        words,
                        most,
                        () -> {
                            temporary.add(folder.resolve("t" + temporary.size()));
                            return temporary.getLast();
                        },
                        out)) {
            workbook.finish();
        }
        return new XSSFWorkbook(new ByteArrayInputStream(out.toByteArray()));
    }

    private static List<String> firstCells(Sheet sheet) {
        List<String> texts = new ArrayList<>();
        for (Row row : sheet) {
            Cell cell = row.getCell(0);
            if (cell != null) {
                texts.add(cell.getStringCellValue());
            }
        }
        return texts;
    }
}
