package dev.tplus1.reconcile;

import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.diff.Diff;
import dev.tplus1.diff.Pair;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.ledger.Books;
import dev.tplus1.reconcile.ProofSheet.Figure;
import dev.tplus1.reconcile.Reconciliation.Verdict;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares one account's statement of one day with its books: pairs both sides, judges every entry
 * by the classification table, and sums the proof. Reads only. One instance for one reconciliation.
 */
public final class Reconciler {
    /** Fewer unknown entries than this never make the books suspect. */
    private static final int SUSPECT_BOOKS_OVER = 100;

    private static final Comparator<OtherMovement> MOVEMENT_ORDER =
            Comparator.comparing(OtherMovement::time)
                    .thenComparing(OtherMovement::transactionId, ByteOrder.OF_TEXT)
                    .thenComparing(OtherMovement::refundNo, ByteOrder.OF_TEXT)
                    .thenComparingLong(movement -> movement.gross().minor())
                    .thenComparingLong(OtherMovement::line);

    private final AccountDay account;
    private final Statement statement;
    private final Books books;
    private final Neighbours neighbours;

    private final ProofSheet proof = new ProofSheet();
    private final Buckets buckets = new Buckets();
    private final Findings findings;
    private final Set<EntryKey> crossed = new LinkedHashSet<>();
    private final Map<EntryKey, BookEntry> carried = new HashMap<>();
    private final Diff diff;
    private final Known known;
    private int ledgerEntries;
    private int matched;
    private int unexplainedEntries;

    public Reconciler(AccountDay account, Statement statement, Books books, Neighbours neighbours) {
        this.account = account;
        this.statement = statement;
        this.books = books;
        this.neighbours = neighbours;
        this.findings = new Findings(account, neighbours.breaksOfDate());
        this.diff = new Diff(statement.entries(), account.day());
        this.known = new Known(books, account.account());
    }

    /**
     * Reconciles the day. Whether it adds up is left to the caller to see, in the proof and in the
     * imbalance.
     */
    public Reconciliation reconcile() {
        Instant from = account.day().start().minus(account.cutoffGrace());
        Instant to = account.day().end().plus(account.cutoffGrace());
        books.entries(from, to, this::stream);
        diff.complete(this::lookUp);
        diff.settledDuringRun().forEach(this::countBooked);
        List<Pair> pairs = diff.pairs();
        StatementRules rules =
                new StatementRules(
                        account,
                        known,
                        returns(),
                        neighbours.returnedLater(unbookedPayments(pairs)));
        for (Pair pair : pairs) {
            judge(pair, rules);
        }
        judgeMovements();
        judgeBooks(rules.ordersBookedWithoutId());
        Verdict verdict = verdict();
        // an empty day says nothing about what earlier runs found; suspect books do once approved
        List<BreakChange> changes =
                verdict != Verdict.SUSPECT_EMPTY
                        ? new Consequences(
                                        account,
                                        neighbours,
                                        books,
                                        diff,
                                        findings,
                                        crossed,
                                        carried,
                                        statement.covers())
                                .changes()
                        : List.of();
        List<StatementEntry> payments =
                statement.entries().stream().filter(e -> e.kind() == Kind.PAYMENT).toList();
        return new Reconciliation(
                statement.entries().size(),
                payments.size(),
                (int) payments.stream().filter(e -> !account.day().contains(e.time())).count(),
                ledgerEntries,
                diff.settledDuringRun().size(),
                matched,
                crossed.size(),
                carried.size(),
                unexplainedEntries,
                List.copyOf(findings.all()),
                Collections.unmodifiableSet(crossed),
                changes,
                proof.rows(),
                buckets.imbalance(statement.entries()),
                verdict);
    }

    private void stream(BookEntry entry) {
        if (!covered(entry)) {
            return;
        }
        diff.book(entry);
        if (entry.booked() && inDay(entry)) {
            countBooked(entry);
        }
    }

    private List<BookEntry> lookUp(List<StatementEntry> unmatched) {
        return known.find(unmatched).stream().filter(this::covered).toList();
    }

    private boolean covered(BookEntry entry) {
        return statement.covers().contains(entry.kind());
    }

    private boolean inDay(BookEntry entry) {
        Instant time = entry.time();
        return time != null && account.day().contains(time);
    }

    private void countBooked(BookEntry entry) {
        ledgerEntries++;
        proof.add(Figure.LEDGER, entry.key(), entry.amount());
    }

    private Map<String, StatementEntry> returns() {
        Map<String, StatementEntry> returns = new HashMap<>();
        for (StatementEntry entry : statement.entries()) {
            if (entry.kind() == Kind.REFUND && !entry.transactionId().isEmpty()) {
                returns.merge(
                        entry.transactionId(),
                        entry,
                        (a, b) -> Diff.STATEMENT_ORDER.compare(a, b) <= 0 ? a : b);
            }
        }
        return returns;
    }

    private static Set<String> unbookedPayments(List<Pair> pairs) {
        Set<String> ids = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            if (pair.booked() == null && pair.entry().kind() == Kind.PAYMENT) {
                ids.add(pair.entry().transactionId());
            }
        }
        return ids;
    }

    private void judge(Pair pair, StatementRules rules) {
        StatementEntry entry = pair.entry();
        Judgement judgement = rules.judge(pair);
        proof.add(Figure.STATEMENT, entry.key(), entry.amount());
        if (judgement.type() == null) {
            if (judgement.rule() == 5) {
                crossed.add(entry.key());
                buckets.add(Buckets.Bucket.CROSSED, entry);
                proof.add(Figure.CROSS_CUTOFF, entry.key(), entry.amount());
            } else {
                matched++;
                buckets.add(Buckets.Bucket.MATCHED, entry);
            }
            return;
        }
        buckets.add(Buckets.Bucket.BROKEN, entry);
        unexplainedEntries += suspicious(judgement.rule()) ? 1 : 0;
        findings.ofStatement(entry, judgement, judgement.type(), pair.booked(), inBooks(entry));
        prove(entry, judgement.rule(), pair.booked());
    }

    /** What the books know of an entry, booked or not. */
    private @Nullable BookEntry inBooks(StatementEntry entry) {
        BookEntry booked = diff.bookedUnder(entry.key());
        if (booked != null) {
            return booked;
        }
        return entry.kind() == Kind.REFUND
                ? known.refund(entry.key())
                : known.payment(entry.transactionId());
    }

    private void prove(StatementEntry entry, int rule, @Nullable BookEntry booked) {
        if (booked == null) {
            proof.add(Figure.ONLY_IN_STATEMENT, entry.key(), entry.amount());
        } else if (rule == 2) {
            proof.add(Figure.ONLY_IN_STATEMENT, entry.key(), entry.amount());
            if (inDay(booked)) {
                proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
            }
        } else {
            if (rule == 3) {
                proof.add(
                        Figure.AMOUNT_DIFFERENCE,
                        entry.key(),
                        entry.amount().minus(booked.amount()));
            }
            if (!inDay(booked)) {
                proof.add(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
            }
        }
    }

    /**
     * Whether a rule is one of those that, in great number, say that the books are wrong as a
     * whole.
     */
    private static boolean suspicious(int rule) {
        return (rule >= 7 && rule <= 9) || rule == 15 || rule == 25;
    }

    private void judgeBooks(Set<String> ordersBookedWithoutId) {
        List<BookEntry> alone = diff.onlyBooked();
        Map<EntryKey, LocalDate> carriers =
                neighbours.carriedElsewhere(alone.stream().map(BookEntry::key).toList());
        BookRules rules = new BookRules(account, neighbours, ordersBookedWithoutId, carriers);
        for (BookEntry booked : alone) {
            switch (rules.judge(booked)) {
                case BookRules.Verdict.Named _ ->
                        proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
                case BookRules.Verdict.Carried _ -> {
                    carried.put(booked.key(), booked);
                    proof.subtract(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
                }
                case BookRules.Verdict.Broken broken -> {
                    unexplainedEntries += suspicious(broken.rule()) ? 1 : 0;
                    proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
                    findings.ofBooks(booked, broken.type(), broken.foundAs(), broken.note());
                }
            }
        }
        for (BookEntry again : diff.repeatedBookings()) {
            proof.add(Figure.ONLY_IN_LEDGER, again.key(), again.amount());
            findings.ofBooks(
                    again,
                    BreakType.DUPLICATE_BOOKING,
                    BreakType.DUPLICATE_BOOKING,
                    "Booked under order " + again.orderNo() + " too.");
        }
    }

    private void judgeMovements() {
        List<OtherMovement> claims =
                statement.otherMovements().stream()
                        .filter(movement -> movementType(movement) != null)
                        .sorted(MOVEMENT_ORDER)
                        .toList();
        Set<String> transactionIds = new LinkedHashSet<>();
        Set<String> refundNos = new LinkedHashSet<>();
        for (OtherMovement claim : claims) {
            if (!claim.transactionId().isEmpty()) {
                transactionIds.add(claim.transactionId());
            } else if (!claim.refundNo().isEmpty()) {
                refundNos.add(claim.refundNo());
            }
        }
        known.learn(transactionIds, Set.of(), refundNos);
        for (OtherMovement claim : claims) {
            BreakType type = Objects.requireNonNull(movementType(claim));
            EntryKey key = movementKey(claim, type);
            BookEntry payment = known.payment(claim.transactionId());
            findings.ofMovement(claim, type, key, payment != null ? payment : known.refund(key));
        }
    }

    private static @Nullable BreakType movementType(OtherMovement movement) {
        return switch (movement.category()) {
            case "dispute" -> BreakType.DISPUTE;
            case "refund_failure" -> BreakType.REFUND_FAILURE;
            default -> null;
        };
    }

    private static EntryKey movementKey(OtherMovement movement, BreakType type) {
        return type == BreakType.DISPUTE
                ? EntryKey.payment(movement.transactionId())
                : EntryKey.refund(movement.refundNo());
    }

    private Verdict verdict() {
        if (statement.entries().isEmpty() && ledgerEntries > carried.size()) {
            // nothing of such a day is explained, whoever carries what
            for (BookEntry booked : carried.values()) {
                proof.add(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
                proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
            }
            return Verdict.SUSPECT_EMPTY;
        }
        BigDecimal limit =
                account.maxAlertShare().multiply(BigDecimal.valueOf(statement.entries().size()));
        boolean suspect =
                unexplainedEntries > SUSPECT_BOOKS_OVER
                        && BigDecimal.valueOf(unexplainedEntries).compareTo(limit) > 0;
        return suspect ? Verdict.SUSPECT_BOOKS : Verdict.SOUND;
    }
}
