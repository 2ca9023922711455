package dev.tplus1.cli.speech;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of the decisions of a sheet.
 *
 * @param approved whose replays go ahead
 * @param approvedFirst approved by the first of two persons; nothing is replayed for them
 * @param already decided so before, by the same person
 * @param leftOpen rows that decide nothing
 * @param notReached decisions that a failure left undone
 * @param said what was found out beside it, each one plain sentence
 */
public record ImportAnswer(
        long resolved,
        long approved,
        long approvedFirst,
        long already,
        long leftOpen,
        long notReached,
        List<Refused> refused,
        List<String> said) {
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
        said = List.copyOf(said);
    }

    /** What was done, on one line. */
    public String line() {
        List<String> parts = new ArrayList<>();
        parts.add(Speech.number(resolved) + " resolved");
        parts.add(Speech.number(approved) + " approved");
        if (approvedFirst > 0) {
            parts.add(
                    Speech.number(approvedFirst)
                            + " approved by the first of two persons, a second is needed");
        }
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

    /** One line for each row that was refused, and for what was found out. */
    public List<String> troubles(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        said.forEach(each -> lines.add("tplus1: " + Speech.line(each)));
        for (Refused each : refused) {
            lines.add(
                    "tplus1: "
                            + Speech.line(each.row())
                            + ": "
                            + terminal.coloured(Terminal.State.WAITING, "refused")
                            + ": "
                            + Speech.line(each.why()));
        }
        return lines;
    }

    public String json() {
        return JSON.writeValueAsString(this);
    }
}
