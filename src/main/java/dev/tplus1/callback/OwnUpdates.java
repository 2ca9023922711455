package dev.tplus1.callback;

import dev.tplus1.database.Database;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.BadSqlGrammarException;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Currency;

/**
 * The user's own statements that book a missed callback: each changes the one row that it means, or
 * none.
 *
 * @param paid books a payment
 * @param refunded books a refund; none: a missed refund is a person's to look at
 */
public record OwnUpdates(OwnUpdate paid, @Nullable OwnUpdate refunded) {
    /** No row has it as its id; if one had, nothing would become of it. */
    private static final String NOBODY = "tplus1-check";

    /**
     * Reads both statements.
     *
     * @throws dev.tplus1.entry.SettingException where one is no such statement
     */
    public static OwnUpdates of(String markPaid, @Nullable String markRefunded) {
        return new OwnUpdates(
                OwnUpdate.of("replay.mark-paid-sql", Kind.PAYMENT, markPaid),
                markRefunded == null
                        ? null
                        : OwnUpdate.of("replay.mark-refunded-sql", Kind.REFUND, markRefunded));
    }

    /**
     * Has the database explain both, which takes what running them takes, and changes nothing.
     *
     * @param zone in which the books keep their times
     * @throws dev.tplus1.entry.SettingException where it does not take one
     */
    public void explained(Database books, ZoneId zone) {
        for (Kind kind : Kind.values()) {
            OwnUpdate update = of(kind);
            if (update != null) {
                try {
                    var _ =
                            books.jdbc()
                                    .sql("EXPLAIN " + update.sql())
                                    .params(OwnUpdate.values(nobodys(kind), zone))
                                    .query()
                                    .listOfRows();
                } catch (BadSqlGrammarException e) {
                    throw update.notTaken(e);
                }
            }
        }
    }

    private static Callback nobodys(Kind kind) {
        return new Callback(
                NOBODY,
                kind,
                NOBODY,
                NOBODY,
                NOBODY,
                NOBODY,
                NOBODY,
                new Money(1, Currency.getInstance("CNY")),
                Instant.EPOCH,
                NOBODY,
                NOBODY);
    }

    @Nullable OwnUpdate of(Kind kind) {
        return switch (kind) {
            case PAYMENT -> paid;
            case REFUND -> refunded;
        };
    }
}
