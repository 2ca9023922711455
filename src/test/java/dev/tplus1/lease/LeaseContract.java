package dev.tplus1.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.database.Database;
import dev.tplus1.lease.LeaseOutcome.Acquired;
import dev.tplus1.lease.LeaseOutcome.HeldBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What a lease must hold, on every database. */
abstract class LeaseContract {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    /** No process has it: Linux counts to 4194304 at most. */
    private static final long NO_PROCESS = 999_999_999L;

    private Database database;
    private Leases leases;

    abstract Database open();

    @BeforeEach
    void connect() {
        database = open();
        leases = new Leases(database);
    }

    @AfterEach
    void close() {
        leases.close();
        database.close();
    }

    @Test
    void holdsADateUntilItIsGivenBackAndCountsUp() {
        Lease first = acquired(leases.acquire("shop", DATE));
        LeaseOutcome second = leases.acquire("shop", DATE);
        first.close();
        Lease third = acquired(leases.acquire("shop", DATE));

        assertThat(second)
                .isInstanceOfSatisfying(
                        HeldBy.class,
                        held -> {
                            assertThat(held.process()).isEqualTo(ProcessHandle.current().pid());
                            assertThat(held.host()).isNotEmpty();
                            assertThat(Duration.between(held.since(), Instant.now()).abs())
                                    .isLessThan(Duration.ofHours(1));
                            assertThat(held.lastSignOfLife()).isLessThan(Leases.TIME_TO_LIVE);
                        });
        assertThat(first.token()).isEqualTo(1);
        assertThat(third.token()).isEqualTo(2);
        assertThat(first.stillHeld()).isFalse();
        assertThat(third.stillHeld()).isTrue();
    }

    @Test
    void keepsAccountsAndDatesApart() {
        acquired(leases.acquire("shop", DATE));

        assertThat(leases.acquire("Shop", DATE)).isInstanceOf(Acquired.class);
        assertThat(leases.acquire("shop", DATE.plusDays(1))).isInstanceOf(Acquired.class);
    }

    @Test
    void holdsWorkOfNoAccountAndTellsOfItByItsName() {
        Lease paused = acquired(leases.acquire("outbox relay"));

        assertThat(leases.acquire("outbox relay")).isInstanceOf(HeldBy.class);
        age(Leases.TIME_TO_LIVE.plusSeconds(1));
        acquired(leases.acquire("outbox relay"));
        assertThatThrownBy(paused::assertHeld)
                .isInstanceOf(LeaseLostException.class)
                .hasMessageStartingWith("outbox relay: another run took it over");
    }

    @Test
    void takesOverAHolderThatGaveNoSignOfLifeAndFencesItOff() {
        Lease paused = acquired(leases.acquire("shop", DATE));
        age(Leases.TIME_TO_LIVE.plusSeconds(1));

        Lease taken = acquired(leases.acquire("shop", DATE));

        assertThat(taken.token()).isEqualTo(paused.token() + 1);
        assertThat(paused.stillHeld()).isFalse();
        assertThatThrownBy(() ->
                        database.transactions().executeWithoutResult(_ -> paused.assertHeld()))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("shop 2026-11-28");
        assertThatCode(() -> database.transactions().executeWithoutResult(_ -> taken.assertHeld()))
                .doesNotThrowAnyException();
    }

    @Test
    void doesNotReleaseTheLeaseOfWhoeverTookItOver() {
        Lease paused = acquired(leases.acquire("shop", DATE));
        age(Leases.TIME_TO_LIVE.plusSeconds(1));
        Lease taken = acquired(leases.acquire("shop", DATE));

        paused.close();

        assertThat(taken.stillHeld()).isTrue();
        assertThat(leases.acquire("shop", DATE)).isInstanceOf(HeldBy.class);
    }

    @Test
    void takesOverADeadHolderAfterTheServersClockWasSetBack() {
        Lease dead = acquired(leases.acquire("shop", DATE));
        age(Duration.ofHours(-1));

        Lease taken = acquired(leases.acquire("shop", DATE));

        assertThat(taken.token()).isEqualTo(dead.token() + 1);
        assertThat(dead.stillHeld()).isFalse();
    }

    @Test
    void leavesAHolderAloneWhoseClockDiffersALittle() {
        acquired(leases.acquire("shop", DATE));
        age(Duration.ofSeconds(-10));

        assertThat(leases.acquire("shop", DATE)).isInstanceOf(HeldBy.class);
    }

    @Test
    void knowsByItselfWhetherItsLastSignOfLifeIsFresh() {
        Lease fresh = acquired(leases.acquire("shop", DATE));
        Lease closed = acquired(leases.acquire("shop", DATE.plusDays(1)));
        closed.close();

        assertThat(fresh.freshlyHeld()).isTrue();
        assertThat(closed.freshlyHeld()).isFalse();
    }

    @Test
    void doesNotTakeOverAHolderThatGaveASignOfLifeInTime() {
        acquired(leases.acquire("shop", DATE));
        age(Leases.TIME_TO_LIVE.minusSeconds(5));

        assertThat(leases.acquire("shop", DATE)).isInstanceOf(HeldBy.class);
    }

    @Test
    void takesOverAtOnceOnlyFromAProcessThatIsKnownToBeDead() {
        holder("host", NO_PROCESS, "boot-1 pid:[1] root");

        assertThat(as("host", "boot-1 pid:[2] root").acquire("shop", DATE))
                .as("another container of the same name")
                .isInstanceOf(HeldBy.class);
        assertThat(as("host", "boot-2 pid:[1] root").acquire("shop", DATE))
                .as("another boot")
                .isInstanceOf(HeldBy.class);
        assertThat(as("host", "").acquire("shop", DATE))
                .as("a place that cannot be told")
                .isInstanceOf(HeldBy.class);
        assertThat(as("host", "boot-1 pid:[1] root").acquire("shop", DATE))
                .isInstanceOf(Acquired.class);
    }

    @Test
    void waitsForAProcessThatIsAliveHoweverLongItSleeps() {
        long alive = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(1L);
        holder("host", alive, "boot-1 pid:[1] root");

        assertThat(as("host", "boot-1 pid:[1] root").acquire("shop", DATE))
                .isInstanceOf(HeldBy.class);
    }

    @Test
    void waitsForAHolderWhosePlaceCannotBeTold() {
        holder("host", NO_PROCESS, "");

        assertThat(as("host", "").acquire("shop", DATE)).isInstanceOf(HeldBy.class);
    }

    @Test
    void givesSignsOfLifeByItself() {
        try (Leases quick =
                new Leases(
                        database,
                        Holder.ofThisProcess(),
                        Leases.TIME_TO_LIVE,
                        Duration.ofMillis(20))) {
            Lease lease = acquired(quick.acquire("shop", DATE));
            age(Duration.ofDays(1));

            while (ageInDays() > 0) {
                Thread.onSpinWait();
            }

            assertThat(lease.stillHeld()).isTrue();
            lease.close();
        }
    }

    @Test
    void givesItToOneOfManyThatAskTogether() throws Exception {
        int asking = 8;
        CountDownLatch start = new CountDownLatch(1);
        List<LeaseOutcome> outcomes = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(asking)) {
            List<Future<LeaseOutcome>> running = new ArrayList<>();
            for (int i = 0; i < asking; i++) {
                running.add(
                        executor.submit(() -> {
                            start.await();
                            return leases.acquire("shop", DATE);
                        }));
            }
            start.countDown();
            for (Future<LeaseOutcome> each : running) {
                outcomes.add(each.get());
            }
        }

        assertThat(outcomes).filteredOn(Acquired.class::isInstance).hasSize(1);
        assertThat(outcomes).filteredOn(HeldBy.class::isInstance).hasSize(asking - 1);
    }

    @Test
    void tellsWhichLeasesAreTakenAndWhetherTheirHoldersLive() {
        holder("batch-7", 4711, "elsewhere");
        try (Leases leases = as("here", "here")) {
            leases.acquire("shop", DATE.plusDays(1));
            leases.acquire("other", DATE);
            ((Acquired) leases.acquire("shop", DATE.plusDays(2))).lease().close();
            leases.acquire("shop", DATE.plusDays(3));

            var taken = leases.taken("shop", DATE, DATE.plusDays(2));
            age(Leases.TIME_TO_LIVE.plusSeconds(1));
            var later = leases.taken("shop", DATE, DATE);

            assertThat(taken)
                    .extracting(
                            each -> each.date() + " " + each.holder().host() + " " + each.alive())
                    .containsExactly(DATE + " batch-7 true", DATE.plusDays(1) + " here true");
            assertThat(taken.getFirst().holder().process()).isEqualTo(4711);
            assertThat(later).hasSize(1).noneMatch(Leases.Taken::alive);
        }
    }

    private Leases as(String host, String place) {
        return new Leases(
                database,
                new Holder(host, ProcessHandle.current().pid(), place),
                Leases.TIME_TO_LIVE,
                Leases.HEARTBEAT);
    }

    private void holder(String host, long pid, String place) {
        database.jdbc()
                .sql(
                        "INSERT INTO tplus1_lease (account, business_date, owner, host, pid, place,"
                            + " token, acquired_at, heartbeat_at) VALUES ('shop', ?, 'x', ?, ?, ?,"
                            + " 7, "
                                + database.dialect().utcNow()
                                + ", "
                                + database.dialect().utcNow()
                                + ")")
                .params(DATE, host, pid, place)
                .update();
    }

    private void age(Duration age) {
        database.jdbc()
                .sql(
                        "UPDATE tplus1_lease SET heartbeat_at = heartbeat_at - INTERVAL '"
                                + age.toSeconds()
                                + "' SECOND")
                .update();
    }

    private int ageInDays() {
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) FROM tplus1_lease WHERE heartbeat_at < "
                                + database.dialect().utcNow()
                                + " - INTERVAL '1' HOUR")
                .query(Integer.class)
                .single();
    }

    private static Lease acquired(LeaseOutcome outcome) {
        assertThat(outcome).isInstanceOf(Acquired.class);
        return ((Acquired) outcome).lease();
    }
}
