package dev.tplus1.report;

import dev.tplus1.report.html.HtmlPages;
import dev.tplus1.report.words.Words;

import java.io.IOException;
import java.io.Writer;

/**
 * report.html: one file that needs nothing else and that the browser is told to load nothing for.
 * Its script searches, filters and sorts what is there without it. Rows are worded while they are
 * written, so the page is never in memory as a whole.
 */
final class ReportHtml {
    private static final String STYLE = HtmlPages.resource("report.css");
    private static final String SCRIPT = HtmlPages.resource("report.js");

    private ReportHtml() {}

    /** Writes the page; flushes, does not close. */
    static void write(RunReport report, BreakGroups groups, Words words, Writer out)
            throws IOException {
        ReportPage page = ReportPage.of(report, groups, words);
        HtmlPages.write(
                "report.ftlh",
                STYLE + pageStyle(page, words),
                page.sections().isEmpty() ? "" : SCRIPT,
                "page",
                page,
                words,
                out);
    }

    /**
     * What differs from page to page: the columns' words on a phone, the foot of a printed sheet.
     */
    private static String pageStyle(ReportPage page, Words words) {
        return "@media (max-width:720px){"
                + ".b td:nth-child(2)::before{content:\""
                + plain(words.get("page.phone.provider"))
                + "\"}.b td:nth-child(3)::before{content:\""
                + plain(words.get("page.phone.books"))
                + "\"}.b td.df::before{content:\""
                + plain(words.get("page.phone.difference"))
                + "\"}.b.done td.df::before{content:\"\"}}\n"
                + "@media print{@page{@bottom-left{content:\""
                + plain(page.foot())
                + "\";font:7.5pt Inter,Arial,sans-serif;color:#4a4f56}"
                + "@bottom-right{content:counter(page) \" / \" counter(pages);"
                + "font:7.5pt Inter,Arial,sans-serif;color:#4a4f56}}}\n";
    }

    /** Nothing that could end a CSS string or the style element. */
    private static String plain(String text) {
        return text.replaceAll("[^\\p{L}\\p{N} .,:_+（）：，。-]", "?");
    }
}
