package dev.tplus1.report.index;

import dev.tplus1.entry.Money;
import dev.tplus1.report.index.JobState.DayState;
import dev.tplus1.report.index.JobState.Revised;
import dev.tplus1.report.index.JobState.Total;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * An account's line in the list of dates, worded.
 *
 * @param href of its report
 * @param revised what another statement says otherwise, or empty
 */
record DateRow(
        String href,
        String id,
        DayVerdict verdict,
        List<Line> totals,
        String breaks,
        String repaired,
        String revision,
        String revised) {

    /** Both sides in one currency. */
    record Line(String currency, String statement, String books, String difference) {
        static Line of(Total total, Words words) {
            Money statement = total.statement().money();
            Money books = total.books().money();
            return new Line(
                    statement.currency().getCurrencyCode(),
                    Shown.amount(statement),
                    Shown.amount(books),
                    difference(statement, books, words));
        }

        private static String difference(Money statement, Money books, Words words) {
            try {
                return Shown.difference(statement.minus(books));
            } catch (ArithmeticException | IllegalArgumentException _) {
                // out of the range of a long, or of two currencies
                return words.get("index.brief.unreadable");
            }
        }
    }

    static DateRow of(String href, String id, DayState day, Words words) {
        boolean concluded = day.revision() > 0;
        String none = words.get("index.noneYet");
        return new DateRow(
                href,
                id,
                DayVerdict.of(day, words),
                day.totals().stream().map(total -> Line.of(total, words)).toList(),
                concluded ? Shown.count(day.breaks()) : none,
                concluded ? Shown.count(day.repaired()) : none,
                concluded ? Shown.count(day.revision()) : none,
                revised(day.revised(), words));
    }

    private static String revised(@Nullable Revised revised, Words words) {
        return revised == null
                ? ""
                : words.get(
                        "index.revised",
                        Shown.count(revised.added()),
                        Shown.count(revised.changed()),
                        Shown.count(revised.withdrawn()));
    }
}
