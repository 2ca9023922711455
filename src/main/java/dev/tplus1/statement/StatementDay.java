package dev.tplus1.statement;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Which day a statement is about. */
public final class StatementDay {
    private StatementDay() {}

    /**
     * The day that it declares, else the one on which most of its payments fall (the earlier of
     * two), for want of payments its refunds, for want of those its other movements; null when it
     * has nothing to tell it by.
     */
    public static @Nullable LocalDate of(Statement statement, ZoneId zone) {
        if (statement.declaredDate() != null) {
            return statement.declaredDate();
        }
        LocalDate ofPayments = most(times(statement.entries(), Kind.PAYMENT), zone);
        if (ofPayments != null) {
            return ofPayments;
        }
        LocalDate ofRefunds = most(times(statement.entries(), Kind.REFUND), zone);
        return ofRefunds != null
                ? ofRefunds
                : most(statement.otherMovements().stream().map(OtherMovement::time), zone);
    }

    /** The day on which most of these times fall, the earlier of two; null without any. */
    public static @Nullable LocalDate most(Stream<Instant> times, ZoneId zone) {
        TreeMap<LocalDate, long[]> counts = new TreeMap<>();
        times.forEach(time ->
                counts.computeIfAbsent(LocalDate.ofInstant(time, zone), _ -> new long[1])[0]++);
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

    static Stream<Instant> times(List<StatementEntry> entries, Kind kind) {
        return entries.stream().filter(e -> e.kind() == kind).map(StatementEntry::time);
    }
}
