package dev.tplus1.nightly;

import static dev.tplus1.nightly.HeldDateTests.summaryOf;
import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;
import static dev.tplus1.nightly.Shop.DATE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Nights whose statement the provider hands out itself. */
class ApiNightTests {
    private static final String NAME = "bill-2026-11-28.csv";
    private static final String BILL =
            Lines.HEADER
                    + "\n"
                    + paid("1", "10.00", "2026-11-28T10:00:01Z")
                    + "\n"
                    + paid("2", "20.00", "2026-11-28T10:00:02Z")
                    + "\n"
                    + paid("3", "30.00", "2026-11-28T10:00:03Z")
                    + "\n"
                    + paid("4", "40.00", "2026-11-28T10:00:04Z")
                    + "\n";

    @TempDir private Path folder;
    private final FakeApi api = new FakeApi();
    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.edit = api.of(Shop.ACCOUNT);
        shop.booked("1", 1000, "2026-11-28T10:00:01Z");
        shop.pending("2", 2000);
        shop.pending("3", 3000);
        shop.pending("4", 4000);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void downloadsTheStatementKeepsItAndLeavesNoTemporaryFile() throws Exception {
        api.has(NAME, BILL);
        shop.replay("{mode: books}\n  scratch: {directory: \"" + folder.resolve("tmp") + "\"}");

        Summary summary = summaryOf(shop.run(DATE));
        shop.restart();

        assertThat(summary.outcome()).isEqualTo(Outcome.RECONCILED);
        assertThat(summary.statement().files()).containsExactly(NAME);
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(3, 0, 0, 0));
        assertThat(api.dates).containsExactly(DATE);
        assertThat(shop.files())
                .containsEntry(
                        "night/.archive/shop/2026-11-28/"
                                + summary.statement().sha256()
                                + "/"
                                + NAME,
                        BILL);
        try (Stream<Path> left = Files.walk(folder.resolve("tmp"))) {
            assertThat(left).containsExactly(folder.resolve("tmp"));
        }
        assertThat(api.closed).hasValue(1);
    }

    @Test
    void downloadsForADryRunTooAndKeepsNothing() {
        api.has(NAME, BILL);
        Map<String, List<String>> before = shop.everything();

        Summary summary = summaryOf(look(List.of()));

        assertThat(summary.statement().entries()).isEqualTo(4);
        assertThat(api.asked).isEmpty();
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files().keySet()).allMatch(file -> file.contains("/dry-run/"));
    }

    @Test
    void takesTheStatementThatSomebodyNamedWithoutAskingTheProvider() {
        Path named = folder.resolve("named.csv");
        Shop.write(named, BILL);

        assertThat(summaryOf(look(List.of(named))).statement().entries()).isEqualTo(4);

        assertThat(api.dates).isEmpty();
    }

    @Test
    void failsInOneLineWhereTheProviderIsNotReached() {
        api.downloads(_ -> {
            throw new CallException("the bill: https://api.example.com/bill answered 503");
        });
        Map<String, List<String>> before = shop.everything();

        NightResult result = shop.run(DATE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed -> {
                            assertThat(failed.cause()).isInstanceOf(CallException.class);
                            assertThat(failed.told())
                                    .isEqualTo(
                                            "the bill: https://api.example.com/bill answered 503;"
                                                    + " run again, or see what tplus1 check says.");
                        });
        assertThat(shop.everything()).isEqualTo(before);
        assertThat(shop.files().keySet()).allMatch(file -> file.contains("/attempt/"));
    }

    @Test
    void saysWhichSettingTheProviderDoesNotAccept() {
        api.downloads(_ -> {
            throw new SettingException("accounts[0].statements.api.serial: is not accepted");
        });

        assertThat(shop.run(DATE))
                .isInstanceOfSatisfying(
                        NightResult.Failed.class,
                        failed -> assertThat(failed.cause()).isInstanceOf(SettingException.class));
        assertThat(look(List.of())).isInstanceOf(NightResult.Failed.class);
    }

    @Test
    void refusesWhatTheProviderSentBroken() {
        api.downloads(_ -> {
            throw new RefusedException(NAME, 0, "its SHA-1 is another");
        });

        assertThat(shop.run(DATE))
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not -> {
                            assertThat(not.outcome()).isEqualTo(Outcome.REFUSED);
                            assertThat(not.message()).isEqualTo(NAME + ": its SHA-1 is another");
                        });
    }

    @Test
    void endsADownloadThatIsUnderWayWhenItIsAskedToStop() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        api.downloads(_ -> {
            begun.countDown();
            awaitCancelled();
            throw FakeApi.stopped();
        });
        Nightly nightly = shop.nightly();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<NightResult> result = executor.submit(() -> shop.run(DATE));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

            nightly.stop();

            assertThat(result.get(30, TimeUnit.SECONDS)).isInstanceOf(NightResult.Stopped.class);
        }
        assertThat(api.stopping()).isTrue();
        assertThat(shop.files()).isEmpty();
        assertThat(shop.count("tplus1_lease WHERE owner IS NOT NULL")).isZero();
    }

    private void awaitCancelled() {
        long patience = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (api.cancelled.get() == 0 && System.nanoTime() < patience) {
            Thread.onSpinWait();
        }
    }

    @Test
    void replaysOnlyWhatTheProviderSaysStandsAndNotesWhatItSaid() {
        api.has(NAME, BILL)
                .order("T3", _ -> new State.Changed("the order is refunded (REFUND)"))
                .order(
                        "T4",
                        _ -> {
                            throw new CallException("no answer in time");
                        });

        Summary summary = summaryOf(shop.run(DATE));

        assertThat(api.asked).containsExactlyInAnyOrder("T2", "T3", "T4");
        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 1, 1));
        assertThat(shop.orderStatus("2")).isEqualTo("PAID");
        assertThat(shop.orderStatus("3")).isEqualTo("PENDING");
        assertThat(shop.orderStatus("4")).isEqualTo("PENDING");
        assertThat(shop.breaks(DATE))
                .containsExactly(
                        "MISSED_CALLBACK PAYMENT T2 REPAIRED",
                        "MISSED_CALLBACK PAYMENT T3 OPEN",
                        "MISSED_CALLBACK PAYMENT T4 OPEN");
        assertThat(notes())
                .containsExactly(
                        "T2 REPLAY Asked before the replay, the provider said: it stands.",
                        "T3 ALERT The replay was refused. Asked before it, the provider said"
                                + " otherwise: the order is refunded (REFUND).",
                        "T4 ALERT The replay did not arrive. It was not made: asked whether it"
                                + " stands, the provider did not say (no answer in time). Run the"
                                + " date again with --rerun.");
    }

    @Test
    void replaysInARerunWhatTheProviderAnswersThen() {
        api.has(NAME, BILL)
                .order(
                        "T4",
                        _ -> {
                            throw new CallException("no answer in time");
                        });
        shop.run(DATE);
        api.order("T4", _ -> new State.Stands());

        Summary summary = summaryOf(shop.rerun(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(1, 0, 0, 0));
        assertThat(shop.breaks(DATE)).contains("MISSED_CALLBACK PAYMENT T4 REPAIRED");
    }

    @Test
    void asksAboutApprovedReplaysToo() {
        api.has(NAME, BILL).order("T3", _ -> new State.Changed("the order is closed."));
        shop.replay("{mode: books, min-count: 1, max-share: 0}");
        assertThat(summaryOf(shop.run(DATE)).outcome()).isEqualTo(Outcome.HELD);
        assertThat(api.asked).isEmpty();
        shop.approve(ACCOUNT, DATE, "checked");

        Summary summary = summaryOf(shop.approved(DATE));

        assertThat(summary.replays()).isEqualTo(new Summary.Replays(2, 0, 1, 0));
        assertThat(shop.orderStatus("3")).isEqualTo("PENDING");
    }

    @Test
    void asksNobodyWhereTheJobDoesNotWantIt() {
        api.has(NAME, BILL);
        shop.replay("{mode: books, confirm: false}");

        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(3);

        assertThat(api.asked).isEmpty();
    }

    @Test
    void stopsWhereAQuestionIsStoppedAndGoesOnWithTheNextStart() {
        api.has(NAME, BILL)
                .order(
                        "T3",
                        _ -> {
                            throw FakeApi.stopped();
                        });

        assertThat(shop.run(DATE)).isInstanceOf(NightResult.Stopped.class);
        assertThat(shop.orderStatus("2")).isEqualTo("PENDING");
        api.order("T3", _ -> new State.Stands());

        assertThat(summaryOf(shop.run(DATE)).replays().applied()).isEqualTo(3);
        assertThat(api.dates).hasSize(1);
    }

    private NightResult look(List<Path> named) {
        return shop.nightly()
                .reconcile(
                        new NightRequest(DATE, List.of(ACCOUNT), named, false, true, Duration.ZERO))
                .getFirst();
    }

    private List<String> notes() {
        return shop.database
                .jdbc()
                .sql("SELECT key_value, action, note FROM tplus1_break ORDER BY key_value")
                .query((row, _) ->
                        row.getString(1) + " " + row.getString(2) + " " + row.getString(3))
                .list();
    }

    /** It is a file of the archive's that nobody may find half written. */
    @Test
    void neverReadsWhatIsNotReady() {
        api.downloads(to -> {
            Files.writeString(to.resolve("half.csv"), BILL);
            return new StatementSource.NotReady("STATEMENT_CREATING");
        });

        assertThat(shop.run(DATE))
                .isInstanceOfSatisfying(
                        NightResult.NotConcluded.class,
                        not ->
                                assertThat(not.message())
                                        .isEqualTo("STATEMENT_CREATING. Run again later."));
        assertThat(shop.files().keySet()).noneMatch(file -> file.contains(".archive"));
    }
}
