package dev.tplus1.nightly;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The month: which night goes how, and so when each date of both accounts is concluded. A morning
 * is the date's next day at 10:30 in Shanghai; clocks in Berlin go back on 25 October.
 */
final class MonthCalendar {
    static final String BERLIN = "berlin";
    static final String WECHAT = "wechat";
    static final LocalDate FIRST = LocalDate.of(2026, 10, 5);
    static final LocalDate LAST = LocalDate.of(2026, 11, 3);

    /** Nights that nobody started. */
    static final Set<LocalDate> MISSED =
            Set.of(LocalDate.of(2026, 10, 9), LocalDate.of(2026, 10, 10));

    /** WeChat Pay's statement is there five hours late. */
    static final LocalDate LATE = LocalDate.of(2026, 10, 14);

    /** Berlin's statement is issued again, which the night of {@link #RECHECKED} finds. */
    static final LocalDate REVISED = LocalDate.of(2026, 10, 16);

    static final LocalDate RECHECKED = LocalDate.of(2026, 10, 18);

    /** WeChat Pay's statement is cut off, and whole two nights later. */
    static final LocalDate TRUNCATED = LocalDate.of(2026, 10, 20);

    static final LocalDate CLOCKS_BACK = LocalDate.of(2026, 10, 25);

    /** Berlin has too many missed callbacks; a person lets them go. */
    static final LocalDate HELD = LocalDate.of(2026, 10, 27);

    /** WeChat Pay's run is killed between two transactions of its replays. */
    static final LocalDate KILLED = LocalDate.of(2026, 10, 29);

    private MonthCalendar() {}

    static List<LocalDate> dates() {
        return FIRST.datesUntil(LAST.plusDays(1)).toList();
    }

    static Instant morning(LocalDate date) {
        return at(date, 2, 30);
    }

    static Instant afternoon(LocalDate date) {
        return at(date, 7, 30);
    }

    private static Instant at(LocalDate date, int hour, int minute) {
        return date.plusDays(1).atTime(hour, minute).toInstant(ZoneOffset.UTC);
    }

    static MonthDay day(String account, LocalDate date) {
        List<Instant> runs = new ArrayList<>();
        boolean wechat = account.equals(WECHAT);
        LocalDate night = date;
        while (MISSED.contains(night)) {
            night = night.plusDays(1);
        }
        if (wechat && date.equals(TRUNCATED)) {
            night = date.plusDays(2);
        }
        runs.add(wechat && date.equals(LATE) ? afternoon(date) : morning(night));
        if (!wechat && date.equals(REVISED)) {
            runs.add(afternoon(RECHECKED));
        }
        return new MonthDay(
                account, date, ZoneId.of(wechat ? "Asia/Shanghai" : "Europe/Berlin"), runs);
    }

    /** A time of the day in the account's zone. */
    static Instant local(MonthDay day, String time) {
        return day.date.atTime(LocalTime.parse(time)).atZone(day.zone).toInstant();
    }
}
