package dev.tplus1.cli.speech;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of the decisions of a sheet.
 *
 * @param already decided so before, by the same person
 * @param leftOpen rows that decide nothing
 * @param notReached decisions that a failure left undone
 */
public record ImportAnswer(
        long resolved,
        long approved,
        long already,
        long leftOpen,
        long notReached,
        List<Refused> refused) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A row that was not applied.
     *
     * @param row which, in words
     * @param why one plain sentence
     */
    public record Refused(String row, String why) {}

    public ImportAnswer {
        refused = List.copyOf(refused);
    }

    /** What was done, on one line. */
    public String line() {
        List<String> parts = new ArrayList<>();
        parts.add(Speech.number(resolved) + " resolved");
        parts.add(Speech.number(approved) + " approved");
        if (already > 0) {
            parts.add(Speech.number(already) + " decided so before");
        }
        parts.add(Speech.number(leftOpen) + " left open");
        parts.add(Speech.number(refused.size()) + " refused");
        if (notReached > 0) {
            parts.add(Speech.number(notReached) + " not reached");
        }
        return String.join(", ", parts) + ".";
    }

    /** One line for each row that was refused. */
    public List<String> troubles(Terminal terminal) {
        return refused.stream()
                .map(each ->
                        "tplus1: "
                                + Speech.line(each.row())
                                + ": "
                                + terminal.coloured(Terminal.State.WAITING, "refused")
                                + ": "
                                + Speech.line(each.why()))
                .toList();
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }
}
