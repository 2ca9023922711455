package dev.tplus1.statement;

import dev.tplus1.delimited.PlainText;

import java.nio.charset.StandardCharsets;

/** What an id may be: bounded, and without control characters. Ids are UTF-8 bytes from, to. */
final class Ids {
    static final int MAX_CHARS = 128;

    private Ids() {}

    /**
     * @throws IllegalArgumentException that says what is wrong with it
     */
    static void check(String what, byte[] bytes, int from, int to) {
        if (!PlainText.fits(bytes, from, to, MAX_CHARS)) {
            check(what, new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
    }

    private static void check(String what, String id) {
        if (id.length() > MAX_CHARS) {
            throw new IllegalArgumentException(
                    what + " has more than " + MAX_CHARS + " characters, the limit");
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " holds a control character");
        }
    }

    /** Whether it is the {@code 0} that stands for none. */
    static boolean isZero(byte[] bytes, int from, int to) {
        return to - from == 1 && bytes[from] == '0';
    }
}
