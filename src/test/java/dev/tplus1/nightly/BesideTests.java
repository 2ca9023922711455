package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.SettingException;
import dev.tplus1.report.Outcome;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The books, which are read while the statement is: what becomes of them when one of the two fails.
 * Public, because H2 calls {@link #lag}.
 */
public final class BesideTests {
    private static final AtomicInteger ASKED = new AtomicInteger();

    @TempDir private Path folder;
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        ResumeFixture.fill(shop);
        shop.database
                .jdbc()
                .sql("CREATE ALIAS BOOKS_LAG FOR '" + BesideTests.class.getName() + ".lag'")
                .update();
        shop.ledger("{freshness-sql: SELECT BOOKS_LAG(), max-lag: 1s}");
        ASKED.set(0);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** How many seconds the books are behind; the first thing that is asked of them. */
    public static int lag() {
        ASKED.incrementAndGet();
        return 0;
    }

    @Test
    void areOpenedBeforeTheStatementIsCompared() {
        List<Integer> asked = new ArrayList<>();
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("fetching")) {
                asked.add(ASKED.get());
            }
            if (doing.equals("comparing")) {
                // nobody has asked for them: a run that opened them only then would never come here
                while (ASKED.get() == 0) {
                    Thread.onSpinWait();
                }
                asked.add(ASKED.get());
            }
        });

        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(4);

        assertThat(asked).containsExactly(0, 1);
        assertThat(ASKED).hasValue(1);
    }

    @Test
    void leaveNothingBehindWhenTheStatementIsRefusedMeanwhile() {
        shop.statement(DATE, "cut");

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> assertThat(not.outcome()).isEqualTo(Outcome.REFUSED));
        assertThat(snapshots()).isZero();
        assertThat(threads()).isEmpty();
    }

    @Test
    void areNotSpokenOfWhenTheStatementIsRefused() {
        shop.statement(DATE, "cut");
        shop.ledger("{freshness-sql: SELECT nothing FROM orders}");

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.REFUSED);
                            assertThat(not.message()).contains("statement-2026-11-28.csv");
                        });
    }

    @Test
    void failTheRunThatAsksForThemWithTheStatementKept() {
        shop.ledger("{freshness-sql: SELECT nothing FROM orders}");

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed ->
                                assertThat(failed.cause())
                                        .isInstanceOf(SettingException.class)
                                        .hasMessageStartingWith("ledger.freshness-sql"));
        assertThat(snapshots()).isZero();
        assertThat(folder.resolve("reports/night/.archive/shop/2026-11-28")).isDirectory();
        assertThat(shop.count("tplus1_revision")).isZero();
        assertThat(threads()).isEmpty();
    }

    @Test
    void stayClosedWhereThereIsNoStatementYet() throws Exception {
        Files.delete(folder.resolve("shop/statement-2026-11-28.csv"));

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.NotConcluded.class);

        assertThat(ASKED).hasValue(0);
    }

    @Test
    void stayClosedWhereARunIsGoneOnWithOrConcluded() {
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("replaying")) {
                throw new IllegalStateException("died");
            }
        });
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Failed.class);
        shop.watcher(Watcher.NOBODY);
        shop.restart();
        assertThat(ASKED).hasValue(1);

        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(4);
        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Already.class);

        assertThat(ASKED).hasValue(1);
    }

    @Test
    void areReadByADryRunToo() {
        NightResult result =
                shop.nightly()
                        .reconcile(
                                new NightRequest(
                                        DATE, List.of(), List.of(), false, true, Duration.ZERO))
                        .getFirst();

        assertThat(summaryOf(result).breaks().values()).containsExactly(4L, 1L, 1L);
        assertThat(ASKED).hasValue(1);
        assertThat(threads()).isEmpty();
    }

    @Test
    void areGivenUpWhenTheRunIsAskedToStopBeforeItCompares() {
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("reading the statement")) {
                shop.nightly().stop();
            }
        });

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Stopped.class);

        assertThat(threads()).isEmpty();
        assertThat(shop.count("tplus1_revision")).isZero();
    }

    /** How many connections are not given back as they were. */
    private long snapshots() {
        return shop.count("information_schema.sessions WHERE isolation_level = 'SNAPSHOT'");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter("books"::equals)
                .toList();
    }
}
