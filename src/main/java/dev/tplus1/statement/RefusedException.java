package dev.tplus1.statement;

/**
 * A statement that cannot be trusted. The message names file, line where there is one, what was
 * expected and what was found, on one line; nothing of it was used (exit code 6).
 */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final String file;
    private final long line;
    private final String reason;

    /**
     * @param file the file's name, without its folder
     * @param line from 1; 0 where the whole file is meant
     * @param reason what was expected and found; what comes from the file is bounded and printable
     */
    public RefusedException(String file, long line, String reason) {
        super(line > 0 ? file + ", line " + line + ": " + reason : file + ": " + reason);
        this.file = file;
        this.line = line;
        this.reason = reason;
    }

    public String file() {
        return file;
    }

    public long line() {
        return line;
    }

    public String reason() {
        return reason;
    }
}
