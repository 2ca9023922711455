package dev.tplus1.report;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.browser.Looks;
import dev.tplus1.browser.Pages;
import dev.tplus1.browser.Pages.Opened;
import dev.tplus1.browser.Pages.Opener;
import dev.tplus1.browser.Pages.Window;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A page of 50,000 breaks: opened, searched, filtered and sorted. */
@ExtendWith(Pages.class)
class ManyBreaksIntegrationTests {
    private static final int UNKNOWN = 30_000;
    private static final int MISSING = 15_000;
    private static final int DIFFERENT = 4_900;
    private static final int REPAIRED = 100;
    private static final LocatorAssertions.ContainsTextOptions PATIENTLY =
            new LocatorAssertions.ContainsTextOptions().setTimeout(240_000);

    @TempDir private Path folder;
    private long from;

    @Test
    void isOpenedSearchedFilteredAndSorted(Opener opener) {
        Path file = Faces.write(folder, new Reports.Change().report(breaks()));
        from = System.nanoTime();

        try (Opened opened = opener.open(file, Window.desk(ColorScheme.LIGHT))) {
            Page page = opened.page();
            // by id: to look for a role is to ask it of a million elements
            Locator said = page.locator("#n");
            took("open", said, "50,000 of 50,000");
            Looks.window(page, "report-50000");
            Locator query = page.locator("#q");

            query.fill("unknown_order29999x");
            took("search an id", said, "1 of 50,000");
            assertThat(ids(page)).containsExactly("UNKNOWN_ORDER29999x");
            Looks.window(page, "report-50000-search");

            query.fill("no such id");
            took("search what is not there", said, "0 of 50,000");
            assertThat(ids(page)).isEmpty();
            assertThat(page.getByText("No break of this page matches.").isVisible()).isTrue();

            query.fill("");
            page.locator("#t").selectOption("Amount mismatch");
            took("filter by type", said, "4,900 of 50,000");
            assertThat(ids(page)).hasSize(DIFFERENT).allMatch(id -> id.startsWith("AMOUNT_"));

            Locator section = page.locator("#AMOUNT_MISMATCH");
            Locator sort =
                    section.getByRole(
                            AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("says"));
            assertThat(ids(page)).startsWith("AMOUNT_MISMATCH4900x");
            sort.first().click();
            sort.first().click();
            took("sort 4,900", said, "ascending");
            assertThat(ids(page)).startsWith("AMOUNT_MISMATCH1x", "AMOUNT_MISMATCH2x");
            assertThat(section.locator("[aria-sort]").first().getAttribute("aria-sort"))
                    .isEqualTo("ascending");

            page.locator("#clear").click();
            took("clear", said, "50,000 of 50,000");
            assertThat(ids(page)).hasSize(50_000);
            assertThat(opened.complaints()).isEmpty();
        }
    }

    @Test
    void isCompleteWithoutItsScript(Opener opener) {
        Path file = Faces.write(folder, new Reports.Change().report(breaks()));

        try (Opened opened = opener.open(file, Window.scriptless())) {
            assertThat(ids(opened.page())).hasSize(50_000);
            assertThat(opened.page().getByRole(AriaRole.SEARCHBOX).count()).isZero();
            assertThat(opened.complaints()).isEmpty();
        }
    }

    private void took(String what, Locator said, String text) {
        assertThat(said).containsText(text, PATIENTLY);
        long now = System.nanoTime();
        System.out.printf("a page of 50,000 breaks, %s: %d ms%n", what, (now - from) / 1_000_000);
        from = System.nanoTime();
    }

    /** The transaction ids of the rows that can be seen, from the top. */
    @SuppressWarnings("unchecked")
    private static List<String> ids(Page page) {
        return (List<String>)
                page.evaluate(
                        "() => [...document.querySelectorAll('tr[id^=b]')]"
                                + ".filter(r => !r.closest('[hidden]'))"
                                + ".map(r => r.querySelector('dd').textContent.trim())");
    }

    private static List<Break> breaks() {
        List<Break> breaks = new ArrayList<>();
        add(breaks, BreakType.UNKNOWN_ORDER, UNKNOWN, Status.OPEN);
        add(breaks, BreakType.MISSING_AT_PROVIDER, MISSING, Status.OPEN);
        add(breaks, BreakType.AMOUNT_MISMATCH, DIFFERENT, Status.OPEN);
        add(breaks, BreakType.MISSED_CALLBACK, REPAIRED, Status.REPAIRED);
        return breaks;
    }

    /** The n-th is about n cents. */
    private static void add(List<Break> breaks, BreakType type, int count, Status status) {
        for (int i = 1; i <= count; i++) {
            Money amount = new Money(i, Reports.CNY);
            boolean books = type == BreakType.MISSING_AT_PROVIDER;
            boolean both = type == BreakType.AMOUNT_MISMATCH;
            breaks.add(
                    Reports.payment(
                            type,
                            type.name() + i + "x",
                            "S" + i,
                            books ? null : amount,
                            books ? amount : both ? new Money(0, Reports.CNY) : null,
                            "11:42:09",
                            status));
        }
    }
}
