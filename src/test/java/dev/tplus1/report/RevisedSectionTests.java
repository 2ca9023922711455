package dev.tplus1.report;

import static dev.tplus1.report.Reports.CNY;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.StatementChange;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

class RevisedSectionTests {
    /** A payment added, one changed, a refund withdrawn, and other fees. */
    static Summary.RevisedStatement revised() {
        return Summary.RevisedStatement.of(
                1,
                "ab".repeat(32),
                new StatementChange(
                        1,
                        1,
                        1,
                        1,
                        List.of(
                                new StatementChange.Sum(
                                        CNY,
                                        new BigDecimal("40.00"),
                                        new BigDecimal("20.00"),
                                        new BigDecimal("20.01"),
                                        new BigDecimal("-3.00"))),
                        List.of(
                                new StatementChange.Row(
                                        StatementChange.Sort.ADDED,
                                        "PAYMENT",
                                        "T4",
                                        "",
                                        null,
                                        side("40.00", "O<4>")),
                                new StatementChange.Row(
                                        StatementChange.Sort.CHANGED,
                                        "PAYMENT",
                                        "T2",
                                        "",
                                        side("20.00", "O2"),
                                        side("20.01", "")),
                                new StatementChange.Row(
                                        StatementChange.Sort.WITHDRAWN,
                                        "REFUND",
                                        "T3",
                                        "R3",
                                        side("-3.00", "O3"),
                                        null),
                                new StatementChange.Row(
                                        StatementChange.Sort.CHANGED,
                                        "fees",
                                        "",
                                        "",
                                        new StatementChange.Side(
                                                new BigDecimal("0.04000"), CNY, null, "", false),
                                        new StatementChange.Side(
                                                new BigDecimal("0.05"), CNY, null, "", false)))));
    }

    private static StatementChange.Side side(String amount, String orderNo) {
        return new StatementChange.Side(
                new BigDecimal(amount), CNY, Instant.parse("2026-11-28T02:00:00Z"), orderNo, false);
    }

    @Test
    void showsWhatARevisedStatementChanged() throws IOException {
        Reports.Change change = new Reports.Change();
        change.revised = revised();

        String html = html(change.report(List.of()));

        assertThat(html)
                .containsSubsequence(
                        "<h2 id=\"h-revised\">What changed in the statement since revision 1</h2>",
                        "1 added, 1 changed, 1 withdrawn, 1 other difference in movements or fees",
                        "The statement is not the one that revision 1 used. Payments are positive,"
                                + " refunds negative. Amounts in CNY.",
                        "<dt>Added</dt><dd><bdi>1 entry, CNY\u00a040.00</bdi></dd>",
                        "CNY\u00a020.00 before, 20.01 now",
                        "1 entry, CNY\u00a0-3.00",
                        "SHA-256 of r1",
                        "<b>Added</b>",
                        "O&lt;4&gt;",
                        "<mark>not in the statement</mark>",
                        "+40.00",
                        "<b>Changed</b>",
                        "<mark>20.00</mark>",
                        "<mark><bdi>Order O2</bdi></mark>",
                        "<mark>20.01</mark>",
                        "<mark><bdi>no order number</bdi></mark>",
                        "+0.01",
                        "<b>Withdrawn</b>",
                        "of payment",
                        "+3.00",
                        "<mark>0.04000</mark>",
                        "+0.01000",
                        "id=\"statement\"");
    }

    @Test
    void saysWhyItCannotTellWhatChanged() throws IOException {
        Reports.Change change = new Reports.Change();
        change.revised = Summary.RevisedStatement.unknown(3, "cd".repeat(32), "it is <gone>");

        String html = html(change.report(List.of()));

        assertThat(html)
                .containsSubsequence(
                        "What changed in the statement since revision 3",
                        "not compared",
                        "What changed cannot be told: it is &lt;gone&gt;",
                        "SHA-256 of r3")
                .doesNotContain("<b>Added</b>");
    }

    @Test
    void saysNothingOfAStatementThatIsTheSame() throws IOException {
        assertThat(html(new Reports.Change().report(List.of()))).doesNotContain("revised");
    }

    private static String html(RunReport report) throws IOException {
        StringWriter out = new StringWriter();
        ReportHtml.write(report, BreakGroups.of(report), Words.ENGLISH, out);
        return out.toString();
    }
}
