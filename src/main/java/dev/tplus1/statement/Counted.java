package dev.tplus1.statement;

import dev.tplus1.diff.Scratch;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

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
}
