package dev.tplus1.breaks.audit;

/**
 * The end of the audit trail. Kept outside the database, it proves which events stood there.
 *
 * @param events how many there are, which is the place of the last one
 * @param head the last one's hash, 64 hex digits; zeros where there is none
 */
public record AuditHead(long events, String head) {
    /** Of a chain without events. */
    public static final AuditHead NONE = new AuditHead(0, "0".repeat(64));
}
