package dev.tplus1.provider.stripe;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.http.CallException;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * One download of one day's balance transactions, page by page, each a file as it came. The list is
 * the newest first; the next page is the one behind the last row of this one, so that rows of one
 * second may be on two pages (docs.stripe.com/api/pagination). At the end the newest part of the
 * day is read once more, because Stripe may show a row later than it was made.
 */
final class DayPages {
    static final String PATH = "/v1/balance_transactions";
    static final String EXPAND = "expand%5B%5D=data.source";

    /** Who is asked for what, for messages. */
    static final String LIST = "Stripe's balance transactions";

    /** What a day's pages have together at most. */
    private static final long DAY_BYTES = 64L << 30;

    private static final String GZIP = "\u001f\u008b";

    /** How often the newest part is read again while that brings something new. */
    private static final int MAX_LOOKS = 3;

    private final StripeApiSettings settings;
    private final StripeCalls calls;
    private final BusinessDate day;
    private final Path folder;
    private final List<Path> files = new ArrayList<>();
    private final long lookFrom;

    /** What was seen of the newest part. */
    private final SeenIds seen = new SeenIds();

    private long bytes;

    /** Why the last try's page is none. */
    private @Nullable RefusedException refused;

    DayPages(StripeApiSettings settings, StripeCalls calls, LocalDate date, Path folder) {
        this.settings = settings;
        this.calls = calls;
        this.day = new BusinessDate(date, settings.zone());
        this.folder = folder;
        this.lookFrom =
                Math.max(
                        day.start().getEpochSecond(),
                        end().minus(settings.lookBack()).getEpochSecond());
    }

    /** The first instant after the day. */
    Instant end() {
        return day.end();
    }

    /** Brings the whole day, or leaves nothing. */
    Found download() throws RefusedException, IOException {
        boolean settled;
        try {
            settled = complete();
        } catch (RefusedException | IOException | RuntimeException e) {
            try {
                discard();
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            throw e;
        }
        if (settled) {
            return new Ready(List.copyOf(files));
        }
        discard();
        return new NotReady("Stripe is still adding to the balance transactions of " + day);
    }

    private void discard() throws IOException {
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }

    private boolean complete() throws RefusedException, IOException {
        walk(day.start().getEpochSecond(), false);
        if (lookFrom >= end().getEpochSecond()) {
            return true; // no look-back is set
        }
        for (int look = 1; look <= MAX_LOOKS; look++) {
            if (!walk(lookFrom, true)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Goes through the list to its end.
     *
     * @param again whether only pages with something new are kept
     * @return whether anything was new
     */
    private boolean walk(long from, boolean again) throws RefusedException, IOException {
        Set<String> cursors = new HashSet<>();
        String cursor = "";
        boolean anyNew = false;
        while (true) {
            Path file =
                    folder.resolve(String.format(Locale.ROOT, "page-%06d.json", files.size() + 1));
            Page page = page(query(from, cursor), from, file);
            boolean isNew = news(page);
            anyNew |= isNew;
            if (isNew || !again) {
                keep(file);
            } else {
                Files.delete(file);
            }
            if (!page.more) {
                return anyNew;
            }
            cursor = page.last;
            if (!cursors.add(cursor)) {
                throw new RefusedException(
                        name(file),
                        0,
                        "it says has_more and ends as a page before it: the list has no end");
            }
        }
    }

    private String query(long from, String cursor) {
        return PATH
                + "?created%5Bgte%5D="
                + from
                + "&created%5Blt%5D="
                + end().getEpochSecond()
                + "&limit="
                + settings.pageSize()
                + "&"
                + EXPAND
                + (cursor.isEmpty() ? "" : "&starting_after=" + StripeCalls.encoded(cursor));
    }

    /** Notes what of the newest part is on a page; whether any of it was not seen before. */
    private boolean news(Page page) {
        boolean news = false;
        for (String id : page.newest) {
            news |= seen.add(id, 0) == null;
        }
        return news;
    }

    private void keep(Path file) throws RefusedException, IOException {
        files.add(file);
        bytes += Files.size(file);
        if (bytes > DAY_BYTES) {
            throw new RefusedException(
                    name(file),
                    0,
                    "with it the day has more than " + DAY_BYTES + " bytes, the limit");
        }
        if (files.size() > settings.maxPages()) {
            throw new RefusedException(
                    name(file),
                    0,
                    "the day has more than "
                            + settings.maxPages()
                            + " pages, the limit that max-pages sets");
        }
    }

    /** A page that is whole, however often it must be asked for. */
    private Page page(String query, long from, Path file) throws RefusedException, IOException {
        refused = null;
        try {
            return calls.run(LIST, () -> tried(query, from, file));
        } catch (CallStoppedException e) {
            throw e;
        } catch (CallException e) {
            if (refused != null) {
                throw refused;
            }
            throw e;
        }
    }

    private Page tried(String query, long from, Path file) throws TryAgainException, IOException {
        refused = null;
        calls.save(query, file);
        boolean whole = false;
        try {
            Page page = read(file, from);
            whole = true;
            return page;
        } catch (RefusedException e) {
            refused = new RefusedException(e.file(), e.line(), calls.shown(e.reason()));
            throw new TryAgainException(String.valueOf(refused.getMessage()));
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** What goes on from a page. */
    private static final class Page {
        /** Ids of rows of the newest part. */
        private final List<String> newest = new ArrayList<>();

        private String last = "";
        private boolean more;
    }

    private Page read(Path file, long from) throws RefusedException, IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (calls.repeatsKey(text)) {
            // nothing of it may be kept, or quoted: what is quoted is cut before it is hidden
            throw new RefusedException(name(file), 0, "it repeats the key, which no page does");
        }
        if (text.startsWith(GZIP)) {
            throw new RefusedException(name(file), 0, "it is packed, and was asked for as it is");
        }
        Page page = new Page();
        PageReader reader =
                new PageReader((row, _, _) -> {
                    long created = row.created();
                    if (created < from || created >= end().getEpochSecond()) {
                        throw new IllegalArgumentException(
                                "created is "
                                        + Instant.ofEpochSecond(created)
                                        + ", which was not asked for");
                    }
                    page.last = row.id();
                    if (created >= lookFrom) {
                        page.newest.add(page.last);
                    }
                });
        reader.read(file);
        page.more = !reader.complete();
        if (page.more && page.last.isEmpty()) {
            throw new RefusedException(name(file), 0, "it says has_more and holds nothing");
        }
        return page;
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
