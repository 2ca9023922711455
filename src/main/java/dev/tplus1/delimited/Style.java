package dev.tplus1.delimited;

/** How a line is cut into cells. */
public enum Style {
    /**
     * RFC 4180: cells between commas, quoted where they hold a comma, a quote or a line end. Blanks
     * are part of a cell, blank lines are passed over. A quote in the middle of an unquoted cell,
     * or text after a closing one, is refused.
     */
    QUOTED,

    /**
     * Each cell begins with a backtick, so a line is cut where a comma and a backtick meet; a line
     * that does not begin with one is a header, cut at each comma. Quotes mean nothing.
     */
    BACKTICK,

    /** Cells between commas; tabs after a cell are not part of it. Quotes mean nothing. */
    TABBED
}
