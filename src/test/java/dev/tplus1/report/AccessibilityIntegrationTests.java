package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.AxeResults;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import dev.tplus1.browser.Pages;
import dev.tplus1.browser.Pages.Opened;
import dev.tplus1.browser.Pages.Opener;
import dev.tplus1.browser.Pages.Window;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every page and outcome by the rules of WCAG 2.2 AA and good practice: axe-core, in a browser. */
@ExtendWith(Pages.class)
class AccessibilityIntegrationTests {
    private static final List<String> RULES =
            List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void breaksNoRule(ColorScheme colours, Opener opener) throws IOException {
        Map<String, Path> pages = new LinkedHashMap<>();
        Faces.reports()
                .forEach((name, report) ->
                        pages.put(name, Faces.write(folder.resolve(name), report)));
        pages.put("index", Faces.index(folder.resolve("reports")));
        List<String> broken = new ArrayList<>();

        pages.forEach((name, page) -> {
            try (Opened opened = opener.open(page, Window.desk(colours))) {
                check(opened.page()).forEach(rule -> broken.add(name + ": " + rule));
            }
        });

        assertThat(broken).isEmpty();
    }

    @Test
    void breaksNoRuleOnAPhone(Opener opener) {
        Path page = Faces.write(folder, Reports.day());
        try (Opened opened = opener.open(page, Window.phone())) {
            assertThat(check(opened.page())).isEmpty();
        }
    }

    @Test
    void noticesAPlantedFault(Opener opener) {
        Path page = Faces.write(folder, Reports.day());
        try (Opened opened = opener.open(page, Window.desk(ColorScheme.LIGHT))) {
            opened.page()
                    .evaluate(
                            "() => { document.documentElement.removeAttribute('lang');"
                                + " document.querySelector('.lede').style.color = '#ccc';"
                                + " document.querySelector('h2').outerHTML = '<h5>Proof</h5>' }");

            assertThat(check(opened.page()))
                    .anyMatch(rule -> rule.startsWith("html-has-lang"))
                    .anyMatch(rule -> rule.startsWith("color-contrast"))
                    .anyMatch(rule -> rule.startsWith("heading-order"));
        }
    }

    /** The rules that are broken, and where. */
    private static List<String> check(Page page) {
        AxeResults results = new AxeBuilder(page).withTags(RULES).analyze();
        assertThat(results.getPasses()).as("rules that were looked at").hasSizeGreaterThan(15);
        return results.getViolations().stream().map(AccessibilityIntegrationTests::told).toList();
    }

    private static String told(Rule rule) {
        return rule.getId()
                + ": "
                + rule.getHelp()
                + " "
                + rule.getNodes().stream().map(node -> node.getTarget().toString()).toList();
    }
}
