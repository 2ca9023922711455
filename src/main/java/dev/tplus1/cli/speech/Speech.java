package dev.tplus1.cli.speech;

import dev.tplus1.entry.Money;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Numbers, amounts, times and words as people read them; the same on every machine. */
public final class Speech {
    private static final int MAX_SHOWN = 60;
    private static final int GROUP = 3;

    /** Control characters, and those that let text run from right to left over its neighbours. */
    private static final String UNSHOWN =
            "[\\p{Cc}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]";

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_TIME =
            DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ENGLISH);

    private Speech() {}

    /** {@code 1,875,956}. */
    public static String number(long number) {
        return grouped(Long.toString(number));
    }

    /** {@code 1,875,956.22}: all decimals that it has. */
    public static String decimal(BigDecimal number) {
        return grouped(number.toPlainString());
    }

    /** {@code 1,875,956.22 CNY}, as in a column. */
    public static String amount(Money money) {
        return decimal(money.value()) + " " + money.currency().getCurrencyCode();
    }

    /** {@code CNY 7,423.51}, as in a sentence. */
    public static String inSentence(Money money) {
        return money.currency().getCurrencyCode() + " " + decimal(money.value());
    }

    /** {@code CNY 7,423.51 and USD 12.00}. */
    public static String inSentence(Collection<Money> amounts) {
        return list(amounts.stream().map(Speech::inSentence).toList());
    }

    /** {@code rows, totals and end}. */
    public static String list(List<String> words) {
        if (words.size() < 2) {
            return String.join("", words);
        }
        return String.join(", ", words.subList(0, words.size() - 1)) + " and " + words.getLast();
    }

    /** {@code 1 break}, {@code 11 breaks}. */
    public static String count(long number, String one, String many) {
        return number(number) + " " + (number == 1 ? one : many);
    }

    /** An enum constant as words: {@code AMOUNT_MISMATCH} is {@code amount mismatch}. */
    public static String words(Enum<?> constant) {
        String words = constant.name().toLowerCase(Locale.ENGLISH).replace('_', ' ');
        return words.equals("cut off") ? "cut-off" : words;
    }

    /** {@code 30 Nov}. */
    public static String day(LocalDate date) {
        return DAY.format(date);
    }

    /** {@code 29 Nov 10:07}. */
    public static String dayAndTime(ZonedDateTime time) {
        return DAY_TIME.format(time);
    }

    /** {@code 2026-11-28 11:42:06}, in the zone of the account. */
    public static String second(Instant time, ZoneId zone) {
        return SECOND.format(time.atZone(zone));
    }

    /** Text from outside as one line may show it: printable and not long. */
    public static String bounded(String text) {
        String plain = line(text);
        return plain.length() <= MAX_SHOWN ? plain : plain.substring(0, MAX_SHOWN) + "...";
    }

    /** Text on one line, without what a terminal would obey or turn around. */
    public static String line(String text) {
        return text.replaceAll("\\R", " ").replaceAll(UNSHOWN, "?").strip();
    }

    /** Text at the left of a column. */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Text at the right of a column. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String grouped(String plain) {
        int start = plain.startsWith("-") ? 1 : 0;
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        StringBuilder grouped = new StringBuilder(plain);
        for (int i = end - GROUP; i > start; i -= GROUP) {
            grouped.insert(i, ',');
        }
        return grouped.toString();
    }
}
