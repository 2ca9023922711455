package dev.tplus1.cli.speech;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

class ReconcileBlockTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    private static Terminal terminal(boolean coloured) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        return new Terminal(nowhere, nowhere, false, coloured);
    }

    private static Money money(String currency, String amount) {
        return Money.parse(amount, Money.currency(currency));
    }

    private static ReconcileBlock block(
            long repaired,
            Map<BreakType, Integer> decide,
            List<Money> decideAmounts,
            Map<BreakType, Integer> settled,
            Map<BreakType, Integer> watch,
            Map<BreakType, LocalDate> until) {
        return new ReconcileBlock(
                "wechat-shop",
                DATE,
                false,
                12_486,
                List.of(money("CNY", "1875956.22")),
                List.of("rows", "totals", "end", "day", "merchant"),
                12_473,
                List.of(money("CNY", "868682.91")),
                12_463,
                4,
                repaired,
                repaired == 0 ? List.of() : List.of(money("CNY", "4586.30")),
                decide,
                decideAmounts,
                settled,
                watch,
                until,
                List.of(money("CNY", "0.00")),
                "",
                Map.of(),
                "reports/shop/wechat-shop/2026-11-28/r1/report.html");
    }

    @Test
    void saysTheVerdictFirstAndOneFactALine() {
        ReconcileBlock block =
                block(
                        9,
                        Map.of(
                                BreakType.UNKNOWN_ORDER,
                                2,
                                BreakType.AMOUNT_MISMATCH,
                                3,
                                BreakType.PAID_AFTER_CLOSE,
                                2),
                        List.of(money("CNY", "7423.51")),
                        Map.of(),
                        Map.of(BreakType.CUT_OFF, 3),
                        Map.of(BreakType.CUT_OFF, LocalDate.of(2026, 11, 30)));

        assertThat(String.join("\n", block.lines(terminal(false))))
                .isEqualTo(
                        """
                        wechat-shop 2026-11-28: reconciled, 7 breaks to decide, CNY 7,423.51
                          statement     12,486 entries    1,875,956.22 CNY    rows, totals, end, day and merchant checked
                          books         12,473 entries      868,682.91 CNY
                          agree         12,463, and 4 more across the cut-off
                          repaired      9 missed callbacks, 4,586.30 CNY
                          decide        3 amount mismatch, 2 unknown order, 2 paid after close
                          watch         3 cut-off, until 30 Nov
                          unexplained   0.00
                          report        reports/shop/wechat-shop/2026-11-28/r1/report.html\
                        """);
    }

    @Test
    void saysOfEachTypeHowLongItIsWatchedAndWhatWasDecidedBefore() {
        ReconcileBlock block =
                block(
                        0,
                        Map.of(),
                        List.of(),
                        Map.of(BreakType.UNKNOWN_ORDER, 1, BreakType.PAID_AFTER_CLOSE, 2),
                        Map.of(
                                BreakType.REFUND_IN_PROGRESS,
                                1,
                                BreakType.CUT_OFF,
                                3,
                                BreakType.DISPUTE,
                                1),
                        Map.of(
                                BreakType.CUT_OFF,
                                LocalDate.of(2026, 11, 30),
                                BreakType.REFUND_IN_PROGRESS,
                                LocalDate.of(2026, 12, 5)));

        assertThat(block.lines(terminal(false)))
                .contains(
                        "  settled       2 paid after close, 1 unknown order, decided before",
                        "  watch         3 cut-off, until 30 Nov; 1 refund in progress, until 5"
                                + " Dec; 1 dispute");
    }

    @Test
    void leavesOutWhatThereIsNothingToSayAbout() {
        List<String> lines =
                block(0, Map.of(), List.of(), Map.of(), Map.of(), Map.of()).lines(terminal(false));

        assertThat(lines.getFirst())
                .isEqualTo("wechat-shop 2026-11-28: reconciled, nothing to decide");
        assertThat(lines.stream().map(line -> line.strip().replaceFirst("\\s.*", "")))
                .containsExactly(
                        "wechat-shop", "statement", "books", "agree", "unexplained", "report");
    }

    @Test
    void coloursTheVerdictWordOnly() {
        assertThat(
                        block(0, Map.of(), List.of(), Map.of(), Map.of(), Map.of())
                                .lines(terminal(true))
                                .getFirst())
                .isEqualTo(
                        "wechat-shop 2026-11-28: \u001b[32mreconciled\u001b[0m, nothing to decide");
        assertThat(
                        block(
                                        0,
                                        Map.of(BreakType.DISPUTE, 1),
                                        List.of(),
                                        Map.of(),
                                        Map.of(),
                                        Map.of())
                                .lines(terminal(true))
                                .getFirst())
                .isEqualTo(
                        "wechat-shop 2026-11-28: \u001b[33mreconciled\u001b[0m, 1 break to decide");
    }

    @Test
    void givesEachCurrencyALine() {
        ReconcileBlock block =
                new ReconcileBlock(
                        "s",
                        DATE,
                        true,
                        2,
                        List.of(money("BHD", "1.500"), money("JPY", "1234567")),
                        List.of(),
                        1,
                        List.of(money("JPY", "1234567")),
                        1,
                        0,
                        0,
                        List.of(),
                        Map.of(BreakType.UNKNOWN_ORDER, 1),
                        List.of(money("BHD", "1.500"), money("JPY", "7")),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        List.of(money("BHD", "0.001"), money("JPY", "0")),
                        "",
                        Map.of("its status is \"paid\"", 4L, "its status is \"new\"", 1L),
                        "r.html");

        assertThat(String.join("\n", block.lines(terminal(false))))
                .isEqualTo(
                        """
                        s 2026-11-28: reconciled (dry run: nothing applied, filed or concluded), 1 break to decide, BHD 1.500 and JPY 7
                          statement     2 entries        1.500 BHD    nothing in or beside it vouches for its being whole
                                                     1,234,567 JPY
                          books         1 entry      1,234,567 JPY
                          ignored       5 rows: its status is "paid" (4); its status is "new" (1)
                          agree         1
                          decide        1 unknown order
                          unexplained   0.001 BHD
                          report        r.html\
                        """);
    }
}
