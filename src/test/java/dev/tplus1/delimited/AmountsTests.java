package dev.tplus1.delimited;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.Money;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.Random;

class AmountsTests {
    private static long read(String text, int decimals) {
        byte[] bytes = ("9" + text + "9").getBytes(StandardCharsets.UTF_8);
        return Amounts.read(bytes, 1, bytes.length - 1, decimals);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 0",
        "12, 2, 1200",
        "12.3, 2, 1230",
        "-0.50, 2, -50",
        "-0, 2, 0",
        "007, 0, 7",
        "1.234, 3, 1234",
        "0.00000, 5, 0",
        "92233720368547758.07, 2, 9223372036854775807",
        "-92233720368547758.07, 2, -9223372036854775807",
        "9223372036854775807, 0, 9223372036854775807",
        "000000000000000000000.5, 1, 5"
    })
    void readsPlainDecimals(String text, int decimals, long value) {
        assertThat(read(text, decimals)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                ".",
                ".5",
                "5.",
                "-.5",
                "+1",
                "1e3",
                "1,000",
                " 1",
                "1 ",
                "1.2.3",
                "--1",
                "1.234",
                "92233720368547758.08",
                "-92233720368547758.08",
                "92233720368547759",
                "99999999999999999999999",
                "0000000000000000000000000",
                "１"
            })
    void takesNothingElse(String text) {
        assertThat(read(text, 2)).isEqualTo(Amounts.NONE);
    }

    @Test
    void readsWhatMoneyReadsAndNothingElse() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Currency[] currencies = {
            Money.currency("JPY"), Money.currency("CNY"), Money.currency("KWD")
        };
        String alphabet = "0123456789012345678901234567890123456789.-. +";

        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
            int length = random.nextInt(26);
            for (int at = 0; at < length; at++) {
                text.append(
                        at == length - 3 && random.nextBoolean()
                                ? '.'
                                : alphabet.charAt(random.nextInt(alphabet.length())));
            }
            Currency currency = currencies[random.nextInt(currencies.length)];
            long expected;
            try {
                expected = Money.parse(text.toString(), currency).minor();
            } catch (IllegalArgumentException _) {
                expected = Amounts.NONE;
            }

            assertThat(read(text.toString(), currency.getDefaultFractionDigits()))
                    .as("seed %d: %s %s", seed, text, currency)
                    .isEqualTo(expected);
        }
    }
}
