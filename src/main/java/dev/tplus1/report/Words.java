package dev.tplus1.report;

import dev.tplus1.breaks.BreakType;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The wording of one language, from its properties file. Immutable. */
public final class Words {
    public static final Words ENGLISH = load("en");

    private final String language;
    private final Map<String, String> texts;

    private Words(String language, Map<String, String> texts) {
        this.language = language;
        this.texts = Map.copyOf(texts);
    }

    /** Why a type of break is one, in one plain English sentence. */
    public static String why(BreakType type) {
        return ENGLISH.get("type." + type.name() + ".why");
    }

    /** What to do about a type of break, in English. */
    public static String next(BreakType type) {
        return ENGLISH.get("type." + type.name() + ".next");
    }

    /** The texts of a key, in the languages that there are. */
    public static List<String> inEveryLanguage(String key) {
        return List.of(ENGLISH.get(key));
    }

    /** The BCP 47 tag, for the page's {@code lang}. */
    public String language() {
        return language;
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

    /** All of it, for the template. */
    public Map<String, String> all() {
        return texts;
    }

    private static Words load(String language) {
        String file = "words." + language + ".properties";
        try (InputStream in = Words.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the program");
            }
            Properties properties = new Properties();
            properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
            Map<String, String> texts = new HashMap<>();
            properties.stringPropertyNames().forEach(k -> texts.put(k, properties.getProperty(k)));
            return new Words(language, texts);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
