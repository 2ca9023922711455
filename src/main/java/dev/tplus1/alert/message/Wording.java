package dev.tplus1.alert.message;

import dev.tplus1.entry.Money;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** The wording of messages in one language, from its properties file. Immutable. */
@SuppressWarnings("ImmutableEnumChecker") // the map cannot be changed
enum Wording {
    ENGLISH("en", ", ", " and ", "d MMM uuuu HH:mm"),
    CHINESE("zh", "、", "、", "uuuu年M月d日 HH:mm");

    private static final String FOLDER = "/dev/tplus1/alert/";

    /** In a sentence; what is more is only counted. */
    private static final int MOST_SUMS = 3;

    private final String language;
    private final String comma;
    private final String and;
    private final DateTimeFormatter moment;
    private final Map<String, String> texts;

    Wording(String language, String comma, String and, String moment) {
        this.language = language;
        this.comma = comma;
        this.and = and;
        this.moment = DateTimeFormatter.ofPattern(moment, Locale.ENGLISH);
        this.texts = load("words." + language + ".properties");
    }

    static Wording of(String language) {
        return language.equals(CHINESE.language) ? CHINESE : ENGLISH;
    }

    /** The BCP 47 tag. */
    String tag() {
        return this == CHINESE ? "zh-CN" : "en";
    }

    Map<String, String> all() {
        return texts;
    }

    /** The text of a key; {@code {0}}, {@code {1}} are replaced by the arguments, as they are. */
    String get(String key, String... arguments) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalStateException("no wording for " + key + " in " + language);
        }
        StringBuilder filled = new StringBuilder();
        int from = 0;
        for (int open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
            filled.append(text, from, open).append(arguments[text.charAt(open + 1) - '0']);
            from = open + 3;
        }
        return filled.append(text, from, text.length()).toString();
    }

    /** As {@link #get} in the singular or plural of a count, which is argument 0. */
    String count(String key, long number, String... more) {
        String[] arguments = new String[more.length + 1];
        arguments[0] = number(number);
        System.arraycopy(more, 0, arguments, 1, more.length);
        return get(key + (number == 1 ? ".one" : ".many"), arguments);
    }

    /** {@code CNY 7,423.51 and JPY 95}, up to three; or {@code 7,423.51 元}. */
    String sums(List<Money> sums) {
        List<String> first = sums.stream().limit(MOST_SUMS).map(this::amount).toList();
        if (sums.size() > MOST_SUMS) {
            return String.join(comma, first)
                    + and
                    + count("currencies.more", sums.size() - MOST_SUMS);
        }
        if (first.size() < 2) {
            return first.isEmpty() ? get("nothing") : first.getFirst();
        }
        int last = first.size() - 1;
        return first.subList(0, last).stream().collect(Collectors.joining(comma))
                + and
                + first.get(last);
    }

    String amount(Money money) {
        String code = money.currency().getCurrencyCode();
        String figure = grouped(money.decimal());
        return this == CHINESE
                ? figure + "\u00a0" + (code.equals("CNY") ? "元" : code)
                : code + "\u00a0" + figure;
    }

    String number(long number) {
        return grouped(Long.toString(number));
    }

    String moment(Instant at, ZoneId zone) {
        return moment.format(at.atZone(zone)) + " (" + zone.getId() + ")";
    }

    String day(LocalDate date) {
        return date.toString();
    }

    /** A plain decimal with a comma between thousands. */
    private static String grouped(String plain) {
        int start = plain.startsWith("-") ? 1 : 0;
        int point = plain.indexOf('.');
        int end = point < 0 ? plain.length() : point;
        StringBuilder text = new StringBuilder(plain);
        for (int i = end - 3; i > start; i -= 3) {
            text.insert(i, ',');
        }
        return text.toString();
    }

    private static Map<String, String> load(String file) {
        try (InputStream in = Wording.class.getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the program");
            }
            Properties properties = new Properties();
            properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            return properties.stringPropertyNames().stream()
                    .collect(Collectors.toUnmodifiableMap(k -> k, properties::getProperty));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
