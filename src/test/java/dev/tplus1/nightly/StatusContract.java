package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.HeldDates;
import dev.tplus1.cli.Cli;
import dev.tplus1.cli.work.CommandWork;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.ledger.LedgerException;
import dev.tplus1.nightly.known.DateStanding;
import dev.tplus1.nightly.known.DateStanding.State;
import dev.tplus1.nightly.known.LastTries;
import dev.tplus1.nightly.known.Standings;
import dev.tplus1.provider.api.FakeApi;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** How dates stand after runs that ended in every way. */
abstract class StatusContract {
    private static final Instant MORNING = Instant.parse("2026-11-29T02:00:00Z");

    @TempDir private Path folder;
    private Shop shop;

    abstract DatabaseSettings settings();

    @BeforeEach
    void open() {
        shop = new Shop(folder, settings());
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private List<DateStanding> standings(LocalDate from, LocalDate to) {
        return standings(from, to, ZoneOffset.UTC);
    }

    private List<DateStanding> standings(LocalDate from, LocalDate to, ZoneId zone) {
        try (Leases leases = new Leases(shop.database)) {
            return new Standings(shop.database, leases, shop.clock).list(ACCOUNT, zone, from, to);
        }
    }

    private DateStanding standing() {
        return standings(DATE, DATE).getFirst();
    }

    private List<LastTries.Try> tries() {
        return new LastTries(shop.database, shop.clock).list(ACCOUNT, DATE, DATE);
    }

    @Test
    void tellADateThatIsDoneWithWhatIsLeftToDecideAndToWatch() {
        shop.booked("2", 2000, "2026-11-28T23:59:00Z");
        shop.booked("3", 3000, "2026-11-28T12:00:00Z");
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);

        DateStanding standing = standing();

        assertThat(standing.state()).isEqualTo(State.DONE);
        assertThat(standing.revision()).isEqualTo(1);
        assertThat(standing.outcome()).isEqualTo("RECONCILED");
        assertThat(standing.decide()).isEqualTo(2);
        assertThat(standing.watch()).isEqualTo(1);
        assertThat(standing.at()).isEqualTo(MORNING);
        assertThat(standing.reason()).isEmpty();
        assertThat(standing.running()).isNull();
    }

    @Test
    void tellARefusedDateUntilARunConcludesIt() {
        shop.statement(DATE, "cut");
        shop.run(DATE);

        DateStanding refused = standing();
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);

        assertThat(refused.state()).isEqualTo(State.REFUSED);
        assertThat(refused.revision()).isZero();
        assertThat(refused.outcome()).isEqualTo("REFUSED");
        assertThat(refused.at()).isEqualTo(MORNING);
        assertThat(refused.reason()).contains("statement-2026-11-28.csv");
        assertThat(standing().state()).isEqualTo(State.DONE);
        assertThat(tries()).isEmpty();
    }

    @Test
    void tellOnlyTheLastTry() {
        shop.run(DATE);
        assertThat(standing().state()).isEqualTo(State.NOT_READY);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.statement(DATE);
        shop.clock.set("2026-11-29T05:00:00Z");

        shop.run(DATE);

        assertThat(standing().state()).isEqualTo(State.SUSPECT_EMPTY);
        assertThat(standing().at()).isEqualTo(Instant.parse("2026-11-29T05:00:00Z"));
        assertThat(tries()).hasSize(1);
    }

    @Test
    void tellADateWhoseRunFailed() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("comparing")) {
                throw new LedgerException("the disk\nis full " + "x".repeat(1000));
            }
        });

        shop.run(DATE);

        assertThat(standing().state()).isEqualTo(State.FAILED);
        assertThat(standing().reason())
                .startsWith("the disk")
                .doesNotContain("\n")
                .hasSizeLessThan(600);
    }

    @Test
    void tellNothingOfWhatOnlyTheCodeMeans() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        for (RuntimeException failure :
                List.of(
                        new IllegalStateException(),
                        new IndexOutOfBoundsException("Index 5 out of bounds"))) {
            shop.watcher((_, doing, _, _) -> {
                if (doing.equals("comparing")) {
                    throw failure;
                }
            });

            shop.run(DATE);

            assertThat(standing().reason())
                    .isEqualTo(
                            "failed unexpectedly; safe to run again; run again with --verbose for"
                                    + " the trace.");
            assertThat(Shop.read(shop.dateFolder(DATE).resolve("attempt").resolve("summary.json")))
                    .contains("failed unexpectedly")
                    .doesNotContain("Index 5", "\"null\"");
        }
    }

    @Test
    void tellAHeldDateAndThatItIsApproved() {
        shop.replay("{mode: books, min-count: 0, max-share: 0.2}");
        shop.pending("1", 1000);
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);

        DateStanding held = standing();
        new HeldDates(shop.database, shop.clock).approve(ACCOUNT, DATE, "ann", "as it is");
        DateStanding approved = standing();
        shop.approved(DATE);

        assertThat(held.state()).isEqualTo(State.HELD);
        assertThat(held.outcome()).isEqualTo("HELD");
        assertThat(held.reason()).isEqualTo("MISSED_CALLBACKS");
        assertThat(held.decide()).isEqualTo(1);
        assertThat(approved.state()).isEqualTo(State.APPROVED);
        assertThat(standing().state()).isEqualTo(State.DONE);
    }

    @Test
    void tellWhoIsAtWorkOnADateAndSinceWhen() {
        try (Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire(ACCOUNT, DATE)).lease()) {
            DateStanding running = standing();

            assertThat(lease.stillHeld()).isTrue();
            assertThat(running.state()).isEqualTo(State.RUNNING);
            assertThat(Objects.requireNonNull(running.running()).process())
                    .isEqualTo(ProcessHandle.current().pid());
        }
        assertThat(standing().state()).isEqualTo(State.MISSING);
        assertThat(standing().running()).isNull();
    }

    @Test
    void tellADateWhoseRunDiedWithoutAWord() {
        shop.run(DATE.minusDays(1));
        try (Leases others = new Leases(shop.database)) {
            others.acquire(ACCOUNT, DATE);
            shop.database
                    .jdbc()
                    .sql(
                            "UPDATE tplus1_lease SET host = 'batch-7', pid = 4711, heartbeat_at ="
                                    + " heartbeat_at - INTERVAL '60' SECOND")
                    .update();

            DateStanding died = standing();

            assertThat(died.state()).isEqualTo(State.FAILED);
            assertThat(died.reason()).isEqualTo("its run died: host batch-7, process 4711");
        }
    }

    @Test
    void tellARunThatWasStoppedInTheMiddleAsBegun() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("replaying")) {
                shop.nightly().stop();
            }
        });

        shop.run(DATE);

        assertThat(standing().state()).isEqualTo(State.FAILED);
        assertThat(standing().reason()).isEqualTo("r1 was begun and has not ended");
    }

    @Test
    void tellAConcludedDateAsDoneWhateverCameOfRunningItAgain() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);
        shop.statement(DATE, "cut");

        shop.rerun(DATE);

        assertThat(standing().state()).isEqualTo(State.DONE);
        assertThat(standing().outcome()).isEqualTo("RECONCILED");
        assertThat(tries()).extracting(LastTries.Try::outcome).hasSize(1);
    }

    @Test
    void missOnlyDatesThatAreOverAndNotBeforeTheFirst() {
        shop.statement(DATE.minusDays(3), paid("1", "10.00", "2026-11-25T10:00:00Z"));
        shop.run(DATE.minusDays(3));

        List<State> states =
                standings(DATE.minusDays(4), DATE.plusDays(1)).stream()
                        .map(DateStanding::state)
                        .toList();

        assertThat(states)
                .containsExactly(
                        State.NOT_DUE,
                        State.DONE,
                        State.MISSING,
                        State.MISSING,
                        State.MISSING,
                        State.NOT_DUE);
    }

    @Test
    void missOnlyYesterdayOfAnAccountThatNeverRanAsItsZoneHasIt() {
        // 18:00 of the 28th in New York, whose 27th is over
        shop.clock.set("2026-11-28T23:00:00Z");

        List<State> states =
                standings(DATE.minusDays(2), DATE, ZoneId.of("America/New_York")).stream()
                        .map(DateStanding::state)
                        .toList();

        assertThat(states).containsExactly(State.NOT_DUE, State.MISSING, State.NOT_DUE);
    }

    @Test
    void beginWithNoDateThatWasMistyped() {
        shop.run(DATE.minusYears(10));
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.run(DATE);

        List<State> states =
                standings(DATE.minusDays(1), DATE).stream().map(DateStanding::state).toList();

        assertThat(states).containsExactly(State.NOT_DUE, State.DONE);
    }

    @Test
    void keepNothingOfARunWhoseDateAnotherTookOver() {
        shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("comparing")) {
                shop.database
                        .jdbc()
                        .sql("UPDATE tplus1_lease SET owner = 'another', token = token + 1")
                        .update();
            }
        });

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);

        assertThat(tries()).isEmpty();
    }

    @Test
    void keepNothingOfADryRun() {
        shop.edit = new FakeApi().notReady("creating").of(ACCOUNT);

        shop.nightly()
                .reconcile(
                        new NightRequest(DATE, List.of(), List.of(), false, true, Duration.ZERO));

        assertThat(tries()).isEmpty();
    }

    @Test
    void areToldByTheCommandWhichChangesNothing() {
        shop.statement(DATE, "cut");
        shop.run(DATE);
        Map<String, List<String>> before = shop.everything();
        Spoken spoken = new Spoken();

        int code =
                Cli.run(
                        new String[] {
                            "status", "--job", shop.jobFile().toString(), "--days", "1", "--json"
                        },
                        spoken.terminal(),
                        Map.of(),
                        () -> new CommandWork(shop.clock));

        assertThat(code).isZero();
        assertThat(spoken.out())
                .startsWith(
                        "[{\"account\":\"shop\",\"businessDate\":\"2026-11-28\",\"zone\":\"UTC\","
                                + "\"state\":\"REFUSED\",\"revision\":null,\"outcome\":\"REFUSED\","
                                + "\"openBreaks\":0,\"decide\":0,\"watch\":0,"
                                + "\"at\":\"2026-11-29T02:00:00Z\",\"reason\":\"");
        assertThat(spoken.err()).isEmpty();
        assertThat(shop.everything()).isEqualTo(before);
    }
}
