package dev.tplus1.statement.input;

import java.io.IOException;

/** Packed bytes that cannot be unpacked, or not within the limits; becomes a refusal. */
final class BadInputException extends IOException {
    private static final long serialVersionUID = 1L;

    BadInputException(String reason) {
        super(reason);
    }

    /** Refuses what was unpacked so far when it is beyond the limits. */
    static void checkInflated(long inflated, long packed) throws BadInputException {
        if (inflated > Limits.INFLATED_BYTES) {
            throw new BadInputException(
                    "it unpacks to more than " + Limits.INFLATED_BYTES + " bytes, the limit");
        }
        if (inflated > Limits.RATIO_FLOOR_BYTES
                && inflated / Limits.INFLATE_RATIO > Math.max(packed, 1)) {
            throw new BadInputException(
                    "it unpacks to more than "
                            + Limits.INFLATE_RATIO
                            + " times its size, the limit: no statement is like that");
        }
    }
}
