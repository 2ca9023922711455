package dev.tplus1.breaks;

import dev.tplus1.breaks.audit.Audit;
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

    /** The note of a missed callback in a job that replays nothing: nobody can approve it. */
    public static final String REPLAY_OFF =
            "Replay is off for this account. Have the order booked in the shop system.";

    /**
     * The order of rows in breaks.csv: byte order of type, kind and ids; what that leaves open by
     * line, occurrence and id.
     */
    public static final Comparator<Break> REPORT_ORDER = Break::compare;

    /** The 8 letters and digits that people and files know it by. */
    public String id() {
        return identity.id();
    }

    /** That something happened to it, for the audit trail. */
    Audit.Event event(
            Instant at, String actor, Audit.What what, String detail, Audit.Change change) {
        return new Audit.Event(
                identity.hash(),
                identity.id(),
                identity.account(),
                identity.date(),
                at,
                actor,
                what,
                detail,
                change);
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

    /** Most breaks of a large day are of a few types: names are compared only where they differ. */
    private static int compare(Break a, Break b) {
        int order = name(a.type, b.type);
        if (order == 0) {
            order = name(a.identity.key().kind(), b.identity.key().kind());
        }
        if (order == 0) {
            order = ByteOrder.compare(a.transactionId, b.transactionId);
        }
        if (order == 0) {
            order = ByteOrder.compare(a.orderNo, b.orderNo);
        }
        if (order == 0) {
            order = ByteOrder.compare(a.refundNo, b.refundNo);
        }
        if (order == 0) {
            order = Long.compare(a.statementLine, b.statementLine);
        }
        if (order == 0) {
            order = Integer.compare(a.identity.occurrence(), b.identity.occurrence());
        }
        return order == 0 ? ByteOrder.compare(a.id(), b.id()) : order;
    }

    private static int name(Enum<?> a, Enum<?> b) {
        return a == b ? 0 : ByteOrder.compare(a.name(), b.name());
    }
}
