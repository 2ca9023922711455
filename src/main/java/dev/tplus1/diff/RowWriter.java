package dev.tplus1.diff;

import static dev.tplus1.diff.PackedRow.ACCOUNT;
import static dev.tplus1.diff.PackedRow.AMOUNT;
import static dev.tplus1.diff.PackedRow.CURRENCY;
import static dev.tplus1.diff.PackedRow.HEAD;
import static dev.tplus1.diff.PackedRow.KEY;
import static dev.tplus1.diff.PackedRow.KIND;
import static dev.tplus1.diff.PackedRow.NUMBER;
import static dev.tplus1.diff.PackedRow.ORDER_NO;
import static dev.tplus1.diff.PackedRow.OWN;
import static dev.tplus1.diff.PackedRow.PROVIDER_REFUND_ID;
import static dev.tplus1.diff.PackedRow.REFUND_NO;
import static dev.tplus1.diff.PackedRow.STATE;
import static dev.tplus1.diff.PackedRow.TIME;
import static dev.tplus1.diff.PackedRow.TRANSACTION_ID;

import java.util.Arrays;

/** Writes drafts as packed rows. Ugly on purpose: it runs once for every row. */
final class RowWriter {
    /** Amount, time and number at their longest, and what is written beyond a shorter one. */
    private static final int VALUES = 8 + 12 + 8 + 8;

    private RowWriter() {}

    /** The most bytes that this row can take. */
    static int bound(RowDraft row) {
        return HEAD
                + VALUES
                + 6 * Packing.OVERHEAD
                + length(row.keyFrom, row.keyTo)
                + length(row.transactionIdFrom, row.transactionIdTo)
                + length(row.orderNoFrom, row.orderNoTo)
                + length(row.refundNoFrom, row.refundNoTo)
                + length(row.providerRefundIdFrom, row.providerRefundIdTo)
                + length(row.accountFrom, row.accountTo);
    }

    private static int length(int from, int to) {
        int length = to - from;
        if (length < 0 || length > Packing.MAX_ID) {
            throw new IllegalArgumentException(
                    "an id of " + length + " bytes; the longest has " + Packing.MAX_ID);
        }
        return length;
    }

    /**
     * Writes a row at a place that has room for its {@link #bound}.
     *
     * @param state of {@link PackedRow#statementState} or {@link PackedRow#bookState}
     * @param number the line or the version
     * @param otherAccount whether its account is to be kept
     * @return the end of what is written
     */
    static int write(
            RowDraft row,
            int state,
            int currency,
            long number,
            boolean otherAccount,
            byte[] out,
            int at) {
        long head =
                (long) PackedRow.keySalt(row) << KIND
                        | (long) state << STATE
                        | (long) currency << CURRENCY;
        int to = Packing.write(row.key, row.keyFrom, row.keyTo, out, at + HEAD);
        to = amount(row.minor, out, to);
        head |= (long) amountForm(row.minor) << AMOUNT;
        if (row.timed) {
            int form = timeForm(row.second, row.nano);
            head |= (long) form << TIME;
            to = time(form, row.second, row.nano, out, to);
        }
        int numberForm = numberForm(number);
        head |= (long) numberForm << NUMBER;
        to = number(numberForm, number, out, to);
        if (row.transactionIdFrom < row.transactionIdTo) {
            int form = form(row, row.transactionId, row.transactionIdFrom, row.transactionIdTo);
            head |= (long) form << TRANSACTION_ID;
            to = id(form, row.transactionId, row.transactionIdFrom, row.transactionIdTo, out, to);
        }
        if (row.orderNoFrom < row.orderNoTo) {
            int form = form(row, row.orderNo, row.orderNoFrom, row.orderNoTo);
            head |= (long) form << ORDER_NO;
            to = id(form, row.orderNo, row.orderNoFrom, row.orderNoTo, out, to);
        }
        if (row.refundNoFrom < row.refundNoTo) {
            int form = form(row, row.refundNo, row.refundNoFrom, row.refundNoTo);
            head |= (long) form << REFUND_NO;
            to = id(form, row.refundNo, row.refundNoFrom, row.refundNoTo, out, to);
        }
        if (row.providerRefundIdFrom < row.providerRefundIdTo) {
            int from = row.providerRefundIdFrom;
            int form = form(row, row.providerRefundId, from, row.providerRefundIdTo);
            head |= (long) form << PROVIDER_REFUND_ID;
            to = id(form, row.providerRefundId, from, row.providerRefundIdTo, out, to);
        }
        if (otherAccount) {
            head |= 1L << ACCOUNT;
            to = Packing.write(row.account, row.accountFrom, row.accountTo, out, to);
        }
        Words.putLong(out, at, head | (to - at));
        return to;
    }

    private static int amountForm(long minor) {
        return minor == (int) minor ? 0 : 1;
    }

    private static int amount(long minor, byte[] out, int at) {
        Words.putLong(out, at, minor);
        return at + (amountForm(minor) == 0 ? Integer.BYTES : Long.BYTES);
    }

    private static int timeForm(long second, int nano) {
        return second >>> Integer.SIZE != 0 ? 3 : nano != 0 ? 2 : 1;
    }

    private static int time(int form, long second, int nano, byte[] out, int at) {
        Words.putLong(out, at, second);
        int to = at + (form == 3 ? Long.BYTES : Integer.BYTES);
        Words.putInt(out, to, nano);
        return form == 1 ? to : to + Integer.BYTES;
    }

    private static int numberForm(long number) {
        return number == -1
                ? 0
                : number >>> Byte.SIZE == 0 ? 1 : number >>> Integer.SIZE == 0 ? 2 : 3;
    }

    private static int number(int form, long number, byte[] out, int at) {
        Words.putLong(out, at, number);
        return at + (form == 3 ? Long.BYTES : form * form);
    }

    @SuppressWarnings("ReferenceEquality") // the same slice, most often
    private static int form(RowDraft row, byte[] id, int from, int to) {
        if (to - from != row.keyTo - row.keyFrom) {
            return OWN;
        }
        boolean same =
                (id == row.key && from == row.keyFrom)
                        || Arrays.equals(id, from, to, row.key, row.keyFrom, row.keyTo);
        return same ? KEY : OWN;
    }

    private static int id(int form, byte[] id, int from, int to, byte[] out, int at) {
        return form == KEY ? at : Packing.write(id, from, to, out, at);
    }
}
