package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

import java.util.regex.Pattern;

/** Where a database is. {@code toString} shows no password. */
public record DatabaseSettings(String url, @Nullable String username, @Nullable String password) {
    private static final Pattern OPTIONS = Pattern.compile("[?;].*", Pattern.DOTALL);
    private static final Pattern USER_INFO = Pattern.compile("//[^/]*@");
    private static final Pattern KEYED_LOGIN =
            Pattern.compile("(?i)\\((?:user|password)=[^)]*\\)|(?:user|password)=[^,)]*,?");

    /**
     * The URL of a well-formed one without options, user and password: which database it is,
     * whoever asks.
     */
    public String place() {
        String bare = OPTIONS.matcher(url).replaceFirst("");
        bare = USER_INFO.matcher(bare).replaceFirst("//");
        return KEYED_LOGIN.matcher(bare).replaceAll("");
    }

    @Override
    public String toString() {
        return "DatabaseSettings[" + username + "]";
    }
}
