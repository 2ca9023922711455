package dev.tplus1.statement;

import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.StatementSource.NameMatch;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A pattern of file names: text, {@code *}, {@code ?}, and the date in one format or another. */
record FilePattern(List<Part> parts) {
    /** Any name at all. */
    static final FilePattern ANY = new FilePattern(List.of());

    private static final int MAX_CHARS = 255;
    private static final Pattern DATE = Pattern.compile("\\{date(?::([^{}]{1,40}))?}");

    /** Either text with wildcards, or the date. */
    sealed interface Part {}

    record Text(String wildcards) implements Part {}

    record Date(DateTimeFormatter format) implements Part {}

    static FilePattern of(String pattern) {
        if (pattern.isEmpty() || pattern.length() > MAX_CHARS || pattern.contains("/")) {
            throw refused(
                    pattern, "a file name of at most " + MAX_CHARS + " characters is expected");
        }
        List<Part> parts = new ArrayList<>();
        Matcher date = DATE.matcher(pattern);
        int from = 0;
        while (date.find()) {
            text(pattern, pattern.substring(from, date.start()), parts);
            String format = date.group(1);
            try {
                DateTimeFormatter formatter =
                        format == null
                                ? DateTimeFormatter.ISO_LOCAL_DATE
                                : DateTimeFormatter.ofPattern(format, Locale.ROOT);
                if (formatter.format(LocalDate.EPOCH).contains("/")) {
                    throw refused(pattern, "a file name holds no slash");
                }
                parts.add(new Date(formatter));
            } catch (IllegalArgumentException | java.time.DateTimeException _) {
                throw refused(pattern, Shown.quoted(String.valueOf(format)) + " is no date format");
            }
            from = date.end();
        }
        text(pattern, pattern.substring(from), parts);
        return new FilePattern(List.copyOf(parts));
    }

    private static void text(String pattern, String text, List<Part> parts) {
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw refused(pattern, "only {date} and {date:FORMAT} may stand in braces");
        }
        if (!text.isEmpty()) {
            parts.add(new Text(text));
        }
    }

    private static SettingException refused(String pattern, String reason) {
        return new SettingException("the file pattern " + Shown.quoted(pattern) + ": " + reason);
    }

    /** Whether it names a date, so that what fits is of that date. */
    boolean dated() {
        return parts.stream().anyMatch(Date.class::isInstance);
    }

    /** The pattern as it reads for a date. */
    String text(LocalDate date) {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Text(String wildcards) -> text.append(wildcards);
                case Date(DateTimeFormatter format) -> text.append(format.format(date));
            }
        }
        return text.toString();
    }

    /** What fits for a date. */
    NameMatch on(LocalDate date) {
        if (parts.isEmpty()) {
            return _ -> true;
        }
        String wildcards = text(date);
        return name -> matches(wildcards, name);
    }

    /** Goes back to the last star only, so no pattern takes longer than both lengths multiplied. */
    private static boolean matches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int mark = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                mark = n;
            } else if (p < pattern.length()
                    && (pattern.charAt(p) == '?' || pattern.charAt(p) == name.charAt(n))) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++mark;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
