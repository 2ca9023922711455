package dev.tplus1.report.life;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.life.RevisionChange;
import dev.tplus1.breaks.life.RevisionChange.Row;
import dev.tplus1.breaks.life.RevisionChange.Sort;
import dev.tplus1.breaks.life.Turns;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * What a revision found otherwise than the one before it, as the page shows it.
 *
 * @param before the revision before, for a column's head
 * @param more where the others are, when not all are shown; or empty
 */
public record SinceSection(
        String title, String sum, String intro, String before, List<OtherRow> rows, String more) {

    /** The section; null for a first revision. */
    public static @Nullable SinceSection of(@Nullable RevisionChange since, Words words) {
        if (since == null) {
            return null;
        }
        String number = Integer.toString(since.before().number());
        List<String> counts = new ArrayList<>();
        boolean more = false;
        for (Sort sort : Sort.values()) {
            long count = since.count(sort);
            if (count > 0) {
                counts.add(words.get("since.count." + sort, Shown.count(count)));
            }
            more |= sort != Sort.AGREED && count > Turns.MOST_ROWS;
        }
        boolean same = counts.isEmpty();
        if (since.unchanged() > 0) {
            counts.add(words.get("since.count.unchanged", Shown.count(since.unchanged())));
        }
        return new SinceSection(
                words.get("since.title", number),
                counts.isEmpty() ? words.get("since.none") : words.commas(counts),
                words.get(same ? "since.same" : "since.intro", number),
                words.get("since.before", number),
                since.rows().stream().map(row -> row(row, words)).toList(),
                more ? words.get("since.more", Shown.count(Turns.MOST_ROWS)) : "");
    }

    private static OtherRow row(Row row, Words words) {
        Break found = row.found();
        String mark =
                switch (row.sort()) {
                    case NEW, CHANGED, WITHDRAWN -> "";
                    case REPAIRED, DECIDED, CLOSED, AGREED -> "fixed";
                };
        return new OtherRow(
                words.get("since." + row.sort()),
                OtherRow.type(found, words),
                found.id(),
                OtherRow.ids(found, words),
                row.was() == null ? words.get("since.noBreak") : OtherRow.amount(row.was(), words),
                row.is() == null ? words.get("since.noBreak") : OtherRow.amount(row.is(), words),
                mark,
                what(row, words),
                words.note(row.note()));
    }

    /** What differs beside the amounts, in words. */
    private static String what(Row row, Words words) {
        Break was = row.was();
        Break is = row.is();
        if (was == null || is == null) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        if (was.type() != is.type()) {
            parts.add(words.get("since.type", OtherRow.type(is, words), OtherRow.type(was, words)));
        }
        if (was.status() != is.status()) {
            parts.add(
                    words.get(
                            "since.status",
                            words.get("sheet.status." + is.status()),
                            words.get("sheet.status." + was.status())));
        }
        return words.semicolons(parts);
    }
}
