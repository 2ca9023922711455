package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
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

    /** In what a driver says. */
    private static final Pattern PASSWORD =
            Pattern.compile("(?i)((?:password|pwd)\\w*\\s*=\\s*)[^&;,)\\s\"']*");

    private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
    private static final Pattern QUOTED = Pattern.compile("(['\"])(.+?)\\1");

    /**
     * A URL of MySQL in which each part can be one thing only: no sign that parts begin or end with
     * is in a user or a password, and no option has both signs that a login and a name end with.
     */
    private static final Pattern PLAIN_MYSQL =
            Pattern.compile(
                    "jdbc:mysql:[a-z+]*//(TEXT(:TEXT)?@)?EACH(,EACH)*(/[^/?#@;]*)?(\\?(OPTION(&|$))*)?"
                            .replace("EACH", "(HOST(:\\d{1,5})?|(address=)?(\\(KEYS\\))+)")
                            .replace("KEYS", "KEY(,KEY)*")
                            .replace("KEY", "((host|port)=HOST|(user|password)=TEXT)")
                            .replace("HOST", "([\\w.-]*|\\[[0-9A-Fa-f:.]+])")
                            .replace("TEXT", "[^:@/?#,;&()\\[\\]]*")
                            .replace("OPTION", "(\\w+=[^@&#]*|(user|password\\d?)=[^/&#]*)"));

    /** The same of H2, whose options may be SQL, and whose settings may follow a password's end. */
    private static final Pattern PLAIN_H2 =
            Pattern.compile(
                    "(?i)jdbc:h2:(?![^;]*(password|pwd))[^;@?]*"
                            + "(;(?!init=)(?!password=[^;]*;.)(\\w+=[^;]*)?)*");

    private static final Pattern LOGIN = Pattern.compile("//[^/?:@]*:([^/?@]*)@");
    private static final Pattern MYSQL_PASSWORD = password("[?&]", "[^&]");
    private static final Pattern KEYED_PASSWORD = password("[(,]", "[^,)]");
    private static final Pattern H2_PASSWORD = password(";", "[^;]");

    /** In a URL that cannot be read for certain: all that may be one. */
    private static final List<Pattern> ANY_LOGIN =
            List.of(
                    Pattern.compile("//[^:]*:(.*)@", Pattern.DOTALL),
                    Pattern.compile("(?i)(?:password|pwd)\\w*\\s*=\\s*([^&;,)]*)"));

    private final DatabaseSettings settings;
    private final String url;

    /** Whether it is certain which parts of the URL are what. */
    private final boolean plain;

    /**
     * The longest first, or of one that holds another a part would be left; whatever their case,
     * since drivers change that of settings.
     */
    private final List<Pattern> secrets;

    Redaction(DatabaseSettings settings) {
        this.settings = settings;
        boolean mysql = settings.url().startsWith(Database.MYSQL);
        this.plain = (mysql ? PLAIN_MYSQL : PLAIN_H2).matcher(settings.url()).matches();
        this.url = plain || !mysql ? settings.place() : Database.MYSQL + "//...";
        this.secrets =
                secrets(mysql).stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Redaction::pattern)
                        .toList();
    }

    private static Pattern password(String before, String within) {
        return Pattern.compile("(?i)" + before + "(?:\\w*password\\d?|pwd)=(" + within + "*)");
    }

    /** A short one is a part of many words, and means nothing there. */
    private static Pattern pattern(String secret) {
        String quoted = Pattern.quote(secret);
        return Pattern.compile(
                secret.length() < SHORTEST_PART ? "(?<!\\w)" + quoted + "(?!\\w)" : quoted,
                ANY_CASE);
    }

    private Set<String> secrets(boolean mysql) {
        Set<String> found = new HashSet<>();
        String password = settings.password();
        if (password != null) {
            found.add(password);
        }
        List<Pattern> logins = ANY_LOGIN;
        if (plain) {
            logins = mysql ? List.of(LOGIN, MYSQL_PASSWORD, KEYED_PASSWORD) : List.of(H2_PASSWORD);
        }
        logins.forEach(login -> addAll(found, login.matcher(settings.url())));
        found.remove("");
        return found;
    }

    /** What was found, also as the driver reads it, and what a driver may show of it. */
    private static void addAll(Set<String> secrets, Matcher found) {
        while (found.find()) {
            String secret = found.group(1);
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
        if (!plain) {
            clean = QUOTED.matcher(clean).replaceAll(this::unlessHidden);
        }
        for (Pattern secret : secrets) {
            clean = secret.matcher(clean).replaceAll(STARS);
        }
        clean = PASSWORD.matcher(clean).replaceAll("$1" + STARS);
        return USER_INFO.matcher(clean).replaceAll("//");
    }

    private String unlessHidden(MatchResult quoted) {
        String mark = quoted.group(1);
        return Matcher.quoteReplacement(
                isHidden(quoted.group(2)) ? mark + STARS + mark : quoted.group());
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
        return holdsSecret(thrown, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private boolean holdsSecret(Throwable thrown, Set<Throwable> seen) {
        for (@Nullable Throwable t = thrown; t != null && seen.add(t); t = t.getCause()) {
            String message = t.getMessage();
            if (message != null && !clean(message).equals(message)) {
                return true;
            }
            for (Throwable beside : t.getSuppressed()) {
                if (holdsSecret(beside, seen)) {
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
