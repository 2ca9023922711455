package dev.tplus1.cli.speech.days;

import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.cli.speech.Speech;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code backfill} says in the end: a row for each date and account that was run, and one for
 * each date that was not.
 *
 * @param rows by date, then account
 * @param from the first date that was asked for
 * @param to the last
 */
public record BackfillTable(List<Row> rows, LocalDate from, LocalDate to) {
    private static final String NONE = "-";
    private static final List<String> HEAD =
            List.of("DATE", "ACCOUNT", "OUTCOME", "EXIT", "REPAIRED", "DECIDE", "AMOUNT");
    private static final Set<Integer> NUMBERS = Set.of(3, 4, 5);

    /**
     * How an account's date ended.
     *
     * @param outcome in a word
     * @param found what this run found, where it concluded the date
     */
    public record Row(
            LocalDate date,
            String account,
            String outcome,
            int exit,
            @Nullable ReconcileBlock found) {}

    /** The table, each date that was not run with a row of its own. */
    public List<String> lines() {
        List<List<String>> cells =
                new ArrayList<>(rows.stream().map(BackfillTable::cells).toList());
        notRun().forEach(date ->
                cells.add(List.of(date.toString(), NONE, "not run", NONE, NONE, NONE, NONE)));
        return Columns.lines(HEAD, cells, NUMBERS);
    }

    /** The first date that was not run; none where all were. */
    public @Nullable LocalDate firstNotRun() {
        return notRun().stream().findFirst().orElse(null);
    }

    private List<LocalDate> notRun() {
        Set<LocalDate> run = rows.stream().map(Row::date).collect(Collectors.toSet());
        return from.datesUntil(to.plusDays(1)).filter(date -> !run.contains(date)).toList();
    }

    private static List<String> cells(Row row) {
        ReconcileBlock found = row.found();
        return List.of(
                row.date().toString(),
                row.account(),
                row.outcome(),
                String.valueOf(row.exit()),
                found == null ? NONE : Speech.number(found.repaired()),
                found == null ? NONE : Speech.number(found.toDecide()),
                found == null || found.decideAmounts().isEmpty()
                        ? NONE
                        : Speech.inSentence(found.decideAmounts()));
    }
}
