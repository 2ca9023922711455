package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What a break makes between the provider's total and the books', payments positive. */
public final class Difference {
    private Difference() {}

    /** On which side a break's money stands. */
    public enum Side {
        /** Only in the statement; what the books say is of another entry or state. */
        STATEMENT,
        /** Only in the books. */
        BOOKS,
        /** In both, or in the statement alone where nothing is booked under the key. */
        BOTH,
        /** In neither total. */
        OUTSIDE
    }

    public static Side side(BreakType type) {
        return switch (type) {
            case DUPLICATE_LINE,
                    UNKNOWN_ORDER,
                    DUPLICATE_PAYMENT,
                    STATUS_MISMATCH,
                    PAID_AFTER_CLOSE,
                    PAID_THEN_REFUNDED,
                    MISSED_CALLBACK,
                    UNKNOWN_REFUND,
                    REFUND_EXCEEDS,
                    REFUND_IN_PROGRESS ->
                    Side.STATEMENT;
            case DUPLICATE_BOOKING, CUT_OFF, MISSING_AT_PROVIDER -> Side.BOOKS;
            case AMOUNT_MISMATCH, CURRENCY_MISMATCH, ORDER_MISMATCH -> Side.BOTH;
            case DISPUTE, REFUND_FAILURE -> Side.OUTSIDE;
        };
    }

    /**
     * Provider less books, signed; two amounts where the currencies differ. Outside the proof it is
     * the amount that the movement is about.
     */
    public static List<Money> of(Break each) {
        Kind kind = each.identity().key().kind();
        return of(each.type(), kind, each.statementAmount(), each.ledgerAmount());
    }

    /** The same of a break that is shown as a row. */
    static List<Money> of(BreakRow each) {
        return of(each.type(), each.kind(), each.statementAmount(), each.ledgerAmount());
    }

    private static List<Money> of(
            BreakType type, Kind kind, @Nullable Money statement, @Nullable Money ledger) {
        Money provider = signed(kind, statement);
        Money books = signed(kind, ledger);
        return switch (side(type)) {
            case STATEMENT -> one(provider, books);
            case BOOKS -> one(books == null ? null : books.negated(), provider);
            case BOTH -> both(provider, books);
            case OUTSIDE -> one(provider, books);
        };
    }

    /**
     * How much money breaks are about that are alike, never negative; two amounts where the
     * currencies differ.
     *
     * @param statement what the statement says of them together, where it has them
     * @param ledger what the books say of them together, where they have them
     * @param between their absolute differences together, in minor units
     */
    public static List<Money> together(
            BreakType type, @Nullable Money statement, @Nullable Money ledger, long between) {
        return switch (side(type)) {
            case STATEMENT, OUTSIDE -> one(statement, ledger);
            case BOOKS -> one(ledger, statement);
            case BOTH -> {
                if (statement != null
                        && ledger != null
                        && !statement.currency().equals(ledger.currency())) {
                    yield List.of(statement, ledger);
                }
                yield one(statement, ledger).stream()
                        .map(money -> new Money(between, money.currency()))
                        .toList();
            }
        };
    }

    /** The amount with the sign that its kind has in the proof. */
    public static @Nullable Money signed(Break each, @Nullable Money amount) {
        return signed(each.identity().key().kind(), amount);
    }

    private static @Nullable Money signed(Kind kind, @Nullable Money amount) {
        return amount != null && kind.sign() < 0 ? amount.negated() : amount;
    }

    private static List<Money> one(@Nullable Money first, @Nullable Money otherwise) {
        if (first != null) {
            return List.of(first);
        }
        return otherwise == null ? List.of() : List.of(otherwise);
    }

    private static List<Money> both(@Nullable Money provider, @Nullable Money books) {
        if (provider != null && books != null && provider.currency().equals(books.currency())) {
            return List.of(provider.minus(books));
        }
        List<Money> amounts = new ArrayList<>();
        if (provider != null) {
            amounts.add(provider);
        }
        if (books != null) {
            amounts.add(books.negated());
        }
        return amounts;
    }
}
