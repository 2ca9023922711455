package dev.tplus1.reconcile;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.ledger.LedgerException;

import java.util.Currency;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sums the proof's figures by currency, exactly: payments positive, refunds negative. */
final class ProofSheet {
    private final Map<String, Map<Figure, Long>> byCurrency = new TreeMap<>();

    /** The figures of the proof; both totals are summed on their own. */
    enum Figure {
        STATEMENT,
        LEDGER,
        ONLY_IN_STATEMENT,
        ONLY_IN_LEDGER,
        AMOUNT_DIFFERENCE,
        CROSS_CUTOFF
    }

    void add(Figure figure, EntryKey key, Money amount) {
        add(figure, key.kind(), amount);
    }

    /** A sum of many. */
    void add(Figure figure, Total total) {
        add(figure, total.kind(), new Money(total.minor(), total.currency()));
    }

    /** All that another one has. */
    void add(ProofSheet other) {
        other.byCurrency.forEach((code, sums) -> {
            Currency currency = Currency.getInstance(code);
            sums.forEach((figure, minor) -> add(figure, currency, minor));
        });
    }

    void subtract(Figure figure, EntryKey key, Money amount) {
        add(figure, key.kind(), amount.negated());
    }

    private void add(Figure figure, Kind kind, Money amount) {
        try {
            add(figure, amount.currency(), Math.multiplyExact(kind.sign(), amount.minor()));
        } catch (ArithmeticException _) {
            throw tooLarge(amount.currency());
        }
    }

    private void add(Figure figure, Currency currency, long minor) {
        Map<Figure, Long> sums =
                byCurrency.computeIfAbsent(
                        currency.getCurrencyCode(), _ -> new EnumMap<>(Figure.class));
        try {
            sums.merge(figure, minor, Math::addExact);
        } catch (ArithmeticException _) {
            throw tooLarge(currency);
        }
    }

    /** A statement's amounts were checked when it was read, so it is the books' that are. */
    static LedgerException tooLarge(Currency currency) {
        return new LedgerException(
                "the books: their amounts add up to more than "
                        + new Money(Long.MAX_VALUE, currency)
                        + ", the limit; look for one that is far too large");
    }

    /**
     * A row for each currency with a counted or booked entry, in the order of the currency's code.
     */
    List<ProofRow> rows() {
        return byCurrency.entrySet().stream()
                .map(e -> row(Currency.getInstance(e.getKey()), e.getValue()))
                .toList();
    }

    private static ProofRow row(Currency currency, Map<Figure, Long> minor) {
        return new ProofRow(
                currency,
                minor.getOrDefault(Figure.STATEMENT, 0L),
                minor.getOrDefault(Figure.ONLY_IN_STATEMENT, 0L),
                minor.getOrDefault(Figure.ONLY_IN_LEDGER, 0L),
                minor.getOrDefault(Figure.AMOUNT_DIFFERENCE, 0L),
                minor.getOrDefault(Figure.CROSS_CUTOFF, 0L),
                minor.getOrDefault(Figure.LEDGER, 0L));
    }
}
