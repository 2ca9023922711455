package dev.tplus1.report.sheet;

import java.util.Locale;

/**
 * Text as a cell keeps it: every character as it came. What XML cannot hold (controls, halves of
 * surrogate pairs, U+FFFE, U+FFFF) stands as its code point, {@code ‹U+0000›}; a carriage return,
 * which XML would turn into a line feed, is written {@code _x000D_}, and what looks like such an
 * escape is escaped itself (ECMA-376 part 1, 22.9.2.19 ST_Xstring).
 */
final class CellText {
    /** Excel keeps no more characters (UTF-16 units) in a cell; longer text ends with {@code …}. */
    static final int MOST_CHARACTERS = 32_767;

    private static final String RETURN = "_x000D_";
    private static final String UNDERSCORE = "_x005F_";

    /** An escape is {@code _x}, four hexadecimal digits and {@code _}. */
    static final int ESCAPE = 7;

    private CellText() {}

    /** The content of the cell's {@code t} element, before XML's own escaping. */
    static String of(String text) {
        return plain(text) && text.length() <= MOST_CHARACTERS ? text : escaped(cut(visible(text)));
    }

    /** How many characters a cell has whose {@code t} element holds this. */
    static int length(CharSequence written) {
        String text = written.toString();
        int length = 0;
        for (int i = 0; i < text.length(); length++) {
            i += text.charAt(i) == '_' && escape(text, i) ? ESCAPE : 1;
        }
        return length;
    }

    private static boolean plain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '_' || c == '\r' || c >= Character.MIN_SURROGATE || !held(c)) {
                return false;
            }
        }
        return true;
    }

    private static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        int next;
        for (int i = 0; i < text.length(); i = next) {
            int code = text.codePointAt(i);
            next = i + Character.charCount(code);
            if (held(code)) {
                shown.appendCodePoint(code);
            } else {
                shown.append(String.format(Locale.ROOT, "‹U+%04X›", code));
            }
        }
        return shown.toString();
    }

    /** Whether XML 1.0 has it as a character. */
    private static boolean held(int code) {
        return code >= ' '
                ? (code < Character.MIN_SURROGATE || code > Character.MAX_SURROGATE)
                        && code != 0xfffe
                        && code != 0xffff
                : code == '\t' || code == '\n' || code == '\r';
    }

    private static String cut(String text) {
        if (text.length() <= MOST_CHARACTERS) {
            return text;
        }
        int end = MOST_CHARACTERS - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end)
                + "…";
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r') {
                escaped.append(RETURN);
            } else if (c == '_' && escape(text, i)) {
                escaped.append(UNDERSCORE);
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean escape(String text, int at) {
        if (at + ESCAPE > text.length()
                || text.charAt(at + 1) != 'x'
                || text.charAt(at + ESCAPE - 1) != '_') {
            return false;
        }
        for (int i = at + 2; i < at + ESCAPE - 1; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
