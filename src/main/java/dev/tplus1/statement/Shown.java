package dev.tplus1.statement;

/**
 * Text from outside as it may stand in a message: one line, bounded, without control characters.
 */
public final class Shown {
    private static final int QUOTED_CHARS = 60;
    private static final int REASON_CHARS = 500;

    private Shown() {}

    /** The text in quotes, at most 60 characters of it. */
    public static String quoted(String text) {
        return "\"" + bounded(text, QUOTED_CHARS) + "\"";
    }

    /** A whole reason, which may hold text from outside that nobody bounded. */
    public static String reason(String text) {
        return bounded(text, REASON_CHARS);
    }

    /** What an exception says, which may hold text from outside that nobody bounded. */
    public static String reason(Exception exception) {
        String message = exception.getMessage();
        return reason(message == null ? exception.getClass().getSimpleName() : message);
    }

    private static String bounded(String text, int limit) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), limit) + 3);
        int i = 0;
        int taken = 0;
        while (i < text.length() && taken < limit) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            int type = Character.getType(c);
            boolean printable =
                    type != Character.CONTROL
                            && type != Character.FORMAT
                            && type != Character.SURROGATE
                            && type != Character.LINE_SEPARATOR
                            && type != Character.PARAGRAPH_SEPARATOR;
            if (printable) {
                shown.appendCodePoint(c);
            } else {
                shown.append(' ');
            }
            taken++;
        }
        return i < text.length() ? shown.append("...").toString() : shown.toString();
    }
}
