package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.report.Outcome;
import dev.tplus1.statement.StatementSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import javax.sql.DataSource;

/** What is not ready is asked for again, in no real time. */
class WaitingTests {
    private static final String BILL =
            Lines.HEADER + "\n" + paid("1", "10.00", "2026-11-28T10:00:00Z") + "\n";

    @TempDir private Path folder;
    private final FakeApi api = new FakeApi();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private Runnable meanwhile = () -> {};
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.booked("1", 1000, "2026-11-28T10:00:00Z");
        shop.pauses =
                (length, _) -> {
                    pauses.add(length);
                    shop.clock.set(shop.clock.instant().plus(length).toString());
                    meanwhile.run();
                };
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void asksTheProviderAgainUntilTheStatementIsThere() {
        shop.edit =
                api.notReady("creating")
                        .notReady("creating")
                        .has("bill.csv", BILL)
                        .of(Shop.ACCOUNT);

        assertThat(summaryOf(waiting(Duration.ofHours(2))).outcome()).isEqualTo(Outcome.RECONCILED);

        assertThat(pauses).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(10));
        assertThat(api.dates).hasSize(3);
    }

    @Test
    void saysHowLongItWaitedInVain() {
        shop.edit = api.notReady("WeChat Pay has not issued the statement yet").of(Shop.ACCOUNT);

        NightResult result = waiting(Duration.ofMinutes(25));

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.NOT_READY);
                            assertThat(not.message())
                                    .isEqualTo(
                                            "WeChat Pay has not issued the statement yet. Waited"
                                                    + " 25m. Run again later.");
                        });
        assertThat(pauses)
                .containsExactly(
                        Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofMinutes(5));
        assertThat(api.dates).hasSize(4);
    }

    @Test
    void countsWhatTheQuestionsThemselvesTakeAsWaiting() {
        shop.edit =
                api.downloads(
                                _ -> {
                                    shop.clock.set(shop.clock.instant().plusSeconds(15).toString());
                                    return new StatementSource.NotReady("creating");
                                })
                        .of(Shop.ACCOUNT);

        NightResult result = waiting(Duration.ofMinutes(20));

        assertThat(pauses)
                .containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(9).plusSeconds(30));
        assertThat(((NightResult.NotConcluded) result).message()).contains("Waited 20m.");
    }

    @Test
    void looksIntoTheFolderAgainAsOftenAsTheAccountSays() {
        shop.accounts(
                Shop.account(ACCOUNT, "").replace("\"*{date}*\"}", "\"*{date}*\", poll: 30s}"));
        meanwhile = () -> shop.statement(DATE, paid("1", "10.00", "2026-11-28T10:00:00Z"));

        assertThat(summaryOf(waiting(Duration.ofHours(2))).outcome()).isEqualTo(Outcome.RECONCILED);

        assertThat(pauses).containsExactly(Duration.ofSeconds(30));
    }

    @Test
    void waitsForTheBooksAndReadsTheStatementOnce() {
        shop.edit = api.has("bill.csv", BILL).of(Shop.ACCOUNT);
        shop.ledger(
                "{freshness-sql: SELECT MAX(paid_at) FROM orders WHERE account = :account,"
                        + " max-lag: 10m}");
        meanwhile = () -> shop.booked("7", 700, "2026-11-29T00:30:00Z");

        assertThat(summaryOf(waiting(Duration.ofHours(2))).matched()).isEqualTo(1);

        assertThat(pauses).hasSize(1);
        assertThat(api.dates).hasSize(1);
    }

    @Test
    void saysHowLongItWaitedForTheBooks() {
        shop.edit = api.has("bill.csv", BILL).of(Shop.ACCOUNT);
        shop.ledger("{freshness-sql: SELECT 3601, max-lag: 1h}");

        NightResult result = waiting(Duration.ofMinutes(10));

        assertThat(((NightResult.NotConcluded) result).message())
                .isEqualTo(
                        "the books are not ready: they are 3601 s behind, more than the 1h of"
                                + " ledger.max-lag. Waited 10m. Run again later.");
    }

    @Test
    void holdsTheDateWhileItWaits() {
        List<NightResult> others = new ArrayList<>();
        shop.edit = api.notReady("creating").has("bill.csv", BILL).of(Shop.ACCOUNT);
        meanwhile =
                () -> {
                    try (Nightly other = shop.open()) {
                        others.addAll(other.reconcile(Shop.request(DATE, false)));
                    }
                };

        assertThat(summaryOf(waiting(Duration.ofHours(1))).outcome()).isEqualTo(Outcome.RECONCILED);

        assertThat(others).singleElement().isInstanceOf(NightResult.Busy.class);
    }

    @Test
    void keepsNoConnectionOpenThatTheServerWouldEndWhileItWaits() {
        List<Boolean> kept = new ArrayList<>();
        shop.edit = api.notReady("creating").has("bill.csv", BILL).of(Shop.ACCOUNT);
        meanwhile =
                () ->
                        kept.add(
                                TransactionSynchronizationManager.getResourceMap().keySet().stream()
                                        .anyMatch(DataSource.class::isInstance));

        assertThat(summaryOf(waiting(Duration.ofHours(1))).outcome()).isEqualTo(Outcome.RECONCILED);

        assertThat(kept).containsExactly(false);
    }

    @Test
    void writesNothingWhenItsLeaseWasTakenOverMeanwhile() {
        shop.edit = api.notReady("creating").has("bill.csv", BILL).of(Shop.ACCOUNT);
        meanwhile =
                () ->
                        shop.database
                                .jdbc()
                                .sql("UPDATE tplus1_lease SET owner = 'another', token = token + 1")
                                .update();

        assertThat(waiting(Duration.ofHours(1))).isInstanceOf(NightResult.Failed.class);

        assertThat(api.dates).hasSize(1);
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void endsAtOnceWhenItIsAskedToStop() {
        shop.edit = api.notReady("creating").of(Shop.ACCOUNT);
        meanwhile = () -> shop.nightly().stop();

        assertThat(waiting(Duration.ofHours(2))).isInstanceOf(NightResult.Stopped.class);

        assertThat(pauses).hasSize(1);
        assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
        assertThat(shop.files()).isEmpty();
    }

    @Test
    void letsOthersWorkWhileItWaits() {
        String[] accounts =
                IntStream.rangeClosed(1, 5)
                        .mapToObj(n -> Shop.account("a" + n, ""))
                        .toArray(String[]::new);
        shop.accounts(accounts);
        shop.statement("a5", DATE);
        Path concluded = shop.dateFolder("a5", DATE).resolve("latest");
        AtomicBoolean written = new AtomicBoolean();
        // four at once are at work; each of them waits until the fifth is through
        shop.pauses =
                (_, _) -> {
                    awaitFile(concluded);
                    // once: nobody's file changes while he reads it
                    synchronized (written) {
                        if (!written.getAndSet(true)) {
                            IntStream.range(1, 5).forEach(n -> shop.statement("a" + n, DATE));
                        }
                    }
                };

        List<NightResult> results = all(Duration.ofHours(1));

        assertThat(results).hasSize(5).allMatch(NightResult.Ran.class::isInstance);
    }

    @Test
    void doesNotWaitWhereNobodyAskedItTo() {
        shop.edit = api.notReady("creating").of(Shop.ACCOUNT);

        NightResult result = waiting(Duration.ZERO);

        assertThat(((NightResult.NotConcluded) result).message())
                .isEqualTo("creating. Run again later.");
        assertThat(pauses).isEmpty();
    }

    private NightResult waiting(Duration most) {
        return all(most).getFirst();
    }

    private List<NightResult> all(Duration most) {
        return shop.nightly()
                .reconcile(new NightRequest(DATE, List.of(), List.of(), false, false, most));
    }

    private static void awaitFile(Path file) {
        long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!Files.exists(file)) {
            if (System.nanoTime() > patience) {
                throw new IllegalStateException("the fifth account had no turn");
            }
            Thread.onSpinWait();
        }
    }
}
