package dev.tplus1.alert.message;

import java.util.List;

/**
 * What a digest says, in the words of its language and in the order in which it matters. All text
 * from outside in it is {@link Harmless}; what a markup means by its own signs is still to be
 * escaped.
 *
 * @param title the news in one line
 * @param note what must be known before all else; may be empty
 * @param accounts one part for each account and date
 * @param more how many accounts are left out, in words; may be empty
 * @param largestTitle over the breaks worth naming
 * @param largest one line each
 * @param failing one line for each channel in trouble
 * @param next what to do; may be empty
 * @param command what to type for it; may be empty
 * @param index where all accounts are
 * @param foot what is said in small
 */
public record Story(
        String title,
        String note,
        List<Part> accounts,
        String more,
        String largestTitle,
        List<String> largest,
        List<String> failing,
        String next,
        String command,
        Place index,
        List<String> foot) {

    /**
     * One account and date.
     *
     * @param head account, date and revision
     * @param state what it came to, in a word or two
     * @param sentence the verdict
     * @param details one line each
     * @param report where its report lies
     * @param mark {@code decide}, {@code watch}, {@code fixed}, {@code stop} or {@code wait}: the
     *     state's colour in the report
     */
    public record Part(
            String head,
            String state,
            String sentence,
            List<String> details,
            Place report,
            String mark) {}
}
