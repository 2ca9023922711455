package dev.tplus1.http;

import java.time.Duration;

/**
 * How long calls to one service may take, and how much they may bring.
 *
 * @param connect until the connection stands
 * @param read between two pieces of an answer
 * @param call of one answer as a whole
 * @param download of one file as a whole
 * @param tries of one call, at least 1
 * @param lost what all failed tries of a run, with the pauses after them, may take together
 * @param fileBytes a file has at most this many
 */
public record CallLimits(
        Duration connect,
        Duration read,
        Duration call,
        Duration download,
        int tries,
        Duration lost,
        long fileBytes) {
    public static final Duration CONNECT = Duration.ofSeconds(10);
    public static final Duration READ = Duration.ofSeconds(30);
    public static final Duration CALL = Duration.ofMinutes(1);
    public static final Duration DOWNLOAD = Duration.ofMinutes(30);
    public static final int TRIES = 5;
    public static final Duration LOST = Duration.ofMinutes(15);
    public static final long FILE_BYTES = 4L << 30;

    /** What applies where nothing else is set. */
    public static final CallLimits DEFAULT =
            new CallLimits(CONNECT, READ, CALL, DOWNLOAD, TRIES, LOST, FILE_BYTES);

    /** The same, for files that have at most this many bytes. */
    public CallLimits files(long most) {
        return new CallLimits(
                connect, read, call, download, tries, lost, Math.min(fileBytes, most));
    }
}
