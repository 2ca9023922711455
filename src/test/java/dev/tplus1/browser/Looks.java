package dev.tplus1.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What an eye would see on an open page, as facts; and pictures of it for people. */
public final class Looks {
    private static final Path PICTURES = Path.of("target/screenshots");
    private static final Pattern SHEET = Pattern.compile("/Type\\s*/Page\\b");

    /** Texts that cannot be read as they stand: one line each, none on a good page. */
    private static final String UNREADABLE =
            """
            () => {
              const faults = [], seen = [], view = document.documentElement.clientWidth;
              if (document.documentElement.scrollWidth > view)
                faults.push('the page is ' + document.documentElement.scrollWidth + ' wide');
              const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (texts.nextNode()) {
                const node = texts.currentNode, of = node.parentElement;
                const text = node.data.trim().slice(0, 60);
                const place = [of.parentElement, of].map(e => e.tagName.toLowerCase()
                    + (e.className ? '.' + e.className : '')).join('>') + ': ' + text;
                if (!text || of.closest('script, style, svg, .vh, .skip:not(:focus)')) continue;
                if (!of.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
                if (of.closest('thead') && getComputedStyle(of.closest('thead')).clipPath != 'none')
                  continue;
                const range = document.createRange();
                range.selectNodeContents(node);
                const size = parseFloat(getComputedStyle(of).fontSize);
                if (size < 11) faults.push(size + ' px: ' + place);
                let scrolls = false;
                for (let up = of; up && up != document.body; up = up.parentElement) {
                  const style = getComputedStyle(up), box = up.getBoundingClientRect();
                  if (['auto', 'scroll'].includes(style.overflowX)) scrolls = true;
                  if (['hidden', 'clip'].includes(style.overflowX))
                    for (const r of range.getClientRects())
                      if (r.right > box.right + 1 || r.left < box.left - 1
                          || r.bottom > box.bottom + 1 || r.top < box.top - 1)
                        faults.push('cut: ' + place);
                }
                for (const r of range.getClientRects()) {
                  if (r.width < 1) continue;
                  if (!scrolls && (r.right > view + 1 || r.left < -1))
                    faults.push('outside: ' + place);
                  const quarter = r.height / 4;
                  seen.push({l: r.left, r: r.right, t: r.top + quarter, b: r.bottom - quarter,
                      node, place});
                }
              }
              seen.sort((a, b) => a.t - b.t);
              for (let i = 0; i < seen.length; i++)
                for (let j = i + 1; j < seen.length && seen[j].t < seen[i].b; j++)
                  if (seen[i].node != seen[j].node
                      && Math.min(seen[i].r, seen[j].r) - Math.max(seen[i].l, seen[j].l) > 2)
                    faults.push('over each other: ' + seen[i].place + ' | ' + seen[j].place);
              return faults;
            }
            """;

    private static final String SHAPE =
            """
            () => {
              const counts = {};
              for (const e of document.querySelectorAll('*')) {
                const names = e.getAttributeNames().sort().join(' ');
                const key = e.tagName.toLowerCase() + (names ? '[' + names + ']' : '');
                counts[key] = (counts[key] || 0) + 1;
              }
              return counts;
            }
            """;

    private Looks() {}

    /** How many elements there are of each name with each set of attribute names. */
    @SuppressWarnings("unchecked")
    public static Map<String, Integer> shape(Page page) {
        return (Map<String, Integer>) page.evaluate(SHAPE);
    }

    /** Where links lead, as they are written. */
    @SuppressWarnings("unchecked")
    public static Set<String> links(Page page) {
        return new TreeSet<>(
                (List<String>)
                        page.evaluate(
                                "() => [...document.querySelectorAll('[href], [src],"
                                        + " [action]')].map(e => e.getAttribute('href') ??"
                                        + " e.getAttribute('src') ?? e.getAttribute('action'))"));
    }

    /** What is cut, outside the page, too small, or under another text. */
    @SuppressWarnings("unchecked")
    public static List<String> unreadable(Page page) {
        return (List<String>) page.evaluate(UNREADABLE);
    }

    /** The headings of a level, as a reader hears them. */
    public static List<String> headings(Page page, int level) {
        return page
                .getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(level))
                .allInnerTexts()
                .stream()
                .map(String::strip)
                .toList();
    }

    /** A picture of the whole page in {@code target/screenshots}. */
    public static void picture(Page page, String name) {
        picture(page, name, true);
    }

    /** A picture of what the window shows. */
    public static void window(Page page, String name) {
        picture(page, name, false);
    }

    private static void picture(Page page, String name, boolean whole) {
        page.screenshot(
                new Page.ScreenshotOptions()
                        .setPath(PICTURES.resolve(name + ".png"))
                        .setFullPage(whole));
    }

    /**
     * Prints the page to A4.
     *
     * @return how many sheets it takes
     */
    public static int print(Page page, String name) throws IOException {
        Path file = PICTURES.resolve(name + ".pdf");
        Files.createDirectories(PICTURES);
        byte[] pdf =
                page.pdf(
                        new Page.PdfOptions()
                                .setPath(file)
                                .setFormat("A4")
                                .setPreferCSSPageSize(true)
                                .setPrintBackground(true));
        return Math.toIntExact(
                SHEET.matcher(new String(pdf, StandardCharsets.ISO_8859_1)).results().count());
    }
}
