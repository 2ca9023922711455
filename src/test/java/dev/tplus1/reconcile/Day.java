package dev.tplus1.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Line;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.entry.Row;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.OtherMovement;
import dev.tplus1.statement.Statements;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One account's day in the making. Whatever is reconciled through it is held to the proof: nothing
 * unexplained, every entry in one bucket.
 */
final class Day {
    static final LocalDate DATE = LocalDate.of(2026, 11, 28);
    static final Duration GRACE = Duration.ofMinutes(10);

    private final List<StatementEntry> lines = new ArrayList<>();
    private final List<OtherMovement> movements = new ArrayList<>();
    private LocalDate date = DATE;
    private Set<Kind> covers = EnumSet.allOf(Kind.class);
    private MemoryBooks books = new MemoryBooks();
    private MemoryNeighbours neighbours = new MemoryNeighbours();
    private boolean alone = true;
    private BigDecimal maxAlertShare = new BigDecimal("0.2");

    static Day of(Line... lines) {
        Day day = new Day();
        for (Line line : lines) {
            day.lines.add(line.line(day.lines.size() + 1L).entry());
        }
        return day;
    }

    static Day of(Collection<StatementEntry> entries) {
        Day day = new Day();
        day.lines.addAll(entries);
        return day;
    }

    Day on(LocalDate newDate) {
        date = newDate;
        return this;
    }

    Day covering(Kind... kinds) {
        covers = Set.of(kinds);
        return this;
    }

    Day moved(OtherMovement movement) {
        movements.add(movement);
        return this;
    }

    Day books(Row... rows) {
        return books(new MemoryBooks(rows));
    }

    Day books(MemoryBooks newBooks) {
        books = newBooks;
        return this;
    }

    Day among(MemoryNeighbours newNeighbours) {
        neighbours = newNeighbours;
        alone = false;
        return this;
    }

    Day maxAlertShare(String share) {
        maxAlertShare = new BigDecimal(share);
        return this;
    }

    /** Reconciles the day and keeps nothing of it. */
    Reconciliation reconcile() {
        AccountDay account =
                new AccountDay(
                        Row.ACCOUNT, new BusinessDate(date, Line.ZONE), GRACE, 2, maxAlertShare);
        Reconciliation result;
        try {
            Means means = means();
            result =
                    new Reconciler(
                                    account,
                                    statement(),
                                    books.of(account, means.scratch()),
                                    neighbours.of(date),
                                    means)
                            .reconcile();
        } catch (RefusedException | IOException e) {
            throw new AssertionError(e);
        }
        assertAddsUp(result);
        if (alone) {
            assertSamePieceByPiece(account, books.unread(), result);
            if (books.settled()) {
                assertSamePieceByPiece(account, books.whole(), result);
            }
        }
        return result;
    }

    /** A day that knows no other is also judged while both sides are joined. */
    private void assertSamePieceByPiece(
            AccountDay account, MemoryBooks same, Reconciliation whole) {
        List<Break> breaks = new ArrayList<>();
        try (SortedBreaks sorted = new SortedBreaks(Statements.scratch())) {
            Reconciliation pieces =
                    Reconciler.ofDayAlone(
                                    account,
                                    statement(),
                                    same.of(account, means().scratch()),
                                    means(),
                                    sorted)
                            .reconcile();
            sorted.each(breaks::add);

            assertThat(pieces).usingRecursiveComparison().ignoringFields("found").isEqualTo(whole);
            assertThat(pieces.found()).isEmpty();
        } catch (RefusedException | IOException e) {
            throw new AssertionError(e);
        }
        assertThat(breaks)
                .isEqualTo(
                        whole.found().stream()
                                .map(Finding::found)
                                .sorted(Break.REPORT_ORDER)
                                .toList());
    }

    /** Reconciles the day and lets the other dates know. */
    Reconciliation conclude() {
        Reconciliation result = reconcile();
        neighbours.conclude(date, statement(), result);
        return result;
    }

    /** The rows' own bytes, where they are asked for, are those of the lines. */
    private Means means() {
        return new Means(
                Statements.scratch(),
                entries ->
                        entries.stream()
                                .map(entry ->
                                        lines.stream()
                                                .filter(line ->
                                                        line.line() == entry.line()
                                                                && line.key().equals(entry.key()))
                                                .findFirst()
                                                .orElseThrow())
                                .toList());
    }

    private Statement statement() {
        return Statements.of(
                date,
                covers,
                Statements.counted(Line.ZONE, lines),
                List.of(),
                List.copyOf(movements),
                Map.of());
    }

    private void assertAddsUp(Reconciliation result) {
        Map<String, Long> totals = new HashMap<>();
        for (StatementEntry entry : lines) {
            totals.merge(
                    entry.amount().currency().getCurrencyCode(),
                    entry.kind().sign() * entry.amount().minor(),
                    Long::sum);
        }
        for (ProofRow row : result.proof()) {
            assertThat(row.unexplained()).as("unexplained in %s", row).isZero();
            assertThat(row.statement())
                    .as("statement total of %s", row)
                    .isEqualTo(totals.getOrDefault(row.currency().getCurrencyCode(), 0L));
        }
        assertThat(result.proof())
                .extracting(row -> row.currency().getCurrencyCode())
                .containsAll(totals.keySet())
                .isSorted()
                .doesNotHaveDuplicates();
        long broken =
                result.found().stream()
                        .map(Finding::found)
                        .filter(brk -> brk.statementAmount() != null && !movement(brk))
                        .count();
        assertThat(result.matched() + result.matchedAcrossCutoff() + broken)
                .as("statement entries in buckets")
                .isEqualTo(lines.size())
                .isEqualTo(result.statementEntries());
        assertThat(result.found().stream().map(found -> found.found().identity().hash()))
                .doesNotHaveDuplicates();
    }

    private static boolean movement(Break brk) {
        return brk.type() == BreakType.DISPUTE || brk.type() == BreakType.REFUND_FAILURE;
    }

    static List<BreakType> types(Reconciliation result) {
        return result.found().stream().map(found -> found.found().type()).toList();
    }

    /** The only break that there is. */
    static Break only(Reconciliation result) {
        assertThat(result.found()).hasSize(1);
        return result.found().getFirst().found();
    }

    /**
     * The proof of one currency in words, all but the totals' zeros: {@code "statement 10.00,
     * ledger 10.00"}.
     */
    static String proof(Reconciliation result, String currency) {
        ProofRow row =
                result.proof().stream()
                        .filter(r -> r.currency().getCurrencyCode().equals(currency))
                        .findFirst()
                        .orElseThrow();
        List<String> figures = new ArrayList<>();
        figure(figures, "statement", row, row.statement());
        figure(figures, "onlyInStatement", row, row.onlyInStatement());
        figure(figures, "amountDifference", row, row.amountDifference());
        figure(figures, "crossCutoff", row, row.crossCutoff());
        figure(figures, "onlyInLedger", row, row.onlyInLedger());
        figure(figures, "ledger", row, row.ledger());
        return String.join(", ", figures);
    }

    private static void figure(List<String> figures, String name, ProofRow row, long minor) {
        if (minor != 0) {
            figures.add(name + " " + row.money(minor).decimal());
        }
    }
}
