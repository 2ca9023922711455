package dev.tplus1.report;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
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

/** What the page's search and sort say, when one follows the other at once. */
@ExtendWith(Pages.class)
class SearchIntegrationTests {
    @TempDir private Path folder;

    @Test
    void findsAnAmountWithItsCurrencyAsItIsShown(Opener opener) {
        List<Break> breaks = breaks(3);
        breaks.add(
                Reports.payment(
                        BreakType.UNKNOWN_ORDER,
                        "E1",
                        "OE1",
                        Reports.money("1234.50", "EUR"),
                        null,
                        "10:00:00",
                        Status.OPEN));

        try (Opened opened = opener.open(write(breaks), Window.desk(ColorScheme.LIGHT))) {
            Page page = opened.page();
            for (String wanted : List.of("eur 1,234.50", "EUR\u00a01234.50", " EUR  1,234.50 ")) {
                page.getByRole(AriaRole.SEARCHBOX).fill(wanted);

                assertThat(page.getByRole(AriaRole.STATUS)).containsText("1 of 4 breaks");
                page.getByRole(AriaRole.SEARCHBOX).fill("");
                assertThat(page.getByRole(AriaRole.STATUS)).containsText("4 of 4 breaks");
            }
        }
    }

    @Test
    void filtersAndSortsWhenBothAreAskedForAtOnce(Opener opener) {
        try (Opened opened = opener.open(write(breaks(4_000)), Window.desk(ColorScheme.LIGHT))) {
            Page page = opened.page();

            // one script, so that the second begins while the first is under way
            page.evaluate(
                    "() => {const t = document.querySelector('#t');const b ="
                            + " document.querySelector('#UNKNOWN_ORDER .sort[data-column=\"0\"]');"
                            + "b.click();t.value = t.options[1].value;t.dispatchEvent(new"
                            + " Event('change'));"
                            + "b.click();document.querySelector('#q').dispatchEvent(new"
                            + " Event('focus'));}");

            Locator said = page.getByRole(AriaRole.STATUS);
            assertThat(said).containsText("4,000 of 4,001 breaks; sorted by");
            page.waitForFunction(
                    "() => document.querySelector('#UNKNOWN_ORDER tbody tr dd').textContent.trim()"
                            + " === 'T1'");
            assertThat(page.locator("#CUT_OFF").isVisible()).isFalse();
            assertThat(said).containsText("4,000 of 4,001 breaks; sorted by");
            assertThat(opened.complaints()).isEmpty();
        }
    }

    private Path write(List<Break> breaks) {
        return Faces.write(folder, new Reports.Change().report(breaks));
    }

    /** So many unknown orders, the n-th about n cents; with many, one of another type. */
    private static List<Break> breaks(int count) {
        List<Break> breaks = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            breaks.add(
                    Reports.payment(
                            BreakType.UNKNOWN_ORDER,
                            "T" + i,
                            "S" + i,
                            new Money(i, Reports.CNY),
                            null,
                            "10:00:00",
                            Status.OPEN));
        }
        if (count > 1_000) {
            breaks.add(
                    Reports.payment(
                            BreakType.CUT_OFF,
                            "C1",
                            "SC1",
                            null,
                            Reports.cny("1.00"),
                            "23:59:00",
                            Status.SUSPENSE));
        }
        return breaks;
    }
}
