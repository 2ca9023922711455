package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.report.Outcome;
import dev.tplus1.statement.Archive;
import dev.tplus1.statement.Fingerprint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Only downloads, checks and archives. */
class FetchTests {
    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        ResumeFixture.fill(shop);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void keepsTheStatementAndComparesNothing() {
        Map<String, List<String>> before = shop.everything();

        NightResult.Fetched fetched = fetched();

        assertThat(fetched.layout()).isEqualTo("csv");
        assertThat(fetched.entries()).isEqualTo(7);
        assertThat(fetched.totals())
                .containsExactlyInAnyOrder(
                        new Total(Kind.PAYMENT, Money.currency("CNY"), 5, 10_900),
                        new Total(Kind.REFUND, Money.currency("CNY"), 2, 1_100));
        assertThat(fetched.files()).containsExactly("statement-2026-11-28.csv");
        assertThat(fetched.kept()).isEqualTo(NightResult.Kept.ARCHIVED);
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files())
                .containsOnlyKeys(
                        kept(fetched, "statement-2026-11-28.csv"), kept(fetched, "origin.json"));
        assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
        assertThat(shop.count("TPLUS1_BATCH_JOB_INSTANCE")).isZero();
    }

    @Test
    void recognisesTheSameBytesAndKeepsOthersBeside() {
        String first = fetched().sha256();

        assertThat(fetched().kept()).isEqualTo(NightResult.Kept.KNOWN);

        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:01Z"));
        NightResult.Fetched revised = fetched();
        assertThat(revised.kept()).isEqualTo(NightResult.Kept.ARCHIVED);
        assertThat(revised.sha256()).isNotEqualTo(first);
        assertThat(shop.files()).hasSize(4);
    }

    @Test
    void asksTheProvider() {
        FakeApi api =
                new FakeApi()
                        .has(
                                "bill.csv",
                                Lines.HEADER
                                        + "\n"
                                        + paid("1", "10.00", "2026-11-28T10:00:01Z")
                                        + "\n");
        shop.edit = api.of(Shop.ACCOUNT);

        assertThat(fetched().files()).containsExactly("bill.csv");
        assertThat(api.dates).containsExactly(DATE);
    }

    @Test
    void refusesWhatCannotBeTrustedAndKeepsNothing() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-27T10:00:01Z"));

        assertThat(fetch())
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> assertThat(not.outcome()).isEqualTo(Outcome.REFUSED));
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void isNotReadyWithoutAStatement() {
        shop.edit = new FakeApi().notReady("creating").of(Shop.ACCOUNT);

        assertThat(fetch())
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.NOT_READY);
                            assertThat(not.message()).isEqualTo("creating. Run again later.");
                        });
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void leavesADateAloneThatAnotherRunHolds() {
        try (Leases leases = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) leases.acquire(Shop.ACCOUNT, DATE)).lease()) {
            assertThat(fetch()).isInstanceOf(NightResult.Busy.class);
            assertThat(lease.stillHeld()).isTrue();
        }
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void stopsWhenItIsAskedTo() {
        shop.nightly().stop();

        assertThat(fetch()).isInstanceOf(NightResult.Stopped.class);
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void tellsThatAConcludedDateIsRevisedAndRunsNothing() {
        shop.run(DATE);
        NightResult.Against same = fetched().against();
        Map<String, List<String>> before = shop.everything();
        shop.statement(DATE, paid("1", "10.01", "2026-11-28T10:00:01Z"));

        NightResult.Fetched fetched = fetched();

        assertThat(same).isEqualTo(new NightResult.Against(1, StatementChange.NONE));
        assertThat(fetched.kept()).isEqualTo(NightResult.Kept.ARCHIVED);
        assertThat(fetched.against())
                .isNotNull()
                .satisfies(against -> {
                    assertThat(against.revision()).isEqualTo(1);
                    assertThat(against.change().added()).isZero();
                    assertThat(against.change().changed()).isEqualTo(1);
                    assertThat(against.change().withdrawn()).isEqualTo(6);
                });
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(new RevisedStatements(shop.database, shop.clock).open(Shop.ACCOUNT, DATE))
                .isPresent();
    }

    @Test
    void saysThatARunThatEndedWithNothingToReplayGoesOnWithTheStatementItBeganWith() {
        shop.statement(DATE, paid("77", "7.00", "2026-11-28T10:00:01Z"));
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                throw new IllegalStateException("killed");
            }
        });
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        shop.statement(DATE, paid("77", "7.77", "2026-11-28T10:00:01Z"));

        NightResult.Fetched fetched = fetched();

        assertThat(shop.count("tplus1_revision WHERE state = 'STAGED'")).isEqualTo(1);
        assertThat(fetched.underWay()).isEqualTo(new NightResult.UnderWay(1, false));
        assertThat(summaryOf(shop.run(DATE)).statement().sha256()).isNotEqualTo(fetched.sha256());
        assertThat(summaryOf(shop.rerun(DATE)).statement().sha256()).isEqualTo(fetched.sha256());
    }

    @Test
    void saysThatItIsTheArchivedStatementThatCannotBeReadAnyMore() throws Exception {
        shop.run(DATE);
        Path bad = folder.resolve("bad.csv");
        Shop.write(bad, "what, no statement\n");
        String sha256 = Fingerprint.of(List.of(bad)).sha256();
        Archive archive = new Archive(folder.resolve("reports/night/.archive"));
        archive.keep(
                Shop.ACCOUNT,
                DATE,
                sha256,
                List.of(bad),
                new Archive.Source("csv", "by hand", shop.clock.instant()));
        shop.database
                .jdbc()
                .sql("UPDATE tplus1_revision SET statement_sha256 = ?")
                .param(sha256)
                .update();
        List<String> before = archive.list(Shop.ACCOUNT, DATE);
        shop.statement(DATE, paid("1", "10.01", "2026-11-28T10:00:01Z"));

        assertThat(fetch())
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not ->
                                assertThat(not.message())
                                        .startsWith(
                                                "the archived statement "
                                                        + sha256.substring(0, 12)
                                                        + " that r1 used, bad.csv, line 1: ")
                                        .endsWith(
                                                "; what was fetched now is sound, and not kept,"
                                                        + " because it cannot be compared: --rerun"
                                                        + " makes the next revision of it"));
        assertThat(archive.list(Shop.ACCOUNT, DATE)).isEqualTo(before);
        assertThat(shop.rerun(DATE)).isInstanceOf(NightResult.Ran.class);
    }

    private static String kept(NightResult.Fetched fetched, String name) {
        return "night/.archive/shop/2026-11-28/" + fetched.sha256() + "/" + name;
    }

    private NightResult.Fetched fetched() {
        return (NightResult.Fetched) fetch();
    }

    private NightResult fetch() {
        return shop.nightly()
                .fetch(new NightRequest(DATE, List.of(), List.of(), false, false, Duration.ZERO))
                .getFirst();
    }
}
