package dev.tplus1.reconcile;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakChange;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.diff.Pairing;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.Total;
import dev.tplus1.diff.pair.Diff;
import dev.tplus1.diff.pair.Pair;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.ledger.Books;
import dev.tplus1.reconcile.Reconciliation.Verdict;
import dev.tplus1.statement.Counted;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
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

    private final @Nullable SortedBreaks piecewise;
    private final List<Finding> found = new ArrayList<>();
    private final Set<EntryKey> crossed = new LinkedHashSet<>();
    private final Map<EntryKey, BookEntry> carried = new HashMap<>();
    private final Known known;
    private DaySheet sheet;

    public Reconciler(
            AccountDay account,
            Statement statement,
            Books.OfDay books,
            Neighbours neighbours,
            Means means) {
        this(account, statement, books, neighbours, means, null);
    }

    private Reconciler(
            AccountDay account,
            Statement statement,
            Books.OfDay books,
            Neighbours neighbours,
            Means means,
            @Nullable SortedBreaks piecewise) {
        this.account = account;
        this.statement = statement;
        this.books = books;
        this.neighbours = neighbours;
        this.means = means;
        this.piecewise = piecewise;
        this.known = new Known(books.books(), account.account());
        this.sheet = sheet();
    }

    /**
     * Of a day that knows no other date and no earlier revision. What it finds goes where any
     * number of breaks finds room; what a key's own rows tell is judged piece by piece, while both
     * sides are joined.
     */
    public static Reconciler ofDayAlone(
            AccountDay account,
            Statement statement,
            Books.OfDay books,
            Means means,
            SortedBreaks breaks) {
        return new Reconciler(account, statement, books, Neighbours.none(), means, breaks);
    }

    private DaySheet sheet() {
        SortedBreaks breaks = piecewise;
        if (breaks == null) {
            return new DaySheet(
                    account.day(), new Findings(account, neighbours.breaksOfDate(), found::add));
        }
        breaks.clear();
        return sheet(breaks.adder());
    }

    /** Of a day that knows no other. */
    private DaySheet sheet(Consumer<Break> adder) {
        return new DaySheet(
                account.day(),
                Findings.ofDayAlone(account, finding -> adder.accept(finding.found())));
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
        diff.settledDuringRun().forEach(sheet::booked);
        List<Pair> pairs = diff.pairs();
        Set<String> unbooked = unbookedPayments(pairs);
        Siblings siblings =
                Siblings.of(pairs, unbooked, counted.rows(), diff, known, means.threads());
        StatementRules rules =
                new StatementRules(
                        account, known, siblings.returns(), neighbours.returnedLater(unbooked));
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
                                        sheet.findings(),
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
                Math.toIntExact(sheet.ledgerEntries()),
                diff.settledDuringRun().size(),
                Math.toIntExact(sheet.matched()),
                crossed.size(),
                carried.size(),
                sheet.unexplainedEntries(),
                List.copyOf(found),
                sheet.findings().counts(),
                Collections.unmodifiableSet(crossed),
                changes,
                sheet.proof().rows(),
                sheet.buckets().imbalance(counted.totals()),
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
        LateRows late = LateRows.among(found, diff, books, account.day(), means.threads());
        if (asked.addAll(late.keysToPair())) {
            pairing = joined(counted, booked, asked);
            diff = paired(pairing);
        }
        counted.totals().forEach(sheet::counted);
        pairing.booked().forEach(sheet::booked);
        pairing.plain().forEach(sheet::matched);
        diff.complete(_ -> late.unseen());
        return diff;
    }

    private Pairing joined(Counted counted, Spool<BookEntry> booked, Set<EntryKey> asked) {
        SortedBreaks breaks = piecewise;
        try {
            return breaks == null
                    ? Pairing.of(
                            counted.rows(),
                            booked,
                            account.day(),
                            account.cutoffGrace(),
                            statement.covers(),
                            asked,
                            means.threads())
                    : piecewise(counted, booked, asked, breaks);
        } catch (Total.TooLargeException e) {
            throw ProofSheet.tooLarge(e.currency());
        }
    }

    /** Begins anew whatever an earlier joining has judged. */
    private Pairing piecewise(
            Counted counted, Spool<BookEntry> booked, Set<EntryKey> asked, SortedBreaks breaks) {
        sheet = sheet();
        List<DaySheet> sheets = Collections.synchronizedList(new ArrayList<>());
        Pairing pairing =
                Pairing.of(
                        counted.rows(),
                        booked,
                        account.day(),
                        account.cutoffGrace(),
                        statement.covers(),
                        asked,
                        means.threads(),
                        books.books().unchanging(),
                        () -> {
                            DaySheet own = sheet(breaks.adder());
                            sheets.add(own);
                            return new DaySheet.Pieces(
                                    account.day(),
                                    own,
                                    new BookRules(account, neighbours, Set.of(), Map.of()));
                        });
        sheets.forEach(sheet::add);
        return pairing;
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
                sheet.crossed(entry);
            } else {
                sheet.matched(entry);
            }
            return;
        }
        sheet.broken(entry, judgement, pair.booked(), inBooks(pair, diff));
    }

    /** What the books know of an entry, booked or not. */
    private @Nullable BookEntry inBooks(Pair pair, Diff diff) {
        StatementEntry entry = pair.entry();
        BookEntry booked = pair.repeats() == null ? pair.booked() : diff.bookedUnder(entry.key());
        if (booked != null) {
            return booked;
        }
        return entry.kind() == Kind.REFUND
                ? known.refund(entry.key())
                : known.payment(entry.transactionId());
    }

    private void judgeBooks(Diff diff, Set<String> ordersBookedWithoutId) {
        List<BookEntry> alone = diff.onlyBooked();
        Map<EntryKey, LocalDate> carriers =
                neighbours.carriedElsewhere(alone.stream().map(BookEntry::key).toList());
        BookRules rules = new BookRules(account, neighbours, ordersBookedWithoutId, carriers);
        for (BookEntry booked : alone) {
            switch (rules.judge(booked)) {
                case BookRules.Verdict.Named _ -> sheet.onlyBooked(booked);
                case BookRules.Verdict.Carried _ -> {
                    carried.put(booked.key(), booked);
                    sheet.carried(booked);
                }
                case BookRules.Verdict.Broken broken -> sheet.broken(booked, broken);
            }
        }
        for (BookEntry again : diff.repeatedBookings()) {
            sheet.onlyBooked(again);
            sheet.findings()
                    .ofBooks(
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
            sheet.findings()
                    .ofMovement(claim, type, key, payment != null ? payment : known.refund(key));
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
        if (statement.counted().count() == 0 && sheet.ledgerEntries() > carried.size()) {
            // nothing of such a day is explained, whoever carries what
            carried.values().forEach(sheet::notCarried);
            return Verdict.SUSPECT_EMPTY;
        }
        BigDecimal limit =
                account.maxAlertShare().multiply(BigDecimal.valueOf(statement.counted().count()));
        boolean suspect =
                sheet.unexplainedEntries() > SUSPECT_BOOKS_OVER
                        && BigDecimal.valueOf(sheet.unexplainedEntries()).compareTo(limit) > 0;
        return suspect ? Verdict.SUSPECT_BOOKS : Verdict.SOUND;
    }
}
