package dev.tplus1.entry;

/**
 * What pairs a statement entry with a booked one. Compared byte for byte, never trimmed or folded.
 *
 * @param basis what the value is made of, so that an order number never equals a transaction id
 * @param value the id; the parts of a composite key are joined by {@link #SEPARATOR}
 */
public record EntryKey(Kind kind, Basis basis, String value) implements Comparable<EntryKey> {
    /** Joins the parts of a composite key; no id may contain it (U+001F, unit separator). */
    public static final char SEPARATOR = '\u001f';

    /** Whether the key is the entry's own id, or, for want of one, its order's number. */
    public enum Basis {
        ID,
        ORDER
    }

    public static EntryKey payment(String transactionId) {
        return new EntryKey(Kind.PAYMENT, Basis.ID, transactionId);
    }

    public static EntryKey paymentOfOrder(String orderNo) {
        return new EntryKey(Kind.PAYMENT, Basis.ORDER, orderNo);
    }

    public static EntryKey refund(String value) {
        return new EntryKey(Kind.REFUND, Basis.ID, value);
    }

    @Override
    public int compareTo(EntryKey other) {
        int byKind = kind.compareTo(other.kind);
        int byBasis = byKind != 0 ? byKind : basis.compareTo(other.basis);
        return byBasis != 0 ? byBasis : ByteOrder.compare(value, other.value);
    }
}
