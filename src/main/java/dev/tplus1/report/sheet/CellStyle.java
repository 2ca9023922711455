package dev.tplus1.report.sheet;

/** How a cell looks: the formats of styles.xml. Its arrays are for reading only. */
@SuppressWarnings("ImmutableEnumChecker") // as bytes, for millions of cells
enum CellStyle {
    GENERAL(0),
    /** The format {@code @}: text also once somebody has edited it. */
    TEXT(1),
    HEADER(2),
    TITLE(3),
    COUNT(4),
    DATE(5),
    TIME(6),
    AMOUNT_0(7),
    AMOUNT_1(8),
    AMOUNT_2(9),
    AMOUNT_3(10),
    AMOUNT_4(11),
    /** As many decimals as there are. */
    EXACT(12),
    /** What a person fills in. */
    INPUT(13),
    /** A count beside its label, on the left. */
    FIGURE(14),
    /** A label beside what it names. */
    TERM(15),
    /** Sentences, over as many lines as they need. */
    WRAPPED(16),
    /** The header over numbers, which stand on the right. */
    NUMBER_HEADER(17);

    private final byte[] text;
    private final byte[] spaced;
    private final byte[] number;
    private final byte[] nothing;

    /**
     * @param index its place among the {@code cellXfs} of styles.xml
     */
    CellStyle(int index) {
        String style = "\" s=\"" + index;
        this.text = Markup.ascii(style + "\" t=\"inlineStr\"><is><t>");
        this.spaced = Markup.ascii(style + "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">");
        this.number = Markup.ascii(style + "\"><v>");
        this.nothing = Markup.ascii(style + "\"></c>");
    }

    /**
     * What stands between a cell's place and its text: readers trim it where they are not told
     * otherwise.
     */
    byte[] text(String content) {
        boolean trimmed =
                Character.isWhitespace(content.charAt(0))
                        || Character.isWhitespace(content.charAt(content.length() - 1));
        return trimmed ? spaced : text;
    }

    /** What stands between a cell's place and its number. */
    byte[] number() {
        return number;
    }

    /** What stands behind the place of a cell with nothing in it. */
    byte[] nothing() {
        return nothing;
    }

    /** An amount with a currency's decimals. */
    static CellStyle amount(int decimals) {
        return switch (decimals) {
            case 0 -> AMOUNT_0;
            case 1 -> AMOUNT_1;
            case 2 -> AMOUNT_2;
            case 3 -> AMOUNT_3;
            case 4 -> AMOUNT_4;
            default -> EXACT;
        };
    }
}
