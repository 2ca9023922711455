package dev.tplus1.replay;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Money;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.List;
import java.util.Locale;

/** Decides which missed callbacks of a date may be replayed. Thread-safe. */
public final class ReplayPolicy {
    /** What is told about each missed callback of a date that is held back. */
    public static final String HELD_NOTE =
            "On hold with all missed callbacks of this day. Approve them together, once the reason"
                    + " is known.";

    private final ReplaySettings settings;

    public ReplayPolicy(ReplaySettings settings) {
        this.settings = settings;
    }

    /** What is to be done about one missed callback. */
    public sealed interface Verdict {
        Break brk();

        /** It may be replayed. */
        record Replay(Break brk) implements Verdict {}

        /**
         * A person must decide.
         *
         * @param note why, and what to do, for people
         */
        record Alert(Break brk, String note) implements Verdict {}
    }

    /**
     * What is to be done about each, where nobody holds the whole date back.
     *
     * @param breaks the date's breaks; those that are no missed callback are left out
     * @param begun when the run began that would replay them
     */
    public List<Verdict> verdicts(List<Break> breaks, BusinessDate date, Instant begun) {
        return breaks.stream()
                .filter(brk -> brk.type() == BreakType.MISSED_CALLBACK)
                .map(brk -> judge(brk, date, begun))
                .toList();
    }

    /** Whether anything is replayed at all, approved or not. */
    public boolean replays() {
        return settings.mode() != ReplayMode.OFF;
    }

    /** Whether this many missed callbacks are more than chance: then something else is wrong. */
    public boolean heldBack(int missed, long payments) {
        BigDecimal share = settings.maxShare().multiply(BigDecimal.valueOf(payments));
        return settings.mode() != ReplayMode.OFF
                && missed > settings.minCount()
                && BigDecimal.valueOf(missed).compareTo(share) > 0;
    }

    private Verdict judge(Break brk, BusinessDate date, Instant begun) {
        if (settings.mode() == ReplayMode.OFF) {
            return new Verdict.Alert(brk, Break.REPLAY_OFF);
        }
        LocalDate today = LocalDate.ofInstant(begun, date.zone());
        Duration age = Duration.ofDays(ChronoUnit.DAYS.between(date.date(), today));
        if (age.compareTo(settings.maxAge()) > 0) {
            return new Verdict.Alert(
                    brk,
                    "Not replayed: the date is older than the limit of "
                            + words(settings.maxAge())
                            + ". Check it, then approve it.");
        }
        Money amount = brk.statementAmount();
        if (amount == null) {
            throw new IllegalArgumentException("a missed callback has the statement's amount");
        }
        if (!settings.maxAmount().isEmpty()) {
            Currency currency = amount.currency();
            Money limit = settings.maxAmount().getOrDefault(currency, new Money(0, currency));
            if (amount.minor() > limit.minor()) {
                return new Verdict.Alert(
                        brk,
                        "Not replayed: the amount is above the limit of "
                                + words(limit)
                                + ". Check it, then approve it.");
            }
        }
        return new Verdict.Replay(brk);
    }

    private static String words(Duration age) {
        long days = age.toDays();
        return age.equals(Duration.ofDays(days))
                ? days + (days == 1 ? " day" : " days")
                : age.toString();
    }

    /** {@code CNY 5,000.00}, as people read it. */
    private static String words(Money limit) {
        DecimalFormat format =
                new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
        int decimals = limit.currency().getDefaultFractionDigits();
        format.setMinimumFractionDigits(decimals);
        format.setMaximumFractionDigits(decimals);
        return limit.currency().getCurrencyCode() + " " + format.format(limit.value());
    }
}
