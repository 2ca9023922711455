package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.BreakGroups.Group;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The proof of one currency as an accountant writes it: the amounts add up from the statement's
 * total to the books', the details to their group, the entries likewise. What the breaks do not
 * account for of a group stands in a line of its own, so that the shown figures always add up.
 */
final class ProofTable {
    /**
     * One currency's table.
     *
     * @param entriesKnown whether it is known how many entries are in each line: with a single
     *     currency whose proof adds up
     */
    record Table(
            String currency,
            boolean explained,
            String unexplained,
            boolean entriesKnown,
            List<Line> lines,
            ProofDrawing drawing) {}

    /**
     * One line.
     *
     * @param style tot, grp, sub, ok or bad
     * @param anchor the break type that it links to, or empty
     * @param fill what its bar is about, total for a running total, or empty for no bar
     * @param minor what it adds, or the total
     */
    record Line(
            String style,
            String label,
            String anchor,
            long entries,
            String entriesText,
            String detail,
            String amount,
            String fill,
            long minor) {}

    private record Part(BreakType type, List<Break> breaks, long minor) {}

    private final RunReport report;
    private final Summary summary;
    private final Words words;
    private final ProofRow row;
    private final Currency currency;
    private final BusinessDate day;
    private final List<Line> lines = new ArrayList<>();

    private ProofTable(RunReport report, Words words, ProofRow row) {
        this.report = report;
        this.summary = report.summary();
        this.words = words;
        this.row = row;
        this.currency = row.currency();
        this.day = new BusinessDate(summary.businessDate(), summary.zone());
    }

    /** A table for each currency, the largest statement first. */
    static List<Table> of(RunReport report, Words words) {
        return report.summary().proof().stream()
                .sorted(
                        Comparator.comparing((ProofRow r) -> r.money(r.statement()).value())
                                .reversed()
                                .thenComparing(r -> r.currency().getCurrencyCode()))
                .map(row -> new ProofTable(report, words, row).table())
                .toList();
    }

    private Table table() {
        List<Part> statement = parts(Difference.Side.STATEMENT);
        List<Part> books = parts(Difference.Side.BOOKS);
        long entries = summary.statement().entries();
        long booked = summary.ledger().entries();
        long onlyStatement = entries(statement);
        long across = summary.matchedAcrossCutoff() - summary.carriedByOtherDates() + bookedAway();
        long onlyBooks = booked - (entries - onlyStatement - across);
        long otherStatement = row.onlyInStatement() - minor(statement);
        long otherBooks = row.onlyInLedger() - minor(books);
        long unnamed = onlyBooks - entries(books);
        boolean known =
                summary.proof().size() == 1
                        && row.unexplained() == 0
                        && otherStatement == 0
                        && unnamed >= 0
                        && (unnamed == 0) == (otherBooks == 0);

        total(words.get("proof.statement", report.providerName()), entries, row.statement());
        group("proof.onlyInStatement", "", -onlyStatement, -row.onlyInStatement(), "");
        statement.forEach(part -> sub(part, -1));
        if (otherStatement != 0) {
            sub(words.get("proof.otherStatement"), "", 0, -otherStatement, "cross");
        }
        String mismatch = row.amountDifference() == 0 ? "" : anchor(BreakType.AMOUNT_MISMATCH);
        group("proof.amountDifference", mismatch, 0, -row.amountDifference(), "decide");
        group("proof.crossCutoff", "", -across, -row.crossCutoff(), "cross");
        group("proof.onlyInLedger", "", onlyBooks, row.onlyInLedger(), "");
        books.forEach(part -> sub(part, 1));
        if (otherBooks != 0) {
            sub(words.get("proof.otherLedger"), "", unnamed, otherBooks, "decide");
        }
        List<Break> replayed = replayed();
        boolean repaired = !replayed.isEmpty();
        total(words.get(repaired ? "proof.ledgerBefore" : "proof.ledger"), booked, row.ledger());
        unexplained();
        if (repaired) {
            long more = 0;
            for (Break each : replayed) {
                more = Math.addExact(more, minor(each, Difference.Side.STATEMENT));
            }
            String anchor = BreakType.MISSED_CALLBACK.name();
            group("proof.replayed", anchor, replayed.size(), more, "fixed");
            long now = Math.addExact(row.ledger(), more);
            total(words.get("proof.ledgerNow"), booked + replayed.size(), now);
        }
        return new Table(
                currency.getCurrencyCode(),
                row.unexplained() == 0,
                Shown.amount(row.money(row.unexplained())),
                known,
                lines,
                ProofDrawing.of(lines, currency));
    }

    private void total(String label, long entries, long minor) {
        String amount = Shown.amount(row.money(minor));
        lines.add(
                new Line(
                        "tot",
                        label,
                        "",
                        entries,
                        Shown.count(entries),
                        "",
                        amount,
                        "total",
                        minor));
    }

    private void group(String key, String anchor, long entries, long minor, String fill) {
        lines.add(
                new Line(
                        "grp",
                        words.get(key),
                        anchor,
                        entries,
                        Shown.signedCount(entries),
                        "",
                        Shown.difference(row.money(minor)),
                        minor == 0 ? "" : fill,
                        minor));
    }

    private void unexplained() {
        boolean explained = row.unexplained() == 0;
        lines.add(
                new Line(
                        explained ? "ok" : "bad",
                        words.get("proof.unexplained"),
                        "",
                        0,
                        "0",
                        "",
                        Shown.amount(row.money(row.unexplained())),
                        explained ? "" : "stop",
                        row.unexplained()));
    }

    private void sub(String label, String anchor, long entries, long minor, String fill) {
        lines.add(
                new Line(
                        "sub",
                        label,
                        anchor,
                        entries,
                        Shown.signedCount(entries),
                        Shown.difference(row.money(minor)),
                        "",
                        fill,
                        minor));
    }

    private void sub(Part part, int sign) {
        String name = words.get("type." + part.type() + ".name");
        String label =
                switch (part.type()) {
                    case MISSED_CALLBACK ->
                            all(part, Status.REPAIRED)
                                    ? words.get("proof.replayedSince", name)
                                    : name;
                    case AMOUNT_MISMATCH -> words.get("proof.notBooked", name);
                    case CUT_OFF ->
                            all(part, Status.SUSPENSE) ? words.get("proof.inSuspense", name) : name;
                    case DUPLICATE_LINE,
                            CURRENCY_MISMATCH,
                            ORDER_MISMATCH,
                            UNKNOWN_ORDER,
                            DUPLICATE_PAYMENT,
                            STATUS_MISMATCH,
                            PAID_AFTER_CLOSE,
                            PAID_THEN_REFUNDED,
                            UNKNOWN_REFUND,
                            REFUND_EXCEEDS,
                            REFUND_IN_PROGRESS,
                            DUPLICATE_BOOKING,
                            MISSING_AT_PROVIDER,
                            DISPUTE,
                            REFUND_FAILURE ->
                            name;
                };
        Group worst =
                part.breaks().stream()
                        .map(each -> Group.of(each, summary.mode()))
                        .min(Comparator.naturalOrder())
                        .orElse(Group.DECIDE);
        sub(
                label,
                part.type().name(),
                (long) sign * part.breaks().size(),
                sign * part.minor(),
                worst.mark());
    }

    private static boolean all(Part part, Status status) {
        return part.breaks().stream().allMatch(each -> each.status() == status);
    }

    /** What each type puts on one side, the largest first. */
    private List<Part> parts(Difference.Side side) {
        Map<BreakType, List<Break>> byType = new EnumMap<>(BreakType.class);
        for (Break each : report.breaks()) {
            if (counts(each, side)) {
                byType.computeIfAbsent(each.type(), _ -> new ArrayList<>()).add(each);
            }
        }
        List<Part> parts = new ArrayList<>();
        byType.forEach((type, breaks) -> {
            long sum = 0;
            for (Break each : breaks) {
                sum = Math.addExact(sum, minor(each, side));
            }
            parts.add(new Part(type, breaks, sum));
        });
        parts.sort(
                Comparator.comparingLong((Part part) -> -Math.abs(part.minor()))
                        .thenComparing(part -> part.type().name()));
        return parts;
    }

    /** Whether a break's money is in this side's part of the proof, in this currency. */
    private boolean counts(Break each, Difference.Side side) {
        Money amount =
                side == Difference.Side.STATEMENT ? each.statementAmount() : each.ledgerAmount();
        if (amount == null || !amount.currency().equals(currency)) {
            return false;
        }
        Difference.Side own = Difference.side(each.type());
        return switch (each.type()) {
            case AMOUNT_MISMATCH ->
                    side == Difference.Side.STATEMENT && each.ledgerAmount() == null;
            case CURRENCY_MISMATCH -> side == Difference.Side.STATEMENT || inDay(each.ledgerTime());
            case ORDER_MISMATCH -> false;
            case DUPLICATE_LINE,
                    UNKNOWN_ORDER,
                    DUPLICATE_PAYMENT,
                    STATUS_MISMATCH,
                    PAID_AFTER_CLOSE,
                    PAID_THEN_REFUNDED,
                    MISSED_CALLBACK,
                    UNKNOWN_REFUND,
                    REFUND_EXCEEDS,
                    REFUND_IN_PROGRESS,
                    DUPLICATE_BOOKING,
                    CUT_OFF,
                    MISSING_AT_PROVIDER,
                    DISPUTE,
                    REFUND_FAILURE ->
                    own == side;
        };
    }

    private static long minor(Break each, Difference.Side side) {
        Money amount =
                Difference.signed(
                        each,
                        side == Difference.Side.STATEMENT
                                ? each.statementAmount()
                                : each.ledgerAmount());
        return amount == null ? 0 : amount.minor();
    }

    private static long minor(List<Part> parts) {
        long sum = 0;
        for (Part part : parts) {
            sum = Math.addExact(sum, part.minor());
        }
        return sum;
    }

    private static long entries(List<Part> parts) {
        return parts.stream().mapToLong(part -> part.breaks().size()).sum();
    }

    /** Entries booked with another amount or order, and on another day. */
    private long bookedAway() {
        return report.breaks().stream()
                .filter(each -> each.statementAmount() != null && each.ledgerAmount() != null)
                .filter(each ->
                        each.type() == BreakType.AMOUNT_MISMATCH
                                || each.type() == BreakType.ORDER_MISMATCH)
                .filter(each -> !inDay(each.ledgerTime()))
                .count();
    }

    private List<Break> replayed() {
        return report.breaks().stream()
                .filter(each -> each.type() == BreakType.MISSED_CALLBACK)
                .filter(each -> each.status() == Status.REPAIRED)
                .filter(each -> counts(each, Difference.Side.STATEMENT))
                .toList();
    }

    /** Where the page lists a type's breaks, if it has any. */
    private String anchor(BreakType type) {
        boolean listed = report.breaks().stream().anyMatch(each -> each.type() == type);
        return listed ? type.name() : "";
    }

    private boolean inDay(@Nullable Instant time) {
        return time != null && day.contains(time);
    }
}
