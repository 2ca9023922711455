package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.words.Words;

import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;

class ProofTableTests {
    @Test
    void showsFiguresThatAddUp() {
        ProofTable.Table table = table(Reports.day());

        assertThat(table.lines())
                .extracting(
                        ProofTable.Line::label,
                        ProofTable.Line::entriesText,
                        ProofTable.Line::detail,
                        ProofTable.Line::amount)
                .containsExactly(
                        line("WeChat Pay’s statement", "12,486", "", "1,875,956.22"),
                        line("less: only in the statement", "-6", "", "-5,620.01"),
                        line("Unknown order", "-1", "-3,200.00", ""),
                        line("Missed callback, replayed since", "-2", "-2,381.00", ""),
                        line("Duplicate payment", "-1", "-459.00", ""),
                        line("Unknown refund", "-1", "+420.00", ""),
                        line("Amount mismatch, order not booked", "-1", "-0.01", ""),
                        line("less: amount differs, both booked", "0", "", "+135.00"),
                        line("less: counted on a neighbouring day", "-2", "", "-338.40"),
                        line("plus: only in the books", "+2", "", "+1,898.00"),
                        line("Missing at provider", "+1", "+1,680.00", ""),
                        line("Cut-off, in suspense", "+1", "+218.00", ""),
                        line("The books, before any repair", "12,480", "", "1,872,030.81"),
                        line("Unexplained", "0", "", "0.00"),
                        line("plus: callbacks replayed by this run", "+2", "", "+2,381.00"),
                        line("The books now", "12,482", "", "1,874,411.81"));
        assertThat(table.entriesKnown()).isTrue();
        addsUp(table);
    }

    @Test
    void givesTheRestOfAGroupALineOfItsOwn() {
        Reports.Change change = new Reports.Change();
        change.statement = Reports.statement(1);
        change.ledger = new Summary.LedgerFacts(1, 0);
        change.matched = 0;
        change.across = 0;
        change.carried = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 5_000, 5_000, 5_000, 0, 0, 5_000));
        Break byOrder =
                Reports.payment(
                        BreakType.STATUS_MISMATCH,
                        "T1",
                        "O1",
                        Reports.cny("50.00"),
                        null,
                        "10:00:00",
                        Status.OPEN);

        ProofTable.Table table = table(change.report(List.of(byOrder)));

        assertThat(table.lines())
                .extracting(
                        ProofTable.Line::label,
                        ProofTable.Line::entriesText,
                        ProofTable.Line::detail)
                .contains(
                        tuple("Status mismatch", "-1", "-50.00"),
                        tuple(
                                "booked without a transaction id, or in no break of their own",
                                "+1",
                                "+50.00"));
        addsUp(table);
    }

    @Test
    void putsEachSideOfACurrencyMismatchIntoItsOwnProof() {
        Reports.Change change = new Reports.Change();
        Currency jpy = Currency.getInstance("JPY");
        Currency kwd = Currency.getInstance("KWD");
        change.proof =
                List.of(
                        new ProofRow(jpy, 0, 0, 1_500, 0, 0, 1_500),
                        new ProofRow(kwd, 12_345, 12_345, 0, 0, 0, 0));
        Break mismatch =
                Reports.payment(
                        BreakType.CURRENCY_MISMATCH,
                        "T1",
                        "O1",
                        new Money(12_345, kwd),
                        new Money(1_500, jpy),
                        "10:00:00",
                        Status.OPEN);

        List<ProofTable.Table> tables = tables(change.report(List.of(mismatch)));

        assertThat(tables).extracting(ProofTable.Table::currency).containsExactly("KWD", "JPY");
        assertThat(tables).extracting(ProofTable.Table::entriesKnown).containsOnly(false);
        assertThat(details(tables.get(0))).containsExactly("Currency mismatch -12.345");
        assertThat(details(tables.get(1))).containsExactly("Currency mismatch +1,500");
        tables.forEach(ProofTableTests::addsUp);
    }

    @Test
    void countsAnEntryBookedOnAnotherDayWithAnotherAmountAsCrossing() {
        Reports.Change change = new Reports.Change();
        change.statement = Reports.statement(1);
        change.ledger = new Summary.LedgerFacts(0, 0);
        change.matched = 0;
        change.across = 0;
        change.carried = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 1_000, 0, 0, 100, 900, 0));
        Break late =
                Reports.payment(
                        BreakType.AMOUNT_MISMATCH,
                        "T1",
                        "O1",
                        Reports.cny("10.00"),
                        Reports.cny("9.00"),
                        "23:59:59",
                        Status.OPEN);

        ProofTable.Table table = table(change.report(List.of(late)));

        assertThat(table.entriesKnown()).isTrue();
        assertThat(table.lines())
                .filteredOn(line -> line.label().startsWith("less: counted"))
                .extracting(ProofTable.Line::entriesText)
                .containsExactly("-1");
        addsUp(table);
    }

    @Test
    void showsWhatIsUnexplainedAndClaimsNoEntryCountsThen() {
        Reports.Change change = new Reports.Change();
        change.outcome = Outcome.FAILED;
        change.revision = 0;
        change.proof = List.of(new ProofRow(Reports.CNY, 5_000, 0, 0, 0, 0, 3_800));

        ProofTable.Table table = table(change.report(List.of()));

        assertThat(table.explained()).isFalse();
        assertThat(table.unexplained()).isEqualTo("-12.00");
        assertThat(table.entriesKnown()).isFalse();
        assertThat(table.lines().getLast().style()).isEqualTo("bad");
    }

    @Test
    void drawsEachLineWithinTheScale() {
        ProofDrawing drawing = table(Reports.day()).drawing();

        assertThat(drawing.cut()).isTrue();
        assertThat(drawing.ticks())
                .extracting(ProofDrawing.Tick::label)
                .containsExactly("1,868,000", "1,872,000", "1,876,000");
        assertThat(drawing.bars())
                .allSatisfy(bar -> {
                    BigDecimal end = new BigDecimal(bar.at()).add(new BigDecimal(bar.width()));
                    assertThat(new BigDecimal(bar.at())).isNotNegative();
                    assertThat(end).isLessThanOrEqualTo(new BigDecimal("98"));
                });
    }

    @Test
    void drawsFiguresOfAnySize() {
        for (long total : new long[] {0, 1, -1, -250_000, Long.MAX_VALUE, Long.MIN_VALUE + 1}) {
            Reports.Change change = new Reports.Change();
            change.proof = List.of(new ProofRow(Reports.CNY, total, 0, 0, 0, 0, total));

            ProofDrawing drawing = table(change.report(List.of())).drawing();

            assertThat(drawing.bars()).as("%d", total).hasSize(7);
            assertThat(new BigDecimal(drawing.bars().getFirst().width()))
                    .as("%d", total)
                    .isBetween(BigDecimal.ZERO, new BigDecimal("97"));
        }
    }

    /** The shown text, read again: amounts from top to the books, details to their group. */
    private static void addsUp(ProofTable.Table table) {
        BigDecimal amount = BigDecimal.ZERO;
        BigDecimal detail = BigDecimal.ZERO;
        BigDecimal entries = BigDecimal.ZERO;
        BigDecimal group = BigDecimal.ZERO;
        boolean parts = false;
        boolean first = true;
        for (ProofTable.Line line : table.lines()) {
            if (line.style().equals("sub")) {
                detail = detail.add(number(line.detail()));
                parts = true;
                continue;
            }
            if (parts) {
                assertThat(detail).isEqualByComparingTo(group);
            }
            parts = false;
            detail = BigDecimal.ZERO;
            if (line.style().equals("tot") && !first) {
                assertThat(number(line.amount())).isEqualByComparingTo(amount);
                if (table.entriesKnown()) {
                    assertThat(number(line.entriesText())).isEqualByComparingTo(entries);
                }
            } else {
                group = number(line.amount());
                amount = amount.add(group);
                entries = entries.add(number(line.entriesText()));
            }
            first = false;
        }
    }

    private static BigDecimal number(String shown) {
        return new BigDecimal(shown.replace(",", ""));
    }

    private static List<String> details(ProofTable.Table table) {
        return table.lines().stream()
                .filter(line -> line.style().equals("sub"))
                .map(line -> line.label() + " " + line.detail())
                .toList();
    }

    private static Tuple line(String label, String entries, String detail, String amount) {
        return tuple(label, entries, detail, amount);
    }

    private static ProofTable.Table table(RunReport report) {
        return tables(report).getFirst();
    }

    private static List<ProofTable.Table> tables(RunReport report) {
        return ProofTable.of(report, BreakGroups.of(report), Words.ENGLISH);
    }
}
