package dev.tplus1.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.Kind;
import dev.tplus1.statement.Statement.IgnoredRow;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is said of a statement in which nothing counts. */
class NothingCountsTests {
    @Test
    void aStatementWithoutRowsIsEmpty() {
        assertThat(statement().nothingCountsBut("the books hold 2 entries"))
                .isEqualTo("the statement is empty, but the books hold 2 entries");
    }

    @Test
    void oneWithRowsSaysWhyNoneOfThemCounts() {
        Statement statement =
                statement(
                        new IgnoredRow(2, "its status is \"paid\""),
                        new IgnoredRow(3, "its status is \"failed\""),
                        new IgnoredRow(4, "its status is \"paid\""));

        assertThat(statement.nothingCountsBut("the books hold 2 entries"))
                .isEqualTo(
                        "nothing in the statement counts (3 rows are ignored: its status is"
                                + " \"paid\" (2); its status is \"failed\" (1); csv.statuses maps"
                                + " words), but the books hold 2 entries");
    }

    @Test
    void moreReasonsThanThreeAreCounted() {
        assertThat(Statement.inWords(Map.of("a", 1L, "b", 2_000L, "c", 3L, "d", 4L, "e", 5L)))
                .isEqualTo("b (2,000); e (5); d (4); and 2 more reasons");
        assertThat(Statement.inWords(Map.of("a", 1L, "b", 2L, "c", 3L, "d", 4L)))
                .isEqualTo("d (4); c (3); b (2); and 1 more reason");
    }

    private static Statement statement(IgnoredRow... ignored) {
        return Statements.of(
                LocalDate.of(2026, 11, 28),
                Set.of(Kind.PAYMENT),
                Statements.counted(ZoneOffset.UTC, List.of()),
                List.of(ignored),
                List.of(),
                Map.of());
    }
}
