package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

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
        RunReport report = new Reports.Change().report(breaks);

        assertThat(BreakGroups.of(report, 1000).mostOfAType()).isGreaterThanOrEqualTo(60);
        assertThat(BreakGroups.of(report, 110).mostOfAType()).isGreaterThanOrEqualTo(60);
        assertThat(BreakGroups.of(report, 109).mostOfAType()).isEqualTo(59);
        assertThat(BreakGroups.of(report, 90).mostOfAType()).isEqualTo(40);
        assertThat(BreakGroups.of(report, 70).mostOfAType()).isEqualTo(30);
        assertThat(BreakGroups.of(report, 30).mostOfAType()).isEqualTo(10);
        assertThat(BreakGroups.of(report, 3).mostOfAType()).isEqualTo(1);
    }

    @Test
    void showsWhatAWholeSortWouldShowWhateverPassesBy() {
        List<Break> breaks = new ArrayList<>();
        breaks.addAll(breaks(BreakType.UNKNOWN_ORDER, 500));
        breaks.addAll(breaks(BreakType.AMOUNT_MISMATCH, 30));
        breaks.addAll(breaks(BreakType.MISSING_AT_PROVIDER, 500));
        breaks.addAll(breaks(BreakType.MISSING_AT_PROVIDER, 100));
        Collections.shuffle(breaks, new Random(5));
        RunReport report = new Reports.Change().report(breaks);

        BreakGroups few = BreakGroups.of(report, 90);
        BreakGroups all = BreakGroups.of(report, 2_000);

        assertThat(few.mostOfAType()).isEqualTo(30);
        for (BreakGroups.Group group : BreakGroups.Group.values()) {
            List<BreakGroups.OfType> some = few.in(group);
            List<BreakGroups.OfType> whole = all.in(group);
            assertThat(some).hasSameSizeAs(whole);
            for (int i = 0; i < some.size(); i++) {
                assertThat(some.get(i).count()).isEqualTo(whole.get(i).count());
                assertThat(some.get(i).sums()).isEqualTo(whole.get(i).sums());
                assertThat(some.get(i).shown()).isEqualTo(whole.get(i).shown().subList(0, 30));
            }
        }
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
        RunReport report = new Reports.Change().report(breaks);
        ReportHtml.write(report, BreakGroups.of(report), Words.ENGLISH, out);
        return out.toString();
    }
}
