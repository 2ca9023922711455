package dev.tplus1.ledger;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The local times that instants in a window can have: where clocks are set back within it, more
 * than the two ends tell.
 */
record LocalWindow(LocalDateTime from, LocalDateTime to) {

    static LocalWindow of(Instant from, Instant to, ZoneId zone) {
        ZoneRules rules = zone.getRules();
        LocalDateTime first = LocalDateTime.ofInstant(from, zone);
        LocalDateTime end = LocalDateTime.ofInstant(to, zone);
        // a local time that comes twice is read as its first coming: an entry of the second one
        // is found only when the window starts before the first
        ZoneOffset earlier = rules.getOffset(first);
        if (!earlier.equals(rules.getOffset(from))) {
            ZoneOffsetTransition before = rules.previousTransition(from.plusNanos(1));
            first = earlier(first, before.getDateTimeAfter());
        }
        ZoneOffsetTransition next = rules.nextTransition(from);
        while (next != null && next.getInstant().isBefore(to)) {
            first = earlier(first, next.getDateTimeAfter());
            end = later(end, next.getDateTimeBefore());
            next = rules.nextTransition(next.getInstant());
        }
        return new LocalWindow(first, end);
    }

    private static LocalDateTime earlier(LocalDateTime a, LocalDateTime b) {
        return a.isBefore(b) ? a : b;
    }

    private static LocalDateTime later(LocalDateTime a, LocalDateTime b) {
        return a.isAfter(b) ? a : b;
    }
}
