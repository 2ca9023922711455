package dev.tplus1.report;

import dev.tplus1.entry.Money;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.Currency;
import java.util.List;
import java.util.Locale;

/** How amounts, counts, times and text from outside look to people, in English. */
public final class Shown {
    /** U+00A0: a currency code stays on the line of its amount. */
    public static final char NO_BREAK = '\u00a0';

    private static final Locale LOCALE = Locale.ENGLISH;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", LOCALE);
    private static final DateTimeFormatter DAY_OF_YEAR =
            DateTimeFormatter.ofPattern("d MMM uuuu", LOCALE);
    private static final DateTimeFormatter LONG_DAY =
            DateTimeFormatter.ofPattern("d MMMM uuuu", LOCALE);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM HH:mm:ss", LOCALE);
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("d MMM uuuu HH:mm:ss", LOCALE);

    private Shown() {}

    /** {@code -1,234.50}; always the currency's decimals, the minus a plain hyphen. */
    public static String amount(Money money) {
        return grouped(money.value());
    }

    /** A difference: as {@link #amount}, with a plus where it is positive. */
    public static String difference(Money money) {
        return money.minor() > 0 ? "+" + amount(money) : amount(money);
    }

    /** {@code CNY 1,234.50}, for sentences. */
    public static String coded(Money money) {
        return money.currency().getCurrencyCode() + NO_BREAK + amount(money);
    }

    public static String count(long number) {
        return grouped(BigDecimal.valueOf(number));
    }

    static String signedCount(long number) {
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

    static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    /** {@code 28 Nov}. */
    public static String day(LocalDate date) {
        return DAY.format(date);
    }

    /** {@code 28 Nov 2026}. */
    public static String dayOfYear(LocalDate date) {
        return DAY_OF_YEAR.format(date);
    }

    /** {@code 28 November 2026}. */
    public static String longDay(LocalDate date) {
        return LONG_DAY.format(date);
    }

    /** {@code Saturday, 28 November 2026}. */
    public static String weekday(LocalDate date) {
        return date.getDayOfWeek().getDisplayName(TextStyle.FULL, LOCALE) + ", " + longDay(date);
    }

    /** {@code 28 Nov 10:06:44}, in the account's zone. */
    public static String time(Instant time, ZoneId zone) {
        return TIME.format(time.atZone(zone));
    }

    /** {@code 28 Nov 2026 10:06:44}, in the account's zone. */
    public static String moment(Instant time, ZoneId zone) {
        return MOMENT.format(time.atZone(zone));
    }

    /** {@code Asia/Shanghai (UTC+8)}: the zone and its offset at that time. */
    public static String zone(ZoneId zone, Instant at) {
        String offset = zone.getRules().getOffset(at).getId();
        String hours = offset.equals("Z") ? "" : offset.replaceFirst("([+-])0", "$1");
        String utc = "UTC" + hours.replaceFirst(":00$", "");
        return zone.getId().equals(utc) || zone.getId().equals("Z")
                ? "UTC"
                : zone.getId() + " (" + utc + ")";
    }

    /** {@code 1 min 20 s}; nothing below a second. */
    static String duration(Duration duration) {
        StringBuilder text = new StringBuilder();
        if (duration.toHours() > 0) {
            text.append(duration.toHours()).append(" h ");
        }
        if (duration.toMinutesPart() > 0) {
            text.append(duration.toMinutesPart()).append(" min ");
        }
        if (duration.toSecondsPart() > 0 || text.isEmpty()) {
            text.append(duration.toSecondsPart()).append(" s");
        }
        return text.toString().strip();
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String list(List<String> parts) {
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        int last = parts.size() - 1;
        return String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
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
                shown.append(String.format(Locale.ROOT, "‹U+%04X›", code));
            } else if (shown != null) {
                shown.appendCodePoint(code);
            }
            i = next;
        }
        return shown == null ? text : shown.toString();
    }

    private static boolean hidden(int code) {
        return switch (Character.getType(code)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE ->
                    true;
            default -> Character.isSpaceChar(code) && code != ' ' && code != NO_BREAK;
        };
    }
}
