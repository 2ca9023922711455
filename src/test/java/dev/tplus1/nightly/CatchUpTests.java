package dev.tplus1.nightly;

import static dev.tplus1.nightly.Lines.paid;
import static dev.tplus1.nightly.Shop.ACCOUNT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.Leases;
import dev.tplus1.provider.api.FakeApi;
import dev.tplus1.statement.StatementSource;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Nights that run what was missed before them: {@code D1} to {@code D4} are 25 to 28 November. */
class CatchUpTests {
    private static final LocalDate D1 = LocalDate.of(2026, 11, 25);
    private static final LocalDate D2 = D1.plusDays(1);
    private static final LocalDate D3 = D1.plusDays(2);
    private static final LocalDate D4 = D1.plusDays(3);

    @TempDir private Path folder;
    private Shop shop;
    private final List<String> older = new ArrayList<>();

    @BeforeEach
    void open() {
        shop = new Shop(folder);
        shop.clock.set("2026-11-29T02:00:00Z");
        for (LocalDate date : List.of(D1, D2, D3, D4)) {
            day(date);
        }
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** A date with one payment that both sides have. */
    private void day(LocalDate date) {
        String n = date.toString().replace("-", "");
        shop.booked(n, 1000, date + "T10:00:00Z");
        shop.statement(date, paid(n, "10.00", date + "T10:00:00Z"));
    }

    private List<NightResult> nights(int days) {
        return nights(days, Duration.ZERO, false);
    }

    private List<NightResult> nights(int days, Duration waiting, boolean dryRun) {
        return shop.nightly()
                .catchUp(
                        new NightRequest(null, List.of(), List.of(), false, dryRun, waiting),
                        days,
                        (account, range) ->
                                older.add(
                                        "%s %s to %s: %d"
                                                .formatted(
                                                        account,
                                                        range.from(),
                                                        range.to(),
                                                        range.missing())));
    }

    /** {@code 2026-11-25 Ran}, and of what was not concluded its outcome. */
    private static List<String> told(List<NightResult> results) {
        return results.stream()
                .map(result ->
                        result.date()
                                + " "
                                + (result instanceof NightResult.NotConcluded not
                                        ? not.outcome().name()
                                        : result.getClass().getSimpleName()))
                .toList();
    }

    @Test
    void runTwoMissedDatesBeforeTheirOwnTheOldestFirst() {
        shop.run(D1);

        List<NightResult> results = nights(7);

        assertThat(told(results))
                .containsExactly("2026-11-26 Ran", "2026-11-27 Ran", "2026-11-28 Ran");
        assertThat(older).isEmpty();
        assertThat(told(nights(7))).containsExactly("2026-11-28 Already");
    }

    @Test
    void runOnlyYesterdayForAnAccountThatNeverRan() {
        List<NightResult> results = nights(31);

        assertThat(told(results)).containsExactly("2026-11-28 Ran");
        assertThat(older).isEmpty();
    }

    @Test
    void askForAHeldDateInTheGapAndDoNotRunItAgain() {
        shop.replay("{mode: books, min-count: 0, max-share: 0.2}");
        shop.run(D1);
        shop.pending("1", 1000);
        shop.statement(D2, paid("1", "10.00", D2 + "T10:00:00Z"));
        shop.run(D2);
        shop.statement(D3, paid("cut", "1.00", D3 + "T10:00:00Z"));
        shop.run(D3);
        long events = shop.count("tplus1_audit_event");

        List<NightResult> results = nights(7);

        assertThat(told(results)).containsExactly("2026-11-26 Already", "2026-11-28 Ran");
        assertThat(((NightResult.Already) results.getFirst()).summary().held()).isNotNull();
        assertThat(shop.count("tplus1_audit_event WHERE business_date = DATE '2026-11-26'"))
                .isPositive();
        assertThat(shop.count("tplus1_audit_event")).isEqualTo(events);
        assertThat(shop.latest(D2)).isEqualTo("r1");
    }

    @Test
    void goOnAfterARefusedDateAndTryItAgainInTheNextNight() {
        shop.run(D1);
        shop.statement(D2, "cut");

        List<NightResult> results = nights(7);

        assertThat(told(results))
                .containsExactly("2026-11-26 REFUSED", "2026-11-27 Ran", "2026-11-28 Ran");
        day29();
        shop.statement(D2, paid("20261126", "10.00", D2 + "T10:00:00Z"));
        shop.clock.set("2026-11-30T02:00:00Z");
        assertThat(told(nights(7))).containsExactly("2026-11-26 Ran", "2026-11-29 Ran");
    }

    private void day29() {
        day(D4.plusDays(1));
    }

    @Test
    void tryAnAccountsVeryFirstDateAgainThatWasRefused() {
        shop.statement(D3, "cut");
        shop.run(D3);
        shop.statement(D3, paid("20261127", "10.00", D3 + "T10:00:00Z"));

        assertThat(told(nights(7))).containsExactly("2026-11-27 Ran", "2026-11-28 Ran");
    }

    @Test
    void goOnAfterADateThatFails() {
        shop.run(D1);
        List<String> started = new ArrayList<>();
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("fetching")) {
                started.add(doing);
                if (started.size() == 1) {
                    throw new IllegalStateException("no");
                }
            }
        });

        assertThat(told(nights(7)))
                .containsExactly("2026-11-26 Failed", "2026-11-27 Ran", "2026-11-28 Ran");
    }

    @Test
    void finishADateWhoseRunDied() {
        shop.run(D1);
        shop.run(D2);
        shop.watcher((_, doing, _, _) -> {
            if (doing.equals("concluding")) {
                throw new IllegalStateException("killed");
            }
        });
        shop.run(D3);
        shop.watcher(Watcher.NOBODY);

        assertThat(told(nights(7))).containsExactly("2026-11-27 Ran", "2026-11-28 Ran");
        assertThat(shop.latest(D3)).isEqualTo("r1");
    }

    @Test
    void leaveAnAccountToWhoeverIsAtWorkOnItsMissedDates() {
        shop.accounts(Shop.account(ACCOUNT, ""), Shop.account("other", ""));
        shop.statement("other", D4, paid("o", "1.00", D4 + "T10:00:00Z"));
        shop.booked("other", "o", 100, D4 + "T10:00:00Z");
        shop.nightly()
                .reconcile(
                        new NightRequest(
                                D1, List.of(ACCOUNT), List.of(), false, false, Duration.ZERO));

        try (Leases others = new Leases(shop.database);
                var lease = ((LeaseOutcome.Acquired) others.acquire(ACCOUNT, D2)).lease()) {
            assertThat(lease.stillHeld()).isTrue();
            assertThat(told(nights(7))).containsExactly("2026-11-26 Busy", "2026-11-28 Ran");
        }

        assertThat(shop.count("tplus1_revision WHERE account = 'shop'")).isEqualTo(1);
        assertThat(told(nights(7)))
                .containsExactly(
                        "2026-11-26 Ran", "2026-11-27 Ran", "2026-11-28 Ran", "2026-11-28 Already");
    }

    @Test
    void waitOnlyForLastNight() {
        shop.run(D1);
        List<Duration> pauses = new ArrayList<>();
        shop.pauses =
                (length, _) -> {
                    pauses.add(length);
                    shop.clock.set(shop.clock.instant().plus(length).toString());
                };
        FakeApi api = new FakeApi().notReady("creating");
        shop.edit = api.of(ACCOUNT);
        shop.restart();

        List<NightResult> results = nights(7, Duration.ofMinutes(15), false);

        assertThat(told(results))
                .containsExactly(
                        "2026-11-26 NOT_READY", "2026-11-27 NOT_READY", "2026-11-28 NOT_READY");
        assertThat(pauses).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(5));
        assertThat(api.dates).containsExactly(D2, D3, D4, D4, D4);
    }

    @Test
    void endWithTheDateInHandWhenStopped() {
        shop.run(D1);
        FakeApi api =
                new FakeApi()
                        .downloads(into -> {
                            shop.nightly().stop();
                            return new StatementSource.Ready(
                                    List.of(
                                            Files.writeString(
                                                    into.resolve("x.csv"), Lines.HEADER + "\n")));
                        });
        shop.edit = api.of(ACCOUNT);
        shop.restart();

        assertThat(told(nights(7))).containsExactly("2026-11-26 Stopped");
    }

    @Test
    void onlyLookAtTheMissedDatesInADryRun() {
        shop.run(D1);

        List<NightResult> results = nights(7, Duration.ZERO, true);

        assertThat(told(results))
                .containsExactly("2026-11-26 Ran", "2026-11-27 Ran", "2026-11-28 Ran");
        assertThat(shop.count("tplus1_revision")).isEqualTo(1);
        assertThat(shop.dateFolder(D2).resolve("dry-run")).isDirectory();
        assertThat(told(nights(7))).hasSize(3);
    }

    @Test
    void resolveWhatCrossesMidnightAcrossTheGap() {
        acrossMidnights();
        shop.run(D1);

        nights(7);

        assertThat(shop.breaks())
                .containsExactly(
                        "2026-11-25 CUT_OFF PAYMENT T12 RESOLVED",
                        "2026-11-26 CUT_OFF PAYMENT T23 RESOLVED");
    }

    @Test
    void resolveWhatCrossesMidnightWhenADateInTheGapComesLast() {
        acrossMidnights();
        Path late = folder.resolve(ACCOUNT).resolve("statement-" + D2 + ".csv");
        String statement = Shop.read(late);
        shop.run(D1);
        Shop.write(late, "cut");

        assertThat(told(nights(7)))
                .containsExactly("2026-11-26 REFUSED", "2026-11-27 Ran", "2026-11-28 Ran");
        assertThat(shop.breaks())
                .containsExactly(
                        "2026-11-25 CUT_OFF PAYMENT T12 SUSPENSE",
                        "2026-11-27 CUT_OFF PAYMENT T32 SUSPENSE");
        Shop.write(late, statement);
        day29();
        shop.clock.set("2026-11-30T02:00:00Z");
        assertThat(told(nights(7))).containsExactly("2026-11-26 Ran", "2026-11-29 Ran");

        assertThat(shop.breaks())
                .containsExactly(
                        "2026-11-25 CUT_OFF PAYMENT T12 RESOLVED",
                        "2026-11-27 CUT_OFF PAYMENT T32 RESOLVED");
    }

    /**
     * Booked just before midnight and in the next date's statement: T12 and T23; booked just after
     * it and in the statement of the date before: T32.
     */
    private void acrossMidnights() {
        shop.booked("12", 100, D1 + "T23:59:58Z");
        shop.booked("23", 200, D2 + "T23:59:58Z");
        shop.booked("32", 300, D3 + "T00:00:03Z");
        shop.statement(
                D2,
                paid("20261126", "10.00", D2 + "T10:00:00Z"),
                paid("12", "1.00", D2 + "T00:00:01Z"),
                paid("32", "3.00", D2 + "T23:59:59Z"));
        shop.statement(
                D3,
                paid("20261127", "10.00", D3 + "T10:00:00Z"),
                paid("23", "2.00", D3 + "T00:00:01Z"));
    }

    @Test
    void countTheDatesOfAMonthsEnd() {
        shop.clock.set("2026-12-02T02:00:00Z");
        shop.run(D4);
        for (int i = 1; i <= 3; i++) {
            day(D4.plusDays(i));
        }

        assertThat(told(nights(7)))
                .containsExactly("2026-11-29 Ran", "2026-11-30 Ran", "2026-12-01 Ran");
    }

    @Test
    void countTheDatesOfTheAccountsOwnZoneWhereItsClocksAreSet() {
        shop.accounts(Shop.account(ACCOUNT, "      zone: America/New_York\n"));
        for (LocalDate from : List.of(LocalDate.of(2026, 3, 6), LocalDate.of(2026, 10, 30))) {
            for (int i = 0; i < 4; i++) {
                day(from.plusDays(i));
            }
        }
        // the last minute of the day before the one of 23 hours, which is not over
        shop.clock.set("2026-03-08T04:59:00Z");
        assertThat(told(nights(7))).containsExactly("2026-03-06 Ran");
        shop.clock.set("2026-03-09T04:00:00Z");
        assertThat(told(nights(7))).containsExactly("2026-03-07 Ran", "2026-03-08 Ran");

        shop.run(LocalDate.of(2026, 10, 30));
        // the day of 25 hours ends at 05:00 UTC
        shop.clock.set("2026-11-02T04:59:59Z");
        assertThat(told(nights(1))).containsExactly("2026-10-31 Ran");
        shop.clock.set("2026-11-02T05:00:00Z");
        assertThat(told(nights(1))).containsExactly("2026-11-01 Ran");
        assertThat(older).containsOnly("shop 2026-03-09 to 2026-10-29: 235");
    }
}
