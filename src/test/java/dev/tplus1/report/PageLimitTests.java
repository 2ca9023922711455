package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** A page of more breaks than a browser can show. */
class PageLimitTests {
    @Test
    void showsTheLargestOfATypeAndSaysWhereTheOthersAre() throws IOException {
        int many = ReportPage.MOST_ROWS + 7;
        List<Break> breaks = breaks(BreakType.UNKNOWN_ORDER, many);
        breaks.addAll(breaks(BreakType.AMOUNT_MISMATCH, 3));

        String html = html(breaks);

        assertThat(html.split("<tr id=\"b", -1)).hasSize(ReportPage.MOST_ROWS + 1);
        assertThat(html)
                .contains("The 49,997 largest of 50,007 are shown; all are in breaks.csv.")
                .contains(">AMOUNT_MISMATCH3<")
                .contains(">UNKNOWN_ORDER11<")
                .doesNotContain(">UNKNOWN_ORDER10<");
    }

    @Test
    void saysNothingOfOthersWhereAllAreShown() throws IOException {
        String html = html(breaks(BreakType.UNKNOWN_ORDER, 300));

        assertThat(html.split("<tr id=\"b", -1)).hasSize(301);
        assertThat(html).doesNotContain("are shown");
    }

    @Test
    void sharesTheRowsBetweenTheTypesThatHaveTooMany() {
        List<Break> breaks = breaks(BreakType.UNKNOWN_ORDER, 60);
        breaks.addAll(breaks(BreakType.AMOUNT_MISMATCH, 40));
        breaks.addAll(breaks(BreakType.MISSING_AT_PROVIDER, 10));
        BreakGroups groups = BreakGroups.of(new Reports.Change().report(breaks));

        assertThat(groups.mostOfAType(1000)).isGreaterThanOrEqualTo(60);
        assertThat(groups.mostOfAType(110)).isGreaterThanOrEqualTo(60);
        assertThat(groups.mostOfAType(109)).isEqualTo(59);
        assertThat(groups.mostOfAType(90)).isEqualTo(40);
        assertThat(groups.mostOfAType(70)).isEqualTo(30);
        assertThat(groups.mostOfAType(30)).isEqualTo(10);
        assertThat(groups.mostOfAType(3)).isEqualTo(1);
    }

    /** The n-th is about n cents. */
    private static List<Break> breaks(BreakType type, int count) {
        List<Break> breaks = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            Money amount = new Money(i, Reports.CNY);
            Money booked = type == BreakType.AMOUNT_MISMATCH ? new Money(0, Reports.CNY) : null;
            boolean ledger = type == BreakType.MISSING_AT_PROVIDER;
            breaks.add(
                    Reports.payment(
                            type,
                            type.name() + i,
                            "S" + i,
                            ledger ? null : amount,
                            ledger ? amount : booked,
                            "11:42:09",
                            Status.OPEN));
        }
        return breaks;
    }

    private static String html(List<Break> breaks) throws IOException {
        StringWriter out = new StringWriter();
        ReportHtml.write(new Reports.Change().report(breaks), out);
        return out.toString();
    }
}
