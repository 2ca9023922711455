package dev.tplus1.entry;

import java.util.Locale;

/**
 * Characters that nobody sees, or that reorder or hide their neighbours: controls, formats, what is
 * not assigned or private, lone surrogates. Text from outside is shown without them.
 */
public final class Unseen {
    private Unseen() {}

    public static boolean is(int code) {
        return switch (Character.getType(code)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE ->
                    true;
            default -> false;
        };
    }

    /** What stands in its place: {@code ‹U+000A›}. */
    public static String named(int code) {
        return String.format(Locale.ROOT, "‹U+%04X›", code);
    }
}
