package dev.tplus1.database;

import org.springframework.jdbc.datasource.AbstractDataSource;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;

/**
 * New sessions for the pool, which is not told the URL: a pool writes its settings into the log,
 * and a URL may hold a password in more forms than a pool knows; Hikari's own source, and Spring's,
 * write the URL as it is. Thread-safe.
 */
final class Sessions extends AbstractDataSource {
    private final String url;
    private final Properties properties;

    /**
     * @param properties with the login, where it is not in the URL
     */
    Sessions(String url, Properties properties) {
        this.url = url;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return DriverManager.getConnection(url, properties);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("a session has the login of the settings");
    }

    /** All drivers are told, as the pool's own source tells them: they look there, MySQL's too. */
    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public String toString() {
        return "sessions";
    }
}
