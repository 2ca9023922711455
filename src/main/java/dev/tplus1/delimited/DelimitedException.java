package dev.tplus1.delimited;

/** A text that cannot be read as records: the line, and what is wrong with it. */
public final class DelimitedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final long line;
    private final boolean undecodable;

    DelimitedException(long line, boolean undecodable, String reason) {
        super(reason);
        this.line = line;
        this.undecodable = undecodable;
    }

    /** From 1. */
    public long line() {
        return line;
    }

    /** What was expected and found; holds nothing of the text. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    /** Whether the line has bytes that are no text in the charset. */
    public boolean undecodable() {
        return undecodable;
    }
}
