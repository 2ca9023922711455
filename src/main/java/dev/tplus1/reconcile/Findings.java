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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Collects a day's breaks and numbers those of one kind, key and type in the order that they come.
 */
final class Findings {
    private final AccountDay account;
    private final List<Finding> found = new ArrayList<>();
    private final Map<BreakIdentity, Integer> occurrences = new HashMap<>();
    private final Set<String> hashes = new HashSet<>();
    private final Set<EntryKey> statementKeys = new HashSet<>();
    private final Set<EntryKey> movementKeys = new HashSet<>();
    private final Set<BreakIdentity> overdue = new HashSet<>();

    /**
     * @param earlier the breaks of earlier revisions of the day; a refund in progress that fell due
     *     stays an alert
     */
    Findings(AccountDay account, List<Break> earlier) {
        this.account = account;
        for (Break brk : earlier) {
            if (brk.type() == BreakType.REFUND_IN_PROGRESS && brk.action() == Action.ALERT) {
                overdue.add(brk.identity());
            }
        }
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
        statementKeys.add(entry.key());
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

    List<Finding> all() {
        return found;
    }

    /** Whether this run found the break that an earlier one knows by this hash. */
    boolean has(String identityHash) {
        return hashes.contains(identityHash);
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
        found.add(new Finding(brk, providerRefundId));
        hashes.add(brk.identity().hash());
    }

    private BreakIdentity identity(EntryKey key, BreakType type) {
        int occurrence =
                occurrences.merge(
                        new BreakIdentity(account.account(), account.day().date(), key, type, 0),
                        1,
                        Integer::sum);
        return new BreakIdentity(account.account(), account.day().date(), key, type, occurrence);
    }

    private static Status statusFor(Action action) {
        return action == Action.SUSPENSE ? Status.SUSPENSE : Status.OPEN;
    }
}
