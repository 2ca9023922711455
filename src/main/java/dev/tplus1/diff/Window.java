package dev.tplus1.diff;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * When bookings take part, when they are of the day itself, and of which kinds. Ugly on purpose: it
 * reads packed rows, and instants are never objects. Immutable.
 */
final class Window {
    private final Moment from;
    private final Moment start;
    private final Moment end;
    private final Moment to;
    private final boolean coversPayments;
    private final boolean coversRefunds;

    /** An instant as packed rows have it. */
    private record Moment(long second, int nano) {
        static Moment of(Instant instant) {
            return new Moment(instant.getEpochSecond(), instant.getNano());
        }

        boolean isAfter(long otherSecond, int otherNano) {
            return otherSecond < second || (otherSecond == second && otherNano < nano);
        }
    }

    Window(BusinessDate day, Duration grace, Set<Kind> covers) {
        this.from = Moment.of(day.start().minus(grace));
        this.start = Moment.of(day.start());
        this.end = Moment.of(day.end());
        this.to = Moment.of(day.end().plus(grace));
        this.coversPayments = covers.contains(Kind.PAYMENT);
        this.coversRefunds = covers.contains(Kind.REFUND);
    }

    /** Whether a row of the books is booked, of the account, of a kind and of the widened day. */
    boolean takesPart(byte[] rows, long head, int keyEnd) {
        if (!PackedRow.booked(head)
                || PackedRow.otherAccount(head)
                || !PackedRow.timed(head)
                || !(PackedRow.kind(head) == Kind.PAYMENT ? coversPayments : coversRefunds)) {
            return false;
        }
        long second = PackedRow.second(rows, head, keyEnd);
        int nano = PackedRow.nano(rows, head, keyEnd);
        return !from.isAfter(second, nano) && to.isAfter(second, nano);
    }

    /** Whether a row with a time is of the day itself. */
    boolean today(byte[] rows, long head, int keyEnd) {
        long second = PackedRow.second(rows, head, keyEnd);
        int nano = PackedRow.nano(rows, head, keyEnd);
        return !start.isAfter(second, nano) && end.isAfter(second, nano);
    }
}
