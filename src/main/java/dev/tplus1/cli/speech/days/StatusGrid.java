package dev.tplus1.cli.speech.days;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.nightly.known.DateStanding;
import dev.tplus1.nightly.known.DateStanding.State;

import java.time.LocalDate;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Accounts by dates, a cell of two characters for each: two weeks beside one another, longer times
 * below one another. No line of it is wider than a terminal of 80 columns: an id that leaves no
 * room for its dates has a line of its own.
 */
record StatusGrid(List<DateStanding> rows) {
    private static final String HEAD = "ACCOUNT";
    private static final int WIDTH = 80;
    private static final int DATES = 14;
    private static final int CELL = 3;
    private static final int ROOM = WIDTH - DATES * CELL;
    private static final long MOST_COUNTED = 99;
    private static final String LEGEND_GAP = "   ";

    List<String> lines() {
        Map<String, List<DateStanding>> accounts = new LinkedHashMap<>();
        rows.forEach(
                row -> accounts.computeIfAbsent(row.account(), _ -> new ArrayList<>()).add(row));
        int width =
                accounts.keySet().stream()
                        .mapToInt(String::length)
                        .filter(length -> length < ROOM)
                        .reduce(HEAD.length(), Math::max);
        int dates = accounts.values().iterator().next().size();
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < dates; from += DATES) {
            int to = Math.min(dates, from + DATES);
            if (from > 0) {
                lines.add("");
            }
            head(lines, accounts.values().iterator().next().subList(from, to), width);
            for (Map.Entry<String, List<DateStanding>> account : accounts.entrySet()) {
                String id = account.getKey();
                if (id.length() > width) {
                    lines.add(id);
                    id = "";
                }
                StringBuilder line = new StringBuilder(Speech.padded(id, width));
                account.getValue()
                        .subList(from, to)
                        .forEach(row -> line.append(Speech.right(cell(row), CELL)));
                lines.add(line.toString());
            }
        }
        lines.add("");
        lines.addAll(legend());
        return lines;
    }

    /** The months, and below them the days. */
    private static void head(List<String> lines, List<DateStanding> dates, int width) {
        StringBuilder months = new StringBuilder(" ".repeat(width));
        StringBuilder days = new StringBuilder(Speech.padded(HEAD, width));
        for (int i = 0; i < dates.size(); i++) {
            LocalDate date = dates.get(i).day().date();
            // a month's name is longer than its cell: the last day of one makes room for the next
            boolean first = i == 0 && (dates.size() == 1 || !begins(dates.get(1)));
            if (first || begins(dates.get(i))) {
                months.append(" ".repeat(width + i * CELL + 1 - months.length()));
                months.append(date.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
            }
            days.append(Speech.right(String.valueOf(date.getDayOfMonth()), CELL));
        }
        lines.add(months.toString());
        lines.add(days.toString());
    }

    private static boolean begins(DateStanding row) {
        return row.day().date().getDayOfMonth() == 1;
    }

    private static String cell(DateStanding row) {
        return row.state() != State.DONE || row.decide() == 0
                ? sign(row.state())
                : row.decide() > MOST_COUNTED ? "++" : String.valueOf(row.decide());
    }

    private static String sign(State state) {
        return switch (state) {
            case DONE -> "ok";
            case HELD -> "H";
            case APPROVED -> "A";
            case NOT_READY -> "N";
            case REFUSED -> "R";
            case SUSPECT_EMPTY -> "E";
            case FAILED -> "F";
            case RUNNING -> "go";
            case MISSING -> "M";
            case NOT_DUE -> ".";
        };
    }

    /** What the signs mean that are there. */
    private List<String> legend() {
        Set<State> there = EnumSet.noneOf(State.class);
        rows.forEach(row -> there.add(row.state()));
        List<String> parts = new ArrayList<>();
        for (State state : there) {
            parts.add(sign(state) + " " + StatusAnswer.word(state));
            if (state == State.DONE && rows.stream().anyMatch(StatusGrid::counted)) {
                parts.add("n done, n breaks to decide");
            }
            if (state == State.DONE && rows.stream().anyMatch(row -> cell(row).equals("++"))) {
                parts.add("++ done, over " + MOST_COUNTED + " to decide");
            }
        }
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String part : parts) {
            if (!line.isEmpty() && line.length() + LEGEND_GAP.length() + part.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : LEGEND_GAP).append(part);
        }
        lines.add(line.toString());
        return lines;
    }

    private static boolean counted(DateStanding row) {
        return row.state() == State.DONE && row.decide() > 0 && row.decide() <= MOST_COUNTED;
    }
}
