package dev.tplus1.cli.speech.days;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.nightly.known.DateStanding;
import dev.tplus1.nightly.known.DateStanding.State;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What {@code status} answers.
 *
 * @param job the job file as the user named it
 * @param rows by account, in the order of the job file, then by date: of each account the same
 *     dates
 */
public record StatusAnswer(String job, List<DateStanding> rows) {
    /** More lines about single dates are no overview any more. */
    private static final int MOST_TOLD = 40;

    /** What it comes to, the grid, and a line for each date that is not done. */
    public List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        lines.add(summary());
        lines.add("");
        lines.addAll(new StatusGrid(rows).lines());
        List<String> told = told(terminal);
        if (!told.isEmpty()) {
            lines.add("");
            lines.addAll(told.subList(0, Math.min(MOST_TOLD, told.size())));
        }
        if (told.size() > MOST_TOLD) {
            lines.add(
                    "... and "
                            + Speech.number(told.size() - MOST_TOLD)
                            + " more; --json has all, --account and --days show fewer.");
        }
        return lines;
    }

    private String summary() {
        long accounts = rows.stream().map(DateStanding::account).distinct().count();
        Map<State, Integer> counts = new EnumMap<>(State.class);
        rows.forEach(row -> counts.merge(row.state(), 1, Integer::sum));
        String states =
                counts.entrySet().stream()
                        .filter(each -> each.getKey() != State.NOT_DUE)
                        .map(each -> Speech.number(each.getValue()) + " " + word(each.getKey()))
                        .collect(Collectors.joining(", "));
        long decide = rows.stream().mapToLong(DateStanding::decide).sum();
        return Speech.count(accounts, "account", "accounts")
                + ", "
                + rows.getFirst().day()
                + " to "
                + rows.getLast().day()
                + ": "
                + (states.isEmpty() ? "nothing due" : states)
                + (decide == 0 ? "" : "; " + Speech.count(decide, "break", "breaks") + " to decide")
                + ".";
    }

    private List<String> told(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        int i = 0;
        while (i < rows.size()) {
            DateStanding row = rows.get(i);
            int next = i + 1;
            while (row.state() == State.MISSING
                    && next < rows.size()
                    && rows.get(next).state() == State.MISSING
                    && rows.get(next).account().equals(row.account())) {
                next++;
            }
            String line = line(row, rows.get(next - 1).day().date(), terminal);
            if (line != null) {
                lines.add(line);
            }
            i = next;
        }
        return lines;
    }

    /** What is to be said about a date, or about some in a row that are missing. */
    private @Nullable String line(DateStanding row, LocalDate last, Terminal terminal) {
        return switch (row.state()) {
            case DONE ->
                    row.reason().isEmpty()
                            ? null
                            : said(row, terminal, Terminal.State.WAITING, row.reason());
            case NOT_DUE -> null;
            case HELD ->
                    said(
                            row,
                            terminal,
                            Terminal.State.WAITING,
                            row.reason().toLowerCase(Locale.ENGLISH).replace('_', ' ')
                                    + "; "
                                    + command("breaks approve", row)
                                    + " --note \"...\"");
            case APPROVED -> said(row, terminal, Terminal.State.WAITING, command("reconcile", row));
            case NOT_READY -> said(row, terminal, Terminal.State.WAITING, row.reason());
            case REFUSED, SUSPECT_EMPTY, FAILED ->
                    said(row, terminal, Terminal.State.BAD, row.reason());
            case RUNNING -> said(row, terminal, Terminal.State.WAITING, running(row));
            case MISSING -> missing(row, last, terminal);
        };
    }

    private String missing(DateStanding row, LocalDate last, Terminal terminal) {
        LocalDate date = row.day().date();
        String word = terminal.coloured(Terminal.State.BAD, word(row.state()));
        return date.equals(last)
                ? row.account() + " " + date + ": " + word + ": " + command("reconcile", row)
                : row.account()
                        + " "
                        + date
                        + " to "
                        + last
                        + ": "
                        + word
                        + ": tplus1 backfill --job "
                        + job
                        + " --account "
                        + row.account()
                        + " --from "
                        + date
                        + " --to "
                        + last;
    }

    private String command(String command, DateStanding row) {
        return "tplus1 "
                + command
                + " --job "
                + job
                + " --account "
                + row.account()
                + " --date "
                + row.day();
    }

    private static String said(
            DateStanding row, Terminal terminal, Terminal.State state, String what) {
        Instant at = row.at();
        String when =
                at == null || row.state() == State.RUNNING
                        ? ""
                        : ", " + Speech.dayAndTime(at.atZone(row.day().zone()));
        return row.account()
                + " "
                + row.day()
                + ": "
                + terminal.coloured(state, word(row.state()))
                + when
                + (what.isEmpty() ? "" : ": " + Speech.line(what));
    }

    private static String running(DateStanding row) {
        HeldBy holder = Objects.requireNonNull(row.running());
        return "host "
                + holder.host()
                + ", process "
                + holder.process()
                + ", since "
                + Speech.second(holder.since(), row.day().zone())
                + ", last sign of life "
                + holder.lastSignOfLife().toSeconds()
                + " s ago";
    }

    static String word(State state) {
        return state == State.SUSPECT_EMPTY ? "suspiciously empty" : Speech.words(state);
    }

    /**
     * The same for programs: an array of objects, one for each account and date. Keys are stable,
     * and all of them always there; times are instants in UTC.
     */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartArray();
            rows.forEach(row -> write(row, json));
            json.writeEndArray();
        }
        return text.toString();
    }

    private static void write(DateStanding row, JsonGenerator json) {
        HeldBy running = row.running();
        json.writeStartObject();
        json.writeStringProperty("account", row.account());
        json.writeStringProperty("businessDate", row.day().toString());
        json.writeStringProperty("zone", row.day().zone().getId());
        json.writeStringProperty("state", row.state().name());
        json.writeName("revision");
        if (row.revision() == 0) {
            json.writeNull();
        } else {
            json.writeNumber(row.revision());
        }
        text(json, "outcome", row.outcome());
        json.writeNumberProperty("openBreaks", row.decide() + row.watch());
        json.writeNumberProperty("decide", row.decide());
        json.writeNumberProperty("watch", row.watch());
        text(json, "at", row.at());
        text(json, "reason", row.reason().isEmpty() ? null : row.reason());
        text(json, "runningBy", running == null ? null : running.host() + "/" + running.process());
        text(json, "runningSince", running == null ? null : running.since());
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String key, @Nullable Object value) {
        json.writeName(key);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeString(value.toString());
        }
    }
}
