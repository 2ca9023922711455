package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

import java.util.regex.Pattern;

/** Keeps passwords, wherever they were written, out of what people read. */
final class Redaction {
    /** The longest text of a driver that is passed on. */
    private static final int MAX_TEXT = 300;

    private static final Pattern OPTIONS = Pattern.compile("[?;].*", Pattern.DOTALL);
    private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
    private static final Pattern KEYED_HOST = Pattern.compile("\\([^)]*\\)");
    private static final Pattern PASSWORD =
            Pattern.compile("(?i)((?:password|pwd)\\w*\\s*=\\s*)[^&;,)\\s\"']*");

    private final DatabaseSettings settings;

    Redaction(DatabaseSettings settings) {
        this.settings = settings;
    }

    /** The URL without options, user and password. */
    String url() {
        String bare = OPTIONS.matcher(settings.url()).replaceFirst("");
        bare = USER_INFO.matcher(bare).replaceFirst("//");
        return KEYED_HOST.matcher(bare).replaceAll("(...)");
    }

    String clean(String text) {
        String clean = text.replace(settings.url(), url());
        clean = PASSWORD.matcher(clean).replaceAll("$1***");
        clean = USER_INFO.matcher(clean).replaceAll("//");
        String password = settings.password();
        return password == null || password.isEmpty() ? clean : clean.replace(password, "***");
    }

    /** Whether a trace of it would show a secret. */
    boolean holdsSecret(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !clean(message).equals(message)) {
                return true;
            }
        }
        return false;
    }

    /** What a driver says, on one line of bounded length. */
    static String line(Throwable thrown) {
        String message = thrown.getMessage();
        String text = message == null ? thrown.getClass().getSimpleName() : message;
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "...";
    }
}
