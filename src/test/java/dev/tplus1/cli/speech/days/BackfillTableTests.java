package dev.tplus1.cli.speech.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

class BackfillTableTests {
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 27);

    private static ReconcileBlock found(int repaired, int decide, List<Money> amounts) {
        return new ReconcileBlock(
                "wechat-shop",
                FIRST,
                false,
                1,
                List.of(),
                List.of(),
                1,
                List.of(),
                1,
                0,
                repaired,
                List.of(),
                decide == 0 ? Map.of() : Map.of(BreakType.UNKNOWN_ORDER, decide),
                amounts,
                Map.of(),
                Map.of(),
                Map.of(),
                List.of(),
                "",
                Map.of(),
                "r.html");
    }

    private static Money money(String amount, String currency) {
        return Money.parse(amount, Money.currency(currency));
    }

    @Test
    void haveARowForEachDateAndAccountAndForEachDateThatWasNotRun() {
        BackfillTable table =
                new BackfillTable(
                        List.of(
                                new BackfillTable.Row(
                                        FIRST,
                                        "wechat-shop",
                                        "reconciled",
                                        3,
                                        found(
                                                1204,
                                                11,
                                                List.of(
                                                        money("7423.51", "CNY"),
                                                        money("12.00", "USD")))),
                                new BackfillTable.Row(
                                        FIRST,
                                        "stripe-eu",
                                        "reconciled",
                                        0,
                                        found(0, 0, List.of())),
                                new BackfillTable.Row(
                                        FIRST.plusDays(1),
                                        "wechat-shop",
                                        "already reconciled",
                                        0,
                                        null),
                                new BackfillTable.Row(
                                        FIRST.plusDays(1), "stripe-eu", "refused", 6, null)),
                        FIRST,
                        FIRST.plusDays(4));

        assertThat(String.join("\n", table.lines()))
                .isEqualTo(
                        """
                        DATE        ACCOUNT      OUTCOME             EXIT  REPAIRED  DECIDE  AMOUNT
                        2026-11-27  wechat-shop  reconciled             3     1,204      11  CNY 7,423.51 and USD 12.00
                        2026-11-27  stripe-eu    reconciled             0         0       0  -
                        2026-11-28  wechat-shop  already reconciled     0         -       -  -
                        2026-11-28  stripe-eu    refused                6         -       -  -
                        2026-11-29  -            not run                -         -       -  -
                        2026-11-30  -            not run                -         -       -  -
                        2026-12-01  -            not run                -         -       -  -\
                        """);
        assertThat(table.firstNotRun()).isEqualTo(FIRST.plusDays(2));
    }

    @Test
    void sayThatAllDatesWereRun() {
        BackfillTable table =
                new BackfillTable(
                        List.of(new BackfillTable.Row(FIRST, "a", "reconciled", 0, null)),
                        FIRST,
                        FIRST);

        assertThat(table.firstNotRun()).isNull();
        assertThat(table.lines()).hasSize(2);
    }
}
