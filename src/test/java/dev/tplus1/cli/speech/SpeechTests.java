package dev.tplus1.cli.speech;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;

class SpeechTests {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CNY|0.00|0.00 CNY
                    CNY|999.99|999.99 CNY
                    CNY|1000|1,000.00 CNY
                    CNY|-1234567.89|-1,234,567.89 CNY
                    CNY|-123.00|-123.00 CNY
                    JPY|1234567|1,234,567 JPY
                    BHD|1234.567|1,234.567 BHD
                    """)
    void writesAmountsInTheCurrencysDecimals(String currency, String amount, String said) {
        assertThat(Speech.amount(Money.parse(amount, Money.currency(currency)))).isEqualTo(said);
    }

    @Test
    void listsAndCounts() {
        assertThat(Speech.list(List.of())).isEmpty();
        assertThat(Speech.list(List.of("rows"))).isEqualTo("rows");
        assertThat(Speech.list(List.of("rows", "totals", "end"))).isEqualTo("rows, totals and end");
        assertThat(Speech.count(1, "break", "breaks")).isEqualTo("1 break");
        assertThat(Speech.count(1000, "break", "breaks")).isEqualTo("1,000 breaks");
        assertThat(Speech.day(LocalDate.of(2026, 11, 3))).isEqualTo("3 Nov");
    }

    @Test
    void makesTextFromOutsideFitForALine() {
        assertThat(Speech.line("a\r\nb\u001b[31m\tc")).isEqualTo("a b?[31m?c");
        assertThat(Speech.bounded("x".repeat(61))).isEqualTo("x".repeat(60) + "...");
    }

    @Test
    void writesProgressOverItselfAndTakesItAway() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        long[] now = {0};
        Progress progress = new TerminalProgress(new PrintStream(written), () -> now[0]);

        progress.clear();
        progress.show("shop", "replaying", "5 of 9");
        progress.show("shop", "replaying", "6 of 9");
        now[0] += 100_000_000;
        progress.show("shop", "replaying", "x".repeat(100));
        progress.clear();
        progress.clear();

        assertThat(written.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "\rshop  replaying           5 of 9\u001b[K\rshop  replaying           "
                                + "x".repeat(53)
                                + "\u001b[K\r\u001b[K");
    }

    @Test
    void saysHowManyChecksFailed() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        Terminal terminal = new Terminal(nowhere, nowhere, false, false);
        CheckLine fine = CheckLine.ok("books", "4 queries");
        CheckLine wrong =
                new CheckLine(CheckLine.Failure.SETTINGS, "a-long-account-id", "no folder");

        assertThat(CheckLine.lines(List.of(fine), terminal))
                .containsExactly("ok    books         4 queries", "1 of 1 fine.");
        assertThat(CheckLine.lines(List.of(fine, wrong), terminal))
                .containsExactly(
                        "ok    books              4 queries",
                        "fail  a-long-account-id  no folder",
                        "1 of 2 failed.");
    }

    @Test
    void keepsIdsFromTurningTheLineAround() {
        assertThat(Speech.line("S1\u202e9\u2066\u001b[31m\u2028x\r\n")).isEqualTo("S1?9??[31m x");
        assertThat(Speech.line("茶 👩\u200d💻")).isEqualTo("茶 👩\u200d💻");
    }
}
