package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.RevisedStatements.Seen;
import dev.tplus1.breaks.Status;
import dev.tplus1.report.index.ReportIndex;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;

class ReportIndexTests {
    private static final Clock CLOCK = Clock.fixed(Reports.FINISHED, ZoneOffset.UTC);

    @TempDir Path temporary;
    private Path root;
    private ReportFolder reports;

    @BeforeEach
    void open() {
        root = temporary.resolve("reports");
        reports = new ReportFolder(root);
    }

    @Test
    void saysWhoNeedsAPersonFirst() throws IOException {
        reports.conclude(Reports.day());

        String page =
                page(
                        account(
                                "wechat-shop",
                                standing("2026-11-28", 6, "5894.01"),
                                standing("2026-11-20", 1, "5.99"),
                                watched("2026-11-28", 1)),
                        account("wechat-kiosk"));

        assertThat(page)
                .contains("<title>28 Nov 2026 · 1 of 2 accounts reconciled · shop</title>")
                .contains(
                        "<h1>1 of 2 accounts are reconciled for 28\u00a0Nov. wechat-shop needs you"
                                + " first.</h1>")
                .contains("1 with decisions, 1 waiting")
                .contains("7 breaks, CNY\u00a05,900.00, wait for a decision.")
                .contains("The oldest is 9 days old. 1 is watched.")
                .contains("7 to decide, 1 watched");
    }

    @Test
    void linksEachDateToTheReportOfItsNewestRevision() throws IOException {
        reports.conclude(Reports.day());

        String page = page(account("wechat-shop"));

        assertThat(page).contains("href=\"shop/wechat-shop/2026-11-28/r2/report.html\"");
        assertThat(root.resolve("shop/wechat-shop/2026-11-28/r2/report.html")).exists();
        assertThat(page)
                .contains("<span class=\"soft\">CNY</span> 1,875,956.22")
                .contains(
                        "<td class=\"num\">9</td><td class=\"num\">2</td><td class=\"num\">2</td>");
    }

    @Test
    void showsAnAttemptWhereThereIsNoRevisionAndTheRevisionWhereThereIsOne() throws IOException {
        reports.attempt(Reports.attemptReport(Outcome.REFUSED, null));

        assertThat(page(account("wechat-shop")))
                .contains("shop/wechat-shop/2026-11-28/attempt/report.html", ">Refused</span>")
                .contains("0 of 1 accounts are reconciled", "1 stopped", "none yet");

        reports.conclude(Reports.day());
        reports.attempt(Reports.attemptReport(Outcome.REFUSED, null));

        assertThat(page(account("wechat-shop")))
                .contains("The account is reconciled for 28\u00a0Nov.")
                .doesNotContain("Refused");
    }

    @Test
    void nobodyMayTakeAReportThatCannotBeReadForADayThatIsAllRight() throws IOException {
        Path folder = reports.conclude(Reports.day()).folder();
        Files.writeString(folder.resolve("summary.json"), "{}");

        assertThat(page(account("wechat-shop")))
                .contains(">Report cannot be read</span>", "0 of 1 accounts are reconciled");
    }

    @Test
    void wordsADateByWhatIsLeftOfIt() throws IOException {
        reports.conclude(Reports.day());

        assertThat(page(account("wechat-shop"))).contains(">Decided</span>");
        assertThat(page(account("wechat-shop", watched("2026-11-28", 2))))
                .contains(">2 watched</span>");
        assertThat(page(account("wechat-shop", standing("2026-11-28", 3, "1.00"))))
                .contains(">3 to decide</span>");

        reports.conclude(new Reports.Change().report(List.of()));

        assertThat(page(account("wechat-shop")))
                .contains(">All agree</span>", "Nothing to decide")
                .contains("No break waits for a decision.");
    }

    /** The newest date alone is all right; the headline speaks for all that the page shows. */
    @Test
    void saysInItsHeadlineWhatEarlierDatesLeave() throws IOException {
        reports.conclude(new Reports.Change().report(List.of()));

        assertThat(page(account("wechat-shop", standing("2026-11-20", 3, "1.00"))))
                .contains("reconciled for 28\u00a0Nov. Earlier dates leave 3 breaks to decide.")
                .contains("class=\"state c-decide\"", ">earlier dates open</span>")
                .doesNotContain("Nothing to decide");

        Files.createDirectories(root.resolve("shop/wechat-shop/2026-11-26/attempt"));
        Files.writeString(root.resolve("shop/wechat-shop/2026-11-26/attempt/summary.json"), "{}");

        assertThat(page(account("wechat-shop", standing("2026-11-20", 1, "1.00"))))
                .contains("Earlier dates leave 1 break to decide and 2 dates to reconcile.")
                .contains("class=\"state c-stop\"");
    }

    @Test
    void drawsThirtyDates() throws IOException {
        reports.conclude(Reports.day());

        String page = page(account("wechat-shop"));

        assertThat(page)
                .contains("aria-label=\"Breaks per date, 30 dates, from 9 to 9\"")
                .contains("aria-label=\"Repaired callbacks per date, 30 dates, from 2 to 2\"");
        assertThat(page.split("<rect class=\"none\"", -1)).hasSize(2 * 29 + 1);
    }

    @Test
    void showsTheJobsThatShareAFolder() throws IOException {
        reports.conclude(Reports.day());
        new ReportIndex(reports, "other", CLOCK)
                .write(false, () -> List.of(account("bank", standing("2026-11-27", 1, "7.00"))));

        String page = page(account("wechat-shop"));

        assertThat(page).contains("Jobs other and shop", ">bank<", ">wechat-shop</a>");
        assertThat(Files.readString(root.resolve("other/.index.json"))).contains("\"bank\"");
    }

    @Test
    void saysWhichJobsItCannotRead() throws IOException {
        Path other = Files.createDirectories(root.resolve("other"));
        Files.writeString(other.resolve(".index.json"), "{\"schema\":\"tplus1/index/1\"}");

        assertThat(page(account("wechat-shop"))).contains("Job other: how it stands cannot");
    }

    @Test
    void saysNotThatAllAreReconciledWhereAJobCannotBeRead() throws IOException {
        reports.conclude(new Reports.Change().report(List.of()));
        assertThat(page(account("wechat-shop")))
                .contains("The account is reconciled", "class=\"state c-fixed\"");

        Files.createSymbolicLink(
                Files.createDirectories(root.resolve("other")).resolve(".index.json"),
                root.resolve("shop/.index.json"));

        assertThat(page(account("wechat-shop")))
                .contains("Job other: how it stands cannot", "class=\"state c-stop\"")
                .contains("1 of the 1 accounts that are shown are reconciled", "not all shown")
                .doesNotContain("The account is reconciled", "Nothing to decide");
    }

    @Test
    void readsNoStateThatLacksSomething() throws IOException {
        reports.conclude(Reports.day());
        page(account("wechat-shop"));
        Path other = Files.createDirectories(root.resolve("other")).resolve(".index.json");
        String state =
                Files.readString(root.resolve("shop/.index.json"))
                        .replace("\"job\":\"shop\"", "\"job\":\"other\"");
        Files.writeString(other, state);
        assertThat(page(account("wechat-shop"))).contains("Jobs other and shop");

        for (String lacking :
                List.of("written", "provider", "zone", "date", "statement", "currency")) {
            Files.writeString(other, state.replace("\"" + lacking + "\":", "\"_\":"));

            assertThat(page(account("wechat-shop")))
                    .as(lacking)
                    .contains("Job other: how it stands cannot");
        }
    }

    @Test
    void saysSumsThatAreTooLargeForOne() throws IOException {
        String most = "92233720368547758.07";

        assertThat(
                        page(
                                account(
                                        "wechat-shop",
                                        standing("2026-11-28", 1, most),
                                        standing("2026-11-27", 1, "1.00"))))
                .contains("CNY\u00a092,233,720,368,547,758.07 and CNY\u00a01.00");
    }

    @Test
    void showsNoDateAfterYesterday() throws IOException {
        reports.conclude(Reports.day());
        Path account = root.resolve("shop/wechat-shop");
        String summary = Files.readString(account.resolve("2026-11-28/r2/summary.json"));
        for (int i = 0; i < 40; i++) {
            Path later = account.resolve(LocalDate.of(2062, 11, 1).plusDays(i) + "/attempt");
            Files.writeString(Files.createDirectories(later).resolve("summary.json"), summary);
            Path dry = account.resolve(LocalDate.of(2026, 11, 29).minusDays(i) + "/dry-run");
            Files.writeString(Files.createDirectories(dry).resolve("summary.json"), summary);
        }
        Files.createDirectories(account.resolve("2026-10-01/attempt"));
        Files.writeString(account.resolve("2026-10-01/attempt/summary.json"), summary);

        assertThat(page(account("wechat-shop")))
                .contains("<title>28 Nov 2026 · 1 of 1 accounts reconciled · shop</title>")
                .doesNotContain("2062");
        assertThat(Files.readString(root.resolve("shop/.index.json")))
                .contains("\"2026-10-01\"")
                .doesNotContain("2026-11-27");
    }

    @Test
    void followsNoLinkToAReport() throws IOException {
        reports.conclude(Reports.day());
        Path account = root.resolve("shop/wechat-shop");
        Path elsewhere = temporary.resolve("elsewhere");
        Files.move(account.resolve("2026-11-28"), elsewhere);
        Files.createSymbolicLink(account.resolve("2026-11-28"), elsewhere);

        assertThat(page(account("wechat-shop"))).contains(">Report cannot be read</span>");

        Files.delete(account.resolve("2026-11-28"));
        Files.delete(account);
        Files.createSymbolicLink(account, elsewhere);

        assertThat(page(account("wechat-shop"))).contains(">Report cannot be read</span>");
    }

    @Test
    void tellsOfARevisedStatementThatNoRevisionUsed() throws IOException {
        reports.conclude(Reports.day());
        Seen seen =
                new Seen(
                        "wechat-shop",
                        LocalDate.of(2026, 11, 28),
                        "ab".repeat(32),
                        2,
                        Reports.FINISHED,
                        3,
                        1,
                        2,
                        0);

        assertThat(page(account("wechat-shop", List.of(seen))))
                .contains("revised statement: 3 added, 1 changed, 2 withdrawn, not used yet");
        assertThat(page(account("wechat-shop"))).doesNotContain("revised statement");
    }

    @Test
    void isTheSameBytesForTheSameState() throws IOException {
        reports.conclude(Reports.day());
        String first = page(account("wechat-shop"));

        assertThat(page(account("wechat-shop"))).isEqualTo(first);
    }

    @Test
    void isOneStaticPageThatLoadsNothing() throws IOException {
        reports.conclude(Reports.day());

        String page =
                page(
                        new ReportIndex.Account(
                                "wechat-shop",
                                "<script>alert(1)</script>\u202e",
                                Reports.SHANGHAI,
                                List.of(),
                                List.of()));

        assertThat(page)
                .contains("default-src 'none'; style-src 'sha256-")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;‹U+202E›")
                .doesNotContain("<script", "style=\"", "http://", "https://", "url(");
    }

    @Test
    void leavesOutWhatNoPageCanShow() throws IOException {
        List<ReportIndex.Account> many =
                IntStream.range(0, 203).mapToObj(i -> account("a" + i)).toList();

        new ReportIndex(reports, "shop", CLOCK).write(false, () -> many);

        assertThat(Files.readString(root.resolve("index.html")))
                .contains(">a199<", "3 more accounts are not shown.")
                .doesNotContain(">a200<");
    }

    @Test
    void doesNotWriteThroughALink() throws IOException {
        Path victim = Files.createDirectory(temporary.resolve("victim"));
        Files.createDirectories(root);
        Files.createSymbolicLink(root.resolve("shop"), victim);

        assertThatThrownBy(() -> page(account("wechat-shop")))
                .isInstanceOf(ReportException.class)
                .hasMessageContaining("a link or a file stands where a folder must");
        assertThat(victim).isEmptyDirectory();
    }

    private String page(ReportIndex.Account... accounts) throws IOException {
        new ReportIndex(reports, "shop", CLOCK).write(false, () -> List.of(accounts));
        return Files.readString(root.resolve("index.html"));
    }

    static ReportIndex.Account account(String id, Standing... open) {
        return account(id, List.of(), open);
    }

    private static ReportIndex.Account account(String id, List<Seen> revised, Standing... open) {
        return new ReportIndex.Account(id, "WeChat Pay", Reports.SHANGHAI, List.of(open), revised);
    }

    static Standing standing(String date, long count, String amount) {
        return new Standing(
                LocalDate.parse(date),
                BreakType.UNKNOWN_ORDER,
                Status.OPEN,
                count,
                Reports.cny(amount),
                null,
                0);
    }

    static Standing watched(String date, long count) {
        return new Standing(
                LocalDate.parse(date),
                BreakType.CUT_OFF,
                Status.SUSPENSE,
                count,
                null,
                Reports.cny("1.00"),
                100);
    }
}
