package dev.tplus1.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.Currency;

class MoneyTests {
    private static final Currency CNY = Currency.getInstance("CNY");
    private static final Currency KWD = Currency.getInstance("KWD");

    @ParameterizedTest
    @CsvSource({
        "12, CNY, 1200, 12.00",
        "12.3, CNY, 1230, 12.30",
        "12.34, CNY, 1234, 12.34",
        "-0.50, CNY, -50, -0.50",
        "0, CNY, 0, 0.00",
        "-0, CNY, 0, 0.00",
        "0.01, CNY, 1, 0.01",
        "007.10, CNY, 710, 7.10",
        "1000, JPY, 1000, 1000",
        "-7, JPY, -7, -7",
        "1.234, KWD, 1234, 1.234",
        "1, KWD, 1000, 1.000",
        "92233720368547758.07, CNY, 9223372036854775807, 92233720368547758.07",
        "-92233720368547758.07, CNY, -9223372036854775807, -92233720368547758.07",
        "9223372036854775807, JPY, 9223372036854775807, 9223372036854775807"
    })
    void readsPlainDecimalsAndWritesThemInTheCurrencysDecimals(
            String text, String currency, long minor, String decimal) {
        Money money = Money.parse(text, Money.currency(currency));

        assertThat(money.minor()).isEqualTo(minor);
        assertThat(money.decimal()).isEqualTo(decimal);
        assertThat(money).hasToString(decimal + " " + currency);
        assertThat(Money.parse(decimal, money.currency())).isEqualTo(money);
        assertThat(money.value()).isEqualTo(decimal);
    }

    @ParameterizedTest
    @CsvSource({"1.234, CNY, 2", "1.000, CNY, 2", "1.0, JPY, 0", "0.0001, KWD, 3"})
    void refusesMoreDecimalsThanTheCurrencyHas(String text, String currency, int decimals) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse(text, Currency.getInstance(currency)))
                .withMessage("\"%s\" has more decimals than %s (%d)", text, currency, decimals);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-", ".", "-.", ".5", "-.5", "5.", "1..2", "1.2.3", "+1", "--1", "1-", "1,000.00",
                "1e3", "0x10", " 1", "1 ", "abc", "1.-5", "\u0661", "\uff11", "NaN", "1_0", "/", ":"
            })
    void refusesWhatIsNoPlainDecimal(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse(text, CNY))
                .withMessage("\"%s\" is not an amount", text);
    }

    @Test
    void refusesTheEmptyAndTheEndless() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse("", CNY))
                .withMessage("the amount is empty");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse("0".repeat(25), CNY))
                .withMessage("the amount is too long");
        assertThat(Money.parse("0".repeat(23) + "1", CNY).minor()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "92233720368547758.08",
                "-92233720368547758.08",
                "92233720368547759",
                "9223372036854775808",
                "999999999999999999999999"
            })
    void refusesWhatIsTooLargeInsteadOfWrappingAround(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse(text, CNY))
                .withMessage("\"%s\" is too large", text);
    }

    @Test
    void showsNoControlCharactersAndNoEndlessTextInMessages() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.parse("1\u001b[2J\r\n", CNY))
                .withMessage("\"1?[2J??\" is not an amount");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.currency("X".repeat(1000)))
                .withMessage("\"%s...\" is not an ISO 4217 currency", "X".repeat(24));
    }

    @Test
    void knowsOnlyCurrenciesWithAMinorUnit() {
        assertThat(Money.currency("KWD")).isEqualTo(KWD);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.currency("cny"))
                .withMessage("\"cny\" is not an ISO 4217 currency");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Money.currency("XAU"))
                .withMessage("XAU has no minor unit");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Money(1, Currency.getInstance("XXX")))
                .withMessage("XXX has no minor unit");
    }

    @Test
    void addsAndSubtractsExactly() {
        Money ten = Line.money("10.00 CNY");
        Money three = Line.money("3.01 CNY");

        assertThat(ten.plus(three)).isEqualTo(Line.money("13.01 CNY"));
        assertThat(three.minus(ten)).isEqualTo(Line.money("-6.99 CNY"));
        assertThat(three.negated()).isEqualTo(Line.money("-3.01 CNY"));
        assertThat(three.negated().absolute()).isEqualTo(three);
        assertThat(three.absolute()).isEqualTo(three);
        assertThat(new Money(0, CNY).absolute()).isEqualTo(new Money(0, CNY));
    }

    @Test
    void refusesToMixCurrencies() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Money(1, CNY).plus(new Money(1, KWD)))
                .withMessage("cannot add CNY and KWD");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Money(1, CNY).minus(new Money(1, KWD)));
    }

    @Test
    void failsOnOverflowInsteadOfWrappingAround() {
        Money most = new Money(Long.MAX_VALUE, CNY);
        Money least = new Money(Long.MIN_VALUE, CNY);

        assertThatThrownBy(() -> most.plus(new Money(1, CNY)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> least.minus(new Money(1, CNY)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(least::negated).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(least::absolute).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                9,
                10,
                99,
                100,
                1_234,
                100_000,
                Long.MAX_VALUE,
                -1,
                -100,
                Long.MIN_VALUE
            })
    void writesTheDecimalThatItGives(long minor) {
        for (String code : new String[] {"CNY", "KWD", "JPY", "CLF"}) {
            Money money = new Money(minor, Currency.getInstance(code));
            byte[] bytes = new byte[24];

            int end = money.putDecimal(bytes, 1);

            assertThat(new String(bytes, 1, end - 1, StandardCharsets.US_ASCII))
                    .isEqualTo(money.decimal());
        }
    }
}
