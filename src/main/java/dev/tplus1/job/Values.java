package dev.tplus1.job;

import dev.tplus1.entry.Money;
import dev.tplus1.report.words.Language;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the values of a job file are written. Each method throws IllegalArgumentException. */
public final class Values {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([smhd])");
    private static final Pattern SHARE = Pattern.compile("\\d{1,3}(\\.\\d{1,9})?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{date(?::([^{}]+))?\\}");
    private static final List<Map.Entry<String, Duration>> UNITS =
            List.of(
                    Map.entry("d", Duration.ofDays(1)),
                    Map.entry("h", Duration.ofHours(1)),
                    Map.entry("m", Duration.ofMinutes(1)));
    private static final LocalDate ANY_DATE = LocalDate.of(2026, 11, 28);

    private Values() {}

    static String id(String text) {
        return require(ID.matcher(text).matches(), text);
    }

    /** {@code 90s}, {@code 10m}, {@code 2h}, {@code 3d}, or ISO-8601; never negative. */
    public static Duration duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        try {
            Duration duration =
                    matcher.matches()
                            ? Duration.parse(iso(matcher.group(1), matcher.group(2)))
                            : Duration.parse(text);
            if (duration.isNegative()) {
                throw new IllegalArgumentException("negative");
            }
            return duration;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The same, not shorter than the least and not longer than the most. */
    public static Duration between(String text, Duration least, Duration most) {
        Duration duration = duration(text);
        require(duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0, text);
        return duration;
    }

    /** A duration as a job file has it, in the largest unit that it is a whole number of. */
    public static String text(Duration duration) {
        if (!duration.equals(duration.truncatedTo(ChronoUnit.SECONDS))) {
            return duration.toString();
        }
        long seconds = duration.toSeconds();
        for (Map.Entry<String, Duration> unit : UNITS) {
            long length = unit.getValue().toSeconds();
            if (seconds != 0 && seconds % length == 0) {
                return seconds / length + unit.getKey();
            }
        }
        return seconds + "s";
    }

    private static String iso(String number, String unit) {
        return (unit.equals("d") ? "P" : "PT") + number + unit.toUpperCase(Locale.ROOT);
    }

    public static ZoneId zone(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** From 0 to 1. */
    static BigDecimal share(String text) {
        require(SHARE.matcher(text).matches(), text);
        BigDecimal share = new BigDecimal(text);
        require(share.compareTo(BigDecimal.ONE) <= 0, text);
        return share;
    }

    static int whole(String text, int least, int most) {
        require(WHOLE.matcher(text).matches(), text);
        int number = Integer.parseInt(text);
        require(number >= least && number <= most, text);
        return number;
    }

    public static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static Language language(String text) {
        return Language.of(text).orElseThrow(() -> new IllegalArgumentException(text));
    }

    static boolean yes(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static Money limit(String currency, String amount) {
        Money money = Money.parse(amount, Money.currency(currency));
        require(money.minor() >= 0, amount);
        return money;
    }

    /** A file name, with {@code *}, {@code ?} and {@code {date}} or {@code {date:yyyyMMdd}}. */
    static String filePattern(String text) {
        require(!text.contains("/") && !text.contains("\\"), text);
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            String layout = matcher.group(1);
            if (layout != null) {
                try {
                    var _ = DateTimeFormatter.ofPattern(layout).format(ANY_DATE);
                } catch (DateTimeException e) {
                    throw new IllegalArgumentException(e);
                }
            }
        }
        String rest = matcher.replaceAll("");
        require(!rest.contains("{") && !rest.contains("}"), text);
        return text;
    }

    private static String require(boolean fine, String text) {
        if (!fine) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
