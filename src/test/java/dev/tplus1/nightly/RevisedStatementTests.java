package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.made;
import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Decisions;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.report.Summary;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** A provider that corrects its statement after the date was reconciled. */
class RevisedStatementTests {
    private static final String MATCHED = paid("1", "10.00", "2026-11-28T10:00:00Z");
    private static final String UNKNOWN = paid("2", "20.00", "2026-11-28T11:00:00Z");

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void reconcileOnce() {
        shop = new Shop(folder);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.statement(DATE, MATCHED, UNKNOWN);
        shop.run(DATE);
        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 OPEN");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void keepsABreakOpenWhoseEntryIsGone() {
        shop.statement(DATE, MATCHED);

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.breaks()).isEmpty();
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(0, 1, 0));
        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 WITHDRAWN");
    }

    @Test
    void saysInItsAnswerWhatTheStatementSaysOtherwise() {
        shop.statement(DATE, MATCHED, paid("3", "30.00", "2026-11-28T12:00:00Z"));
        shop.restart();
        Spoken spoken = new Spoken();

        Cli.run(
                new String[] {
                    "reconcile",
                    "--job",
                    shop.jobFile().toString(),
                    "--date",
                    DATE.toString(),
                    "--rerun"
                },
                spoken.terminal(),
                Map.of(),
                () -> new CommandWork(shop.clock));

        assertThat(spoken.out())
                .contains("  revised       1 added, 0 changed, 1 withdrawn against r1\n");
    }

    @Test
    void findsAgainWhatCameBack() {
        shop.statement(DATE, MATCHED);
        shop.rerun(DATE);
        shop.statement(DATE, MATCHED, UNKNOWN);

        shop.rerun(DATE);

        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 OPEN");
    }

    @Test
    void opensAResolvedBreakAgainWhenItsAmountChanged() {
        resolve();
        shop.statement(DATE, MATCHED, paid("2", "20.01", "2026-11-28T11:00:00Z"));

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 OPEN");
        assertThat(summary.proof().getFirst().onlyInStatement()).isEqualTo(2001);
    }

    @Test
    void leavesAResolvedBreakResolvedWhenItIsTheSame() {
        resolve();
        var audit = shop.rows("tplus1_audit_event");

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 RESOLVED");
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(0, 0, 0));
        assertThat(shop.rows("tplus1_audit_event")).isEqualTo(audit);
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r2/breaks.csv")))
                .contains("UNKNOWN_ORDER,high,alert,RESOLVED");
    }

    @Test
    void saysInTheNextReportWhatChangedInTheStatement() {
        Path r1 = shop.dateFolder(DATE).resolve("r1/summary.json");
        String first = Summary.fromJson(Shop.read(r1)).statement().sha256();
        shop.statement(DATE, UNKNOWN.replace("20.00", "21.00"));

        Summary summary = summaryOf(shop.rerun(DATE));

        Path folderOfR2 = shop.dateFolder(DATE).resolve("r2");
        assertThat(summary.revisedStatement())
                .isNotNull()
                .satisfies(it -> {
                    assertThat(it.previousRevision()).isEqualTo(1);
                    assertThat(it.previousSha256()).isEqualTo(first).hasSize(64);
                    assertThat(it.added()).isZero();
                    assertThat(it.changed()).isEqualTo(1);
                    assertThat(it.withdrawn()).isEqualTo(1);
                    assertThat(it.notCompared()).isEmpty();
                });
        String html = Shop.read(folderOfR2.resolve("report.html"));
        assertThat(html)
                .contains(
                        "What changed in the statement since revision 1",
                        "0 added, 1 changed, 1 withdrawn",
                        "<mark>21.00</mark>");
        assertThat(Shop.read(r1)).doesNotContain("revisedStatement");
    }

    @Test
    void rendersWhatChangedAgainByteForByte() {
        shop.statement(DATE, MATCHED);
        shop.rerun(DATE);
        var files = shop.files();
        Path folderOfR2 = shop.dateFolder(DATE).resolve("r2");
        Shop.write(folderOfR2.resolve("report.html"), "");
        Shop.write(folderOfR2.resolve("summary.json"), "");
        shop.statement(DATE, UNKNOWN);

        shop.nightly().render(Shop.ACCOUNT, DATE, 2);

        files.keySet().removeIf(name -> name.startsWith("shop/"));
        assertThat(shop.files()).containsAllEntriesOf(files);
    }

    @Test
    void saysNothingOfTheSameBytesAndSoOfTheSameEntries() {
        Summary same = summaryOf(shop.rerun(DATE));
        shop.statement(DATE, UNKNOWN, MATCHED);
        Summary sameEntries = summaryOf(shop.rerun(DATE));

        assertThat(same.revisedStatement()).isNull();
        assertThat(sameEntries.revisedStatement())
                .isNotNull()
                .satisfies(it -> {
                    assertThat(it.previousRevision()).isEqualTo(2);
                    assertThat(it.added() + it.changed() + it.withdrawn() + it.other()).isZero();
                });
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r3/report.html")))
                .contains("the same entries");
    }

    @Test
    void runsAgainWhereTheArchiveLostTheStatementBeforeAndSaysSo() throws Exception {
        try (Stream<Path> all = Files.walk(folder.resolve("reports/night/.archive/shop"))) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
        shop.statement(DATE, MATCHED);

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.revisedStatement())
                .isNotNull()
                .satisfies(it -> assertThat(it.notCompared()).endsWith(": is not in the archive"));
        assertThat(Shop.read(shop.dateFolder(DATE).resolve("r2/report.html")))
                .contains("not compared", "What changed cannot be told");
    }

    @Test
    void closesWhatTheBooksNowExplain() {
        shop.booked("2", 2000, "2026-11-28T11:00:00Z");

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(shop.breaks(DATE)).containsExactly("UNKNOWN_ORDER PAYMENT T2 CLOSED");
        assertThat(summary.alerts()).isEqualTo(new Summary.Alerts(0, 0, 1));
    }

    private void resolve() {
        made(
                new Decisions(shop.database, shop.clock)
                        .resolve(shop.breakId("UNKNOWN_ORDER", "T2"), "ann", "a test payment"));
    }
}
