package dev.tplus1.entry;

import java.util.Comparator;

/**
 * Text in the order of its UTF-8 bytes, which is the order of its code points, not of its chars.
 */
public final class ByteOrder {
    public static final Comparator<String> OF_TEXT = ByteOrder::compare;

    private ByteOrder() {}

    public static int compare(String a, String b) {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // a surrogate stands for a code point above every single char
                boolean highX = Character.isSurrogate(x);
                boolean highY = Character.isSurrogate(y);
                return highX != highY ? (highX ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
