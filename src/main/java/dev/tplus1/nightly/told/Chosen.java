package dev.tplus1.nightly.told;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Money;
import dev.tplus1.report.Difference;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The breaks that need a person and that one channel's rule counts; of them, the largest are kept.
 * One thread.
 */
final class Chosen {
    /** Of a break without any amount: it is counted, and is the smallest. */
    private static final Money NOTHING = Money.parse("0", Money.currency("XAF"));

    private static final Comparator<Digest.Named> LARGEST_FIRST =
            Comparator.comparing((Digest.Named each) -> each.amount().value())
                    .reversed()
                    .thenComparing(Digest.Named::businessDate)
                    .thenComparing(Digest.Named::id);

    private final Rule rule;
    private final LocalDate today;
    private final List<Digest.Named> largest = new ArrayList<>();
    private long counted;

    /**
     * @param today the day on which it is told
     */
    Chosen(Rule rule, LocalDate today) {
        this.rule = rule;
        this.today = today;
    }

    /** Takes a break that needs a person. */
    void take(Break each) {
        if (named(each)) {
            counted++;
        }
    }

    /** Takes one that is counted elsewhere: it may only be worth naming. */
    boolean named(Break each) {
        Money amount = amount(each);
        String account = each.identity().account();
        LocalDate date = each.identity().date();
        int days = days(date);
        if (!rule.counts(account, each.type(), each.type().risk(), amount, days)) {
            return false;
        }
        largest.add(
                new Digest.Named(
                        each.id(),
                        account,
                        date,
                        each.type(),
                        each.type().risk(),
                        amount,
                        each.orderNo().isEmpty() ? each.transactionId() : each.orderNo(),
                        days));
        if (largest.size() > 2 * Digest.MAX_NAMED) {
            keepTheLargest();
        }
        return true;
    }

    /** Adds breaks that are not looked at one by one. */
    void add(long breaks) {
        counted += breaks;
    }

    int days(LocalDate date) {
        return Math.toIntExact(Math.max(0, ChronoUnit.DAYS.between(date, today)));
    }

    long counted() {
        return counted;
    }

    List<Digest.Named> largest() {
        keepTheLargest();
        return List.copyOf(largest);
    }

    private void keepTheLargest() {
        largest.sort(LARGEST_FIRST);
        if (largest.size() > Digest.MAX_NAMED) {
            largest.subList(Digest.MAX_NAMED, largest.size()).clear();
        }
    }

    private static Money amount(Break each) {
        return Difference.of(each).stream()
                .map(Money::absolute)
                .max(Comparator.comparing(Money::value))
                .orElse(NOTHING);
    }
}
