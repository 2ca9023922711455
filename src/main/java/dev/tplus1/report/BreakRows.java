package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.life.Payers;
import dev.tplus1.report.life.RowLife;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Words a break as a row: its ids, what each side says, the one fact that is wrong marked. */
public final class BreakRows {
    /** How long a refund may be in progress before a person must look. */
    private static final int REFUND_DAYS = 7;

    private final Summary summary;
    private final Words words;
    private final boolean coded;
    private final Function<Break, @Nullable BreakLife> lives;
    private final Payers payers;

    /**
     * @param coded whether amounts carry their currency's code
     * @param lives what had happened to a break
     */
    BreakRows(
            Summary summary,
            Words words,
            boolean coded,
            Function<Break, @Nullable BreakLife> lives,
            Payers payers) {
        this.summary = summary;
        this.words = words;
        this.coded = coded;
        this.lives = lives;
        this.payers = payers;
    }

    /**
     * A row; all text is ready to be shown, but for HTML's own characters.
     *
     * @param key what it is sorted by, see {@link #key}
     */
    record Row(
            String anchor,
            String key,
            RowLife life,
            String id,
            List<Id> ids,
            String meta,
            Cell provider,
            Cell books,
            List<String> difference,
            List<String> under) {}

    record Id(String term, String value) {}

    /** One side: the amount or the words why there is none, and what else matters. */
    record Cell(String amount, boolean marked, List<Line> lines) {}

    /**
     * @param marked the fact that makes it a break
     */
    record Line(String text, boolean marked) {}

    /** The date whose run decides it, where time may. */
    public static @Nullable LocalDate due(Break each, Summary summary) {
        return each.status() == Status.SUSPENSE ? due(each.type(), summary) : null;
    }

    private static @Nullable LocalDate due(BreakType watched, Summary summary) {
        return watched == BreakType.REFUND_IN_PROGRESS
                ? summary.businessDate().plusDays(REFUND_DAYS)
                : summary.watchedUntil();
    }

    /** The same of all that are watched, by type; without those that no date decides. */
    public static Map<BreakType, LocalDate> due(Collection<BreakType> watched, Summary summary) {
        Map<BreakType, LocalDate> dates = new EnumMap<>(BreakType.class);
        for (BreakType each : watched) {
            LocalDate due = due(each, summary);
            if (due != null) {
                dates.put(each, due);
            }
        }
        return dates;
    }

    Row row(Break each) {
        Group group = Group.of(each, summary.mode());
        boolean replayed = group == Group.REPAIRED;
        List<String> under = new ArrayList<>();
        LocalDate due = due(each, summary);
        if (due != null) {
            under.add(words.get("row.due", words.day(due)) + inDays(due));
        }
        if (replayed && !each.note().isEmpty()) {
            under.add(words.note(each.note()));
        }
        List<String> differences =
                replayed
                        ? List.of(
                                each.status() == Status.REPAIRED
                                        ? words.get("row.checked")
                                        : words.get("page.planned"))
                        : differences(each);
        return new Row(
                "b" + each.id(),
                key(each, replayed),
                RowLife.of(lives.apply(each), summary.businessDate(), summary.zone(), words),
                each.id(),
                ids(each),
                meta(each),
                provider(each),
                replayed ? repaired(each) : books(each, group),
                differences,
                under);
    }

    /**
     * What each side says, the difference and the time, in minor units and seconds since 1970, for
     * the page's script: {@code 320000 - 320000 1764301329}, a dash for nothing; with its currency
     * where that may be another in the next row. Of the replayed the books are what they are now.
     */
    private String key(Break each, boolean replayed) {
        List<Money> differences = Difference.of(each);
        Money books = replayed ? each.statementAmount() : each.ledgerAmount();
        Instant time = each.statementTime() == null ? each.ledgerTime() : each.statementTime();
        return String.join(
                " ",
                key(each, Difference.signed(each, each.statementAmount())),
                key(each, Difference.signed(each, books)),
                key(each, differences.isEmpty() ? null : differences.getFirst()),
                time == null ? "-" : Long.toString(time.getEpochSecond()));
    }

    private String key(Break each, @Nullable Money amount) {
        return amount == null
                ? "-"
                : amount.minor() + (withCode(each) ? amount.currency().getCurrencyCode() : "");
    }

    private List<Id> ids(Break each) {
        List<Id> ids = new ArrayList<>();
        if (!each.refundNo().isEmpty()) {
            ids.add(new Id(words.get("row.refund"), Shown.outside(each.refundNo())));
        }
        if (!each.transactionId().isEmpty()) {
            String term = each.refundNo().isEmpty() ? "row.payment" : "row.ofPayment";
            ids.add(new Id(words.get(term), Shown.outside(each.transactionId())));
        }
        if (!each.orderNo().isEmpty()) {
            ids.add(new Id(words.get("row.order"), Shown.outside(each.orderNo())));
        }
        return ids;
    }

    private String meta(Break each) {
        return switch (each.status()) {
            case OPEN, SUSPENSE -> age();
            case HELD, WITHDRAWN -> words.get("row." + each.status()) + " · " + age();
            case RESOLVED, CLOSED -> words.get("row." + each.status());
            case REPAIRED -> "";
        };
    }

    private LocalDate today() {
        return LocalDate.ofInstant(summary.finishedAt(), summary.zone());
    }

    /** How far away a date is; nothing where it is not ahead. */
    private String inDays(LocalDate due) {
        long days = ChronoUnit.DAYS.between(today(), due);
        return days < 1 ? "" : words.count("row.inDays", days);
    }

    private String age() {
        long days = ChronoUnit.DAYS.between(summary.businessDate(), today());
        return days < 1 ? words.get("row.found") : words.count("row.open", days);
    }

    private Cell provider(Break each) {
        List<Line> lines = new ArrayList<>();
        Money amount = Difference.signed(each, each.statementAmount());
        if (amount == null) {
            boolean once = each.type() == BreakType.DUPLICATE_BOOKING;
            String why = words.get(once ? "row.onceInStatement" : "row.notInStatement");
            return new Cell(why, !once, lines);
        }
        if (each.type() == BreakType.DUPLICATE_LINE) {
            lines.add(new Line(words.get("row.again", Shown.count(each.statementLine())), true));
        }
        addTime(lines, each, each.statementTime());
        if (payers.shown(each)) {
            String payer =
                    payers.of(each)
                            .map(who -> words.get("row.payer", Shown.outside(who)))
                            .orElseGet(() -> words.get("row.payerUnknown"));
            lines.add(new Line(payer, false));
        }
        boolean differs =
                each.type() == BreakType.AMOUNT_MISMATCH
                        || each.type() == BreakType.CURRENCY_MISMATCH;
        return new Cell(amount(each, amount), differs, lines);
    }

    private Cell books(Break each, Group group) {
        List<Line> lines = new ArrayList<>();
        Money amount = Difference.signed(each, each.ledgerAmount());
        String what;
        boolean marked = false;
        if (amount != null) {
            what = amount(each, amount);
            marked =
                    each.type() == BreakType.AMOUNT_MISMATCH
                            || each.type() == BreakType.CURRENCY_MISMATCH;
        } else {
            what = words.get(outside(each) ? "row.outside" : nothingBooked(each.type()));
            marked =
                    each.type() == BreakType.UNKNOWN_ORDER
                            || each.type() == BreakType.UNKNOWN_REFUND;
        }
        String fault = fault(each.type());
        if (!fault.isEmpty()) {
            lines.add(new Line(words.get(fault), true));
        }
        addTime(lines, each, each.ledgerTime());
        Instant booked = each.ledgerTime();
        if (group == Group.WATCH && each.type() == BreakType.CUT_OFF && booked != null) {
            lines.add(new Line(fromMidnight(booked), false));
        }
        if (!each.note().isEmpty()) {
            lines.add(new Line(words.note(each.note()), false));
        }
        return new Cell(what, marked, lines);
    }

    private Cell repaired(Break each) {
        Money amount = Difference.signed(each, each.statementAmount());
        String what = amount == null ? words.get("row.notBooked") : amount(each, amount);
        List<Line> lines = new ArrayList<>();
        if (each.status() == Status.REPAIRED) {
            lines.add(new Line(words.get("row.wasPending." + each.identity().key().kind()), false));
        } else {
            lines.add(new Line(words.get("row.pending"), false));
        }
        return new Cell(what, false, lines);
    }

    private static String nothingBooked(BreakType type) {
        return switch (type) {
            case UNKNOWN_ORDER -> "row.noOrder";
            case UNKNOWN_REFUND -> "row.noRefund";
            case DUPLICATE_LINE,
                    CURRENCY_MISMATCH,
                    AMOUNT_MISMATCH,
                    ORDER_MISMATCH,
                    DUPLICATE_PAYMENT,
                    STATUS_MISMATCH,
                    PAID_AFTER_CLOSE,
                    PAID_THEN_REFUNDED,
                    MISSED_CALLBACK,
                    REFUND_EXCEEDS,
                    REFUND_IN_PROGRESS,
                    DUPLICATE_BOOKING,
                    CUT_OFF,
                    MISSING_AT_PROVIDER,
                    DISPUTE,
                    REFUND_FAILURE ->
                    "row.notBooked";
        };
    }

    /** What is wrong in the books, in words, where it is not the amount itself. */
    private static String fault(BreakType type) {
        return switch (type) {
            case PAID_AFTER_CLOSE -> "row.closed";
            case DUPLICATE_PAYMENT -> "row.alreadyPaid";
            case STATUS_MISMATCH -> "row.state";
            case PAID_THEN_REFUNDED -> "row.stillPending";
            case REFUND_EXCEEDS -> "row.tooLarge";
            case ORDER_MISMATCH -> "row.otherOrder";
            case DUPLICATE_BOOKING -> "row.bookedTwice";
            case MISSED_CALLBACK, REFUND_IN_PROGRESS -> "row.pending";
            case DUPLICATE_LINE,
                    CURRENCY_MISMATCH,
                    AMOUNT_MISMATCH,
                    UNKNOWN_ORDER,
                    UNKNOWN_REFUND,
                    CUT_OFF,
                    MISSING_AT_PROVIDER,
                    DISPUTE,
                    REFUND_FAILURE ->
                    "";
        };
    }

    private void addTime(List<Line> lines, Break each, @Nullable Instant time) {
        if (time != null) {
            Kind kind = each.identity().key().kind();
            String done = kind == Kind.PAYMENT ? "row.paid" : "row.refunded";
            String key = outside(each) ? "row.at" : done;
            lines.add(new Line(words.get(key, words.time(time, summary.zone())), false));
        }
    }

    private List<String> differences(Break each) {
        return Difference.of(each).stream()
                .map(money -> {
                    String text = outside(each) ? Shown.amount(money) : Shown.difference(money);
                    return withCode(each) ? words.coded(money.currency(), text) : text;
                })
                .toList();
    }

    private String amount(Break each, Money money) {
        return withCode(each) ? words.coded(money) : Shown.amount(money);
    }

    private static boolean outside(Break each) {
        return Difference.side(each.type()) == Difference.Side.OUTSIDE;
    }

    private boolean withCode(Break each) {
        return coded || each.type() == BreakType.CURRENCY_MISMATCH;
    }

    private String fromMidnight(Instant time) {
        BusinessDate day = new BusinessDate(summary.businessDate(), summary.zone());
        Duration after = Duration.between(day.start(), time);
        Duration before = Duration.between(time, day.end());
        return before.compareTo(after) < 0
                ? words.get("row.beforeMidnight", words.duration(before))
                : words.get("row.afterMidnight", words.duration(after));
    }
}
