package dev.tplus1.statement;

import dev.tplus1.entry.Kind;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
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
        Counted counted = statement.counted();
        if (!counted.zone().equals(zone)) {
            throw new IllegalStateException("its days were counted in " + counted.zone());
        }
        LocalDate ofPayments = counted.most(Kind.PAYMENT);
        if (ofPayments != null) {
            return ofPayments;
        }
        LocalDate ofRefunds = counted.most(Kind.REFUND);
        return ofRefunds != null
                ? ofRefunds
                : most(statement.otherMovements().stream().map(OtherMovement::time), zone);
    }

    private static @Nullable LocalDate most(Stream<Instant> times, ZoneId zone) {
        Counted.Days days = new Counted.Days(zone);
        times.forEach(time -> days.add(time.getEpochSecond()));
        return days.most();
    }
}
