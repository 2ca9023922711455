package dev.tplus1.breaks.audit;

/** Text that people give for the audit trail: bounded, and nothing that a terminal would obey. */
public final class Label {
    /** The longest name of who decides. */
    public static final int MAX_NAME = 64;

    /** The longest note of a decision, and what a break's own note is cut to. */
    public static final int MAX_NOTE = 2000;

    /** What an audit event's detail is cut to. */
    public static final int MAX_DETAIL = 4000;

    /** How a run signs the audit trail; no person does. */
    public static final String RUN = "tplus1";

    /** Why not, in words. */
    public static final String RUN_SIGNS = RUN + " is what runs sign with; name who decides";

    private Label() {}

    /** Who did something, a run or a person, unchanged. */
    public static String name(String text) {
        return checked("the name of who decides", text, MAX_NAME);
    }

    /** A person who decides, unchanged: nobody is taken for a run. */
    public static String person(String text) {
        if (text.strip().equals(RUN)) {
            throw new IllegalArgumentException(RUN_SIGNS);
        }
        return name(text);
    }

    /** Why, unchanged; mandatory. */
    public static String note(String text) {
        return checked("the note", text, MAX_NOTE);
    }

    private static String checked(String what, String text, int max) {
        if (text.isBlank()) {
            throw new IllegalArgumentException(what + " is empty; say something");
        }
        if (text.length() > max) {
            throw new IllegalArgumentException(
                    what + " has " + text.length() + " characters; at most " + max + " are kept");
        }
        if (!plain(text)) {
            throw new IllegalArgumentException(
                    what + " holds a control character; give it as one plain line");
        }
        return text;
    }

    /**
     * Whether a text is one line of characters that are seen: none that control a terminal, turn a
     * line around or take no room, and no half of a character.
     */
    public static boolean plain(String text) {
        return text.codePoints().noneMatch(Label::control);
    }

    private static boolean control(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE ->
                    true;
            // directional overrides and their like would make a note read as what it is not
            case Character.FORMAT -> c != 0x200d;
            default -> false;
        };
    }

    /** Text of our own, cut where it is longer than its column. */
    public static String cut(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        int end = max - 1;
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + "…";
    }
}
