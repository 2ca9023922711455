package dev.tplus1.cli.speech;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What {@code fetch} answers about one account and date.
 *
 * @param entries how many rows count
 * @param ignored how many moved nothing
 * @param totals counts and sums by kind and currency
 * @param checks what vouches for the statement, in plain words; empty where nothing does
 * @param files the names of its files
 * @param kept what became of them, in words
 * @param beside where the date is concluded, the same beside what its latest revision used
 * @param underWay what of the date is under way, in words; empty where nothing is
 */
public record FetchBlock(
        String account,
        LocalDate date,
        String layout,
        long entries,
        long ignored,
        List<Total> totals,
        List<String> checks,
        String sha256,
        List<String> files,
        String kept,
        @Nullable Beside beside,
        String underWay) {
    private static final int LABEL = 14;

    /**
     * What was fetched beside what a revision used.
     *
     * @param revised whether the provider says otherwise now
     * @param what how, in words, and what to do about it
     */
    public record Beside(boolean revised, String what) {}

    /** So much of a hash tells two statements of a date apart. */
    private static final int HASH = 12;

    /** More names than this are counted. */
    private static final int MOST_NAMES = 3;

    /** The block, verdict first. */
    public List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        lines.add(
                account
                        + " "
                        + date
                        + ": "
                        + terminal.coloured(Terminal.State.GOOD, "fetched")
                        + ", "
                        + Speech.count(entries, "entry", "entries")
                        + ", "
                        + kept);
        lines.add(
                line(
                        "statement",
                        layout
                                + (ignored == 0
                                        ? ""
                                        : ", "
                                                + Speech.count(ignored, "row", "rows")
                                                + " ignored, which moved nothing")
                                + "; "
                                + (checks.isEmpty()
                                        ? "nothing in or beside it vouches for its being whole"
                                        : Speech.list(checks) + " checked")));
        for (Total total :
                totals.stream()
                        .sorted(
                                Comparator.comparing(Total::kind)
                                        .thenComparing(each -> each.currency().getCurrencyCode()))
                        .toList()) {
            lines.add(
                    line(
                            total.kind() == Kind.PAYMENT ? "payments" : "refunds",
                            Speech.number(total.count())
                                    + ", "
                                    + Speech.amount(new Money(total.minor(), total.currency()))));
        }
        if (beside != null) {
            lines.add(line(beside.revised() ? "revised" : "reconciled", beside.what()));
        }
        if (!underWay.isEmpty()) {
            lines.add(line("under way", underWay));
        }
        lines.add(line("files", names() + ", sha256 " + sha256.substring(0, HASH)));
        return lines;
    }

    private String names() {
        List<String> named = files.stream().limit(MOST_NAMES).map(Speech::bounded).toList();
        int more = files.size() - named.size();
        return String.join(", ", named) + (more > 0 ? " and " + Speech.number(more) + " more" : "");
    }

    private static String line(String label, String text) {
        return "  " + Speech.padded(label, LABEL) + text;
    }
}
