package dev.tplus1.cli.speech;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

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
 * @param history what happened to it and to its date, oldest first
 * @param cut whether there is more that happened before that
 */
public record BreakBlock(
        FiledBreak filed,
        String providerName,
        String explanation,
        String next,
        List<Audit.Event> history,
        boolean cut) {
    private static final int LABEL = 15;
    private static final int COLUMN = 36;
    private static final String NOTHING = "-";

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
        if (!filed.owner().isEmpty()) {
            lines.add("  " + Speech.line(filed.owner()) + " looks after it.");
        }
        if (!filed.approvedBy().isEmpty()) {
            lines.add(
                    "  Approved by "
                            + Speech.line(filed.approvedBy())
                            + (filed.takesSecond() ? "; a second person is needed." : "."));
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
        if (cut) {
            lines.add("  " + Speech.padded(label, LABEL) + "(more before: breaks audit lists it)");
            label = "";
        }
        for (Audit.Event event : history) {
            lines.add(
                    "  "
                            + Speech.padded(label, LABEL)
                            + Speech.second(event.at(), filed.zone())
                            + "  "
                            + Speech.line(Happened.words(event)));
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
        return ArrayAnswer.object(json -> {
            filed.write(json);
            json.writeName("history");
            json.writeStartArray();
            for (Audit.Event event : history) {
                json.writeStartObject();
                Happened.write(event, json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanProperty("history_cut", cut);
        });
    }
}
