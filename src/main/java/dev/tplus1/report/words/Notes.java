package dev.tplus1.report.words;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Notes that the program writes in English, in another language: by a table of what it writes and
 * what is shown. A note that is not in the table, or that somebody else wrote, stays as it is.
 * Immutable.
 */
final class Notes {
    /** None: every note stays as it is. */
    static final Notes AS_WRITTEN = new Notes(List.of());

    /** A longer text is none of the program's notes. */
    private static final int MOST_CHARACTERS = 2000;

    private static final String BETWEEN = " => ";
    private static final Pattern PLACE = Pattern.compile("\\{(\\d)(\\*?)}");

    private final List<Line> lines;

    /** One line of the table; the pattern's groups are its places, numbered from 1. */
    private record Line(Pattern written, String shown) {}

    private Notes(List<Line> lines) {
        this.lines = lines;
    }

    static Notes read(String resource) {
        try (InputStream in = Notes.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not in the program");
            }
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return new Notes(
                    reader.lines()
                            .filter(line -> line.contains(BETWEEN) && !line.startsWith("#"))
                            .map(Notes::line)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Line line(String text) {
        int between = text.indexOf(BETWEEN);
        String written = text.substring(0, between);
        StringBuilder pattern = new StringBuilder();
        Matcher places = PLACE.matcher(written);
        int from = 0;
        while (places.find()) {
            pattern.append(Pattern.quote(written.substring(from, places.start()))).append("(.+?)");
            from = places.end();
        }
        pattern.append(Pattern.quote(written.substring(from)));
        // a sentence may be followed by another; what is no sentence stands alone
        pattern.append(written.endsWith(".") ? "(?:$| )" : "$");
        return new Line(
                Pattern.compile(pattern.toString()), text.substring(between + BETWEEN.length()));
    }

    /**
     * A note as it is shown.
     *
     * @param part how a part of a note is shown that is the program's own too; empty where it is
     *     not, and so is not that note
     */
    String translated(String note, Function<String, Optional<String>> part) {
        if (note.length() > MOST_CHARACTERS) {
            return note;
        }
        StringBuilder shown = new StringBuilder();
        int from = 0;
        while (from < note.length()) {
            int next = sentence(note, from, part, shown);
            if (next == from) {
                return shown.append(note, from, note.length()).toString();
            }
            from = next;
        }
        return shown.toString();
    }

    /** Adds the sentence that begins there, if it is known; returns where the next one does. */
    private int sentence(
            String note, int from, Function<String, Optional<String>> part, StringBuilder shown) {
        for (Line line : lines) {
            Matcher found = line.written.matcher(note).region(from, note.length());
            if (found.lookingAt() && filled(line.shown, found, part, shown)) {
                return found.end();
            }
        }
        return from;
    }

    /** Whether all parts that must be known are. */
    private static boolean filled(
            String text,
            Matcher found,
            Function<String, Optional<String>> part,
            StringBuilder shown) {
        int before = shown.length();
        Matcher places = PLACE.matcher(text);
        while (places.find()) {
            String there = found.group(1 + Integer.parseInt(places.group(1)));
            Optional<String> known =
                    places.group(2).isEmpty() ? Optional.of(there) : part.apply(there);
            if (known.isEmpty()) {
                shown.setLength(before);
                return false;
            }
            places.appendReplacement(shown, Matcher.quoteReplacement(known.get()));
        }
        places.appendTail(shown);
        return true;
    }

    /** A word or note that is in the table as a whole. */
    Optional<String> whole(String note) {
        StringBuilder shown = new StringBuilder();
        int end = sentence(note, 0, _ -> Optional.empty(), shown);
        return end > 0 && end == note.length() ? Optional.of(shown.toString()) : Optional.empty();
    }
}
