package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps passwords, wherever they were written, out of what people read. */
final class Redaction {
    private static final String STARS = "***";

    /** The longest text of a driver that is passed on. */
    private static final int MAX_TEXT = 300;

    private static final int ANY_CASE = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    /** A shorter part of a password tells little of it, and may stand anywhere. */
    private static final int SHORTEST_PART = 4;

    private static final Pattern PASSWORD =
            Pattern.compile("(?i)((?:password|pwd)\\w*\\s*=\\s*)([^&;,)]*)");
    private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
    private static final Pattern LOGIN = Pattern.compile("//([^:@]*):(.*)@", Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("(['\"])(.+?)\\1");

    /** Hosts with their ports, and the name of a database: no part of a password can be in it. */
    private static final Pattern SERVER =
            Pattern.compile(
                    "jdbc:mysql:[a-z+]*//HOST(,HOST)*(/[^/@]*)?"
                            .replace("HOST", "([\\w.-]*|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?"));

    /** A URL whose options, as they seem, are the rest of a password. */
    private static final Pattern NO_OPTIONS =
            Pattern.compile("[^?;]*(;|\\?(?!\\w+=)).+", Pattern.DOTALL);

    private final DatabaseSettings settings;
    private final String url;

    /**
     * The longest first, or of one that holds another a part would be left; whatever their case,
     * since drivers change that of settings.
     */
    private final List<Pattern> secrets;

    Redaction(DatabaseSettings settings) {
        this.settings = settings;
        this.url = shown(settings);
        this.secrets =
                secrets(settings).stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(each -> Pattern.compile(Pattern.quote(each), ANY_CASE))
                        .toList();
    }

    private static String shown(DatabaseSettings settings) {
        String place = settings.place();
        if (!settings.url().startsWith(Database.MYSQL)) {
            return place;
        }
        boolean plain =
                SERVER.matcher(place).matches() && !NO_OPTIONS.matcher(settings.url()).matches();
        return plain ? place : Database.MYSQL + "//...";
    }

    private static Set<String> secrets(DatabaseSettings settings) {
        Set<String> secrets = new HashSet<>();
        String password = settings.password();
        if (password != null) {
            secrets.add(password);
        }
        addAll(secrets, PASSWORD.matcher(settings.url()));
        if (settings.url().startsWith(Database.MYSQL)) {
            addAll(secrets, LOGIN.matcher(settings.url()));
        }
        secrets.remove("");
        return secrets;
    }

    /** What was found, also as the driver reads it, and what a driver may show of it. */
    private static void addAll(Set<String> secrets, Matcher found) {
        while (found.find()) {
            String secret = found.group(2);
            secrets.add(secret);
            try {
                secrets.add(URLDecoder.decode(secret, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException _) {
                // it was not encoded
            }
            for (String part : secret.split("\\W+", -1)) {
                if (part.length() >= SHORTEST_PART) {
                    secrets.add(part);
                }
            }
        }
    }

    /** The URL without options, user and password. */
    String url() {
        return url;
    }

    String clean(String text) {
        String clean = text.replace(settings.url(), url);
        for (Pattern secret : secrets) {
            clean = secret.matcher(clean).replaceAll(STARS);
        }
        clean = PASSWORD.matcher(clean).replaceAll("$1" + STARS);
        clean = USER_INFO.matcher(clean).replaceAll("//");
        return QUOTED.matcher(clean)
                .replaceAll(quoted ->
                        Matcher.quoteReplacement(
                                isHidden(quoted.group(2))
                                        ? quoted.group(1) + STARS + quoted.group(1)
                                        : quoted.group()));
    }

    /**
     * Whether it is a part of the URL, as drivers quote it, that is not shown, and not the user.
     */
    private boolean isHidden(String quoted) {
        String part = quoted.toLowerCase(Locale.ROOT);
        String all = settings.url().toLowerCase(Locale.ROOT);
        Pattern user =
                Pattern.compile(
                        "(//|user=)" + Pattern.quote(part) + "([:@&;,)].*)?", Pattern.DOTALL);
        return all.contains(part)
                && !url.toLowerCase(Locale.ROOT).contains(part)
                && (part.indexOf(':') >= 0 || !user.matcher(all).find());
    }

    /** Whether a trace of it would show a secret. */
    boolean holdsSecret(Throwable thrown) {
        for (@Nullable Throwable t = thrown; t != null; t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !clean(message).equals(message)) {
                return true;
            }
            for (Throwable beside : t.getSuppressed()) {
                if (holdsSecret(beside)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What a driver says, on one line of bounded length. */
    static String line(Throwable thrown) {
        return line(said(thrown));
    }

    /** The same, without any secret: of one that is cut nobody could tell that it is one. */
    String cleanLine(Throwable thrown) {
        return line(clean(said(thrown)));
    }

    private static String said(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    private static String line(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + "...";
    }
}
