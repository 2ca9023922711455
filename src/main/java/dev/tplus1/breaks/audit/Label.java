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

    /** What is wrong with a name that is not {@link #seen}. */
    public static final String UNSEEN =
            "has an invisible character, or a blank that is no plain space";

    private Label() {}

    /** Who did something, a run or a person, unchanged. */
    public static String name(String text) {
        String name = checked("the name of who decides", text, MAX_NAME);
        if (!seen(name)) {
            throw new IllegalArgumentException("the name of who decides " + UNSEEN);
        }
        return name;
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

    /**
     * Whether a {@link #plain} name has nothing in it that is not seen, or is seen as a space and
     * is none: with it one person would have two names that look alike. A note may have it.
     */
    public static boolean seen(String name) {
        return name.codePoints().noneMatch(Label::unseen);
    }

    /** Unicode's default ignorable characters beside those of a format, and what looks blank. */
    private static boolean unseen(int c) {
        return switch (c) {
            // zero width joiner, combining grapheme joiner, Hangul fillers, Khmer inherent vowels,
            // Braille blank
            case 0x200d, 0x034f, 0x115f, 0x1160, 0x3164, 0xffa0, 0x17b4, 0x17b5, 0x2800 -> true;
            default ->
                    within(c, 0x180b, 0x180f)
                            || within(c, 0xfe00, 0xfe0f)
                            || within(c, 0xfff0, 0xfff8)
                            || within(c, 0xe0000, 0xe0fff)
                            || (c != ' ' && Character.getType(c) == Character.SPACE_SEPARATOR);
        };
    }

    private static boolean within(int c, int first, int last) {
        return first <= c && c <= last;
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
