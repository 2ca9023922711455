package dev.tplus1.reconcile;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakChange.Fate;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.diff.pair.Diff;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.ledger.Books;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a day's reconciliation means for the breaks that earlier runs found, on this date and on
 * others.
 */
final class Consequences {
    /** After this many days a refund that the provider has not finished is somebody's to decide. */
    private static final int REFUND_PATIENCE_DAYS = 7;

    private final AccountDay account;
    private final Neighbours neighbours;
    private final Books books;
    private final Diff diff;
    private final Findings findings;
    private final Set<EntryKey> crossed;
    private final Map<EntryKey, BookEntry> carried;
    private final Set<Kind> covers;
    private final List<BreakChange> changes = new ArrayList<>();
    private final Set<String> ended = new HashSet<>();

    Consequences(
            AccountDay account,
            Neighbours neighbours,
            Books books,
            Diff diff,
            Findings findings,
            Set<EntryKey> crossed,
            Map<EntryKey, BookEntry> carried,
            Set<Kind> covers) {
        this.account = account;
        this.neighbours = neighbours;
        this.books = books;
        this.diff = diff;
        this.findings = findings;
        this.crossed = crossed;
        this.carried = carried;
        this.covers = covers;
    }

    List<BreakChange> changes() {
        ofThisDate();
        explainedByThisStatement();
        explainedByTheseBooks();
        List<Break> suspended = neighbours.suspended();
        cutOffsDue(suspended);
        refundsInProgress(suspended);
        return List.copyOf(changes);
    }

    /** Breaks of earlier revisions of this date that this one did not find again. */
    private void ofThisDate() {
        for (Break brk : neighbours.breaksOfDate()) {
            if (!brk.status().open() || findings.has(brk.identity())) {
                continue;
            }
            EntryKey key = brk.identity().key();
            if (!covers.contains(key.kind()) && !isMovement(brk)) {
                continue; // this statement does not say anything about it
            }
            if (brk.statementAmount() == null) {
                boolean elsewhere = carried.containsKey(key);
                change(
                        brk,
                        elsewhere ? Fate.RESOLVED : Fate.CLOSED,
                        elsewhere
                                ? "Another date's statement carries it."
                                : "Statement and books no longer differ here.");
            } else if (inStatement(brk, key)) {
                change(brk, Fate.CLOSED, "The books now explain it.");
            } else if (brk.status() != Status.WITHDRAWN) {
                change(brk, Fate.WITHDRAWN, "The statement no longer has its entry.");
            }
        }
    }

    private boolean inStatement(Break brk, EntryKey key) {
        return switch (brk.identity().type()) {
            // the entry of a repeated line is that line, and it is gone
            case DUPLICATE_LINE -> false;
            case DISPUTE, REFUND_FAILURE -> findings.movementKeys().contains(key);
            default -> diff.has(key);
        };
    }

    /** Bookings of other dates that nobody had, and that this date's statement has. */
    private void explainedByThisStatement() {
        Set<EntryKey> keys = new LinkedHashSet<>(crossed);
        keys.addAll(findings.statementKeys());
        for (Break brk : neighbours.openOnlyInBooks(keys)) {
            // a second booking of a key stays one too many, whoever carries the first
            if (brk.identity().type() != BreakType.DUPLICATE_BOOKING) {
                change(brk, Fate.RESOLVED, "The statement of " + account.day() + " carries it.");
            }
        }
    }

    private static boolean isMovement(Break brk) {
        BreakType type = brk.identity().type();
        return type == BreakType.DISPUTE || type == BreakType.REFUND_FAILURE;
    }

    /**
     * Statement entries of other dates that were breaks, and that are booked equally on this date.
     */
    private void explainedByTheseBooks() {
        for (Break brk : neighbours.openInStatement(carried.keySet())) {
            BookEntry booked = carried.get(brk.identity().key());
            Money statement = brk.statementAmount();
            boolean sameOrder =
                    booked != null
                            && (brk.orderNo().isEmpty()
                                    || booked.orderNo().isEmpty()
                                    || brk.orderNo().equals(booked.orderNo()));
            if (booked != null
                    && booked.amount().equals(statement)
                    && sameOrder
                    && !isMovement(brk)
                    && brk.identity().type() != BreakType.DUPLICATE_LINE) {
                change(brk, Fate.RESOLVED, "Booked on " + account.day() + ".");
            }
        }
    }

    /**
     * Cut-offs that waited long enough, once the neighbour that could have carried them is
     * reconciled.
     */
    private void cutOffsDue(List<Break> suspended) {
        List<Break> due =
                suspended.stream()
                        .filter(brk -> brk.type() == BreakType.CUT_OFF)
                        .filter(brk ->
                                !brk.identity()
                                        .date()
                                        .plusDays(account.suspenseDays())
                                        .isAfter(account.day().date()))
                        .toList();
        // a neighbour that was concluded before the break's own date could not tell it so
        Map<EntryKey, LocalDate> elsewhere =
                neighbours.carriedElsewhere(
                        due.stream().map(brk -> brk.identity().key()).distinct().toList());
        for (Break brk : due) {
            LocalDate carrier = elsewhere.get(brk.identity().key());
            if (carrier != null && !carrier.equals(brk.identity().date())) {
                change(brk, Fate.RESOLVED, "The statement of " + carrier + " carries it.");
            } else {
                LocalDate neighbour = neighbourOf(brk);
                if (neighbour.equals(account.day().date()) || neighbours.reconciled(neighbour)) {
                    change(
                            brk,
                            Fate.ESCALATED,
                            "Watched for "
                                    + account.suspenseDays()
                                    + " days; no neighbouring statement has it.");
                }
            }
        }
    }

    private LocalDate neighbourOf(Break brk) {
        BusinessDate day = new BusinessDate(brk.identity().date(), account.day().zone());
        Instant time = brk.ledgerTime();
        boolean nearStart = time != null && day.nearStart(time, account.cutoffGrace());
        return day.date().plusDays(nearStart ? -1 : 1);
    }

    /**
     * Refunds that the provider had accepted and not finished: the books have them now, or it took
     * too long.
     */
    private void refundsInProgress(List<Break> suspended) {
        List<Break> waiting =
                suspended.stream()
                        .filter(brk -> brk.type() == BreakType.REFUND_IN_PROGRESS)
                        .toList();
        if (waiting.isEmpty()) {
            return;
        }
        Set<String> refundNos = new LinkedHashSet<>();
        Set<String> transactionIds = new LinkedHashSet<>();
        for (Break brk : waiting) {
            if (!brk.refundNo().isEmpty() && !brk.refundNo().equals("0")) {
                refundNos.add(brk.refundNo());
            } else if (!brk.transactionId().isEmpty()) {
                transactionIds.add(brk.transactionId());
            }
        }
        Map<EntryKey, BookEntry> refunds = new HashMap<>();
        if (!refundNos.isEmpty()) {
            books.refunds(refundNos).forEach(refund -> keepBooked(refunds, refund));
        }
        if (!transactionIds.isEmpty()) {
            books.transactions(transactionIds).forEach(entry -> keepBooked(refunds, entry));
        }
        for (Break brk : waiting) {
            @Nullable BookEntry refund = refunds.get(brk.identity().key());
            if (refund != null) {
                change(brk, Fate.RESOLVED, "The books have the refund.");
            } else if (!brk.identity()
                    .date()
                    .plusDays(REFUND_PATIENCE_DAYS)
                    .isAfter(account.day().date())) {
                change(
                        brk,
                        Fate.ESCALATED,
                        "Still in progress after " + REFUND_PATIENCE_DAYS + " days.");
            }
        }
    }

    private void keepBooked(Map<EntryKey, BookEntry> refunds, BookEntry refund) {
        if (refund.booked() && refund.account().equals(account.account())) {
            refunds.put(refund.key(), refund);
        }
    }

    private void change(Break brk, Fate fate, String note) {
        if (ended.add(brk.identity().hash())) {
            changes.add(new BreakChange(brk.identity().hash(), fate, note));
        }
    }
}
