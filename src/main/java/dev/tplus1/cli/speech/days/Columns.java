package dev.tplus1.cli.speech.days;

import dev.tplus1.cli.speech.Speech;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows below a head, each column as wide as its widest cell. */
final class Columns {
    private static final String GAP = "  ";

    private Columns() {}

    /**
     * The lines, without blanks at their ends.
     *
     * @param numbers the columns whose cells stand at the right, from 0
     */
    static List<String> lines(List<String> head, List<List<String>> rows, Set<Integer> numbers) {
        List<List<String>> all = new ArrayList<>();
        all.add(head);
        all.addAll(rows);
        int[] widths = new int[head.size()];
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                line.append(
                        numbers.contains(i)
                                ? Speech.right(cell, widths[i])
                                : Speech.padded(cell, widths[i]));
                line.append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
