package dev.tplus1.delimited;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * Times in slices of bytes, as instants: {@code yyyy-MM-ddTHH:mm:ss}, with a T or a blank, a
 * fraction of one to nine digits if there is one, and {@code Z} or an offset {@code +HH:MM}; a time
 * without one is local in a zone, and where clocks are set it is what java.time makes of it (of two
 * the earlier, in a gap later by the gap). Everything else is for the caller to read, or to refuse.
 * Remembers the last day and the zone's offsets around it; not thread-safe.
 */
public final class Times {
    private static final int LOCAL_BYTES = 19;
    private static final int OFFSET_BYTES = 6;
    private static final int NANO_DIGITS = 9;
    private static final int MAX_OFFSET = 18 * 3600;
    private static final int DAY_SECONDS = 86_400;

    /** The bytes of 00:00:00, the first one lowest. */
    private static final long MIDNIGHT = 0x30303a30303a3030L;

    /** Lifts a digit above nine, and anything in a colon's place, over a byte's highest bit. */
    private static final long ABOVE_DIGIT = 0x76767f76767f7676L;

    private final ZoneRules rules;
    private long dateYearMonth;
    private long dateDay;
    private long epochDay;

    /** Local seconds in which the zone has one offset: the span in use, and the one before. */
    private long spanFrom;

    private long spanTo;
    private int spanOffset;
    private long otherFrom;
    private long otherTo;
    private int otherOffset;

    private long second;
    private int nano;

    /**
     * @param zone in which a time without offset is read
     */
    public Times(ZoneId zone) {
        this.rules = zone.getRules();
    }

    /**
     * Reads a time.
     *
     * @return false when it is none of the forms above
     */
    public boolean read(byte[] bytes, int from, int to) {
        if (to - from < LOCAL_BYTES) {
            return false;
        }
        long time = (long) Utf8.LONGS.get(bytes, from + 11) ^ MIDNIGHT;
        int between = bytes[from + 10];
        if (((time | (time + ABOVE_DIGIT)) & Utf8.HIGH) != 0
                || (between != ' ' && between != 'T')) {
            return false;
        }
        int hours = pair(time);
        int minutes = pair(time >>> 24);
        int seconds = pair(time >>> 48);
        if (hours > 23 || minutes > 59 || seconds > 59) {
            return false;
        }
        long yearMonth = (long) Utf8.LONGS.get(bytes, from);
        long day = (long) Utf8.LONGS.get(bytes, from + 8) & 0xffff;
        if ((yearMonth != dateYearMonth || day != dateDay) && !date(bytes, from)) {
            return false;
        }
        dateYearMonth = yearMonth;
        dateDay = day;
        long local = epochDay * DAY_SECONDS + (hours * 60L + minutes) * 60 + seconds;
        nano = 0;
        if (to - from == LOCAL_BYTES) {
            second = local - offset(local);
            return true;
        }
        return rest(bytes, from + LOCAL_BYTES, to, local);
    }

    /** Seconds from 1970 in UTC of the time that was read. */
    public long second() {
        return second;
    }

    /** Nanoseconds behind them. */
    public int nano() {
        return nano;
    }

    /** The time that was read. */
    public Instant instant() {
        return Instant.ofEpochSecond(second, nano);
    }

    /** Reads a date into {@link #epochDay}; whether it is one. */
    private boolean date(byte[] bytes, int from) {
        dateYearMonth = 0;
        int year = number(bytes, from, from + 4);
        int month = number(bytes, from + 5, from + 7);
        int day = number(bytes, from + 8, from + 10);
        if (year < 0
                || month < 1
                || month > 12
                || day < 1
                || bytes[from + 4] != '-'
                || bytes[from + 7] != '-'
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return false;
        }
        epochDay = LocalDate.of(year, month, day).toEpochDay();
        return true;
    }

    /** A number of digits alone, or -1. */
    private static int number(byte[] bytes, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return -1;
            }
            value = value * 10 + bytes[i] - '0';
        }
        return value;
    }

    /** Reads a fraction and an offset, either or both. */
    private boolean rest(byte[] bytes, int from, int to, long local) {
        int at = from;
        if (bytes[at] == '.') {
            int digits = 0;
            while (++at < to && bytes[at] >= '0' && bytes[at] <= '9') {
                nano = digits < NANO_DIGITS ? nano * 10 + bytes[at] - '0' : 0;
                digits++;
            }
            if (digits < 1 || digits > NANO_DIGITS) {
                return false;
            }
            for (; digits < NANO_DIGITS; digits++) {
                nano *= 10;
            }
        }
        if (at == to) {
            second = local - offset(local);
            return true;
        }
        if (at == to - 1 && bytes[at] == 'Z') {
            second = local;
            return true;
        }
        if (at != to - OFFSET_BYTES || bytes[at + 3] != ':') {
            return false;
        }
        int hours = number(bytes, at + 1, at + 3);
        int minutes = number(bytes, at + 4, to);
        int offset = hours * 3600 + minutes * 60;
        if (hours < 0 || minutes < 0 || minutes > 59 || offset > MAX_OFFSET) {
            return false;
        }
        if (bytes[at] != '+' && bytes[at] != '-') {
            return false;
        }
        second = bytes[at] == '+' ? local - offset : local + offset;
        return true;
    }

    private int offset(long local) {
        if (local < spanFrom || local >= spanTo) {
            long from = spanFrom;
            long to = spanTo;
            int offset = spanOffset;
            spanFrom = otherFrom;
            spanTo = otherTo;
            spanOffset = otherOffset;
            otherFrom = from;
            otherTo = to;
            otherOffset = offset;
            if (local < spanFrom || local >= spanTo) {
                findSpan(local);
            }
        }
        return spanOffset;
    }

    /**
     * The offset of a local time, and how far around it the zone has the same: from where one
     * transition takes effect to where the next one does.
     */
    private void findSpan(long local) {
        spanOffset =
                rules.getOffset(LocalDateTime.ofEpochSecond(local, 0, ZoneOffset.UTC))
                        .getTotalSeconds();
        Instant instant = Instant.ofEpochSecond(local - spanOffset);
        ZoneOffsetTransition before = rules.previousTransition(instant.plusSeconds(1));
        ZoneOffsetTransition after = rules.nextTransition(instant);
        if (before != null && effect(before) > local) {
            // in its gap
            after = before;
            before = rules.previousTransition(before.getInstant());
        }
        spanFrom = before == null ? Long.MIN_VALUE : effect(before);
        spanTo = after == null ? Long.MAX_VALUE : effect(after);
    }

    /** The first local second that has the offset after a transition and no other. */
    private static long effect(ZoneOffsetTransition transition) {
        return transition.toEpochSecond()
                + Math.max(
                        transition.getOffsetBefore().getTotalSeconds(),
                        transition.getOffsetAfter().getTotalSeconds());
    }

    private static int pair(long digits) {
        return (int) (digits & 0xff) * 10 + (int) (digits >>> 8 & 0xff);
    }
}
