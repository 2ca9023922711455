package dev.tplus1.cli.speech;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.Statement;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code reconcile} and {@code diff} answer about one account and date. Amounts come one for
 * each currency, in the order of their codes.
 *
 * @param dryRun whether nothing was applied, filed or concluded
 * @param checks what vouches for the statement, in plain words; empty where nothing does
 * @param repaired missed callbacks that arrived, and what they come to
 * @param decide what waits for a person, by type, most first; and what it comes to
 * @param settled what was decided before, by a person or by what the books say since, by type
 * @param watch what the cut-off or the provider may still explain, by type
 * @param watchUntil the date by which that is settled, by type, where there is one
 * @param unexplained what the breaks do not explain: all zero in a sound run
 * @param revised what the statement says otherwise than the one that the revision before used;
 *     empty where it says the same, or nothing was before
 * @param ignored rows of the statement that did not count although nothing but the job's words say
 *     so, how many for which reason
 * @param report what to open
 */
public record ReconcileBlock(
        String account,
        LocalDate date,
        boolean dryRun,
        long statementEntries,
        List<Money> statementTotals,
        List<String> checks,
        long bookEntries,
        List<Money> bookTotals,
        long matched,
        long matchedAcrossCutoff,
        long repaired,
        List<Money> repairedAmounts,
        Map<BreakType, Integer> decide,
        List<Money> decideAmounts,
        Map<BreakType, Integer> settled,
        Map<BreakType, Integer> watch,
        Map<BreakType, LocalDate> watchUntil,
        List<Money> unexplained,
        String revised,
        Map<String, Long> ignored,
        String report) {
    private static final int LABEL = 14;
    private static final int GAP = 4;

    /** How many breaks wait for a person. */
    public int toDecide() {
        return decide.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** The block, verdict first. */
    public List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        lines.add(account + " " + date + ": " + verdict(terminal));
        int counts =
                Math.max(entries(statementEntries).length(), entries(bookEntries).length()) + GAP;
        int amounts = Math.max(widest(statementTotals), widest(bookTotals)) + GAP;
        totals(
                lines,
                "statement",
                Speech.padded(entries(statementEntries), counts),
                statementTotals,
                amounts,
                checks.isEmpty()
                        ? "nothing in or beside it vouches for its being whole"
                        : Speech.list(checks) + " checked");
        totals(
                lines,
                "books",
                Speech.padded(entries(bookEntries), counts),
                bookTotals,
                amounts,
                "");
        if (!ignored.isEmpty()) {
            long rows = ignored.values().stream().mapToLong(Long::longValue).sum();
            String reasons = Speech.line(Statement.inWords(ignored));
            lines.add(line("ignored", Speech.count(rows, "row", "rows") + ": " + reasons));
        }
        if (!revised.isEmpty()) {
            lines.add(line("revised", revised));
        }
        lines.add(
                line(
                        "agree",
                        Speech.number(matched)
                                + (matchedAcrossCutoff == 0
                                        ? ""
                                        : ", and "
                                                + Speech.number(matchedAcrossCutoff)
                                                + " more across the cut-off")));
        if (repaired > 0) {
            lines.add(
                    line(
                            "repaired",
                            Speech.count(repaired, "missed callback", "missed callbacks")
                                    + ", "
                                    + amounts(repairedAmounts)));
        }
        if (!decide.isEmpty()) {
            lines.add(line("decide", byType(decide)));
        }
        if (!settled.isEmpty()) {
            lines.add(line("settled", byType(settled) + ", decided before"));
        }
        if (!watch.isEmpty()) {
            lines.add(line("watch", watched()));
        }
        lines.add(line("unexplained", unexplainedText()));
        lines.add(line("report", report));
        return lines;
    }

    private String verdict(Terminal terminal) {
        int toDecide = toDecide();
        String word =
                terminal.coloured(
                        toDecide == 0 ? Terminal.State.GOOD : Terminal.State.WAITING, "reconciled");
        return word
                + (dryRun ? " (dry run: nothing applied, filed or concluded)" : "")
                + ", "
                + (toDecide == 0
                        ? "nothing to decide"
                        : Speech.count(toDecide, "break", "breaks")
                                + " to decide"
                                + (decideAmounts.isEmpty()
                                        ? ""
                                        : ", " + Speech.inSentence(decideAmounts)));
    }

    private String unexplainedText() {
        List<Money> left = unexplained.stream().filter(money -> money.minor() != 0).toList();
        if (!left.isEmpty()) {
            return amounts(left);
        }
        return unexplained.isEmpty() ? "0" : Speech.decimal(unexplained.getFirst().value());
    }

    private static void totals(
            List<String> lines,
            String label,
            String entries,
            List<Money> totals,
            int width,
            String remark) {
        String first = totals.isEmpty() ? "" : Speech.amount(totals.getFirst());
        lines.add(line(label, entries + aligned(first, totals, width) + remark).stripTrailing());
        for (Money total : totals.stream().skip(1).toList()) {
            lines.add(
                    line(
                                    "",
                                    " ".repeat(entries.length())
                                            + aligned(Speech.amount(total), totals, width))
                            .stripTrailing());
        }
    }

    /** Amounts stand under each other, right-aligned, whatever follows them. */
    private static String aligned(String amount, List<Money> totals, int width) {
        int gap = width - Math.max(widest(totals), amount.length());
        return Speech.padded(Speech.right(amount, width - Math.min(gap, GAP)), width);
    }

    private static int widest(List<Money> totals) {
        return totals.stream().mapToInt(money -> Speech.amount(money).length()).max().orElse(0);
    }

    private static String entries(long number) {
        return Speech.count(number, "entry", "entries");
    }

    private static String amounts(List<Money> amounts) {
        return amounts.stream().map(Speech::amount).collect(Collectors.joining(", "));
    }

    /** {@code 3 cut-off, until 30 Nov; 1 refund in progress, until 5 Dec}. */
    private String watched() {
        return mostFirst(watch)
                .map(entry -> {
                    LocalDate until = watchUntil.get(entry.getKey());
                    return counted(entry) + (until == null ? "" : ", until " + Speech.day(until));
                })
                .collect(Collectors.joining("; "));
    }

    private static String byType(Map<BreakType, Integer> counts) {
        return mostFirst(counts).map(ReconcileBlock::counted).collect(Collectors.joining(", "));
    }

    private static Stream<Map.Entry<BreakType, Integer>> mostFirst(Map<BreakType, Integer> counts) {
        return counts.entrySet().stream()
                .sorted(
                        Map.Entry.<BreakType, Integer>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()));
    }

    private static String counted(Map.Entry<BreakType, Integer> entry) {
        return Speech.number(entry.getValue()) + " " + Speech.words(entry.getKey());
    }

    private static String line(String label, String text) {
        return "  " + Speech.padded(label, LABEL) + text;
    }
}
