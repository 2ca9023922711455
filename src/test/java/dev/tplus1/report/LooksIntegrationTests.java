package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.browser.Looks;
import dev.tplus1.browser.Pages;
import dev.tplus1.browser.Pages.Opened;
import dev.tplus1.browser.Pages.Opener;
import dev.tplus1.browser.Pages.Window;
import dev.tplus1.report.words.Language;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** The pages in a real browser, as people see them; pictures are left in target/screenshots. */
@ExtendWith(Pages.class)
class LooksIntegrationTests {
    private static final Window DESK = Window.desk(ColorScheme.LIGHT);

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"LIGHT", "DARK"})
    void showsTheDayInTheReadersColours(ColorScheme colours, Opener opener) {
        try (Opened opened = opener.open(report("day"), Window.desk(colours))) {
            Looks.picture(opened.page(), "report-" + colours.name().toLowerCase(Locale.ROOT));

            assertThat(opened.page().title()).isEqualTo("28 Nov 2026 · wechat-shop · 6 to decide");
            assertThat(Looks.headings(opened.page(), 1))
                    .containsExactly(
                            "The day adds up. 6 breaks, CNY\u00a05,894.01, need your decision.");
            assertThat(Looks.headings(opened.page(), 2))
                    .containsSubsequence("Decide", "Watch", "Repaired");
            assertThat(Looks.headings(opened.page(), 3).getFirst()).startsWith("Unknown order");
            assertThat(background(opened))
                    .isEqualTo(
                            colours == ColorScheme.DARK ? "rgb(20, 22, 24)" : "rgb(253, 253, 252)");
            good(opened);
            for (var each : Reports.breaks()) {
                assertThat(opened.page().getByText(each.transactionId()).first().isVisible())
                        .isTrue();
            }
        }
    }

    @Test
    void answersOnTheFirstScreen(Opener opener) {
        try (Opened opened = opener.open(report("day"), DESK)) {
            Object lowest =
                    opened.page()
                            .evaluate(
                                    "() => Math.max(...[document.querySelector('h1'),"
                                            + " ...document.querySelectorAll('.strip a')]"
                                            + ".map(e => e.getBoundingClientRect().bottom))");

            assertThat(((Number) Objects.requireNonNull(lowest)).intValue()).isBetween(1, 800);
        }
    }

    @Test
    void fitsAPhone(Opener opener) {
        try (Opened opened = opener.open(report("day"), Window.phone())) {
            Looks.picture(opened.page(), "report-phone");

            good(opened);
        }
    }

    @Test
    void printsToCleanA4(Opener opener) throws IOException {
        try (Opened opened = opener.open(report("day"), DESK)) {
            int sheets = Looks.print(opened.page(), "report-print");

            assertThat(sheets).isBetween(2, 4);
            assertThat(opened.complaints()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "clean, Everything agrees.",
        "revised, The day adds up.",
        "history, The day adds up.",
        "dry-run, The day adds up.",
        "held, Repairs are on hold.",
        "refused, The statement cannot be trusted",
        "empty, The statement is empty",
        "waiting, WeChat Pay has not issued the statement yet.",
        "failed, The run failed."
    })
    void showsEachOutcome(String name, String verdict, Opener opener) {
        Path page = report(name);
        try (Opened opened = opener.open(page, DESK)) {
            Looks.picture(opened.page(), "state-" + name);

            assertThat(Looks.headings(opened.page(), 1).getFirst()).startsWith(verdict);
            good(opened);
        }
        try (Opened opened = opener.open(page, Window.phone())) {
            good(opened);
        }
    }

    @ParameterizedTest
    @CsvSource({"1280, LIGHT, light", "1280, DARK, dark", "360, LIGHT, phone"})
    void showsTheOverview(int width, ColorScheme colours, String name, Opener opener)
            throws IOException {
        Path index = Faces.index(folder.resolve("reports"));
        try (Opened opened = opener.open(index, new Window(width, 800, colours))) {
            Looks.picture(opened.page(), "index-" + name);

            assertThat(opened.page().title()).startsWith("28 Nov 2026 · ");
            assertThat(Looks.headings(opened.page(), 2)).hasSizeGreaterThanOrEqualTo(3);
            good(opened);

            opened.page().getByText("wechat-shop").first().click();

            assertThat(opened.page().title()).startsWith("28 Nov 2026 · wechat-shop");
        }
    }

    @Test
    void speaksChinese(Opener opener) throws IOException {
        Path page = Faces.write(folder.resolve("zh"), Reports.day(), Language.CHINESE);
        try (Opened opened = opener.open(page, DESK)) {
            Looks.picture(opened.page(), "report-zh");

            assertThat(opened.page().locator("html").getAttribute("lang")).isEqualTo("zh-Hans");
            assertThat(opened.page().title()).isEqualTo("2026-11-28 · wechat-shop · 6 笔待处理");
            assertThat(Looks.headings(opened.page(), 1))
                    .containsExactly("当日账已对平。6 笔差异待您处理，涉及 5,894.01\u00a0元。");
            assertThat(Looks.headings(opened.page(), 2)).containsSubsequence("待处理", "已补单");
            good(opened);
        }
        try (Opened opened = opener.open(page, Window.phone())) {
            good(opened);
        }
        Path index = Faces.index(folder.resolve("index-zh"), Language.CHINESE);
        try (Opened opened = opener.open(index, Window.phone())) {
            good(opened);
        }
    }

    @Test
    void noticesWhatCannotBeRead(Opener opener) {
        try (Opened opened = opener.open(report("day"), Window.phone())) {
            opened.page()
                    .evaluate(
                            "() => { const h = document.querySelector('h1');"
                                    + " h.style.cssText = 'width: 900px; white-space: nowrap;"
                                    + " margin-bottom: -40px' }");

            assertThat(Looks.unreadable(opened.page()))
                    .anyMatch(fault -> fault.startsWith("outside: "))
                    .anyMatch(fault -> fault.startsWith("over each other: "))
                    .anyMatch(fault -> fault.startsWith("the page is "));
        }
    }

    private static void good(Opened opened) {
        assertThat(Looks.unreadable(opened.page())).isEmpty();
        assertThat(opened.complaints()).isEmpty();
    }

    private static Object background(Opened opened) {
        return opened.page().evaluate("() => getComputedStyle(document.body).backgroundColor");
    }

    private Path report(String name) {
        return Faces.write(folder.resolve(name), Objects.requireNonNull(Faces.reports().get(name)));
    }
}
