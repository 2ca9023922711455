package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.life.Beside;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.breaks.life.RevisionChange;
import dev.tplus1.breaks.life.RevisionChange.Sort;
import dev.tplus1.report.html.HtmlPages;
import dev.tplus1.report.life.Origin;
import dev.tplus1.report.life.Past;
import dev.tplus1.report.life.Payers;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What the page tells beside its own figures, and what its script works with. */
class PastSectionsTests {
    private static final Instant THEN = Instant.parse("2026-11-29T01:00:00Z");
    private static final Break FOUND =
            Reports.payment(
                    BreakType.UNKNOWN_ORDER,
                    "T1",
                    "O1",
                    Reports.cny("12.00"),
                    null,
                    "10:00:00",
                    Status.OPEN);

    @Test
    void showsALifeWithItsOwnerEscaped() throws IOException {
        BreakLife life =
                new BreakLife(
                        "<i>ann",
                        List.of(
                                event("tplus1", Audit.What.FOUND, "found by run r1 (line 3)"),
                                event("bob", Audit.What.RESOLVED, "a \u202e<script>note"),
                                event(
                                        "tplus1",
                                        Audit.What.REOPENED,
                                        "by run r2: status OPEN, was RESOLVED"),
                                event(
                                        "tplus1",
                                        Audit.What.RESOLVED,
                                        "in that statement (run r1 of 2026-11-29)")),
                        3);

        String html = html(past(life));

        assertThat(html)
                .contains("· with <bdi class=\"own\">&lt;i&gt;ann</bdi>")
                .contains("<summary>history (7)</summary>")
                .contains("<li>29 Nov 09:00:00 found in revision 1\n")
                .contains("<li>3 more, see breaks show\n")
                .contains("decided by bob: a ‹U+202E›&lt;script&gt;note\n")
                .contains("opened again in revision 2: status open, was decided\n")
                .contains("decided by the run of 2026-11-29: in that statement\n");
    }

    @Test
    void saysInShortWhereABreakWasOnlyFoundBefore() throws IOException {
        BreakLife life =
                new BreakLife(
                        null,
                        List.of(event("tplus1", Audit.What.FOUND, "found by run r1 (line 3)")),
                        0);

        assertThat(html(past(life)))
                .contains("· open 1 day · 29 Nov 09:00:00 found in revision 1</div>")
                .doesNotContain("<details", "class=\"own\"");
    }

    @Test
    void hasWordsForWhateverMayHappen() {
        for (Audit.What what :
                List.of(
                        Audit.What.FOUND,
                        Audit.What.CHANGED,
                        Audit.What.REPAIRED,
                        Audit.What.REOPENED,
                        Audit.What.CLOSED,
                        Audit.What.WITHDRAWN,
                        Audit.What.RESOLVED,
                        Audit.What.ESCALATED,
                        Audit.What.ASSIGNED,
                        Audit.What.APPROVED,
                        Audit.What.FIRST_APPROVED,
                        Audit.What.APPROVAL_VOID)) {
            assertThat(Words.ENGLISH.all()).containsKey("life." + what);
        }
        for (Sort sort : Sort.values()) {
            assertThat(Words.ENGLISH.all()).containsKey("since.count." + sort);
        }
    }

    @Test
    void showsWhatTheRevisionChanged() throws IOException {
        Break other = FOUND.with(Action.ALERT, Status.RESOLVED, "<b>because");
        RevisionChange since =
                new RevisionChange(
                        new Revision.Id("wechat-shop", Reports.DATE, 1),
                        Map.of(Sort.NEW, 60L, Sort.DECIDED, 1L, Sort.AGREED, 2L),
                        7,
                        List.of(
                                new RevisionChange.Row(Sort.NEW, null, FOUND, ""),
                                new RevisionChange.Row(Sort.DECIDED, FOUND, other, other.note())));

        String html =
                html(
                        new Past(
                                List.of(),
                                null,
                                _ -> Map.of(),
                                since,
                                Beside.NOTHING,
                                Payers.HIDDEN));

        assertThat(html)
                .contains("60 new, 1 decided, 2 agree now, 7 unchanged")
                .contains("Of each sort the first 50 are shown.")
                .contains("<td class=\"num\">no break</td><td class=\"num\">CNY\u00a0+12.00</td>")
                .contains("decided, was open", "&lt;b&gt;because");
    }

    @Test
    void showsOtherDatesAndEarlierRevisions() throws IOException {
        Beside beside =
                new Beside(
                        80,
                        List.of(
                                new Beside.Other(FOUND, BreakChange.Fate.RESOLVED, "<u>there"),
                                new Beside.Other(FOUND, BreakChange.Fate.ESCALATED, "late")),
                        1,
                        List.of(new Beside.Left(FOUND, 1, true)));

        assertThat(html(new Past(List.of(), null, _ -> Map.of(), null, beside, Payers.HIDDEN)))
                .contains("80 breaks changed by this run", "The first 50 of 80 are shown.")
                .contains("Closed by this run", "&lt;u&gt;there", "Became a decision")
                .contains("1 break still open", "No longer in the statement");
    }

    @Test
    void identifiesTheStatementsFiles() throws IOException {
        Origin origin =
                new Origin(
                        THEN,
                        "the <provider>",
                        List.of(new Origin.KeptFile("1230000109_All_2026-11-28.csv.gz", 5_006)));

        assertThat(html(Past.of(origin)))
                .contains("2026-11-28.csv.gz</bdi> <bdi>5,006 bytes</bdi>")
                .contains("29 Nov 2026 09:00:00, from the &lt;provider&gt;")
                .contains("12,470 entries, CNY\u00a01,903,274.62")
                .contains("16 entries, CNY\u00a027,318.40");
    }

    // --- what the script works with ---

    @Test
    void givesEachRowWhatItIsSortedBy() throws IOException {
        Break both =
                Reports.refund(
                        BreakType.AMOUNT_MISMATCH,
                        "R1",
                        "T2",
                        "O2",
                        Reports.cny("10.00"),
                        Reports.cny("9.50"),
                        "11:00:00",
                        Status.OPEN);
        Break currencies =
                Reports.payment(
                        BreakType.CURRENCY_MISMATCH,
                        "T3",
                        "O3",
                        Reports.cny("1.00"),
                        Reports.money("100", "JPY"),
                        "10:00:00",
                        Status.OPEN);

        String html = html(List.of(FOUND, both, currencies), Past.NONE);

        assertThat(html)
                .contains("data-s=\"1200CNY - 1200CNY 1795831200\"")
                .contains("data-s=\"-1000CNY -950CNY -50CNY 1795834800\"")
                .contains("data-s=\"100CNY 100JPY 100CNY 1795831200\"");
        assertThat(html(List.of(FOUND), Past.NONE)).contains("data-s=\"1200 - 1200 1795831200\"");
    }

    @Test
    void findsEverythingThatItsScriptNames() throws IOException {
        String html = html(List.of(FOUND), Past.NONE);
        String script = HtmlPages.resource("report.js");
        TreeSet<String> names = new TreeSet<>();
        Pattern.compile("getElementById\\(\"([a-z]+)\"\\)")
                .matcher(script)
                .results()
                .forEach(found -> names.add("id=\"" + found.group(1) + "\""));
        Pattern.compile("(?<!\\.)words\\.([a-z]+)")
                .matcher(script)
                .results()
                .forEach(found -> names.add("data-" + found.group(1) + "=\""));

        assertThat(names).hasSizeGreaterThan(12);
        assertThat(html).contains(names);
    }

    @Test
    void hidesItsControlsWithoutTheScriptAndOnPaper() throws IOException {
        String html = html(List.of(FOUND), Past.NONE);

        assertThat(html)
                .contains("<form class=\"tools\" id=\"tools\" hidden role=\"search\"")
                .contains("<output id=\"n\" aria-live=\"polite\">")
                .contains("id=\"none\" hidden>")
                .contains(".tools,.none{display:none!important}")
                .contains("tbody tr[hidden]{display:table-row!important}");
    }

    @Test
    void saysInTheSearchWhatThePageDoesNotShow() throws IOException {
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            breaks.add(
                    Reports.payment(
                            BreakType.UNKNOWN_ORDER,
                            "T" + i,
                            "O" + i,
                            Reports.cny("1.00"),
                            null,
                            "10:00:00",
                            Status.OPEN));
        }
        RunReport report = new Reports.Change().report(breaks);
        StringWriter out = new StringWriter();

        ReportHtml.write(report, BreakGroups.of(report, 4), Words.ENGLISH, out);

        assertThat(out.toString()).contains("data-more=\"5 more are only in breaks.csv\"");
        assertThat(html(breaks, Past.NONE)).contains("data-more=\"\"");
    }

    private static BreakLife.Event event(String actor, Audit.What what, String detail) {
        return new BreakLife.Event(THEN, actor, what, detail);
    }

    private static Past past(BreakLife life) {
        return new Past(
                List.of(),
                null,
                hashes -> {
                    assertThat(hashes).containsExactly(FOUND.identity().hash());
                    return Map.of(FOUND.identity().hash(), life);
                },
                null,
                Beside.NOTHING,
                Payers.HIDDEN);
    }

    private static String html(Past past) throws IOException {
        return html(List.of(FOUND), past);
    }

    private static String html(List<Break> breaks, Past past) throws IOException {
        RunReport report = new Reports.Change().report(breaks);
        StringWriter out = new StringWriter();
        RunReport full =
                new RunReport(
                        report.summary(),
                        report.breaks(),
                        report.providerName(),
                        report.jobFile(),
                        past);
        ReportHtml.write(full, BreakGroups.of(full), Words.ENGLISH, out);
        return out.toString();
    }
}
