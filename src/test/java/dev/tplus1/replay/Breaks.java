package dev.tplus1.replay;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** Breaks of one date for the replay's tests. */
final class Breaks {
    static final BusinessDate DATE =
            new BusinessDate(LocalDate.of(2026, 11, 28), ZoneId.of("Asia/Shanghai"));

    private Breaks() {}

    static MissedCallback payment(
            String orderNo, String transactionId, String amount, String time) {
        return missed(EntryKey.payment(transactionId), transactionId, orderNo, "", amount, time);
    }

    static MissedCallback refund(
            String orderNo, String transactionId, String refundNo, String amount, String time) {
        return missed(EntryKey.refund(refundNo), transactionId, orderNo, refundNo, amount, time);
    }

    static Break of(BreakType type, String amount) {
        return missed(EntryKey.payment("T1"), type, "T1", "S1", "", amount, "2026-11-28T02:00:00Z");
    }

    private static MissedCallback missed(
            EntryKey key,
            String transactionId,
            String orderNo,
            String refundNo,
            String amount,
            String time) {
        Break brk =
                missed(
                        key,
                        BreakType.MISSED_CALLBACK,
                        transactionId,
                        orderNo,
                        refundNo,
                        amount,
                        time);
        return new MissedCallback(brk, key, refundNo.isEmpty() ? "" : "P-" + refundNo);
    }

    private static Break missed(
            EntryKey key,
            BreakType type,
            String transactionId,
            String orderNo,
            String refundNo,
            String amount,
            String time) {
        String[] parts = amount.split(" ", 2);
        return new Break(
                new BreakIdentity("shop", DATE.date(), key, type, 1),
                type,
                Action.REPLAY,
                Status.OPEN,
                transactionId,
                orderNo,
                refundNo,
                Money.parse(parts[0], Money.currency(parts[1])),
                null,
                Instant.parse(time),
                null,
                2,
                "");
    }
}
