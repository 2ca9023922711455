package dev.tplus1.statement;

import dev.tplus1.entry.BusinessDate;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many times fall on which day of a zone. Not thread-safe. */
final class Days {
    private final ZoneId zone;
    private final SortedMap<LocalDate, long[]> counts = new TreeMap<>();

    /** The day of the last time: most that follow are of it too. */
    private long[] current = new long[1];

    private long start = Long.MAX_VALUE;
    private long end = Long.MIN_VALUE;

    Days(ZoneId zone) {
        this.zone = zone;
    }

    /** Counts a time, in seconds since 1970. */
    void add(long second) {
        if (second < start || second >= end) {
            turnTo(second);
        }
        current[0]++;
    }

    private void turnTo(long second) {
        Instant time = Instant.ofEpochSecond(second);
        BusinessDate day = new BusinessDate(LocalDate.ofInstant(time, zone), zone);
        // where clocks are put back over midnight, an hour of the new day is called the old one's
        if (!time.isBefore(day.end())) {
            day = day.plusDays(1);
        }
        start = day.start().getEpochSecond();
        end = day.end().getEpochSecond();
        current = counts.computeIfAbsent(day.date(), _ -> new long[1]);
    }

    void addAll(Days other) {
        other.counts.forEach(
                (date, count) -> counts.computeIfAbsent(date, _ -> new long[1])[0] += count[0]);
    }

    long on(LocalDate date) {
        long[] count = counts.get(date);
        return count == null ? 0 : count[0];
    }

    /** The day on which most fall, the earlier of two; null without any. */
    @Nullable LocalDate most() {
        LocalDate most = null;
        long best = 0;
        for (var entry : counts.entrySet()) {
            if (entry.getValue()[0] > best) {
                best = entry.getValue()[0];
                most = entry.getKey();
            }
        }
        return most;
    }
}
