package dev.tplus1.reconcile;

import static dev.tplus1.entry.Line.payment;
import static dev.tplus1.entry.Row.paid;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.Row;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An account over several dates: one set of books, a statement for each date, runs in any order.
 */
final class Dates {
    private final MemoryNeighbours account = new MemoryNeighbours();
    private final List<Row> rows = new ArrayList<>();
    private final Map<LocalDate, Line[]> statements = new HashMap<>();

    MemoryNeighbours account() {
        return account;
    }

    /** The books, to be changed between runs. */
    List<Row> rows() {
        return rows;
    }

    /** What a date's statement has; beside it something that matches, so that no date is empty. */
    void statement(LocalDate date, Line... lines) {
        Line[] all = new Line[lines.length + 1];
        System.arraycopy(lines, 0, all, 0, lines.length);
        String any = "any " + date;
        all[lines.length] = payment(any, any, "1.00 EUR").at(date + "T12:00:00");
        if (statements.put(date, all) == null) {
            rows.add(paid(any, any, "1.00 EUR").at(date + "T12:00:00"));
        }
    }

    Reconciliation run(LocalDate date) {
        Line[] lines = statements.get(date);
        if (lines == null) {
            statement(date);
            return run(date);
        }
        return Day.of(lines).on(date).books(rows.toArray(Row[]::new)).among(account).conclude();
    }

    /** The only break of a transaction, as it stands. */
    Break of(String transactionId) {
        List<Break> breaks =
                account.breaks().stream()
                        .filter(brk -> brk.transactionId().equals(transactionId))
                        .toList();
        assertThat(breaks).hasSize(1);
        return breaks.getFirst();
    }
}
