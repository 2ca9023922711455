package dev.tplus1.reconcile;

import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.diff.Diff;
import dev.tplus1.diff.Pair;
import dev.tplus1.diff.Pairing;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.Total;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.ledger.Books;
import dev.tplus1.reconcile.ProofSheet.Figure;
import dev.tplus1.reconcile.Reconciliation.Verdict;
import dev.tplus1.statement.Counted;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

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
    private final Books.OfDay books;
    private final Neighbours neighbours;
    private final Means means;

    private final ProofSheet proof = new ProofSheet();
    private final Buckets buckets = new Buckets();
    private final Findings findings;
    private final Set<EntryKey> crossed = new LinkedHashSet<>();
    private final Map<EntryKey, BookEntry> carried = new HashMap<>();
    private final Known known;
    private long ledgerEntries;
    private long matched;
    private int unexplainedEntries;

    public Reconciler(
            AccountDay account,
            Statement statement,
            Books.OfDay books,
            Neighbours neighbours,
            Means means) {
        this.account = account;
        this.statement = statement;
        this.books = books;
        this.neighbours = neighbours;
        this.means = means;
        this.findings = new Findings(account, neighbours.breaksOfDate());
        this.known = new Known(books.books(), account.account());
    }

    /**
     * Reconciles the day. Whether it adds up is left to the caller to see, in the proof and in the
     * imbalance.
     *
     * @throws RefusedException when the statement's files are no longer what they were
     */
    public Reconciliation reconcile() throws RefusedException, IOException {
        Counted counted = statement.counted();
        Diff diff = compared(counted);
        diff.settledDuringRun().forEach(this::countBooked);
        List<Pair> pairs = diff.pairs();
        Siblings siblings = Siblings.of(pairs, counted.rows(), diff, known, means.threads());
        StatementRules rules =
                new StatementRules(
                        account,
                        known,
                        siblings.returns(),
                        neighbours.returnedLater(unbookedPayments(pairs)));
        siblings.among(pairs, rules::plain, pair -> judge(pair, rules, diff));
        judgeMovements();
        judgeBooks(diff, rules.ordersBookedWithoutId());
        Verdict verdict = verdict();
        // an empty day says nothing about what earlier runs found; suspect books do once approved
        List<BreakChange> changes =
                verdict != Verdict.SUSPECT_EMPTY
                        ? new Consequences(
                                        account,
                                        neighbours,
                                        books.books(),
                                        diff,
                                        findings,
                                        crossed,
                                        carried,
                                        statement.covers())
                                .changes()
                        : List.of();
        long payments = counted.count(Kind.PAYMENT);
        return new Reconciliation(
                Math.toIntExact(counted.count()),
                Math.toIntExact(payments),
                Math.toIntExact(payments - counted.on(Kind.PAYMENT, account.day().date())),
                Math.toIntExact(ledgerEntries),
                diff.settledDuringRun().size(),
                Math.toIntExact(matched),
                crossed.size(),
                carried.size(),
                unexplainedEntries,
                List.copyOf(findings.all()),
                Collections.unmodifiableSet(crossed),
                changes,
                proof.rows(),
                buckets.imbalance(counted.totals()),
                verdict);
    }

    /**
     * Both sides joined: what is plain is summed, all that is not is paired one by one. Keys of
     * earlier breaks are paired even where they are plain now, to be seen.
     */
    private Diff compared(Counted counted) throws RefusedException, IOException {
        Spool<BookEntry> booked = books.entries();
        Set<EntryKey> asked =
                neighbours.breaksOfDate().stream()
                        .map(brk -> brk.identity().key())
                        .collect(Collectors.toCollection(HashSet::new));
        Pairing pairing = joined(counted, booked, asked);
        Diff diff = paired(pairing);
        List<BookEntry> found = lookUp(diff.unmatched());
        LateRows late = LateRows.among(found, diff, booked, account.day(), means.threads());
        if (asked.addAll(late.keysToPair())) {
            pairing = joined(counted, booked, asked);
            diff = paired(pairing);
        }
        for (Total total : counted.totals()) {
            proof.add(Figure.STATEMENT, total);
        }
        for (Total total : pairing.booked()) {
            ledgerEntries += total.count();
            proof.add(Figure.LEDGER, total);
        }
        for (Total total : pairing.plain()) {
            matched += total.count();
            buckets.add(Buckets.Bucket.MATCHED, total);
        }
        diff.complete(_ -> late.unseen());
        return diff;
    }

    private Pairing joined(Counted counted, Spool<BookEntry> booked, Set<EntryKey> asked) {
        try {
            return Pairing.of(
                    counted.rows(),
                    booked,
                    account.day(),
                    account.cutoffGrace(),
                    statement.covers(),
                    asked,
                    means.threads());
        } catch (Total.TooLargeException e) {
            throw ProofSheet.tooLarge(e.currency());
        }
    }

    private Diff paired(Pairing pairing) throws RefusedException, IOException {
        Diff diff = new Diff(Twins.completed(pairing.statement(), means.rawRows()), account.day());
        pairing.books().forEach(diff::book);
        return diff;
    }

    private List<BookEntry> lookUp(List<StatementEntry> unmatched) {
        return unmatched.isEmpty()
                ? List.of()
                : known.find(unmatched).stream().filter(this::covered).toList();
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

    private static Set<String> unbookedPayments(List<Pair> pairs) {
        Set<String> ids = new LinkedHashSet<>();
        for (Pair pair : pairs) {
            if (pair.booked() == null && pair.entry().kind() == Kind.PAYMENT) {
                ids.add(pair.entry().transactionId());
            }
        }
        return ids;
    }

    private void judge(Pair pair, StatementRules rules, Diff diff) {
        StatementEntry entry = pair.entry();
        Judgement judgement = rules.judge(pair);
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
        findings.ofStatement(
                entry, judgement, judgement.type(), pair.booked(), inBooks(entry, diff));
        prove(entry, judgement.rule(), pair.booked());
    }

    /** What the books know of an entry, booked or not. */
    private @Nullable BookEntry inBooks(StatementEntry entry, Diff diff) {
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

    private void judgeBooks(Diff diff, Set<String> ordersBookedWithoutId) {
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
        if (statement.counted().count() == 0 && ledgerEntries > carried.size()) {
            // nothing of such a day is explained, whoever carries what
            for (BookEntry booked : carried.values()) {
                proof.add(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
                proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
            }
            return Verdict.SUSPECT_EMPTY;
        }
        BigDecimal limit =
                account.maxAlertShare().multiply(BigDecimal.valueOf(statement.counted().count()));
        boolean suspect =
                unexplainedEntries > SUSPECT_BOOKS_OVER
                        && BigDecimal.valueOf(unexplainedEntries).compareTo(limit) > 0;
        return suspect ? Verdict.SUSPECT_BOOKS : Verdict.SOUND;
    }
}
