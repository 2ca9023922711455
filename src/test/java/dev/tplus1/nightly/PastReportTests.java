package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.HeldDates;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;

/** What a report tells of what had happened before, and that it is the same whenever rendered. */
class PastReportTests {
    private static final LocalDate NEXT = DATE.plusDays(1);
    private static final String MATCHED = paid("1", "10.00", "2026-11-28T10:00:00Z");
    private static final String UNKNOWN = paid("2", "20.00", "2026-11-28T11:00:00Z");

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.statement(DATE, MATCHED, UNKNOWN);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void tellsWhenAndFromWhereTheStatementCame() {
        shop.run(DATE);

        assertThat(html("r1"))
                .contains("<dt>Received</dt><dd><bdi>29 Nov 2026 02:00:00, from " + folder)
                .contains("<bdi class=\"id\">statement-2026-11-28.csv</bdi> <bdi>")
                .contains("bytes</bdi>")
                .contains("<dt>Payments</dt><dd><bdi>2 entries, CNY\u00a030.00</bdi>")
                .doesNotContain("id=\"changed\"", "found in revision");
    }

    @Test
    void tellsTheLifeOfABreakAndWhatTheRevisionChanged() {
        shop.run(DATE);
        shop.clock.set("2026-11-29T09:15:00Z");
        resolve("<b>refunded</b> by hand");
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(DATE, MATCHED, UNKNOWN, paid("3", "5.00", "2026-11-28T12:00:00Z"));

        shop.rerun(DATE);

        assertThat(html("r2"))
                .contains("<summary>history (2)</summary>")
                .contains("<li>29 Nov 02:00:00 found in revision 1\n")
                .contains(
                        "<li>29 Nov 09:15:00 decided by ann: &lt;b&gt;refunded&lt;/b&gt; by hand\n")
                .contains("What changed since revision 1", "1 new, 1 decided")
                .contains("decided, was open");
    }

    @Test
    void rendersAnOldRevisionAgainAsItWas() {
        shop.run(DATE);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.rerun(DATE);
        String first = html("r1");
        String second = html("r2");
        shop.clock.set("2026-11-30T09:15:00Z");
        resolve("refunded by hand");
        shop.clock.set("2026-12-01T02:00:00Z");
        shop.statement(DATE, MATCHED);
        shop.rerun(DATE);

        shop.nightly().render(ACCOUNT, DATE, 1);
        shop.nightly().render(ACCOUNT, DATE, 2);

        assertThat(html("r1")).isEqualTo(first);
        assertThat(html("r2")).isEqualTo(second).contains("29 Nov 02:00:00 found in revision 1");
    }

    @Test
    void writesTheSameReportWhenItIsWrittenLater() {
        shop.run(DATE);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.rerun(DATE);
        String written = html("r2");
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_revision SET published_at = NULL WHERE revision = 2")
                .update();
        Shop.write(shop.dateFolder(DATE).resolve("r2/report.html"), "half");
        shop.clock.set("2026-11-30T05:00:00Z");
        resolve("after the conclusion");

        shop.run(DATE);

        assertThat(html("r2")).isEqualTo(written);
    }

    @Test
    void tellsWhatItMeansForOtherDates() {
        shop.booked("7", 700, "2026-11-28T23:59:50Z");
        shop.run(DATE);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.statement(NEXT, paid("7", "7.00", "2026-11-29T00:00:02Z"));

        shop.run(NEXT);

        assertThat(Shop.read(shop.dateFolder(NEXT).resolve("r1/report.html")))
                .contains("From other dates", "1 break changed by this run", "Closed by this run")
                .contains("<th scope=\"row\" class=\"nw\">2026-11-28</th>")
                .contains("<bdi class=\"id\">T7</bdi>");
    }

    @Test
    void showsWhatAnEarlierRevisionLeftOpen() {
        shop.run(DATE);
        shop.statement(DATE, MATCHED);
        shop.clock.set("2026-11-30T02:00:00Z");
        shop.rerun(DATE);

        assertThat(html("r2"))
                .contains("From earlier revisions", "1 break still open")
                .contains("No longer in the statement", "1 withdrawn");
    }

    @Test
    void saysWhoApprovedAHeldDate() {
        shop.replay("{mode: books, min-count: 0, max-share: 0.2}");
        shop.pending("2", 2000);
        shop.run(DATE);
        shop.clock.set("2026-11-29T09:15:00Z");
        new HeldDates(shop.database, shop.clock)
                .approve(ACCOUNT, DATE, "ann", "the address was down");
        assertThat(html("r1")).doesNotContain("<dt>Approved</dt>");
        shop.nightly().render(ACCOUNT, DATE, 1);
        assertThat(html("r1")).doesNotContain("<dt>Approved</dt>");
        shop.clock.set("2026-11-29T09:16:00Z");

        shop.approved(DATE);

        assertThat(html("r1"))
                .contains("<dt>Approved</dt>")
                .contains("29 Nov 2026 09:15:00 by ann: the address was down")
                .contains("found in revision 1");
    }

    private String html(String revision) {
        return Shop.read(shop.dateFolder(DATE).resolve(revision).resolve("report.html"));
    }

    private void resolve(String note) {
        made(
                new Decisions(shop.database, shop.clock)
                        .resolve(shop.breakId("UNKNOWN_ORDER", "T2"), "ann", note));
    }
}
