package dev.tplus1.report.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.report.Difference;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import java.util.ArrayList;
import java.util.List;

/**
 * A break that is told of beside the breaks of the report; all text is ready to be shown, but for
 * HTML's own characters.
 *
 * @param first what the row is about: a date, or what changed
 * @param mark the mark and colour of {@code what}, or empty
 * @param amount its difference, or two of them, with their currency
 * @param was the difference before, where the table has one
 */
public record OtherRow(
        String first,
        String type,
        String id,
        List<Id> ids,
        String was,
        String amount,
        String mark,
        String what,
        String why) {
    /** An id, and what it is the id of. */
    public record Id(String term, String value) {}

    static List<Id> ids(Break of, Words words) {
        List<Id> ids = new ArrayList<>();
        boolean refund = !of.refundNo().isEmpty();
        id(ids, words.get("row.refund"), of.refundNo());
        id(ids, words.get(refund ? "row.ofPayment" : "row.payment"), of.transactionId());
        id(ids, words.get("row.order"), of.orderNo());
        return ids;
    }

    private static void id(List<Id> ids, String term, String value) {
        if (!value.isEmpty()) {
            ids.add(new Id(term, Shown.outside(value)));
        }
    }

    static String amount(Break of, Words words) {
        return words.commas(
                Difference.of(of).stream()
                        .map(money -> words.coded(money.currency(), Shown.difference(money)))
                        .toList());
    }

    static String type(Break of, Words words) {
        return words.get("type." + of.type() + ".name");
    }
}
