package dev.tplus1.delimited;

/** Tells texts that need no closer look. */
public final class PlainText {
    private PlainText() {}

    /**
     * Whether a text is ASCII without control characters, and no longer than so many characters.
     */
    public static boolean fits(byte[] bytes, int from, int to, int most) {
        boolean plain = to - from <= most;
        for (int i = from; i < to && plain; i++) {
            // below a blank, the delete character, and all that is not ASCII
            plain = bytes[i] >= ' ' && bytes[i] != 0x7f;
        }
        return plain;
    }
}
