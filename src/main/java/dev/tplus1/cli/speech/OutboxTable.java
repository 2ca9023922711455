package dev.tplus1.cli.speech;

import dev.tplus1.outbox.Letter;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What {@code outbox list} answers.
 *
 * @param waiting how many messages are left to publish, listed or not
 * @param dead and dead letters beside them
 * @param most how many are listed at most
 * @param more whether there are more than that
 */
public record OutboxTable(List<Letter> letters, long waiting, long dead, int most, boolean more) {
    private static final List<String> HEAD =
            List.of("ID", "TOPIC", "KEY", "TRIES", "STATE", "LAST ERROR");
    private static final int TRIES = 3;

    /** A row for each, and how many there are. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!letters.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEAD);
            letters.forEach(letter -> rows.add(row(letter)));
            lines.addAll(table(rows, TRIES));
        }
        lines.add(
                Speech.number(waiting)
                        + " waiting, "
                        + Speech.count(dead, "dead letter", "dead letters")
                        + (letters.isEmpty() ? "." : ". Times are UTC."));
        return lines;
    }

    /** That the list is not whole, if so. */
    public List<String> troubles() {
        return more
                ? List.of(
                        "tplus1: outbox: only the first "
                                + Speech.number(most)
                                + " are listed; there are more behind them.")
                : List.of();
    }

    /**
     * Rows in columns, the first row their heads.
     *
     * @param numbers the column that stands to the right
     */
    public static List<String> table(List<List<String>> rows, int numbers) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(
                        i == numbers
                                ? Speech.right(row.get(i), widths[i])
                                : Speech.padded(row.get(i), widths[i]));
                line.append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static List<String> row(Letter letter) {
        return List.of(
                Long.toString(letter.id()),
                Speech.bounded(letter.topic()),
                Speech.line(letter.key()),
                Speech.number(letter.attempts()),
                state(letter),
                letter.lastError().isEmpty() ? "-" : Speech.line(letter.lastError()));
    }

    public static String state(Letter letter) {
        return switch (letter.state()) {
            case DUE -> "due";
            case WAITING -> "again at " + at(letter);
            case BEHIND -> "behind " + letter.behind();
            case DEAD -> "dead since " + at(letter);
            case DISCARDED ->
                    "discarded "
                            + at(letter)
                            + " by "
                            + Speech.line(letter.discardedBy())
                            + ": "
                            + Speech.line(letter.discardedNote());
        };
    }

    private static String at(Letter letter) {
        return Speech.second(Objects.requireNonNull(letter.at()), ZoneOffset.UTC);
    }

    /** The same for programs: an array of objects, all text but the numbers. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            letters.forEach(letter -> write(json, letter));
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Letter letter) {
        Instant at = letter.at();
        json.writeStartObject();
        json.writeNumberProperty("id", letter.id());
        json.writeStringProperty("topic", letter.topic());
        json.writeStringProperty("key", letter.key());
        json.writeStringProperty("state", letter.state().name().toLowerCase(Locale.ENGLISH));
        json.writeNumberProperty("attempts", letter.attempts());
        json.writeStringProperty("created_at", letter.createdAt().toString());
        json.writeStringProperty("at", at == null ? "" : at.toString());
        json.writeNumberProperty("behind", letter.behind());
        json.writeStringProperty("last_error", letter.lastError());
        json.writeStringProperty("discarded_by", letter.discardedBy());
        json.writeStringProperty("discarded_note", letter.discardedNote());
        json.writeEndObject();
    }
}
