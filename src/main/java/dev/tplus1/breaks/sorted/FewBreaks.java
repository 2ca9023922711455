package dev.tplus1.breaks.sorted;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.entry.EntryKey;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Breaks that are all in memory, each packed while it is shown.
 *
 * @param sorted in the order of a report
 */
record FewBreaks(List<Break> sorted) implements Breaks {
    @Override
    public void rows(Predicate<BreakRow> goesOn) {
        BreakRow row = new BreakRow();
        PackedBreak packing = null;
        byte[] bytes = new byte[256];
        for (Break each : sorted) {
            Break whole = whole(each);
            if (packing == null || !packing.packs(whole.identity())) {
                packing = new PackedBreak(whole.identity().account(), whole.identity().date());
            }
            int bound = PackedBreak.bound(whole);
            bytes = bound > bytes.length ? new byte[bound] : bytes;
            packing.write(whole, bytes, 0);
            row.show(each, packing, bytes);
            if (!goesOn.test(row)) {
                return;
            }
        }
    }

    @Override
    public void each(Consumer<Break> sink) {
        sorted.forEach(sink);
    }

    /** Half a character has no bytes; a file shows a question mark for it. */
    private static Break whole(Break each) {
        BreakIdentity identity = each.identity();
        String value = whole(identity.key().value());
        String transactionId = whole(each.transactionId());
        String orderNo = whole(each.orderNo());
        String refundNo = whole(each.refundNo());
        String note = whole(each.note());
        if (value.equals(identity.key().value())
                && transactionId.equals(each.transactionId())
                && orderNo.equals(each.orderNo())
                && refundNo.equals(each.refundNo())
                && note.equals(each.note())) {
            return each;
        }
        return new Break(
                new BreakIdentity(
                        identity.account(),
                        identity.date(),
                        new EntryKey(identity.key().kind(), identity.key().basis(), value),
                        identity.type(),
                        identity.occurrence()),
                each.type(),
                each.action(),
                each.status(),
                transactionId,
                orderNo,
                refundNo,
                each.statementAmount(),
                each.ledgerAmount(),
                each.statementTime(),
                each.ledgerTime(),
                each.statementLine(),
                note);
    }

    private static String whole(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            }
        }
        return text;
    }
}
