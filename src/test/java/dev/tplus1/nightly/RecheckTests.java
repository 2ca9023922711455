package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Lines.refunded;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.Archive;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Concluded dates whose statements are fetched again. */
class RecheckTests {
    private static final LocalDate BEFORE = DATE.minusDays(1);
    private static final String FIRST = paid("1", "10.00", "2026-11-28T10:00:00Z");
    private static final String SECOND = paid("2", "20.00", "2026-11-28T11:00:00Z");
    private static final String EARLIER = paid("9", "90.00", "2026-11-27T11:00:00Z");

    @TempDir private Path folder;
    private Shop shop;
    private RevisedStatements revised;
    private Archive archive;

    @BeforeEach
    void concludeTwoDates() {
        shop = new Shop(folder);
        revised = new RevisedStatements(shop.database, shop.clock);
        archive = new Archive(folder.resolve("reports/night/.archive"));
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.booked("9", 9000, "2026-11-27T11:00:00Z");
        shop.statement(BEFORE, EARLIER);
        shop.statement(DATE, FIRST);
        shop.run(BEFORE);
        shop.run(DATE);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private List<NightResult> recheck(int dates) {
        List<NightResult> told = new ArrayList<>();
        shop.nightly().recheck(List.of(), DATE.plusDays(1), dates, told::add);
        return told;
    }

    /** {@code 2026-11-28: against r1 0 added, 0 changed, 0 withdrawn}, or how it ended. */
    private static String told(NightResult result) {
        if (result instanceof NightResult.Fetched fetched && fetched.against() != null) {
            NightResult.Against against = fetched.against();
            return result.date()
                    + ": against r"
                    + against.revision()
                    + " "
                    + against.change().added()
                    + " added, "
                    + against.change().changed()
                    + " changed, "
                    + against.change().withdrawn()
                    + " withdrawn";
        }
        if (result instanceof NightResult.NotConcluded not) {
            return result.date() + ": " + not.outcome();
        }
        return result.date() + ": " + result.getClass().getSimpleName();
    }

    private static String same(LocalDate date, int revision) {
        return date + ": against r" + revision + " 0 added, 0 changed, 0 withdrawn";
    }

    @Test
    void findsTheSameBytesUnchangedAndKeepsTheirFirstOrigin() throws IOException {
        String sha256 = archive.list(ACCOUNT, DATE).getFirst();
        Instant receivedAt = archive.origin(ACCOUNT, DATE, sha256).orElseThrow().receivedAt();
        Map<String, List<String>> before = shop.everything();
        shop.clock.set("2026-12-01T00:00:00Z");

        List<NightResult> told = recheck(31);

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly(same(DATE, 1), same(BEFORE, 1));
        assertThat(archive.list(ACCOUNT, DATE)).containsExactly(sha256);
        assertThat(archive.origin(ACCOUNT, DATE, sha256).orElseThrow().receivedAt())
                .isEqualTo(receivedAt)
                .isEqualTo(Instant.parse("2026-11-29T02:00:00Z"));
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void tellsFromWhereAStatementCame() throws IOException {
        String sha256 = archive.list(ACCOUNT, DATE).getFirst();

        Archive.Origin origin = archive.origin(ACCOUNT, DATE, sha256).orElseThrow();

        assertThat(origin.provider()).isEqualTo("csv");
        assertThat(origin.from()).isEqualTo(folder.resolve(ACCOUNT).toString());
        assertThat(origin.files())
                .extracting(Archive.KeptFile::name)
                .containsExactly("statement-2026-11-28.csv");
    }

    @Test
    void asksTheProviderAgainAndGoesOnWhereItDoesNotAnswer() throws IOException {
        FakeApi api =
                new FakeApi()
                        .downloads(_ -> {
                            throw new IOException("no answer");
                        })
                        .has("bill.csv", Lines.HEADER + "\n");
        shop.edit = api.of(ACCOUNT);
        shop.restart();

        List<NightResult> told = recheck(2);

        assertThat(api.dates).containsExactly(DATE, BEFORE);
        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly(
                        "2026-11-28: Failed",
                        "2026-11-27: against r1 0 added, 0 changed, 1 withdrawn");
        String sha256 = revised.open(ACCOUNT, BEFORE).orElseThrow().sha256();
        Archive.Origin origin = archive.origin(ACCOUNT, BEFORE, sha256).orElseThrow();
        assertThat(origin.from()).isEqualTo("https://api.example.com");
        assertThat(origin.files()).extracting("name").containsExactly("bill.csv");
    }

    @Test
    void neitherCallsTheSameEntriesInOtherBytesRevisedNorKeepsThem() throws IOException {
        shop.statement(DATE, "", FIRST.replace("10:00:00Z", "10:00:00.000Z"));

        List<NightResult> told = recheck(1);

        assertThat(told).extracting(RecheckTests::told).containsExactly(same(DATE, 1));
        assertThat(((NightResult.Fetched) told.getFirst()).kept())
                .isEqualTo(NightResult.Kept.SAME_ENTRIES);
        assertThat(archive.list(ACCOUNT, DATE)).hasSize(1);
        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void keepsARevisedStatementOnceWhateverBytesItComesIn() throws IOException {
        shop.statement(DATE, FIRST, SECOND);
        recheck(1);
        List<RevisedStatements.Seen> seen = revised.open(ACCOUNT);
        shop.clock.set("2026-12-01T00:00:00Z");
        shop.statement(DATE, SECOND, FIRST);

        List<NightResult> told = recheck(1);

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly("2026-11-28: against r1 1 added, 0 changed, 0 withdrawn");
        assertThat(archive.list(ACCOUNT, DATE)).hasSize(2);
        assertThat(revised.open(ACCOUNT)).isEqualTo(seen).hasSize(1);
    }

    @Test
    void isAnsweredByARevisionThatUsesItInOtherBytes() {
        shop.statement(DATE, FIRST, SECOND);
        recheck(1);
        shop.statement(DATE, SECOND, FIRST);

        shop.rerun(DATE);

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void takesARevisedStatementAsNewWhereTheArchiveLostTheOneBefore() throws IOException {
        String used = archive.list(ACCOUNT, DATE).getFirst();
        shop.statement(DATE, FIRST, SECOND);
        recheck(1);
        Path lost = folder.resolve("reports/night/.archive/shop/" + DATE);
        remove(lost.resolve(revised.open(ACCOUNT, DATE).orElseThrow().sha256()));
        shop.statement(DATE, SECOND, FIRST);

        recheck(1);

        assertThat(archive.list(ACCOUNT, DATE))
                .containsExactlyInAnyOrder(
                        used, revised.open(ACCOUNT, DATE).orElseThrow().sha256());
    }

    @Test
    void recordsAndKeepsARevisedStatementAndRunsNothing() throws IOException {
        Map<String, List<String>> before = shop.everything();
        Map<String, String> reports = reports();
        shop.statement(DATE, FIRST.replace("10.00", "10.01"), SECOND);

        List<NightResult> told = recheck(1);
        recheck(1);

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly("2026-11-28: against r1 1 added, 1 changed, 0 withdrawn");
        RevisedStatements.Seen seen = revised.open(ACCOUNT, DATE).orElseThrow();
        assertThat(seen.added()).isEqualTo(1);
        assertThat(archive.list(ACCOUNT, DATE)).contains(seen.sha256()).hasSize(2);
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(reports()).isEqualTo(reports);
        assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
    }

    @Test
    void showsARevisedStatementOnThePageOverAllDates() throws IOException {
        shop.statement(DATE, FIRST.replace("10.00", "10.01"), SECOND);
        recheck(1);

        shop.nightly().index();

        assertThat(Files.readString(folder.resolve("reports/index.html")))
                .contains("revised statement: 1 added, 1 changed, 0 withdrawn, not used yet");
    }

    @Test
    void isAnsweredByTheNextRevisionWhoseReportSaysWhatChanged() {
        shop.statement(DATE, FIRST.replace("10.00", "10.01"), SECOND);
        recheck(1);

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(revised.open(ACCOUNT)).isEmpty();
        assertThat(summary.revisedStatement())
                .isNotNull()
                .satisfies(it -> {
                    assertThat(it.previousRevision()).isEqualTo(1);
                    assertThat(it.added()).isEqualTo(1);
                    assertThat(it.changed()).isEqualTo(1);
                    assertThat(it.withdrawn()).isZero();
                });
        assertThat(recheck(1)).extracting(RecheckTests::told).containsExactly(same(DATE, 2));
    }

    @Test
    void forgetsARevisedStatementThatTheProviderTookBack() {
        shop.statement(DATE, FIRST, SECOND);
        recheck(1);
        shop.statement(DATE, FIRST);

        recheck(1);

        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void goesOnAfterADateThatCannotBeFetchedAgain() throws IOException {
        Files.delete(folder.resolve(ACCOUNT).resolve("statement-2026-11-28.csv"));
        shop.statement(BEFORE, EARLIER, "cut");

        List<NightResult> told = recheck(2);
        shop.statement(BEFORE, EARLIER);

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly("2026-11-28: NOT_READY", "2026-11-27: REFUSED");
        assertThat(archive.list(ACCOUNT, BEFORE)).hasSize(1);
        assertThat(recheck(2)).extracting(RecheckTests::told).contains(same(BEFORE, 1));
    }

    @Test
    void failsWhereTheArchiveNoLongerHasWhatTheRevisionUsed() throws IOException {
        loseTheArchive();
        shop.statement(DATE, FIRST, SECOND);

        List<NightResult> told = recheck(2);

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly("2026-11-28: Failed", same(BEFORE, 1));
        assertThat(revised.open(ACCOUNT)).isEmpty();
    }

    @Test
    void leavesADateAloneThatARunHolds() {
        List<NightResult> told;
        try (Leases leases = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) leases.acquire(ACCOUNT, DATE)).lease()) {
            told = recheck(2);
            assertThat(lease.stillHeld()).isTrue();
        }

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly("2026-11-28: Busy", same(BEFORE, 1));
    }

    @Test
    void stopsBeforeTheNextDateWhenAsked() {
        List<NightResult> told = new ArrayList<>();

        shop.nightly()
                .recheck(
                        List.of(),
                        DATE.plusDays(1),
                        2,
                        each -> {
                            told.add(each);
                            shop.nightly().stop();
                        });

        assertThat(told)
                .extracting(RecheckTests::told)
                .containsExactly(same(DATE, 1), "2026-11-27: Stopped");
    }

    @Test
    void keepsAnEarlierDateFromReplayingWhatARevisedStatementReturns() {
        shop.statement(DATE, FIRST, refunded("5", "5", "50.00", "2026-11-28T12:00:00Z"));
        recheck(1);
        shop.pending("5", 5000);
        shop.statement(BEFORE, EARLIER, paid("5", "50.00", "2026-11-27T12:00:00Z"));

        shop.rerun(BEFORE);

        assertThat(shop.breaks(BEFORE)).containsExactly("PAID_THEN_REFUNDED PAYMENT T5 OPEN");
        assertThat(shop.orderStatus("5")).isEqualTo("PENDING");
    }

    /** The reports without the archive. */
    private Map<String, String> reports() {
        Map<String, String> files = shop.files();
        files.keySet().removeIf(name -> name.contains(".archive"));
        return files;
    }

    private void loseTheArchive() throws IOException {
        remove(folder.resolve("reports/night/.archive/shop/" + DATE));
    }

    private static void remove(Path lost) throws IOException {
        try (Stream<Path> all = Files.walk(lost)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
