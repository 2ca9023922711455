package dev.tplus1.cli.speech;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code breaks show} answers.
 *
 * @param providerName for people, {@code WeChat Pay} say
 * @param explanation what the type means, one sentence
 * @param next what to do, one or two sentences; empty where nothing is left to do
 * @param history what happened to it, oldest first
 */
public record BreakBlock(
        FiledBreak filed,
        String providerName,
        String explanation,
        String next,
        List<Event> history) {
    private static final int LABEL = 15;
    private static final int COLUMN = 36;
    private static final String NOTHING = "-";

    /**
     * Something that happened to the break.
     *
     * @param what {@code found by run r1 (statement line 8,113)} say
     * @param who none for a run
     */
    public record Event(Instant at, String what, @Nullable String who) {}

    /** The block, type first. */
    public List<String> lines() {
        Break found = filed.found();
        List<String> lines = new ArrayList<>();
        lines.add(
                found.type()
                        + " "
                        + found.id()
                        + ", "
                        + found.type().risk().name().toLowerCase(Locale.ENGLISH)
                        + ", "
                        + standing(found));
        lines.add("  " + explanation);
        if (!next.isEmpty()) {
            lines.add("  Next: " + next);
        }
        if (!found.note().isEmpty()) {
            lines.add("  " + Speech.line(found.note()));
        }
        lines.add(row("", providerName, "books"));
        boolean onStatement = found.statementAmount() != null;
        boolean inBooks = found.ledgerAmount() != null;
        lines.add(both("payment", found.transactionId(), onStatement, inBooks));
        String unknown = found.type() == BreakType.UNKNOWN_ORDER ? "no such order" : NOTHING;
        lines.add(
                row(
                        "order",
                        side(found.orderNo(), onStatement),
                        inBooks ? side(found.orderNo(), true) : unknown));
        if (found.identity().key().kind() == Kind.REFUND) {
            lines.add(both("refund", found.refundNo(), onStatement, inBooks));
        }
        lines.add(row("amount", amount(found.statementAmount()), amount(found.ledgerAmount())));
        lines.add(row("time", time(found.statementTime()), time(found.ledgerTime())));
        String label = "history";
        for (Event event : history) {
            lines.add(
                    "  "
                            + Speech.padded(label, LABEL)
                            + Speech.second(event.at(), filed.zone())
                            + "  "
                            + Speech.line(event.what())
                            + (event.who() == null ? "" : ", by " + Speech.line(event.who())));
            label = "";
        }
        return lines;
    }

    private String standing(Break found) {
        String days = Speech.count(filed.ageDays(), "day", "days");
        return switch (found.status()) {
            case OPEN -> "open for " + days;
            case SUSPENSE -> "watched for " + days;
            case HELD -> "held for " + days;
            case REPAIRED -> "repaired";
            case RESOLVED -> "resolved";
            case CLOSED -> "closed";
            case WITHDRAWN -> "withdrawn, open for " + days;
        };
    }

    private static String both(String label, String id, boolean onStatement, boolean inBooks) {
        return row(label, side(id, onStatement), side(id, inBooks));
    }

    private static String side(String id, boolean there) {
        return there && !id.isEmpty() ? Speech.line(id) : NOTHING;
    }

    private static String amount(@Nullable Money amount) {
        return amount == null ? NOTHING : Speech.amount(amount);
    }

    private String time(@Nullable Instant time) {
        return time == null ? NOTHING : Speech.second(time, filed.zone());
    }

    /** An id wider than its column pushes the books' side on; it is never cut. */
    private static String row(String label, String statement, String books) {
        return ("  "
                        + Speech.padded(label, LABEL)
                        + Speech.padded(statement, COLUMN - 2)
                        + "  "
                        + books)
                .stripTrailing();
    }

    /** The same for programs: the columns of breaks.csv and the history. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            filed.write(json);
            json.writeName("history");
            json.writeStartArray();
            for (Event event : history) {
                json.writeStartObject();
                json.writeStringProperty("at", event.at().toString());
                json.writeStringProperty("what", event.what());
                json.writeStringProperty("who", event.who());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }
}
