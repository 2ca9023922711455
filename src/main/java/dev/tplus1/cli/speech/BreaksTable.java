package dev.tplus1.cli.speech;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Money;
import dev.tplus1.report.Sums;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * What {@code breaks list} answers: a row for each break, up to a limit, and what all of them come
 * to.
 */
public final class BreaksTable {
    /** More are only counted; as JSON all are listed. */
    static final int MOST = 10_000;

    private static final List<String> HEAD =
            List.of("ID", "DATE", "ACCOUNT", "TYPE", "RISK", "AMOUNT", "STATUS", "AGE", "ORDER");
    private static final String OWNER = "OWNER";
    private static final int AMOUNT = 5;

    private final List<FiledBreak> shown = new ArrayList<>();
    private final Sums.Adder amounts = new Sums.Adder();
    private long all;
    private long toDecide;
    private long watched;
    private long oldest;

    public void add(FiledBreak filed) {
        all++;
        if (shown.size() < MOST) {
            shown.add(filed);
        }
        switch (filed.found().status()) {
            case OPEN, HELD, WITHDRAWN -> {
                toDecide++;
                amounts.add(filed.found());
                oldest = Math.max(oldest, filed.ageDays());
            }
            case SUSPENSE -> watched++;
            case REPAIRED, RESOLVED, CLOSED -> {}
        }
    }

    /** A row for each, and what they come to. */
    public List<String> lines() {
        if (shown.isEmpty()) {
            return List.of("No breaks.");
        }
        boolean owned = shown.stream().anyMatch(filed -> !filed.owner().isEmpty());
        List<String> head = new ArrayList<>(HEAD);
        if (owned) {
            head.add(OWNER);
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(head);
        shown.forEach(filed -> rows.add(row(filed, owned)));
        int[] widths = new int[head.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                boolean right = i == AMOUNT && !row.equals(head);
                line.append(
                        right
                                ? Speech.right(row.get(i), widths[i])
                                : Speech.padded(row.get(i), widths[i]));
                line.append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        if (all > shown.size()) {
            lines.add(
                    "... and "
                            + Speech.number(all - shown.size())
                            + " more; narrow it down, or --json lists all.");
        }
        lines.add(summary());
        return lines;
    }

    private static List<String> row(FiledBreak filed, boolean owned) {
        Break found = filed.found();
        Money amount = filed.amount();
        List<String> row = new ArrayList<>();
        row.add(found.id());
        row.add(found.identity().date().toString());
        row.add(found.identity().account());
        row.add(found.type().name());
        row.add(found.type().risk().name().toLowerCase(Locale.ENGLISH));
        row.add(amount == null ? "-" : Speech.amount(amount));
        row.add(found.status().name());
        row.add(Speech.number(filed.ageDays()) + " d");
        row.add(found.orderNo().isEmpty() ? "-" : Speech.line(found.orderNo()));
        if (owned) {
            row.add(filed.owner().isEmpty() ? "-" : Speech.line(filed.owner()));
        }
        return row;
    }

    /** The same money that the reports of these breaks tell. */
    private String summary() {
        Collection<Money> sums = amounts.sums().amounts();
        return Speech.number(toDecide)
                + " to decide"
                + (sums.isEmpty() ? "" : ", " + Speech.inSentence(sums))
                + (watched == 0 ? "" : "; " + Speech.number(watched) + " watched")
                + "."
                + (oldest == 0
                        ? ""
                        : " The oldest has been open for "
                                + Speech.count(oldest, "day", "days")
                                + ".");
    }
}
