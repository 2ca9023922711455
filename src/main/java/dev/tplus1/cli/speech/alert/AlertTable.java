package dev.tplus1.cli.speech.alert;

import dev.tplus1.cli.speech.OutboxTable;
import dev.tplus1.cli.speech.Speech;
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

/**
 * What {@code alert list} answers.
 *
 * @param waiting how many notices are left to deliver, listed or not
 * @param dead and those that are not tried again
 * @param most how many are listed at most
 * @param more whether there are more than that
 */
public record AlertTable(List<Letter> letters, long waiting, long dead, int most, boolean more) {
    private static final List<String> HEAD =
            List.of("ID", "CHANNEL", "RECORDED", "TRIES", "STATE", "LAST ERROR");
    private static final int TRIES = 3;

    public AlertTable {
        letters = List.copyOf(letters);
    }

    /** A row for each, and how many there are. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!letters.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEAD);
            letters.forEach(letter -> rows.add(row(letter)));
            lines.addAll(OutboxTable.table(rows, TRIES));
        }
        lines.add(
                Speech.number(waiting)
                        + " waiting, "
                        + Speech.number(dead)
                        + " dead"
                        + (letters.isEmpty() ? "." : ". Times are UTC."));
        return lines;
    }

    /** That the list is not whole, if so. */
    public List<String> troubles() {
        return more
                ? List.of(
                        "tplus1: alerts: only the first "
                                + Speech.number(most)
                                + " are listed; there are more behind them.")
                : List.of();
    }

    private static List<String> row(Letter letter) {
        return List.of(
                Long.toString(letter.id()),
                Speech.line(letter.key()),
                Speech.second(letter.createdAt(), ZoneOffset.UTC),
                Speech.number(letter.attempts()),
                OutboxTable.state(letter),
                letter.lastError().isEmpty() ? "-" : Speech.line(letter.lastError()));
    }

    /** The same for programs: an array of objects, all text but the numbers. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            for (Letter letter : letters) {
                Instant at = letter.at();
                json.writeStartObject();
                json.writeNumberProperty("id", letter.id());
                json.writeStringProperty("channel", letter.key());
                json.writeStringProperty(
                        "state", letter.state().name().toLowerCase(Locale.ENGLISH));
                json.writeNumberProperty("attempts", letter.attempts());
                json.writeStringProperty("created_at", letter.createdAt().toString());
                json.writeStringProperty("at", at == null ? "" : at.toString());
                json.writeNumberProperty("behind", letter.behind());
                json.writeStringProperty("last_error", letter.lastError());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        return text.toString();
    }
}
