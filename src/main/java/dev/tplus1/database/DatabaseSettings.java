package dev.tplus1.database;

import org.jspecify.annotations.Nullable;

/** Where a database is. {@code toString} shows no password. */
public record DatabaseSettings(String url, @Nullable String username, @Nullable String password) {
    @Override
    public String toString() {
        return "DatabaseSettings[" + username + "]";
    }
}
