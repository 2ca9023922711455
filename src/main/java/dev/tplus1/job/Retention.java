package dev.tplus1.job;

import org.jspecify.annotations.Nullable;

/**
 * How long what is over is kept, in days; none: for ever. Of dates it counts from the business
 * date, or from when something of it last happened, whichever is later.
 *
 * @param statements what the archive has
 * @param reports the files of reports
 * @param breaks what dates' revisions classified, and the breaks' lives
 * @param batch Spring Batch's own metadata
 * @param notices what channels were told, or what was discarded
 * @param outbox messages that were published, or discarded
 */
public record Retention(
        @Nullable Integer statements,
        @Nullable Integer reports,
        @Nullable Integer breaks,
        @Nullable Integer batch,
        @Nullable Integer notices,
        @Nullable Integer outbox) {
    /** Nothing is ever deleted. */
    public static final Retention FOR_EVER = new Retention(null, null, null, null, null, null);

    /** Whether it lets anything go. */
    public boolean any() {
        return statements != null
                || reports != null
                || breaks != null
                || batch != null
                || notices != null
                || outbox != null;
    }
}
