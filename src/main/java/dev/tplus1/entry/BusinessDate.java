package dev.tplus1.entry;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** A provider's day in the provider's zone: [00:00, next 00:00), 23 to 25 hours long. */
public record BusinessDate(LocalDate date, ZoneId zone) {
    /** The first instant of the day. */
    public Instant start() {
        return date.atStartOfDay(zone).toInstant();
    }

    /** The first instant after the day. */
    public Instant end() {
        return date.plusDays(1).atStartOfDay(zone).toInstant();
    }

    public boolean contains(Instant time) {
        return !time.isBefore(start()) && time.isBefore(end());
    }

    /** Whether a time of the day is less than {@code grace} after its start. */
    public boolean nearStart(Instant time, Duration grace) {
        return contains(time) && time.isBefore(start().plus(grace));
    }

    /** Whether a time of the day is at most {@code grace} before its end. */
    public boolean nearEnd(Instant time, Duration grace) {
        return contains(time) && !time.isBefore(end().minus(grace));
    }

    public BusinessDate plusDays(long days) {
        return new BusinessDate(date.plusDays(days), zone);
    }

    @Override
    public String toString() {
        return date.toString();
    }
}
