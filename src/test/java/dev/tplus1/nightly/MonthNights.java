package dev.tplus1.nightly;

import static dev.tplus1.nightly.MonthCalendar.BERLIN;
import static dev.tplus1.nightly.MonthCalendar.HELD;
import static dev.tplus1.nightly.MonthCalendar.KILLED;
import static dev.tplus1.nightly.MonthCalendar.LATE;
import static dev.tplus1.nightly.MonthCalendar.MISSED;
import static dev.tplus1.nightly.MonthCalendar.RECHECKED;
import static dev.tplus1.nightly.MonthCalendar.REVISED;
import static dev.tplus1.nightly.MonthCalendar.TRUNCATED;
import static dev.tplus1.nightly.MonthCalendar.WECHAT;
import static dev.tplus1.nightly.MonthCalendar.afternoon;
import static dev.tplus1.nightly.MonthCalendar.morning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.database.Database;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The nights, one after another, as cron starts them and as persons step in between. */
final class MonthNights {
    /** How a run of the command line is killed once the first of its replays are committed. */
    interface Kill {
        void during(Shop shop, Path job, String... command);
    }

    private final Shop shop;
    private final MonthTraffic month;
    private final MonthStatements statements;
    private final Kill kill;

    MonthNights(Shop shop, MonthTraffic month, MonthStatements statements, Kill kill) {
        this.shop = shop;
        this.month = month;
        this.statements = statements;
        this.kill = kill;
        shop.pauses = (length, _) -> shop.clock.set(shop.clock.instant().plus(length).toString());
    }

    void all() {
        for (LocalDate date : MonthCalendar.dates()) {
            arrive(date);
            if (!MISSED.contains(date)) {
                night(date);
            }
        }
    }

    /** What providers have by the next morning. */
    private void arrive(LocalDate date) {
        statements.write(day(BERLIN, date), 1);
        if (date.equals(TRUNCATED)) {
            statements.writeCutOff(day(WECHAT, date));
        } else if (!date.equals(LATE)) {
            statements.write(day(WECHAT, date), 1);
        }
        if (date.equals(TRUNCATED.plusDays(2))) {
            statements.write(day(WECHAT, TRUNCATED), 1);
        }
        if (date.equals(RECHECKED)) {
            statements.write(day(BERLIN, REVISED), 2);
        }
    }

    private void night(LocalDate date) {
        now(morning(date));
        if (date.equals(KILLED)) {
            killed();
        } else if (date.equals(RECHECKED)) {
            revised();
        } else if (date.equals(LATE)) {
            cron(4);
            assertThat(shop.clock.instant()).as("waited two hours").isAfter(morning(date));
            statements.write(day(WECHAT, date), 1);
        } else if (date.equals(TRUNCATED) || date.equals(TRUNCATED.plusDays(1))) {
            truncated(date);
        } else if (date.equals(HELD)) {
            held();
        } else if (MISSED.contains(date.minusDays(1))) {
            assertThat(cron(0).out()).containsSubsequence(caughtUp(date));
        } else {
            cron(0);
        }
        if (date.equals(LATE)) {
            now(afternoon(date));
            cron(0);
        }
    }

    /** The missed dates before it, and then its own. */
    private static List<String> caughtUp(LocalDate date) {
        return Stream.concat(MISSED.stream().sorted(), Stream.of(date))
                .map(each -> BERLIN + " " + each + ": reconciled")
                .toList();
    }

    private void truncated(LocalDate date) {
        long orders = shop.count("payment_callback_log WHERE account = 'wechat'");
        String said = cron(6).err();
        assertThat(said).contains("wechat " + TRUNCATED + ": refused: ");
        if (date.equals(TRUNCATED)) {
            // the other account's went on, this one's did not
            assertThat(shop.count("payment_callback_log WHERE account = 'wechat'"))
                    .as(said)
                    .isEqualTo(orders);
        }
        now(afternoon(date));
        cron(6);
    }

    private void revised() {
        String again = "berlin " + REVISED + ": revised: 2 added, 0 changed, 0 withdrawn";
        assertThat(cron(0, "--recheck", "7").out()).contains(again, "13 the same, 1 revised");
        now(afternoon(RECHECKED));
        run(0, "reconcile", "--account", BERLIN, "--date", REVISED.toString(), "--rerun");
    }

    private void held() {
        assertThat(cron(7).err()).contains("berlin " + HELD + ": held");
        now(afternoon(HELD));
        cron(7);
        String[] approve = {
            "breaks", "approve", "--account", BERLIN, "--date", HELD.toString(), "--note", "looked"
        };
        run(0, approve);
        cron(0);
    }

    private void killed() {
        shop.restart();
        kill.during(shop, shop.jobFile(), command());
        long replayed = replayedOnKilled(shop.database);
        assertThat(replayed).as("replays before the kill").isEqualTo(100);
        assertThat(shop.count("tplus1_revision WHERE state = 'CONCLUDED' AND " + onKilled()))
                .isZero();
        // it ran on another machine, which gives no sign of life any more
        sign("0");
        assertThat(cron(5).err()).contains("wechat " + KILLED);
        assertThat(replayedOnKilled(shop.database)).isEqualTo(replayed);
        sign("60");
        cron(0);
    }

    private void sign(String secondsAgo) {
        shop.database
                .jdbc()
                .sql(
                        "UPDATE tplus1_lease SET owner = 'gone', host = 'pod-7', place ="
                                + " 'pod-7', pid = 7, heartbeat_at = "
                                + shop.database.dialect().utcNow()
                                + " - INTERVAL '"
                                + secondsAgo
                                + "' SECOND WHERE "
                                + onKilled())
                .update();
    }

    private static String onKilled() {
        return "account = 'wechat' AND business_date = DATE '" + KILLED + "'";
    }

    /** What is committed of its replays. */
    static long replayedOnKilled(Database database) {
        return database.jdbc()
                .sql(
                        "SELECT COUNT(*) FROM payment_callback_log WHERE account = 'wechat' AND"
                                + " received_at >= '"
                                + KILLED.plusDays(1)
                                + " 00:00:00'")
                .query(Long.class)
                .single();
    }

    private static String[] command(String... more) {
        List<String> command =
                new ArrayList<>(List.of("reconcile", "--catch-up", "7", "--wait", "2h"));
        command.addAll(List.of(more));
        return command.toArray(String[]::new);
    }

    private Spoken cron(int code, String... more) {
        return run(code, command(more));
    }

    Spoken run(int code, String... command) {
        Spoken spoken = new Spoken();
        int ended = Told.run(shop, spoken, command);
        assertThat(ended)
                .as(
                        "%s at %s: %s%s",
                        String.join(" ", command), shop.clock.instant(), spoken.out(), spoken.err())
                .isEqualTo(code);
        return spoken;
    }

    private void now(Instant now) {
        shop.clock.set(now.toString());
        month.plan.books.until(shop, now);
    }

    private MonthDay day(String account, LocalDate date) {
        return month.day(account, date);
    }
}
