package dev.tplus1.cli.speech;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;
import dev.tplus1.report.Sums;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** What {@code breaks list} answers. */
public record BreaksTable(List<FiledBreak> breaks) {
    private static final List<String> HEAD =
            List.of("ID", "DATE", "ACCOUNT", "TYPE", "RISK", "AMOUNT", "STATUS", "AGE", "ORDER");
    private static final int AMOUNT = 5;

    /** A row for each, and what they come to. */
    public List<String> lines() {
        if (breaks.isEmpty()) {
            return List.of("No breaks.");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        breaks.forEach(filed -> rows.add(row(filed)));
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                boolean right = i == AMOUNT && !row.equals(HEAD);
                line.append(
                        right
                                ? Speech.right(row.get(i), widths[i])
                                : Speech.padded(row.get(i), widths[i]));
                line.append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add(summary());
        return lines;
    }

    private static List<String> row(FiledBreak filed) {
        Break found = filed.found();
        Money amount = filed.amount();
        return List.of(
                found.id(),
                found.identity().date().toString(),
                found.identity().account(),
                found.type().name(),
                found.type().risk().name().toLowerCase(Locale.ENGLISH),
                amount == null ? "-" : Speech.amount(amount),
                found.status().name(),
                Speech.number(filed.ageDays()) + " d",
                found.orderNo().isEmpty() ? "-" : Speech.line(found.orderNo()));
    }

    private String summary() {
        List<FiledBreak> decide = breaks.stream().filter(BreaksTable::toDecide).toList();
        long watched =
                breaks.stream().filter(filed -> filed.found().status() == Status.SUSPENSE).count();
        Collection<Money> amounts = totals(decide);
        long oldest = decide.stream().mapToLong(FiledBreak::ageDays).max().orElse(0);
        return Speech.number(decide.size())
                + " to decide"
                + (amounts.isEmpty() ? "" : ", " + Speech.inSentence(amounts))
                + (watched == 0 ? "" : "; " + Speech.number(watched) + " watched")
                + "."
                + (oldest == 0
                        ? ""
                        : " The oldest has been open for "
                                + Speech.count(oldest, "day", "days")
                                + ".");
    }

    private static boolean toDecide(FiledBreak filed) {
        return switch (filed.found().status()) {
            case OPEN, HELD, WITHDRAWN -> true;
            case SUSPENSE, REPAIRED, RESOLVED, CLOSED -> false;
        };
    }

    /** The same money that the reports of these breaks tell. */
    private static Collection<Money> totals(List<FiledBreak> breaks) {
        return Sums.of(breaks.stream().map(FiledBreak::found).toList()).amounts();
    }

    /** The same for programs: an array of objects with the columns of breaks.csv, all text. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (FiledBreak filed : breaks) {
                json.writeStartObject();
                filed.write(json);
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }
}
