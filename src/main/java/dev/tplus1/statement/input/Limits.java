package dev.tplus1.statement.input;

/** How much of a statement is read at most. What goes beyond is refused, never cut. */
public final class Limits {
    /** A file as it lies on disk. */
    public static final long FILE_BYTES = 4L << 30;

    /** What one packed file or archive entry may unpack to. */
    public static final long INFLATED_BYTES = 4L << 30;

    /** How many bytes one packed byte may stand for; real statements stay below 40. */
    public static final int INFLATE_RATIO = 200;

    /** Below this the ratio does not matter: a small file may be as regular as it likes. */
    public static final long RATIO_FLOOR_BYTES = 16L << 20;

    public static final int ARCHIVE_ENTRIES = 10;

    /** A line, and a record of quoted cells that runs over several lines. */
    public static final int LINE_BYTES = 1 << 20;

    public static final int COLUMNS = 500;

    private Limits() {}
}
