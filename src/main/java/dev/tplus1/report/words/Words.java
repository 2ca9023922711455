package dev.tplus1.report.words;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Currency;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The wording of one language, from its properties file. Immutable. */
public final class Words {
    /** An amount as notes have it, {@code 1234.50 CNY} or {@code CNY 1,234.50}. */
    private static final Pattern MONEY =
            Pattern.compile(
                    "(?:([A-Z]{3}) )?(-?[0-9]+(?:,[0-9]{3})*(?:\\.[0-9]+)?)(?: ([A-Z]{3}))?");

    private static final List<String> PATTERNS =
            List.of("date.day", "date.dayOfYear", "date.longDay", "date.time", "date.moment");
    private static final Map<Language, Words> ALL = new EnumMap<>(Language.class);

    static {
        for (Language each : Language.values()) {
            ALL.put(each, load(each));
        }
    }

    public static final Words ENGLISH = in(Language.ENGLISH);

    private final Language language;
    private final Map<String, String> texts;
    private final Map<String, DateTimeFormatter> formats = new HashMap<>();
    private final Notes notes;

    private Words(Language language, Map<String, String> texts, Notes notes) {
        this.language = language;
        this.notes = notes;
        this.texts = Map.copyOf(texts);
        for (String key : PATTERNS) {
            formats.put(key, DateTimeFormatter.ofPattern(get(key), language.locale()));
        }
    }

    public static Words in(Language language) {
        Words words = ALL.get(language);
        if (words == null) {
            throw new IllegalStateException("no words in " + language);
        }
        return words;
    }

    /** Why a type of break is one, in one plain English sentence. */
    public static String why(BreakType type) {
        return ENGLISH.get("type." + type.name() + ".why");
    }

    /**
     * The key of what a person does about breaks of a type.
     *
     * @param held whether the whole date waits for an approval
     * @param off whether nothing is replayed, approved or not
     */
    public static String decideKey(BreakType type, boolean held, boolean off) {
        String key = "type." + type.name() + ".next";
        if (type != BreakType.MISSED_CALLBACK) {
            return key;
        }
        if (held) {
            return key + ".held";
        }
        return key + (off ? ".off" : ".decide");
    }

    /** The texts of a key, in the languages that there are. */
    public static List<String> inEveryLanguage(String key) {
        return Stream.of(Language.values()).map(each -> in(each).get(key)).toList();
    }

    /** The BCP 47 tag, for the page's {@code lang}. */
    public String language() {
        return language.tag();
    }

    /** The text of a key; {@code {0}}, {@code {1}} are replaced by the arguments, as they are. */
    public String get(String key, String... arguments) {
        String text = texts.get(key);
        if (text == null) {
            throw new IllegalStateException("no wording for " + key + " in " + language);
        }
        if (arguments.length == 0) {
            return text;
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
    public String count(String key, long number, String... more) {
        String[] arguments = new String[more.length + 1];
        arguments[0] = Shown.count(number);
        System.arraycopy(more, 0, arguments, 1, more.length);
        return get(key + (number == 1 ? ".one" : ".many"), arguments);
    }

    /**
     * A note that the program wrote, in English, safe to show: in this language where its wording
     * is known, else as it is.
     */
    public String note(String written) {
        return Shown.outside(translated(written));
    }

    /** The same, for what shows any text as it is. */
    public String translated(String written) {
        return notes.translated(written, this::part);
    }

    /** An amount, a state, a note within a note. */
    private Optional<String> part(String written) {
        return amount(written).or(() -> notes.whole(written));
    }

    /** An amount that the program wrote, {@code 1234.50 CNY} say; empty where it is none. */
    public Optional<String> amount(String written) {
        Matcher money = MONEY.matcher(written);
        if (!money.matches() || (money.group(1) == null) == (money.group(3) == null)) {
            return Optional.empty();
        }
        String code = money.group(1) == null ? money.group(3) : money.group(1);
        String number = Shown.grouped(new BigDecimal(money.group(2).replace(",", "")));
        try {
            return Optional.of(coded(Money.currency(code), number));
        } catch (IllegalArgumentException _) {
            // somebody else's text: RMB is no currency's code
            return Optional.empty();
        }
    }

    /** The text of a key that is made of what was written down; empty where there is none. */
    public Optional<String> known(String key) {
        return Optional.ofNullable(texts.get(key));
    }

    /** How a currency is named where its amounts stand without it. */
    public String unit(Currency currency) {
        String code = currency.getCurrencyCode();
        return texts.getOrDefault("unit." + code, code);
    }

    /** All of it, for the template. */
    public Map<String, String> all() {
        return texts;
    }

    /** {@code CNY 1,234.50}, for sentences; one line. */
    public String coded(Money money) {
        return coded(money.currency(), Shown.amount(money));
    }

    /** An amount that is already written out, with its currency. */
    public String coded(Currency currency, String amount) {
        String code = currency.getCurrencyCode();
        return get(texts.containsKey("coded." + code) ? "coded." + code : "coded", code, amount);
    }

    /** An amount in a sentence whose currency has been told. */
    public String plain(Money money) {
        String code = money.currency().getCurrencyCode();
        String amount = Shown.amount(money);
        return get(texts.containsKey("plain." + code) ? "plain." + code : "plain", code, amount);
    }

    /** A provider's name; one that the words do not know as it is. */
    public String provider(String name) {
        return texts.getOrDefault("provider." + name, name);
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    public String list(List<String> parts) {
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        int last = parts.size() - 1;
        return String.join(get("join.list"), parts.subList(0, last))
                + get("join.and")
                + parts.get(last);
    }

    /** {@code a, b}: parts of a sentence. */
    public String commas(List<String> parts) {
        return String.join(get("join.comma"), parts);
    }

    /** {@code a; b}: what could be sentences. */
    public String semicolons(List<String> parts) {
        return String.join(get("join.semicolon"), parts);
    }

    /** Sentences, one after the other. */
    public String sentences(List<String> parts) {
        return String.join(get("join.sentence"), parts);
    }

    /** {@code 28 Nov}. */
    public String day(LocalDate date) {
        return formatted("date.day", date);
    }

    /** {@code 28 Nov 2026}. */
    public String dayOfYear(LocalDate date) {
        return formatted("date.dayOfYear", date);
    }

    /** {@code 28 November 2026}. */
    public String longDay(LocalDate date) {
        return formatted("date.longDay", date);
    }

    /** {@code Saturday}. */
    public String weekday(LocalDate date) {
        return date.getDayOfWeek().getDisplayName(TextStyle.FULL, language.locale());
    }

    /** {@code Saturday, 28 November 2026}. */
    public String longDayAndWeekday(LocalDate date) {
        return get("date.withWeekday", weekday(date), longDay(date));
    }

    /** {@code 28 Nov 10:06:44}, in the account's zone. */
    public String time(Instant time, ZoneId zone) {
        return formatted("date.time", time.atZone(zone));
    }

    /** {@code 28 Nov 2026 10:06:44}, in the account's zone. */
    public String moment(Instant time, ZoneId zone) {
        return formatted("date.moment", time.atZone(zone));
    }

    private String formatted(String pattern, TemporalAccessor time) {
        DateTimeFormatter format = formats.get(pattern);
        if (format == null) {
            throw new IllegalStateException("no pattern " + pattern + " in " + language);
        }
        return format.format(time);
    }

    /** {@code Asia/Shanghai (UTC+8)}: the zone and its offset at that time. */
    public String zone(ZoneId zone, Instant at) {
        String offset = zone.getRules().getOffset(at).getId();
        String hours = offset.equals("Z") ? "" : offset.replaceFirst("([+-])0", "$1");
        String utc = "UTC" + hours.replaceFirst(":00$", "");
        return zone.getId().equals(utc) || zone.getId().equals("Z")
                ? "UTC"
                : get("date.zone", zone.getId(), utc);
    }

    /** {@code 1 min 20 s}; nothing below a second. */
    public String duration(Duration duration) {
        List<String> parts = new ArrayList<>();
        if (duration.toHours() > 0) {
            parts.add(get("duration.hours", Long.toString(duration.toHours())));
        }
        if (duration.toMinutesPart() > 0) {
            parts.add(get("duration.minutes", Integer.toString(duration.toMinutesPart())));
        }
        if (duration.toSecondsPart() > 0 || parts.isEmpty()) {
            parts.add(get("duration.seconds", Integer.toString(duration.toSecondsPart())));
        }
        return String.join(" ", parts);
    }

    private static Notes notes(Language language) {
        return switch (language) {
            case ENGLISH -> Notes.AS_WRITTEN;
            case CHINESE -> Notes.read("/dev/tplus1/report/notes.zh.txt");
        };
    }

    private static Words load(Language language) {
        String file = "/dev/tplus1/report/words." + language.code() + ".properties";
        try (InputStream in = Words.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the program");
            }
            Properties properties = new Properties();
            properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            Map<String, String> texts = new HashMap<>();
            properties.stringPropertyNames().forEach(k -> texts.put(k, properties.getProperty(k)));
            return new Words(language, texts, notes(language));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
