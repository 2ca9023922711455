package dev.tplus1.reconcile;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Collects a day's breaks and numbers those of one kind, key and type in the order that they come.
 */
final class Findings {
    private final AccountDay account;
    private final Consumer<Finding> sink;
    private final boolean alone;
    private final Map<BreakType, Long> counts = new EnumMap<>(BreakType.class);
    private final Map<BreakIdentity, Integer> occurrences = new HashMap<>();
    private final Set<EntryKey> statementKeys = new HashSet<>();
    private final Set<EntryKey> movementKeys = new HashSet<>();
    private final Set<BreakIdentity> overdue = new HashSet<>();

    /**
     * @param earlier the breaks of earlier revisions of the day; a refund in progress that fell due
     *     stays an alert
     * @param sink takes each finding
     */
    Findings(AccountDay account, List<Break> earlier, Consumer<Finding> sink) {
        this(account, earlier, sink, false);
    }

    private Findings(
            AccountDay account, List<Break> earlier, Consumer<Finding> sink, boolean alone) {
        this.account = account;
        this.sink = sink;
        this.alone = alone;
        for (Break brk : earlier) {
            if (brk.type() == BreakType.REFUND_IN_PROGRESS && brk.action() == Action.ALERT) {
                overdue.add(brk.identity());
            }
        }
    }

    /** Of a day that knows no other: nobody will ask what has been found. */
    static Findings ofDayAlone(AccountDay account, Consumer<Finding> sink) {
        return new Findings(account, List.of(), sink, true);
    }

    /**
     * A break of a statement entry.
     *
     * @param booked what is booked under its key, if anything
     * @param inBooks what the books know of it, booked or not: tells the ids that the statement
     *     does not
     */
    void ofStatement(
            StatementEntry entry,
            Judgement judgement,
            BreakType type,
            @Nullable BookEntry booked,
            @Nullable BookEntry inBooks) {
        BreakIdentity identity = identity(entry.key(), type);
        Action action = overdue.contains(identity) ? Action.ALERT : type.action();
        if (!alone) {
            statementKeys.add(entry.key());
        }
        add(
                new Break(
                        identity,
                        type,
                        action,
                        statusFor(action),
                        told(entry.transactionId(), inBooks, BookEntry::transactionId),
                        told(judgement.orderNo(), inBooks, BookEntry::orderNo),
                        told(entry.refundNo(), inBooks, BookEntry::refundNo),
                        entry.amount(),
                        booked == null ? null : booked.amount(),
                        entry.time(),
                        booked == null ? null : booked.time(),
                        entry.line(),
                        judgement.note()),
                entry.providerRefundId());
    }

    /** A break of an entry that only the books have. */
    void ofBooks(BookEntry booked, BreakType type, BreakType foundAs, String note) {
        add(
                new Break(
                        identity(booked.key(), foundAs),
                        type,
                        type.action(),
                        statusFor(type.action()),
                        booked.transactionId(),
                        booked.orderNo(),
                        booked.refundNo(),
                        null,
                        booked.amount(),
                        null,
                        booked.time(),
                        0,
                        note),
                booked.providerRefundId());
    }

    /** A dispute or a failed refund: outside the proof, but somebody must look. */
    void ofMovement(
            OtherMovement movement, BreakType type, EntryKey key, @Nullable BookEntry booked) {
        movementKeys.add(key);
        add(
                new Break(
                        identity(key, type),
                        type,
                        type.action(),
                        statusFor(type.action()),
                        told(movement.transactionId(), booked, BookEntry::transactionId),
                        told(movement.orderNo(), booked, BookEntry::orderNo),
                        movement.refundNo(),
                        movement.gross().absolute(),
                        null,
                        movement.time(),
                        null,
                        movement.line(),
                        ""),
                "");
    }

    /** How many of each type there are; types without any are left out. */
    Map<BreakType, Long> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** Counts what another one took. */
    void count(Findings other) {
        other.counts.forEach((type, count) -> counts.merge(type, count, Math::addExact));
    }

    /** Whether this run found a break that an earlier one knows. */
    boolean has(BreakIdentity identity) {
        return occurrences.getOrDefault(first(identity.key(), identity.type()), 0)
                >= identity.occurrence();
    }

    /** Keys of the statement entries that are breaks. */
    Set<EntryKey> statementKeys() {
        return statementKeys;
    }

    /** Keys of the disputes and refund failures. */
    Set<EntryKey> movementKeys() {
        return movementKeys;
    }

    private static String told(
            String id, @Nullable BookEntry inBooks, Function<BookEntry, String> other) {
        return id.isEmpty() && inBooks != null ? other.apply(inBooks) : id;
    }

    private void add(Break brk, String providerRefundId) {
        counts.merge(brk.type(), 1L, Math::addExact);
        sink.accept(new Finding(brk, providerRefundId));
    }

    private BreakIdentity identity(EntryKey key, BreakType type) {
        BreakIdentity first = first(key, type);
        int occurrence = alone && !repeats(type) ? 1 : occurrences.merge(first, 1, Integer::sum);
        return occurrence == 1
                ? first
                : new BreakIdentity(first.account(), first.date(), key, type, occurrence);
    }

    /** Of the other types a key has one at most. */
    private static boolean repeats(BreakType type) {
        return switch (type) {
            case DUPLICATE_LINE, DUPLICATE_BOOKING, DISPUTE, REFUND_FAILURE -> true;
            case CURRENCY_MISMATCH,
                    AMOUNT_MISMATCH,
                    ORDER_MISMATCH,
                    UNKNOWN_ORDER,
                    DUPLICATE_PAYMENT,
                    STATUS_MISMATCH,
                    PAID_AFTER_CLOSE,
                    PAID_THEN_REFUNDED,
                    MISSED_CALLBACK,
                    UNKNOWN_REFUND,
                    REFUND_EXCEEDS,
                    REFUND_IN_PROGRESS,
                    CUT_OFF,
                    MISSING_AT_PROVIDER ->
                    false;
        };
    }

    private BreakIdentity first(EntryKey key, BreakType type) {
        return new BreakIdentity(account.account(), account.day().date(), key, type, 1);
    }

    private static Status statusFor(Action action) {
        return action == Action.SUSPENSE ? Status.SUSPENSE : Status.OPEN;
    }
}
