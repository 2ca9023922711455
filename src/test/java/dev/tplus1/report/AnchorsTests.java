package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where a page's links lead, when a type's breaks are in more than one of its groups. */
class AnchorsTests {
    private static final RunReport REPORT =
            new Reports.Change()
                    .report(
                            List.of(
                                    missed("T1", Status.OPEN),
                                    missed("T2", Status.REPAIRED),
                                    inProgress("R1", Status.OPEN),
                                    inProgress("R2", Status.SUSPENSE)));
    private static final BreakGroups GROUPS = BreakGroups.of(REPORT);

    @Test
    void areOfTheGroupThatTheStripCounts() {
        List<StripWriter.Strip> strip =
                StripWriter.of(REPORT.summary(), GROUPS, Words.ENGLISH, false);

        assertThat(strip.get(0).lines())
                .extracting(StripWriter.StripLine::anchor)
                .containsExactlyInAnyOrder("MISSED_CALLBACK", "REFUND_IN_PROGRESS");
        assertThat(strip.get(1).lines())
                .extracting(StripWriter.StripLine::anchor)
                .containsExactly("REFUND_IN_PROGRESS-watch");
        assertThat(strip.get(2).lines())
                .extracting(StripWriter.StripLine::anchor)
                .containsExactly("MISSED_CALLBACK-fixed");
    }

    @Test
    void areOfTheReplayedWhereTheProofTellsOfThem() {
        ProofTable.Table table = ProofTable.of(REPORT, GROUPS, Words.ENGLISH).getFirst();

        assertThat(table.lines())
                .filteredOn(line -> line.label().equals(Words.ENGLISH.get("proof.replayed")))
                .extracting(ProofTable.Line::anchor)
                .containsExactly("MISSED_CALLBACK-fixed");
    }

    @Test
    void areAllOnThePageOnce() throws IOException {
        StringWriter html = new StringWriter();

        ReportHtml.write(REPORT, GROUPS, Words.ENGLISH, html);

        List<String> ids = found("id=\"([^\"]+)\"", html);
        assertThat(ids)
                .doesNotHaveDuplicates()
                .containsAll(new TreeSet<>(found("href=\"#([^\"]+)\"", html)))
                .contains("MISSED_CALLBACK-fixed", "REFUND_IN_PROGRESS-watch");
    }

    @Test
    void standBesideWhatTheBooksShowNowOfTheReplayed() throws IOException {
        StringWriter html = new StringWriter();

        ReportHtml.write(REPORT, GROUPS, Words.ENGLISH, html);

        assertThat(found("data-s=\"([-0-9]+ [-0-9]+) ", html))
                .containsExactlyInAnyOrder("1200 -", "1200 1200", "-500 -500", "-500 -500");
    }

    private static List<String> found(String pattern, StringWriter html) {
        return Pattern.compile(pattern)
                .matcher(html.toString().replaceAll("(?s)<script>.*?</script>", ""))
                .results()
                .map((MatchResult each) -> each.group(1))
                .collect(Collectors.toList());
    }

    private static Break missed(String id, Status status) {
        return Reports.payment(
                BreakType.MISSED_CALLBACK,
                id,
                "O" + id,
                Reports.cny("12.00"),
                null,
                "10:00:00",
                status);
    }

    private static Break inProgress(String id, Status status) {
        return Reports.refund(
                BreakType.REFUND_IN_PROGRESS,
                "T" + id,
                "O" + id,
                id,
                Reports.cny("5.00"),
                Reports.cny("5.00"),
                "11:00:00",
                status);
    }
}
