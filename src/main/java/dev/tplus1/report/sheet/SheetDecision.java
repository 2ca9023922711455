package dev.tplus1.report.sheet;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.entry.Money;
import dev.tplus1.report.Difference;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row in which somebody decided.
 *
 * @param row which, in words
 * @param cells what the row shows, as text; absent cells are empty
 */
public record SheetDecision(String row, Choice choice, Map<BreakColumn, String> cells) {
    /** The columns that say what was decided, and on what. */
    static final List<BreakColumn> NEEDED =
            List.of(
                    BreakColumn.ID,
                    BreakColumn.NOTE,
                    BreakColumn.WHO,
                    BreakColumn.TYPE,
                    BreakColumn.STATUS,
                    BreakColumn.CURRENCY,
                    BreakColumn.STATEMENT,
                    BreakColumn.BOOKS_CURRENCY,
                    BreakColumn.BOOKS,
                    BreakColumn.REVISION);

    /** What a number in a spreadsheet holds; what follows is what the double is off. */
    private static final MathContext DIGITS = new MathContext(15, RoundingMode.HALF_EVEN);

    public SheetDecision {
        cells = Map.copyOf(cells);
    }

    /** The identity's hash, by which the break is known; or whatever stands there. */
    public String identity() {
        return cell(BreakColumn.IDENTITY).strip();
    }

    /** Why; may be empty. */
    public String note() {
        return cell(BreakColumn.NOTE).strip();
    }

    /** Who decided; may be empty. */
    public String who() {
        return cell(BreakColumn.WHO).strip();
    }

    /**
     * What is otherwise now than the row shows it; empty where all that a decision rests on is as
     * it was.
     */
    public Optional<String> changed(BreakRecord now) {
        String status = "sheet.status." + now.found().status();
        return one(status, BreakColumn.STATUS) || !its(now)
                ? changedButStatus(now)
                : otherwise(BreakColumn.STATUS, Words.ENGLISH.get(status));
    }

    private boolean its(BreakRecord now) {
        Break found = now.found();
        return found.id().equals(cell(BreakColumn.ID))
                && found.identity().hash().equalsIgnoreCase(identity());
    }

    /** The same, of a break whose status a decision changed. */
    public Optional<String> changedButStatus(BreakRecord now) {
        Break found = now.found();
        if (!its(now)) {
            return Optional.of("break and identity do not belong together");
        }
        String type = "type." + found.type() + ".name";
        if (!one(type, BreakColumn.TYPE)) {
            return otherwise(BreakColumn.TYPE, Words.ENGLISH.get(type));
        }
        if (!same(
                Difference.signed(found, found.statementAmount()),
                BreakColumn.CURRENCY,
                BreakColumn.STATEMENT)) {
            return otherwise(BreakColumn.STATEMENT, amount(found, found.statementAmount()));
        }
        if (!same(
                Difference.signed(found, found.ledgerAmount()),
                BreakColumn.BOOKS_CURRENCY,
                BreakColumn.BOOKS)) {
            return otherwise(BreakColumn.BOOKS, amount(found, found.ledgerAmount()));
        }
        if (!cell(BreakColumn.REVISION).equals(Integer.toString(now.lastRevision()))) {
            return otherwise(BreakColumn.REVISION, Integer.toString(now.lastRevision()));
        }
        return Optional.empty();
    }

    private boolean one(String key, BreakColumn column) {
        return Words.inEveryLanguage(key).contains(cell(column));
    }

    private Optional<String> otherwise(BreakColumn column, String now) {
        String shown = cell(column);
        return Optional.of(
                "it changed meanwhile: "
                        + column.title(Words.ENGLISH)
                        + " is "
                        + now
                        + " now, the sheet shows "
                        + (shown.isEmpty() ? "nothing" : Shown.outside(shown))
                        + "; decide in a new report");
    }

    private static String amount(Break found, @Nullable Money money) {
        Money signed = Difference.signed(found, money);
        return signed == null ? "nothing" : Words.ENGLISH.coded(signed);
    }

    private boolean same(@Nullable Money now, BreakColumn currency, BreakColumn amount) {
        String shown = cell(amount);
        if (now == null || shown.isEmpty()) {
            return now == null && shown.isEmpty();
        }
        return cell(currency).equals(now.currency().getCurrencyCode())
                && decimal(shown, now.value().scale())
                        .filter(value -> value.compareTo(now.value()) == 0)
                        .isPresent();
    }

    /** An amount of more digits is written as text, and read as it is. */
    private static Optional<BigDecimal> decimal(String shown, int decimals) {
        try {
            BigDecimal value = new BigDecimal(shown);
            return Optional.of(value.scale() <= decimals ? value : value.round(DIGITS));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private String cell(BreakColumn column) {
        return cells.getOrDefault(column, "");
    }
}
