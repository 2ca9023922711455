package dev.tplus1.watch.trace;

import dev.tplus1.http.Secret;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a trace shows of a message. It goes to more people than a terminal does, so that ids of
 * payments and what a file says stay out of it.
 */
final class Shown {
    /** A collector takes more, a reader does not. */
    static final int LONGEST = 500;

    /** Quoted from a file or a setting. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"?+");

    /** A word with a digit in it, as ids are; or a date, which is none. */
    private static final Pattern WORD = Pattern.compile("[\\p{L}_-]*+\\p{Nd}[\\p{L}\\p{Nd}_-]*+");

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    private static final int SHORTEST = 8;
    private static final int FEWEST_DIGITS = 4;

    private Shown() {}

    static String of(String message) {
        String line = message.strip().replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]+", " ");
        String quiet = QUOTED.matcher(line).replaceAll("\"" + Secret.STARS + "\"");
        String safe =
                WORD.matcher(quiet)
                        .replaceAll(word -> Matcher.quoteReplacement(withoutId(word.group())));
        return safe.length() <= LONGEST ? safe : safe.substring(0, LONGEST) + "...";
    }

    private static String withoutId(String word) {
        boolean id =
                word.length() >= SHORTEST
                        && DIGIT.matcher(word).results().count() >= FEWEST_DIGITS
                        && !DATE.matcher(word).matches();
        return id ? Secret.STARS : word;
    }
}
