package dev.tplus1.report.words;

import dev.tplus1.entry.Money;
import dev.tplus1.entry.Unseen;

import java.math.BigDecimal;
import java.util.Currency;

/** How amounts, counts, times and text from outside look to people, in any language. */
public final class Shown {
    /** U+00A0: a currency code stays on the line of its amount. */
    public static final char NO_BREAK = '\u00a0';

    private Shown() {}

    /** {@code -1,234.50}; always the currency's decimals, the minus a plain hyphen. */
    public static String amount(Money money) {
        return grouped(money.value());
    }

    /** A difference: as {@link #amount}, with a plus where it is positive. */
    public static String difference(Money money) {
        return money.minor() > 0 ? "+" + amount(money) : amount(money);
    }

    public static String count(long number) {
        return grouped(BigDecimal.valueOf(number));
    }

    public static String signedCount(long number) {
        return number > 0 ? "+" + count(number) : count(number);
    }

    /** A plain decimal with a comma between thousands. */
    public static String grouped(BigDecimal number) {
        String plain = number.abs().toPlainString();
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        StringBuilder text = new StringBuilder(number.signum() < 0 ? "-" : "");
        for (int i = 0; i < end; i++) {
            if (i > 0 && (end - i) % 3 == 0) {
                text.append(',');
            }
            text.append(plain.charAt(i));
        }
        return text.append(plain, end, plain.length()).toString();
    }

    public static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    /**
     * Text that somebody else wrote, safe to show: characters that cannot be seen or that reorder
     * their neighbours (controls, bidi and other format characters, line separators, halves of
     * surrogate pairs, blanks at either end) stand as their code point, {@code ‹U+202E›}.
     */
    public static String outside(String text) {
        StringBuilder shown = null;
        int length = text.length();
        for (int i = 0; i < length; ) {
            int code = text.codePointAt(i);
            int next = i + Character.charCount(code);
            boolean edge = (i == 0 || next == length) && Character.isSpaceChar(code);
            if (edge || hidden(code)) {
                if (shown == null) {
                    shown = new StringBuilder(text.substring(0, i));
                }
                shown.append(Unseen.named(code));
            } else if (shown != null) {
                shown.appendCodePoint(code);
            }
            i = next;
        }
        return shown == null ? text : shown.toString();
    }

    private static boolean hidden(int code) {
        return Unseen.is(code) || (Character.isSpaceChar(code) && code != ' ' && code != NO_BREAK);
    }
}
