package dev.tplus1.report;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The proof of one currency as an accountant writes it: the amounts add up from the statement's
 * total to the books', the details to their group, the entries likewise. What the breaks do not
 * account for of a group stands in a line of its own, so that the shown figures always add up.
 */
public final class ProofTable {
    /**
     * One currency's table.
     *
     * @param entriesKnown whether it is known how many entries are in each line: with a single
     *     currency whose proof adds up
     */
    public record Table(
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
    public record Line(
            String style,
            String label,
            String anchor,
            long entries,
            String entriesText,
            String detail,
            String amount,
            String fill,
            long minor) {}

    private final RunReport report;
    private final BreakGroups groups;
    private final Parts parts;
    private final Summary summary;
    private final Words words;
    private final ProofRow row;
    private final Currency currency;
    private final List<Line> lines = new ArrayList<>();

    private ProofTable(RunReport report, BreakGroups groups, Words words, ProofRow row) {
        this.report = report;
        this.groups = groups;
        this.parts = groups.parts();
        this.summary = report.summary();
        this.words = words;
        this.row = row;
        this.currency = row.currency();
    }

    /** A table for each currency, the largest statement first. */
    public static List<Table> of(RunReport report, BreakGroups groups, Words words) {
        return report.summary().proof().stream()
                .sorted(
                        Comparator.comparing((ProofRow r) -> r.money(r.statement()).value())
                                .reversed()
                                .thenComparing(r -> r.currency().getCurrencyCode()))
                .map(row -> new ProofTable(report, groups, words, row).table())
                .toList();
    }

    private Table table() {
        List<Part> statement = parts.of(Difference.Side.STATEMENT, currency);
        List<Part> books = parts.of(Difference.Side.BOOKS, currency);
        long entries = summary.statement().entries();
        long booked = summary.ledger().entries();
        long onlyStatement = entries(statement);
        long across =
                summary.matchedAcrossCutoff() - summary.carriedByOtherDates() + parts.bookedAway;
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

        total(
                words.get("proof.statement", words.provider(report.providerName())),
                entries,
                row.statement());
        group("proof.onlyInStatement", "", -onlyStatement, -row.onlyInStatement(), "");
        statement.forEach(part -> sub(part, -1));
        if (otherStatement != 0) {
            sub(words.get("proof.otherStatement"), "", 0, -otherStatement, "cross");
        }
        boolean differ = row.amountDifference() != 0 && groups.count(BreakType.AMOUNT_MISMATCH) > 0;
        String mismatch = differ ? BreakType.AMOUNT_MISMATCH.name() : "";
        group("proof.amountDifference", mismatch, 0, -row.amountDifference(), "decide");
        group("proof.crossCutoff", "", -across, -row.crossCutoff(), "cross");
        group("proof.onlyInLedger", "", onlyBooks, row.onlyInLedger(), "");
        books.forEach(part -> sub(part, 1));
        if (otherBooks != 0) {
            sub(words.get("proof.otherLedger"), "", unnamed, otherBooks, "decide");
        }
        Replayed replayed = parts.replayed(currency);
        boolean repaired = replayed.count > 0;
        total(words.get(repaired ? "proof.ledgerBefore" : "proof.ledger"), booked, row.ledger());
        unexplained();
        if (repaired) {
            long more = replayed.minor;
            String anchor = groups.anchor(BreakType.MISSED_CALLBACK, Group.REPAIRED);
            group("proof.replayed", anchor, replayed.count, more, "fixed");
            long now = Math.addExact(row.ledger(), more);
            total(words.get("proof.ledgerNow"), booked + replayed.count, now);
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
        String name = words.get("type." + part.type + ".name");
        String label =
                switch (part.type) {
                    case MISSED_CALLBACK ->
                            part.all(Status.REPAIRED)
                                    ? words.get("proof.replayedSince", name)
                                    : name;
                    case AMOUNT_MISMATCH -> words.get("proof.notBooked", name);
                    case CUT_OFF ->
                            part.all(Status.SUSPENSE) ? words.get("proof.inSuspense", name) : name;
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
        String anchor = groups.anchor(part.type, part.worst);
        sub(label, anchor, sign * part.count, sign * part.minor, part.worst.mark());
    }

    private static long minor(List<Part> parts) {
        long sum = 0;
        for (Part part : parts) {
            sum = Math.addExact(sum, part.minor);
        }
        return sum;
    }

    private static long entries(List<Part> parts) {
        return parts.stream().mapToLong(part -> part.count).sum();
    }

    /** What breaks of one type put on one side. */
    static final class Part {
        private final BreakType type;
        private final Set<Status> states = EnumSet.noneOf(Status.class);
        private Group worst = Group.SETTLED;
        private long count;
        private long minor;

        Part(BreakType type) {
            this.type = type;
        }

        void add(BreakRow each, Group group, long amount) {
            count++;
            minor = Math.addExact(minor, amount);
            states.add(each.status());
            worst = group.compareTo(worst) < 0 ? group : worst;
        }

        boolean all(Status status) {
            return states.equals(Set.of(status));
        }
    }

    /** What was repaired in one currency: in all, and of what is only in the statement. */
    static final class Replayed {
        private long repaired;
        private long count;
        private long minor;
    }

    /** What breaks put on either side of the proof, summed while they pass by. One thread. */
    static final class Parts {
        private final Summary.Mode mode;
        private final Instant from;
        private final Instant to;
        private final Map<Difference.Side, Map<Currency, Map<BreakType, Part>>> sides =
                new EnumMap<>(Difference.Side.class);
        private final Map<Currency, Replayed> replayed = new HashMap<>();

        /** Entries booked with another amount or order, and on another day. */
        private long bookedAway;

        Parts(Summary summary) {
            this.mode = summary.mode();
            BusinessDate day = new BusinessDate(summary.businessDate(), summary.zone());
            this.from = day.start();
            this.to = day.end();
        }

        void add(BreakRow each) {
            Money statement = each.statementAmount();
            Money ledger = each.ledgerAmount();
            if (statement != null) {
                add(each, Difference.Side.STATEMENT, statement);
                if (each.status() == Status.REPAIRED) {
                    repaired(each, statement);
                }
            }
            if (ledger != null) {
                add(each, Difference.Side.BOOKS, ledger);
            }
            boolean bothBooked =
                    each.type() == BreakType.AMOUNT_MISMATCH
                            || each.type() == BreakType.ORDER_MISMATCH;
            if (statement != null && ledger != null && bothBooked && !inDay(each.ledgerTime())) {
                bookedAway++;
            }
        }

        private void add(BreakRow each, Difference.Side side, Money amount) {
            if (counts(each, side)) {
                sides.computeIfAbsent(side, _ -> new HashMap<>())
                        .computeIfAbsent(amount.currency(), _ -> new EnumMap<>(BreakType.class))
                        .computeIfAbsent(each.type(), Part::new)
                        .add(each, Group.of(each, mode), signed(each, amount));
            }
        }

        private void repaired(BreakRow each, Money amount) {
            Replayed same = replayed.computeIfAbsent(amount.currency(), _ -> new Replayed());
            long minor = signed(each, amount);
            same.repaired = Math.addExact(same.repaired, minor);
            if (each.type() == BreakType.MISSED_CALLBACK) {
                same.count++;
                same.minor = Math.addExact(same.minor, minor);
            }
        }

        private static long signed(BreakRow each, Money amount) {
            return Math.multiplyExact(each.kind().sign(), amount.minor());
        }

        /** What each type puts on one side, the largest first. */
        List<Part> of(Difference.Side side, Currency currency) {
            return sides
                    .getOrDefault(side, Map.of())
                    .getOrDefault(currency, Map.of())
                    .values()
                    .stream()
                    .sorted(
                            Comparator.comparingLong((Part part) -> -Math.abs(part.minor))
                                    .thenComparing(part -> part.type.name()))
                    .toList();
        }

        Replayed replayed(Currency currency) {
            return replayed.getOrDefault(currency, new Replayed());
        }

        /** What was repaired in this currency, payments less refunds, in minor units. */
        long repaired(Currency currency) {
            return replayed(currency).repaired;
        }

        /** Whether a break's money is in this side's part of the proof. */
        private boolean counts(BreakRow each, Difference.Side side) {
            return switch (each.type()) {
                case AMOUNT_MISMATCH ->
                        side == Difference.Side.STATEMENT && each.ledgerAmount() == null;
                case CURRENCY_MISMATCH ->
                        side == Difference.Side.STATEMENT || inDay(each.ledgerTime());
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
                        Difference.side(each.type()) == side;
            };
        }

        private boolean inDay(@Nullable Instant time) {
            return time != null && !time.isBefore(from) && time.isBefore(to);
        }
    }
}
