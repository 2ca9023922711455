package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.TestServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

/** SIGTERM while a purge is at work: it ends in time, and the next one does the rest. */
class PurgeProcessIntegrationTests {
    /** What is promised, before whoever stops it loses patience. */
    private static final long MOST_SECONDS = 20;

    @SuppressWarnings("TimeInStaticInitializer") // a process has the machine's clock
    private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

    private static final LocalDate FIRST = TODAY.minusDays(200);
    private static final LocalDate SECOND = TODAY.minusDays(150);

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void reconcile() {
        shop = new Shop(folder, TestServer.newDatabase());
        shop.alerts("{}\n  retention: {breaks: 90d}");
        shop.pending("1", 1000);
        shop.pending("2", 1000);
        night(FIRST, paid("1", "10.00", FIRST + "T10:00:00Z"));
        night(SECOND, paid("2", "10.00", SECOND + "T10:00:00Z"));
        night(TODAY.minusDays(2));
        shop.restart();
        assertThat(findings(FIRST)).isEqualTo(1);
        assertThat(findings(SECOND)).isEqualTo(1);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void endsBetweenTwoDatesAndTheNextGoesOn() {
        Child child =
                Objects.requireNonNull(
                        shop.database.transactions().execute(_ -> stoppedInTheFirstDate()));

        assertThat(child.code(MOST_SECONDS)).as(child.err()).isEqualTo(143);
        assertThat(child.err())
                .isEqualTo("tplus1: purge: stopped by a signal; safe to run again.\n");
        assertThat(findings(FIRST)).isZero();
        assertThat(findings(SECOND)).isEqualTo(1);
        assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
        Child next = purge();
        assertThat(next.code()).as(next.err()).isZero();
        assertThat(findings(SECOND)).isZero();
    }

    /** Holds what it is to delete first until it knows that it is to stop. */
    private Child stoppedInTheFirstDate() {
        assertThat(
                        shop.database
                                .jdbc()
                                .sql("SELECT * FROM tplus1_finding FOR UPDATE")
                                .query()
                                .listOfRows())
                .hasSize(2);
        Child child = purge();
        while (!waitsForTheFirstDate()) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }
        child.terminate();
        while (!child.runs("stop")) {
            assertThat(child.alive()).as(child.err()).isTrue();
            Thread.onSpinWait();
        }
        return child;
    }

    private Child purge() {
        return Child.start(folder, List.of(), "purge", "--job", shop.jobFile().toString());
    }

    private boolean waitsForTheFirstDate() {
        return shop.database
                        .jdbc()
                        .sql(
                                "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB ="
                                        + " DATABASE() AND INFO LIKE 'DELETE%finding%'")
                        .query(Integer.class)
                        .single()
                > 0;
    }

    private long findings(LocalDate date) {
        return shop.count("tplus1_finding WHERE business_date = DATE '" + date + "'");
    }

    private void night(LocalDate date, String... lines) {
        shop.clock.set(date.plusDays(1) + "T02:00:00Z");
        shop.statement(date, lines);
        assertThat(shop.run(date)).isInstanceOf(NightResult.Ran.class);
    }
}
