package dev.tplus1.report.sheet;

/** How a cell looks: the formats of styles.xml, in its order. */
enum CellStyle {
    GENERAL,
    /** The format {@code @}: text also once somebody has edited it. */
    TEXT,
    HEADER,
    TITLE,
    COUNT,
    DATE,
    TIME,
    AMOUNT_0,
    AMOUNT_1,
    AMOUNT_2,
    AMOUNT_3,
    AMOUNT_4,
    /** As many decimals as there are. */
    EXACT,
    /** What a person fills in. */
    INPUT,
    /** A count beside its label, on the left. */
    FIGURE,
    /** A label beside what it names. */
    TERM;

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
