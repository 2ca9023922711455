package dev.tplus1.statement;

/**
 * A statement that cannot be trusted. The message names file, line where there is one, what was
 * expected and what was found, and what to do where that is not plain, on one line; nothing of it
 * was used (exit code 6).
 */
public final class RefusedException extends Exception {
    /** What to do about a file that is cut off or does not add up. */
    public static final String FETCH_AGAIN = "fetch the file again";

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
        this(file, line, reason, "");
    }

    private RefusedException(String file, long line, String reason, String advice) {
        super(
                (line > 0 ? file + ", line " + line : file)
                        + ": "
                        + reason
                        + (advice.isEmpty() ? "" : "; " + advice));
        this.file = file;
        this.line = line;
        this.reason = reason;
    }

    /** The same, and the message ends with what to do. The reason stays as it is. */
    public RefusedException advising(String advice) {
        return new RefusedException(file, line, reason, advice);
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
