package dev.tplus1.nightly;

import static dev.tplus1.nightly.MonthCalendar.BERLIN;
import static dev.tplus1.nightly.MonthCalendar.CLOCKS_BACK;
import static dev.tplus1.nightly.MonthCalendar.FIRST;
import static dev.tplus1.nightly.MonthCalendar.HELD;
import static dev.tplus1.nightly.MonthCalendar.KILLED;
import static dev.tplus1.nightly.MonthCalendar.LAST;
import static dev.tplus1.nightly.MonthCalendar.REVISED;
import static dev.tplus1.nightly.MonthCalendar.TRUNCATED;
import static dev.tplus1.nightly.MonthCalendar.WECHAT;
import static dev.tplus1.nightly.MonthCalendar.local;

import dev.tplus1.nightly.MonthBooks.Order;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What happens on which date of which account: the everyday by a seed, the rare by hand. */
final class MonthTraffic {
    /** More than the limit of the job file, and more than half of the statement. */
    private static final int TOO_MANY = 25;

    /** More than one transaction takes, and less than half of the statement. */
    private static final int MANY = 120;

    final MonthPlan plan = new MonthPlan();
    final Map<String, MonthDay> days = new LinkedHashMap<>();
    private final Random random;

    MonthTraffic(long seed) {
        random = new Random(seed);
        for (String account : List.of(BERLIN, WECHAT)) {
            for (LocalDate date : MonthCalendar.dates()) {
                MonthDay day = MonthCalendar.day(account, date);
                days.put(day.toString(), day);
            }
            everyday(account);
        }
        nightsThatGoWrong();
        clocksGoBack();
        rare();
    }

    MonthDay day(String account, LocalDate date) {
        MonthDay day = days.get(account + " " + date);
        if (day == null) {
            throw new IllegalStateException("no date of the month: " + date);
        }
        return day;
    }

    private MonthDay berlin(int dayOfOctober) {
        return day(BERLIN, LocalDate.of(2026, 10, 1).plusDays(dayOfOctober - 1));
    }

    private MonthDay wechat(int dayOfOctober) {
        return day(WECHAT, LocalDate.of(2026, 10, 1).plusDays(dayOfOctober - 1));
    }

    /** Far enough from midnight. */
    private Instant anyTime(MonthDay day) {
        long seconds = Duration.between(day.start(), day.end()).toSeconds();
        return day.start().plusSeconds(900 + random.nextLong(seconds - 1800));
    }

    private long amount() {
        return 100L + random.nextInt(50_000);
    }

    private String currency(MonthDay day) {
        return day.account.equals(WECHAT)
                ? "CNY"
                : List.of("EUR", "EUR", "USD", "JPY").get(random.nextInt(4));
    }

    private void everyday(String account) {
        List<Order> earlier = new ArrayList<>();
        for (LocalDate date : MonthCalendar.dates()) {
            MonthDay day = day(account, date);
            refunds(day, earlier);
            for (int i = 0, count = 4 + random.nextInt(4); i < count; i++) {
                earlier.add(plan.paid(day, anyTime(day), amount(), currency(day)));
            }
            for (int i = 0, count = 1 + random.nextInt(2); i < count; i++) {
                plan.missed(day, anyTime(day), amount(), currency(day));
            }
            if (random.nextInt(3) == 0) {
                plan.unknown(day, anyTime(day), amount(), null, null);
            }
            if (random.nextInt(4) == 0) {
                plan.missing(day, anyTime(day), amount());
            }
            midnight(day);
        }
    }

    /** Of payments of earlier dates, each once. */
    private void refunds(MonthDay day, List<Order> earlier) {
        if (earlier.isEmpty()) {
            return;
        }
        Order whole = earlier.remove(random.nextInt(earlier.size()));
        plan.refunded(day, anyTime(day), whole, whole.left());
        Order part = earlier.remove(random.nextInt(earlier.size()));
        plan.refunded(day, anyTime(day), part, part.left() / 3);
        if (random.nextBoolean()) {
            Order missed = earlier.remove(random.nextInt(earlier.size()));
            long minor = random.nextBoolean() ? missed.left() : missed.left() / 2;
            plan.missedRefund(day, anyTime(day), missed, minor);
        }
    }

    /** Both sides' clocks differ a little: at the day's end, and at the start of the first one. */
    private void midnight(MonthDay day) {
        MonthDay next = day.date.equals(LAST) ? null : day(day.account, day.date.plusDays(1));
        bothWays(day, day.end(), next);
        if (day.date.equals(FIRST)) {
            bothWays(null, day.start(), day);
        }
    }

    private void bothWays(@Nullable MonthDay before, Instant midnight, @Nullable MonthDay after) {
        Instant late = midnight.minusSeconds(1 + random.nextInt(20));
        Instant early = midnight.plusSeconds(random.nextInt(20));
        plan.acrossMidnight(before, late, after, early);
        plan.acrossMidnight(after, early, before, late);
    }

    private void nightsThatGoWrong() {
        MonthDay revised = day(BERLIN, REVISED);
        plan.missed(revised, local(revised, "11:11:11"), 1111, "EUR", 2);
        plan.statedLater(revised, local(revised, "12:12:12"), 1212);

        MonthDay truncated = day(WECHAT, TRUNCATED);
        MonthDay after = day(WECHAT, TRUNCATED.plusDays(1));
        MonthDay last = day(WECHAT, LAST);
        plan.paidThenRefunded(truncated, local(truncated, "13:00"), after, local(after, "09:00"));
        plan.missingNearTheEnd(truncated, local(truncated, "23:55"), after, last);
        plan.missingNearTheEnd(after, local(after, "00:05"), truncated, last);

        MonthDay held = day(BERLIN, HELD);
        for (int i = 0; i < TOO_MANY; i++) {
            plan.missed(held, anyTime(held), amount(), currency(held));
        }
        MonthDay killed = day(WECHAT, KILLED);
        for (int i = 0; i < MANY; i++) {
            plan.missed(killed, anyTime(killed), amount(), "CNY");
            plan.paid(killed, anyTime(killed), amount(), "CNY");
        }
    }

    /** The hour from 02:00 comes twice, and the day is over an hour later. */
    private void clocksGoBack() {
        MonthDay day = day(BERLIN, CLOCKS_BACK);
        plan.paid(day, Instant.parse("2026-10-25T00:30:00Z"), 2500, "EUR");
        plan.paid(day, Instant.parse("2026-10-25T01:30:00Z"), 2500, "EUR");
        plan.missed(day, Instant.parse("2026-10-25T01:45:00Z"), 2600, "EUR");
        plan.paid(day, Instant.parse("2026-10-25T22:45:00Z"), 2700, "EUR");
        MonthDay next = day(BERLIN, CLOCKS_BACK.plusDays(1));
        Instant nearTheEnd = Instant.parse("2026-10-25T22:52:00Z");
        plan.missingNearTheEnd(day, nearTheEnd, next, day(BERLIN, LAST));
        plan.missing(day, Instant.parse("2026-10-25T21:55:00Z"), 2800);
    }

    private void rare() {
        MonthDay last = wechat(34);
        plan.paidThenRefunded(
                wechat(6), local(wechat(6), "10:00"), wechat(6), local(wechat(6), "18:00"));
        plan.paidAfterClose(wechat(8), local(wechat(8), "10:00"));
        plan.paidTwice(wechat(13), local(wechat(13), "10:00"));
        plan.bookedWithoutId(wechat(17), local(wechat(17), "10:00"));
        plan.otherAmount(wechat(23), local(wechat(23), "10:00"), 990, 1000);
        plan.unknown(
                wechat(18),
                local(wechat(18), "10:00"),
                808,
                wechat(19),
                local(wechat(19), "15:00"));
        plan.missingNearTheEnd(wechat(31), local(wechat(31), "23:54"), wechat(32), last);
        inProgress(wechat(7), wechat(8), last);
        inProgress(wechat(12), null, last);
        inProgress(wechat(31), wechat(33), last);
        plan.statedTwice(berlin(7), local(berlin(7), "10:00"));
        plan.paidAfterClose(berlin(9), local(berlin(9), "10:00"));
        plan.otherCurrency(berlin(11), local(berlin(11), "10:00"), "USD", "EUR");
        plan.otherAmount(berlin(20), local(berlin(20), "10:00"), 1000, 900);
        plan.unknown(
                berlin(12),
                local(berlin(12), "10:00"),
                707,
                berlin(13),
                local(berlin(13), "15:00"));
        plan.missingNearTheEnd(berlin(31), local(berlin(31), "23:54"), berlin(32), last);
        inProgress(berlin(30), null, berlin(34));
    }

    private void inProgress(MonthDay day, @Nullable MonthDay later, MonthDay last) {
        Order order = plan.paid(day, local(day, "09:00"), 6000, MonthPlan.currency(day));
        Instant arrives = later == null ? null : local(later, "15:00");
        plan.inProgress(day, local(day, "16:00"), order, 4500, later, arrives, last);
    }
}
