package dev.tplus1.breaks;

import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Comparator;

/**
 * A discrepancy as one revision of a date classified it. Ids are the statement's, or the books'
 * where the statement has none; absent ones are empty. Amounts are positive.
 *
 * @param identity what makes it the same break in every run
 * @param type what it is now; differs from the identity's only for a cut-off that was escalated
 * @param statementAmount none for an entry that only the books have
 * @param ledgerAmount none where nothing is booked under this key
 * @param statementLine from 1; 0 for an entry that only the books have
 * @param note one plain sentence of detail, or empty
 */
public record Break(
        BreakIdentity identity,
        BreakType type,
        Action action,
        Status status,
        String transactionId,
        String orderNo,
        String refundNo,
        @Nullable Money statementAmount,
        @Nullable Money ledgerAmount,
        @Nullable Instant statementTime,
        @Nullable Instant ledgerTime,
        long statementLine,
        String note) {

    /** The order of rows in breaks.csv; what it leaves open is ordered too, so that it is total. */
    public static final Comparator<Break> REPORT_ORDER =
            Comparator.comparing((Break b) -> b.type().name(), ByteOrder.OF_TEXT)
                    .thenComparing(b -> b.identity().key().kind().name(), ByteOrder.OF_TEXT)
                    .thenComparing(Break::transactionId, ByteOrder.OF_TEXT)
                    .thenComparing(Break::orderNo, ByteOrder.OF_TEXT)
                    .thenComparing(Break::refundNo, ByteOrder.OF_TEXT)
                    .thenComparingInt(b -> b.identity().occurrence())
                    .thenComparing(b -> b.identity().key())
                    .thenComparing(b -> b.identity().type().name());

    /** The 8 letters and digits that people and files know it by. */
    public String id() {
        return identity.id();
    }

    /** This break with another action, status and note. */
    public Break with(Action newAction, Status newStatus, String newNote) {
        return new Break(
                identity,
                type,
                newAction,
                newStatus,
                transactionId,
                orderNo,
                refundNo,
                statementAmount,
                ledgerAmount,
                statementTime,
                ledgerTime,
                statementLine,
                newNote);
    }
}
