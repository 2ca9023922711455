package dev.tplus1.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.breaks.BreakType;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.List;
import java.util.Map;

class SummaryTests {
    private static final Currency JPY = Currency.getInstance("JPY");
    private static final Currency KWD = Currency.getInstance("KWD");

    @Test
    void writesItsKeysInOrderWithAmountsAsDecimalStrings() throws IOException {
        Summary summary = Reports.summary();

        String json = summary.toJson();

        assertThat(json).isEqualTo(golden("summary.json"));
    }

    @Test
    void readsBackWhatItWrote() {
        Summary summary = Reports.summary();

        Summary read = Summary.fromJson(summary.toJson());

        assertThat(read).isEqualTo(summary);
        assertThat(read.toJson()).isEqualTo(summary.toJson());
    }

    @Test
    void tellsOfARevisedStatementOnlyWhereThereIsOne() {
        Reports.Change change = new Reports.Change();
        String without = change.summary().toJson();
        change.revised = RevisedSectionTests.revised();

        Summary summary = change.summary();

        assertThat(without).doesNotContain("revisedStatement");
        assertThat(summary.toJson())
                .contains(
                        "\"revisedStatement\": {",
                        "\"previousRevision\": 1",
                        "\"added\": 1",
                        "\"changed\": 1",
                        "\"withdrawn\": 1",
                        "\"amount\": \"-3.00\"");
        assertThat(Summary.fromJson(summary.toJson())).isEqualTo(summary);
        assertThat(Summary.fromJson(summary.toJson()).toJson()).isEqualTo(summary.toJson());
    }

    @Test
    void readsBackAnAttemptWithItsProblem() {
        Summary summary =
                Reports.attempt(
                        Outcome.REFUSED,
                        new Summary.Problem("no \"totals\" line", "bill.csv", 8_201));

        Summary read = Summary.fromJson(summary.toJson());

        assertThat(read).isEqualTo(summary);
        assertThat(read.problem()).isEqualTo(summary.problem());
        assertThat(read.revision()).isZero();
    }

    @Test
    void ordersBreakTypesByNameAndLeavesOutTheAbsent() {
        Map<BreakType, Long> counts =
                Map.of(
                        BreakType.UNKNOWN_ORDER, 3L,
                        BreakType.CUT_OFF, 0L,
                        BreakType.DUPLICATE_LINE, 2L,
                        BreakType.AMOUNT_MISMATCH, 1L);

        Summary summary = Reports.with(Reports.summary(), counts);

        assertThat(summary.breaks())
                .containsExactly(
                        Map.entry(BreakType.AMOUNT_MISMATCH, 1L),
                        Map.entry(BreakType.DUPLICATE_LINE, 2L),
                        Map.entry(BreakType.UNKNOWN_ORDER, 3L));
    }

    @Test
    void keepsAFeesDecimalsButNoFewerThanItsCurrencyHas() {
        assertThat(fee("7.25000", Reports.CNY)).isEqualTo("7.25");
        assertThat(fee("7.25431", Reports.CNY)).isEqualTo("7.25431");
        assertThat(fee("7", Reports.CNY)).isEqualTo("7.00");
        assertThat(fee("0", Reports.CNY)).isEqualTo("0.00");
        assertThat(fee("1E+3", JPY)).isEqualTo("1000");
        assertThat(fee("0.5", KWD)).isEqualTo("0.500");
    }

    @Test
    void ignoresKeysOfLaterVersionsAndRefusesAnotherSchema() {
        String json = Reports.summary().toJson();
        String later =
                json.replace("\"mode\": \"RUN\"", "\"mode\": \"RUN\", \"later\": {\"a\": 1}");
        String other = json.replace("tplus1/summary/1", "tplus1/summary/9");

        assertThat(Summary.fromJson(later)).isEqualTo(Reports.summary());
        assertThatThrownBy(() -> Summary.fromJson(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "summary.json: expected schema tplus1/summary/1, found"
                                + " \"tplus1/summary/9\"");
        assertThatThrownBy(() -> Summary.fromJson("{\"schema\""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("summary.json cannot be read: ")
                .hasMessageNotContaining("\n");
    }

    @Test
    void writesAmountsOfAnyNumberOfDecimals() {
        List<Summary.Movement> movements =
                List.of(
                        new Summary.Movement(
                                "payout",
                                KWD,
                                2,
                                new BigDecimal("-1.5"),
                                new BigDecimal("0.0005"),
                                new BigDecimal("-1.5005")));

        String json = Reports.with(Reports.summary(), movements).toJson();

        assertThat(json).contains("\"gross\": \"-1.500\"", "\"fee\": \"0.0005\"");
    }

    private static String fee(String amount, Currency currency) {
        return new Summary.Fee(currency, new BigDecimal(amount)).amount().toPlainString();
    }

    static String golden(String name) throws IOException {
        try (InputStream in = SummaryTests.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
