package dev.tplus1.nightly;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One account's date: what its statement says, and what each revision must make of it. */
final class MonthDay {
    /** One line of the statement; a refund has a number. From which revision on it is there. */
    record Line(
            String transactionId,
            String orderNo,
            String refundNo,
            long minor,
            String currency,
            boolean inProgress,
            Instant at,
            int since) {}

    final String account;
    final LocalDate date;
    final ZoneId zone;

    /** When each revision is made. */
    final List<Instant> runs;

    final List<MonthFigures> revisions;
    private final List<Line> lines = new ArrayList<>();

    MonthDay(String account, LocalDate date, ZoneId zone, List<Instant> runs) {
        this.account = account;
        this.date = date;
        this.zone = zone;
        this.runs = runs;
        this.revisions = runs.stream().map(_ -> new MonthFigures()).toList();
    }

    Instant start() {
        return date.atStartOfDay(zone).toInstant();
    }

    Instant end() {
        return date.plusDays(1).atStartOfDay(zone).toInstant();
    }

    MonthFigures first() {
        return revisions.getFirst();
    }

    int last() {
        return revisions.size();
    }

    /** Whether its first revision is made before one of another date of its account. */
    boolean concludedBefore(MonthDay other, int revision) {
        Instant then = other.runs.get(revision - 1);
        return runs.getFirst().isBefore(then)
                || (runs.getFirst().equals(then) && date.isBefore(other.date));
    }

    void states(Line line) {
        lines.add(line);
    }

    List<Line> lines(int revision) {
        return lines.stream().filter(line -> line.since() <= revision).toList();
    }

    Stream<MonthFigures> all() {
        return revisions.stream();
    }

    @Override
    public String toString() {
        return account + " " + date;
    }
}
