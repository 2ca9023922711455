package dev.tplus1.outbox;

import java.util.regex.Pattern;

/** What a sink said, as a row may keep it: one printable line, bounded, without a URL's query. */
final class LastError {
    static final int MAX_LENGTH = 300;

    private static final Pattern LOGIN = Pattern.compile("(://)[^/\\s@]*@");
    private static final Pattern QUERY = Pattern.compile("(://[^\\s?#]*)[?#]\\S*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\s]+");

    private LastError() {}

    static String line(String said) {
        String line = UNPRINTABLE.matcher(said).replaceAll(" ").strip();
        line = QUERY.matcher(LOGIN.matcher(line).replaceAll("$1")).replaceAll("$1");
        if (line.length() <= MAX_LENGTH) {
            return line;
        }
        int end = MAX_LENGTH - 3;
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end)
                + "...";
    }
}
