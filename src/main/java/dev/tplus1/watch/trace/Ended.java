package dev.tplus1.watch.trace;

/**
 * How a date ended, beside the word for it.
 *
 * @param fault one line where it failed or was refused; else empty
 * @param entries the statement's entries that count; negative where they are not known, as the
 *     others
 * @param booked the booked entries of the day
 * @param breaks what was found
 * @param replays callbacks that its revision applied
 */
public record Ended(String fault, long entries, long booked, long breaks, long replays) {
    /** It came to no figures. */
    public static Ended without(String fault) {
        return new Ended(fault, -1, -1, -1, -1);
    }
}
