package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.report.words.Language;
import dev.tplus1.report.words.Words;

import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Page and workbook say the same is to be done, in both languages. */
class NextWordsTests {
    private static final String KEY = "type.MISSED_CALLBACK.next";

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Language.class)
    void adviseToBookWhereReplayIsOff(Language language) throws IOException {
        shows(alerts(Break.REPLAY_OFF), Summary.Mode.RUN, language, ".off");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void adviseToApproveWhatIsAboveALimit(Language language) throws IOException {
        shows(alerts("Not replayed: it is too old."), Summary.Mode.RUN, language, ".decide");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void adviseToApproveAHeldDateAsAWhole(Language language) throws IOException {
        shows(Verdicts.held(), Summary.Mode.RUN, language, ".held");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void sayWhatADryRunWouldReplay(Language language) throws IOException {
        List<Break> planned =
                Verdicts.held().stream()
                        .map(each -> each.with(Action.REPLAY, Status.OPEN, ""))
                        .toList();

        shows(planned, Summary.Mode.DRY_RUN, language, ".planned");
    }

    @Test
    void adviseNothingAboutWhatWasDecidedBefore() throws IOException {
        List<Break> resolved =
                Verdicts.held().stream()
                        .map(each -> each.with(Action.ALERT, Status.RESOLVED, Break.REPLAY_OFF))
                        .toList();
        String settled = Words.ENGLISH.get("type.settled.next");

        RunReport report = Verdicts.reconciled(2, 0).report(resolved);

        assertThat(page(report, Language.ENGLISH)).contains(settled);
        assertThat(workbook(report, Language.ENGLISH)).contains(settled);
    }

    private void shows(List<Break> breaks, Summary.Mode mode, Language language, String end)
            throws IOException {
        Reports.Change change = Verdicts.reconciled(2, 0);
        change.mode = mode;

        RunReport report = change.report(breaks);

        Words words = Words.in(language);
        String[] others =
                Stream.of(".off", ".decide", ".held", ".planned", "")
                        .filter(other -> !other.equals(end))
                        .map(other -> words.get(KEY + other))
                        .toArray(String[]::new);
        assertThat(page(report, language)).contains(words.get(KEY + end)).doesNotContain(others);
        assertThat(workbook(report, language))
                .contains(words.get(KEY + end))
                .doesNotContain(others);
    }

    private static List<Break> alerts(String note) {
        return Verdicts.only(BreakType.MISSED_CALLBACK).stream()
                .map(each -> each.with(Action.ALERT, Status.OPEN, note))
                .toList();
    }

    private String page(RunReport report, Language language) throws IOException {
        return Files.readString(written(report, language).resolve("report.html"));
    }

    /** The cells of the sheet Summary. */
    private List<String> workbook(RunReport report, Language language) throws IOException {
        List<String> cells = new ArrayList<>();
        DataFormatter shown = new DataFormatter();
        Path file = written(report, language).resolve("report.xlsx");
        try (InputStream in = Files.newInputStream(file);
                XSSFWorkbook book = new XSSFWorkbook(in)) {
            book.getSheetAt(0)
                    .forEach(row -> row.forEach(cell -> cells.add(shown.formatCellValue(cell))));
        }
        return cells;
    }

    private Path written(RunReport report, Language language) {
        ReportSettings settings =
                new ReportSettings(folder.resolve(language.code()), language, false);
        return new ReportFolder(settings).conclude(report).folder();
    }
}
