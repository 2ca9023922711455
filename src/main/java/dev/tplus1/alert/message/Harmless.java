package dev.tplus1.alert.message;

import dev.tplus1.entry.Unseen;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text from outside that does nothing in a chat or a mail but be read. What cannot be seen or
 * reorders its neighbours stands as its code point, {@code ‹U+202E›}; what a program would make a
 * link or call somebody by stands in the same marks, {@code evil‹.›example}, {@code ‹@›all}. So
 * nobody takes it for the text itself, and what was changed can be read.
 */
final class Harmless {
    private static final Pattern SCHEME = Pattern.compile("://");
    private static final Pattern WORLD_WIDE_WEB = Pattern.compile("(?i)\\b(www)\\.");

    /** A dot as between the labels of a host, whose last one has letters only. */
    private static final Pattern HOST = Pattern.compile("(?<=[\\p{L}\\p{N}_-])\\.(\\p{L}{2,})");

    /** Ends of files' names, none of which is a top-level domain. */
    private static final Set<String> FILES =
            Set.of(
                    "csv", "control", "gz", "html", "json", "jsonl", "log", "txt", "xls", "xlsx",
                    "yaml", "yml");

    private Harmless() {}

    static String of(String text) {
        String seen = visible(text);
        seen = SCHEME.matcher(seen).replaceAll("‹://›");
        seen = WORLD_WIDE_WEB.matcher(seen).replaceAll("$1‹.›");
        return HOST.matcher(seen)
                .replaceAll(dot ->
                        Matcher.quoteReplacement(
                                FILES.contains(dot.group(1).toLowerCase(Locale.ROOT))
                                        ? dot.group()
                                        : "‹.›" + dot.group(1)));
    }

    /** Only what cannot be seen is told; the rest is as it was. */
    static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints()
                .forEach(code -> {
                    if (hidden(code)) {
                        shown.append(Unseen.named(code));
                    } else if (code == '@' || code == '＠') {
                        shown.append("‹@›");
                    } else {
                        shown.appendCodePoint(code);
                    }
                });
        return shown.toString();
    }

    private static boolean hidden(int code) {
        return Unseen.is(code) || (Character.isSpaceChar(code) && code != ' ' && code != '\u00a0');
    }
}
