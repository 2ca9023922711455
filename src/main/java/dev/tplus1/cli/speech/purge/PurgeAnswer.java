package dev.tplus1.cli.speech.purge;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.nightly.purge.Amount;
import dev.tplus1.nightly.purge.Purged;
import dev.tplus1.nightly.purge.Purged.Skipped;
import dev.tplus1.nightly.purge.Purged.Staying;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a purge removed, or would.
 *
 * @param dryRun whether it only looked
 */
public record PurgeAnswer(String job, boolean dryRun, Purged purged) {
    private static final List<String> HEAD =
            List.of("ACCOUNT", "KIND", "DATES", "OLDEST", "NEWEST", "ROWS", "FILES", "BYTES");
    private static final String NONE = "-";

    /** A row for each account and kind, what stays though it is old enough, and the sum. */
    public List<String> lines() {
        if (purged.end() == Purged.End.RUNNING_ELSEWHERE) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (!purged.amounts().isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(HEAD);
            purged.amounts().forEach(amount -> rows.add(row(amount)));
            lines.addAll(table(rows));
        }
        purged.staying().forEach(each -> lines.add(stays(each)));
        lines.add(sum());
        return lines;
    }

    private static List<String> row(Amount amount) {
        return List.of(
                Objects.requireNonNullElse(amount.account(), NONE),
                Speech.words(amount.kind()),
                number(amount.dates()),
                day(amount.oldest()),
                day(amount.newest()),
                number(amount.rows()),
                number(amount.files()),
                number(amount.bytes()));
    }

    private static String number(long number) {
        return number == 0 ? NONE : Speech.number(number);
    }

    private static String day(@Nullable LocalDate date) {
        return date == null ? NONE : date.toString();
    }

    /** The first two columns are words. */
    private static List<String> table(List<List<String>> rows) {
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
                String cell = row.get(i);
                line.append(i < 2 ? Speech.padded(cell, widths[i]) : Speech.right(cell, widths[i]))
                        .append("  ");
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static String stays(Staying each) {
        String why =
                switch (each.why()) {
                    case NOT_ENDED -> "not reconciled to its end";
                    case OPEN_BREAKS -> "with open breaks";
                    case REVISED -> "with a revised statement that no revision used";
                    case LATEST -> "the account's last";
                    case NEIGHBOUR -> "beside one that stays";
                };
        return each.account()
                + ": "
                + Speech.count(each.dates(), "old date stays, ", "old dates stay, ")
                + why
                + (each.dates() == 1 ? ": " : ", from ")
                + each.oldest();
    }

    private String sum() {
        long rows = purged.amounts().stream().mapToLong(Amount::rows).sum();
        long files = purged.amounts().stream().mapToLong(Amount::files).sum();
        long bytes = purged.amounts().stream().mapToLong(Amount::bytes).sum();
        if (purged.amounts().isEmpty()) {
            return dryRun ? "Nothing would go." : "Nothing to purge.";
        }
        String all =
                Speech.count(rows, "row", "rows")
                        + " and "
                        + Speech.count(files, "file", "files")
                        + " of "
                        + Speech.count(bytes, "byte", "bytes");
        return dryRun
                ? all + " would go. Nothing was deleted; without --dry-run they are."
                : all + " purged.";
    }

    /** What a person should know besides. */
    public List<String> troubles() {
        List<String> troubles = new ArrayList<>();
        HeldBy holder = purged.holder();
        if (holder != null) {
            troubles.add(
                    "tplus1: purge: running elsewhere: host "
                            + Speech.line(holder.host())
                            + ", process "
                            + holder.process()
                            + ".");
        }
        for (Skipped each : purged.skipped().stream().limit(Purged.MOST).toList()) {
            troubles.add(
                    "tplus1: purge: "
                            + each.account()
                            + " "
                            + each.date()
                            + ": "
                            + Speech.line(each.why())
                            + ".");
        }
        int more = purged.skipped().size() - Purged.MOST;
        if (more > 0) {
            troubles.add("tplus1: purge: " + Speech.number(more) + " more dates were left.");
        }
        purged.left()
                .forEach(each -> troubles.add("tplus1: purge: " + Speech.line(each) + "; left."));
        if (!purged.page().isEmpty()) {
            troubles.add("tplus1: purge: " + Speech.line(purged.page()));
        }
        if (purged.end() == Purged.End.STOPPED) {
            troubles.add("tplus1: purge: stopped by a signal; safe to run again.");
        }
        return troubles;
    }

    /** The same for programs: one object. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("job", job);
            json.writeBooleanProperty("dryRun", dryRun);
            json.writeStringProperty("end", purged.end().name());
            json.writeArrayPropertyStart("purged");
            purged.amounts().forEach(each -> write(json, each));
            json.writeEndArray();
            json.writeArrayPropertyStart("stays");
            purged.staying().forEach(each -> write(json, each));
            json.writeEndArray();
            json.writeArrayPropertyStart("skipped");
            purged.skipped().forEach(each -> write(json, each));
            json.writeEndArray();
            json.writeArrayPropertyStart("left");
            purged.left().forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Amount each) {
        json.writeStartObject();
        json.writeStringProperty("account", each.account());
        json.writeStringProperty("kind", each.kind().name());
        json.writeNumberProperty("dates", each.dates());
        json.writeNumberProperty("rows", each.rows());
        json.writeNumberProperty("files", each.files());
        json.writeNumberProperty("bytes", each.bytes());
        json.writeStringProperty("oldest", text(each.oldest()));
        json.writeStringProperty("newest", text(each.newest()));
        json.writeEndObject();
    }

    private static @Nullable String text(@Nullable LocalDate date) {
        return date == null ? null : date.toString();
    }

    private static void write(JsonGenerator json, Staying each) {
        json.writeStartObject();
        json.writeStringProperty("account", each.account());
        json.writeStringProperty("why", each.why().name());
        json.writeNumberProperty("dates", each.dates());
        json.writeStringProperty("oldest", each.oldest().toString());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Skipped each) {
        json.writeStartObject();
        json.writeStringProperty("account", each.account());
        json.writeStringProperty("businessDate", each.date().toString());
        json.writeStringProperty("why", each.why());
        json.writeBooleanProperty("failed", each.failed());
        json.writeEndObject();
    }
}
