package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.browser.Hostile;
import dev.tplus1.browser.Looks;
import dev.tplus1.browser.Pages;
import dev.tplus1.browser.Pages.Opened;
import dev.tplus1.browser.Pages.Opener;
import dev.tplus1.browser.Pages.Window;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.report.index.ReportIndex;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Pages whose every text from outside was written by somebody who means harm. */
@ExtendWith(Pages.class)
class HostilePageIntegrationTests {
    private static final Window DESK = Window.desk(ColorScheme.LIGHT);

    /** Also what no statement may hold; an order may, in the books. */
    private static final List<String> TEXTS = texts();

    @TempDir private Path folder;

    private static List<String> texts() {
        List<String> texts = new ArrayList<>(Hostile.IDS);
        texts.addAll(List.of("a\u0000b", "line\r\n\tfeed", "<b>".repeat(2000)));
        return texts;
    }

    private static List<String> tame() {
        return IntStream.range(0, TEXTS.size()).mapToObj(i -> "tame" + i).toList();
    }

    @Test
    void makesNothingOfTheTextsOfAReport(Opener opener) {
        Path tame = Faces.write(folder.resolve("tame"), report(tame()));
        Path hostile = Faces.write(folder.resolve("hostile"), report(TEXTS));

        try (Opened expected = opener.open(tame, DESK);
                Opened opened = opener.open(hostile, DESK)) {
            same(opened, expected);
            String text = opened.page().innerText("body");
            assertThat(text)
                    .contains(TEXTS.subList(0, 18))
                    .contains("‹U+202E›gnp.exe‹U+202C›‹U+2066›", "a‹U+0000›b", "W".repeat(128))
                    .doesNotContain("49#{");
            assertThat(Looks.unreadable(opened.page())).isEmpty();
        }
        try (Opened opened = opener.open(hostile, Window.phone())) {
            assertThat(Looks.unreadable(opened.page())).isEmpty();
        }
    }

    @Test
    void makesNothingOfTheTextsOfARefusal(Opener opener) {
        for (Outcome outcome : List.of(Outcome.REFUSED, Outcome.FAILED, Outcome.NOT_READY)) {
            for (String text : TEXTS) {
                Path tame = Faces.write(folder.resolve("tame"), problem(outcome, "tame"));
                Path hostile = Faces.write(folder.resolve("hostile"), problem(outcome, text));

                try (Opened expected = opener.open(tame, DESK);
                        Opened opened = opener.open(hostile, DESK)) {
                    same(opened, expected);
                }
            }
        }
    }

    @Test
    void makesNothingOfTheNamesOfAnOverview(Opener opener) throws IOException {
        Path tame = index("tame", tame());
        Path hostile = index("hostile", TEXTS);

        try (Opened expected = opener.open(tame, DESK);
                Opened opened = opener.open(hostile, DESK)) {
            same(opened, expected);
            assertThat(opened.page().innerText("body")).contains("<script>alert(1)</script>");
        }
    }

    @Test
    void noticesAnElementTooMany(Opener opener) {
        Path page = Faces.write(folder, report(tame()));
        try (Opened expected = opener.open(page, DESK);
                Opened opened = opener.open(page, DESK)) {
            opened.page()
                    .evaluate(
                            "() => { const i = document.createElement('img');"
                                    + " i.src = 'https://evil.example/a.png';"
                                    + " i.setAttribute('onerror', 'alert(1)');"
                                    + " document.body.append(i) }");
            opened.page().waitForTimeout(50);

            assertThat(Looks.shape(opened.page()))
                    .isNotEqualTo(Looks.shape(expected.page()))
                    .containsEntry("img[onerror src]", 1);
            assertThat(Looks.links(opened.page())).contains("https://evil.example/a.png");
            assertThat(String.join("\n", opened.complaints())).contains("policy: ");
        }
    }

    private static void same(Opened opened, Opened expected) {
        assertThat(Looks.shape(opened.page())).isEqualTo(Looks.shape(expected.page()));
        assertThat(Looks.links(opened.page()))
                .allMatch(link ->
                        link.matches(
                                "#[A-Za-z0-9_-]+|[a-z.]+\\.(xlsx|csv|json)"
                                        + "|(\\.\\./)*index\\.html|[a-z0-9/-]+/report\\.html"));
        assertThat(opened.complaints()).isEmpty();
    }

    private static RunReport problem(Outcome outcome, String text) {
        return new RunReport(
                Reports.attempt(outcome, new Summary.Problem(text, text, 3)),
                Breaks.of(List.of()),
                text,
                text);
    }

    private static RunReport report(List<String> texts) {
        Reports.Change change = new Reports.Change();
        Map<String, Long> reasons = new HashMap<>();
        texts.forEach(text -> reasons.put(text, 1L));
        Summary.StatementFacts like = Reports.statement(12_486);
        change.statement =
                new Summary.StatementFacts(
                        like.entries(),
                        like.ignored(),
                        0,
                        like.covers(),
                        like.sha256(),
                        like.payments(),
                        texts.getFirst(),
                        texts.get(1),
                        like.declaredDate(),
                        true,
                        texts,
                        texts,
                        reasons,
                        like.totals());
        BigDecimal one = BigDecimal.ONE;
        change.movements =
                texts.stream()
                        .map(text -> new Summary.Movement(text, Reports.CNY, 1, one, one, one))
                        .toList();
        change.revised = revised(texts);
        List<Break> breaks = new ArrayList<>();
        texts.forEach(text -> breaks(text, breaks));
        RunReport report = change.report(breaks);
        String provider = texts.getFirst();
        return Pasts.with(
                new RunReport(report.summary(), report.breaks(), provider, texts.get(3)),
                breaks,
                texts);
    }

    private static void breaks(String text, List<Break> breaks) {
        for (Status status : List.of(Status.OPEN, Status.RESOLVED, Status.REPAIRED)) {
            BreakType type =
                    switch (status) {
                        case OPEN -> BreakType.UNKNOWN_ORDER;
                        case RESOLVED -> BreakType.MISSING_AT_PROVIDER;
                        default -> BreakType.MISSED_CALLBACK;
                    };
            boolean books = type == BreakType.MISSING_AT_PROVIDER;
            var amount = Reports.cny("1.00");
            breaks.add(
                    Reports.refund(
                                    type,
                                    text,
                                    text,
                                    text,
                                    books ? null : amount,
                                    books ? amount : null,
                                    "10:00:00",
                                    status)
                            .with(Action.ALERT, status, text));
        }
    }

    private static Summary.RevisedStatement revised(List<String> texts) {
        StatementChange.Side side =
                new StatementChange.Side(
                        BigDecimal.ONE, Reports.CNY, Reports.FINISHED, texts.getFirst(), false);
        List<StatementChange.Row> rows =
                texts.stream()
                        .map(text ->
                                new StatementChange.Row(
                                        StatementChange.Sort.ADDED,
                                        "REFUND",
                                        text,
                                        text,
                                        null,
                                        side))
                        .toList();
        return Summary.RevisedStatement.of(
                1, "ab".repeat(32), new StatementChange(rows.size(), 0, 0, 0, List.of(), rows));
    }

    private Path index(String name, List<String> texts) throws IOException {
        ReportFolder reports = new ReportFolder(folder.resolve(name));
        reports.conclude(Reports.day());
        List<ReportIndex.Account> accounts = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            accounts.add(
                    new ReportIndex.Account(
                            "a" + i, texts.get(i), Reports.SHANGHAI, List.of(), List.of()));
        }
        new ReportIndex(reports, "shop", Clock.fixed(Reports.FINISHED, ZoneOffset.UTC))
                .write(false, () -> accounts);
        return folder.resolve(name).resolve(ReportIndex.NAME);
    }
}
