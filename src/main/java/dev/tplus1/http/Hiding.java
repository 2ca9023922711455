package dev.tplus1.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must not be shown of one call: the secrets, and what its URL's query holds, which may be the
 * token or the signature of a link. It is taken out before a text is made one line and cut to what
 * is shown: of a secret that is cut in its beginning nobody can tell that it is one. Immutable.
 */
final class Hiding {
    /** A shorter part of a query is no token, and hiding it would garble what is shown. */
    private static final int SHORTEST = 8;

    /** So few characters of a secret's beginning tell nothing of it. */
    private static final int TELLS_NOTHING = 3;

    /**
     * An address up to its query, and the query; JSON may have its slashes behind a backslash. One
     * without a query fits, too, and is passed over: what holds many must not be read again from
     * each.
     */
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)(https?:(?:\\\\?/){2}[^\\s\"'<>?]*+)(\\?[^\\s\"'<>]++)?+");

    /** The longest first, or of one that holds another a part would be left. */
    private final List<String> hidden;

    private Hiding(Set<String> hidden) {
        this.hidden =
                hidden.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    }

    static Hiding of(Collection<Secret> secrets, URI url) {
        Set<String> hidden = new HashSet<>();
        for (Secret secret : secrets) {
            hidden.add(secret.reveal());
            secret.reveal().lines().forEach(line -> add(hidden, line));
            addParts(hidden, secret.reveal());
        }
        String query = url.getRawQuery();
        if (query != null) {
            add(hidden, query);
            for (String pair : query.split("&", -1)) {
                String value = pair.substring(pair.indexOf('=') + 1);
                for (String form : List.of(value, decoded(value))) {
                    add(hidden, form);
                    addParts(hidden, form);
                }
            }
        }
        return new Hiding(hidden);
    }

    /** Between these another may write what is not a letter in its own way. */
    private static void addParts(Set<String> hidden, String text) {
        for (String part : text.split("[^A-Za-z0-9_-]+", -1)) {
            add(hidden, part);
        }
    }

    private static void add(Set<String> hidden, String text) {
        if (text.length() >= SHORTEST) {
            hidden.add(text);
        }
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return value; // it was not encoded
        }
    }

    /** The start of a longer text; also with stars for what it ends in where that begins one. */
    String inStart(String text) {
        int begun = begun(text);
        return in(begun == 0 ? text : text.substring(0, text.length() - begun) + Secret.STARS);
    }

    /** A whole text with stars for all that, and for the query of any address. */
    String in(String text) {
        String safe = text;
        for (String each : hidden) {
            safe = safe.replace(each, Secret.STARS);
        }
        return ADDRESS.matcher(safe)
                .replaceAll(address ->
                        Matcher.quoteReplacement(
                                address.group(2) == null
                                        ? address.group()
                                        : address.group(1) + "?" + Secret.STARS));
    }

    /** How many characters at a text's end begin something hidden that is longer. */
    private int begun(String text) {
        int most = 0;
        for (String each : hidden) {
            int length = Math.min(each.length() - 1, text.length());
            while (length > most && !text.regionMatches(text.length() - length, each, 0, length)) {
                length--;
            }
            most = Math.max(most, length);
        }
        return most > TELLS_NOTHING ? most : 0;
    }
}
