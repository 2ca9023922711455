package dev.tplus1.statement;

import dev.tplus1.diff.Spool;
import dev.tplus1.diff.Total;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What counts of a statement: its rows, packed, and on which days of the account's zone they fall.
 * Close it when the statement is done with: many rows are in a temporary file. Not thread-safe.
 */
public final class Counted implements AutoCloseable {
    private final ZoneId zone;
    private final Spool<StatementEntry> rows;
    private final Days payments;
    private final Days refunds;
    private final ReturnedIds returned;

    Counted(ZoneId zone, Scratch scratch) {
        this.zone = zone;
        this.rows = Spool.ofStatement(scratch);
        this.payments = new Days(zone);
        this.refunds = new Days(zone);
        this.returned = new ReturnedIds(scratch);
    }

    /** In which its days are counted. */
    public ZoneId zone() {
        return zone;
    }

    public Spool<StatementEntry> rows() {
        return rows;
    }

    public long count() {
        return rows.rows();
    }

    public long count(Kind kind) {
        return totals().stream()
                .filter(total -> total.kind() == kind)
                .mapToLong(Total::count)
                .sum();
    }

    /** How many of a kind fall on a day. */
    public long on(Kind kind, LocalDate date) {
        return days(kind).on(date);
    }

    /** The day on which most of a kind fall, the earlier of two; null without any. */
    @Nullable LocalDate most(Kind kind) {
        return days(kind).most();
    }

    /** Counts and sums by kind and currency. */
    public List<Total> totals() {
        return rows.totals();
    }

    /** The transactions that its refunds name. */
    ReturnedIds returned() {
        return returned;
    }

    Days days(Kind kind) {
        return switch (kind) {
            case PAYMENT -> payments;
            case REFUND -> refunds;
        };
    }

    @Override
    public void close() {
        try (returned) {
            rows.close();
        }
    }

    /** How many times fall on which day of a zone. Not thread-safe. */
    static final class Days {
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
            // where clocks are put back over midnight, an hour of the new day is called the old
            // one's
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
}
