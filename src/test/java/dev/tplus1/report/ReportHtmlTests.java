package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.words.Words;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

class ReportHtmlTests {
    private static final List<String> HOSTILE =
            List.of(
                    "<img src=x onerror=alert(1)>",
                    "\"><script>alert(1)</script>",
                    "</style><script>alert(1)</script>",
                    "=1+1",
                    "${7*7}<#list 1..9 as x>",
                    "javascript:alert(1)",
                    "abc\u202egnp.exe\u2066",
                    "tab\there\nline",
                    "half\ud800pair",
                    "&amp;&#60;");

    @Test
    void answersInTheOrderThatPeopleAsk() throws IOException {
        String html = html(Reports.day());

        assertThat(html)
                .containsSubsequence(
                        "<title>28 Nov 2026 · wechat-shop · 6 to decide</title>",
                        "Reconciled, decisions needed",
                        "<h1>The day adds up. 6 breaks,",
                        "class=\"strip\"",
                        "id=\"proof\"",
                        "id=\"decide\"",
                        "id=\"UNKNOWN_ORDER\"",
                        "id=\"MISSING_AT_PROVIDER\"",
                        "id=\"DUPLICATE_PAYMENT\"",
                        "id=\"UNKNOWN_REFUND\"",
                        "id=\"AMOUNT_MISMATCH\"",
                        "id=\"watch\"",
                        "id=\"CUT_OFF\"",
                        "id=\"fixed\"",
                        "id=\"MISSED_CALLBACK\"",
                        "id=\"other\"",
                        "id=\"statement\"");
    }

    @Test
    void saysWhyAndNextOncePerType() throws IOException {
        String html = html(Reports.day());

        for (String why :
                List.of(
                        "Both sides know this entry, but not with the same amount.",
                        "The provider confirmed it, but the callback never reached the books")) {
            assertThat(html.split(Pattern.quote(why), -1)).as(why).hasSize(2);
        }
    }

    @Test
    void marksTheDifferenceOnBothSides() throws IOException {
        String html = html(Reports.day());

        assertThat(html)
                .contains("<mark>-150.00</mark>", "<mark>-15.00</mark>", ">-135.00</div>")
                .contains("<mark>no such order</mark>", "<mark>not in the statement</mark>")
                .contains(
                        "<mark>no such refund</mark>", "<mark><bdi>Order already paid</bdi></mark>")
                .contains("1 min 20 s before midnight", "due 30 Nov");
    }

    @Test
    void loadsNothingAndRunsItsOwnScriptOnly() throws IOException, NoSuchAlgorithmException {
        String html = html(Reports.day());
        String without = html(new Reports.Change().report(List.of()));

        String style = between(html, "<style>", "</style>");
        String script = between(html, "<script>", "</script>");
        assertThat(html)
                .contains(
                        "content=\"default-src 'none'; style-src 'sha256-"
                                + sha256(style)
                                + "'; script-src 'sha256-"
                                + sha256(script)
                                + "'; base-uri 'none'; form-action 'none'\"");
        assertThat(without).doesNotContain("<script", "script-src");
        assertThat(html.replace("<script>" + script + "</script>", "").toLowerCase(Locale.ROOT))
                .doesNotContain(
                        "<script", " style=", "http://", "https://", "<img", "<link", "url(")
                .doesNotContainPattern(" on[a-z]+=");
        assertThat(script)
                .doesNotContain("</", "<!", "innerHTML", "http", "eval", "fetch", "document.write");
        assertThat(style).contains("prefers-color-scheme:dark", "@media print");
    }

    private static String between(String html, String from, String to) {
        int start = html.indexOf(from) + from.length();
        return html.substring(start, html.indexOf(to, start));
    }

    private static String sha256(String text) throws NoSuchAlgorithmException {
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }

    @Test
    void escapesWhateverComesFromOutside() throws IOException {
        for (String text : HOSTILE) {
            String html = html(hostile(text));
            String shown = html.substring(html.indexOf("</style>"), html.indexOf("<script>"));

            assertThat(shown)
                    .as(text)
                    .doesNotContain("<script", "<img", "\u202e", "\u2066", "\t", "\ud800")
                    .doesNotContain("href=\"javascript", "49");
            assertThat(shown.split("<h1>", -1)).hasSize(2);
        }
    }

    @Test
    void showsHiddenCharactersAsTheirCodePoint() throws IOException {
        assertThat(html(hostile("abc\u202egnp.exe"))).contains("abc‹U+202E›gnp.exe");
        assertThat(html(hostile("A1 "))).contains(">A1‹U+0020›<");
        assertThat(html(hostile("<img src=x onerror=alert(1)>")))
                .contains("&lt;img src=x onerror=alert(1)&gt;");
    }

    @Test
    void neverCutsAnId() throws IOException {
        String id = "4200002871202611281380779014";
        String longest = "x".repeat(128);

        assertThat(html(Reports.day())).contains("<bdi class=\"id\">" + id + "</bdi>");
        assertThat(html(hostile(longest))).contains("<bdi class=\"id\">" + longest + "</bdi>");
    }

    @Test
    void givesEachCurrencyItsOwnProofAndDecimals() throws IOException {
        Reports.Change change = new Reports.Change();
        change.proof = List.of(row("JPY", 1_234_567), row("KWD", 1_234_567), row("CNY", 1_234_567));
        List<Break> breaks = List.of(unknown("1", "1500", "JPY"), unknown("2", "1.500", "KWD"));

        String html = html(change.report(breaks));

        assertThat(html)
                .containsSubsequence("amounts in JPY", "amounts in CNY", "amounts in KWD")
                .contains(">1,234,567</td>", ">1,234.567</td>", ">12,345.67</td>")
                .contains("JPY\u00a01,500", "KWD\u00a01.500", "KWD\u00a0+1.500")
                .contains("In each of 3 currencies: JPY, KWD and CNY.");
    }

    @Test
    void keepsOtherMovementsAndFeesApart() throws IOException {
        assertThat(html(Reports.day()))
                .contains("Not part of the proof.")
                .contains("<bdi>payout</bdi></th><td>CNY</td><td class=\"num\">1</td>")
                .contains("CNY\u00a011,255.743");
    }

    @Test
    void identifiesTheStatementAndSaysWhatVouchesForIt() throws IOException {
        Reports.Change change = new Reports.Change();
        Summary.StatementFacts sound = change.statement;
        change.statement =
                new Summary.StatementFacts(
                        sound.entries(),
                        0,
                        2,
                        sound.covers(),
                        sound.sha256(),
                        sound.payments(),
                        "csv",
                        "",
                        null,
                        false,
                        List.of("rows"),
                        List.of("a.csv"),
                        Map.of(),
                        List.of());

        String uncontrolled = html(change.report(List.of()));

        assertThat(html(Reports.day()))
                .contains("<bdi class=\"id\">" + sound.sha256() + "</bdi>")
                .contains("rows, totals and end")
                .contains("business date 2026-11-28, merchant 1230000109")
                .contains("14 rows: 14 the refund is still processing");
        assertThat(uncontrolled)
                .contains("rows; nothing vouches for this file being whole")
                .contains("neither date nor merchant")
                .contains("2 payments that count are dated on another day");
    }

    @Test
    void keepsADisputeOutOfTheProofAndWithoutADifference() throws IOException {
        Break dispute =
                Reports.payment(
                        BreakType.DISPUTE,
                        "pi_3",
                        "O3",
                        Reports.cny("20.00"),
                        null,
                        "11:00:00",
                        Status.OPEN);

        String html = html(new Reports.Change().report(List.of(dispute)));

        assertThat(html)
                .contains("outside the proof", "<bdi>On 28 Nov 11:00:00</bdi>")
                .contains("<div class=\"amt\">20.00</div></td>")
                .doesNotContain("+20.00", "not booked");
    }

    @Test
    void marksADryRun() throws IOException {
        Reports.Change change = new Reports.Change();
        change.mode = Summary.Mode.DRY_RUN;
        change.revision = 0;
        List<Break> planned =
                Reports.breaks().stream()
                        .map(each ->
                                each.type() == BreakType.MISSED_CALLBACK
                                        ? each.with(Action.REPLAY, Status.OPEN, "")
                                        : each)
                        .toList();

        String html = html(change.report(planned));

        assertThat(html)
                .contains("Dry run, nothing was applied · Reconciled, decisions needed")
                .contains(">To replay</a>", "would be replayed once each and checked")
                .doesNotContain("were replayed", "The books now", "Prepared by, date");
    }

    @Test
    void showsAnAttemptWithoutRevisionStripAndProof() throws IOException {
        for (Outcome outcome : List.of(Outcome.REFUSED, Outcome.NOT_READY, Outcome.SUSPECT_EMPTY)) {
            String html =
                    html(
                            Reports.attemptReport(
                                    outcome, new Summary.Problem("cut off", "bill.csv", 3)));

            assertThat(html)
                    .as("%s", outcome)
                    .contains("No revision")
                    .doesNotContain("class=\"strip\"", "id=\"proof\"", "breaks.csv", "Revision 0");
        }
    }

    @Test
    void showsTheProofThatFailed() throws IOException {
        Reports.Change change = new Reports.Change();
        change.outcome = Outcome.FAILED;
        change.revision = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 5_000, 0, 0, 0, 0, 3_800));

        assertThat(html(change.report(List.of())))
                .contains("id=\"proof\"", "<tr class=\"bad\">", ">-12.00</td>")
                .doesNotContain("class=\"strip\"");
    }

    @Test
    void splitsLongTablesAndStreamsThem() throws IOException {
        List<Break> breaks = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            breaks.add(unknown("T" + i, "1.00", "CNY"));
        }
        CountingWriter out = new CountingWriter();

        RunReport report = new Reports.Change().report(breaks);
        ReportHtml.write(report, BreakGroups.of(report), Words.ENGLISH, out);

        assertThat(out.tables).isEqualTo(200);
        assertThat(out.longest).isLessThan(1 << 16);
    }

    @Test
    void hasOneHeadingOneAndScopedTableHeads() throws IOException {
        String html = html(Reports.day());

        assertThat(html.split("<h1", -1)).hasSize(2);
        assertThat(
                        Pattern.compile("<th(?![a-z])[^>]*>")
                                .matcher(html)
                                .results()
                                .map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(tag -> assertThat(tag).contains("scope="));
        assertThat(html).startsWith("<!doctype html>\n<html lang=\"en\">");
    }

    @Test
    void linksOnlyToPlacesThatAreThere() throws IOException {
        for (RunReport report : List.of(Reports.day(), new Reports.Change().report(List.of()))) {
            String html = html(report);

            assertThat(Pattern.compile("href=\"#([^\"]+)\"").matcher(html).results())
                    .allSatisfy(link -> assertThat(html).contains("id=\"" + link.group(1) + "\""));
        }
    }

    /** What comes out, counted instead of kept. */
    private static final class CountingWriter extends Writer {
        private int longest;
        private int tables;

        @Override
        public void write(char[] text, int from, int length) {
            longest = Math.max(longest, length);
            tables += new String(text, from, length).split("<table class=\"t b", -1).length - 1;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static RunReport hostile(String text) {
        Break id =
                Reports.refund(
                                BreakType.UNKNOWN_REFUND,
                                text,
                                text,
                                text,
                                Reports.cny("1.00"),
                                null,
                                "10:00:00",
                                Status.OPEN)
                        .with(Action.ALERT, Status.OPEN, text);
        Reports.Change change = new Reports.Change();
        Summary.StatementFacts facts = change.statement;
        change.problem = new Summary.Problem(text, text, 1);
        change.statement =
                new Summary.StatementFacts(
                        1,
                        1,
                        0,
                        facts.covers(),
                        facts.sha256(),
                        1,
                        text,
                        text,
                        null,
                        false,
                        List.of(text),
                        List.of(text),
                        Map.of(text, 1L),
                        List.of());
        Summary summary = change.report(List.of(id)).summary();
        return new RunReport(summary, Breaks.of(List.of(id)), "WeChat Pay", text);
    }

    private static ProofRow row(String currency, long total) {
        return new ProofRow(Currency.getInstance(currency), total, 0, 0, 0, 0, total);
    }

    private static Break unknown(String id, String amount, String currency) {
        return Reports.payment(
                BreakType.UNKNOWN_ORDER,
                id,
                "O" + id,
                Reports.money(amount, currency),
                null,
                "10:00:00",
                Status.OPEN);
    }

    private static String html(RunReport report) throws IOException {
        StringWriter out = new StringWriter();
        ReportHtml.write(report, BreakGroups.of(report), Words.ENGLISH, out);
        return out.toString();
    }
}
