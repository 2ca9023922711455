package dev.tplus1.database;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;

/**
 * Flyway's log, kept quiet: what goes wrong is thrown, the rest is nobody's business at night.
 * Public because Flyway makes it by its name.
 */
public final class SilentMigrations implements LogCreator, Log {
    @Override
    public Log createLogger(Class<?> clazz) {
        return this;
    }

    @Override
    public void debug(String message) {}

    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {}

    @Override
    public void error(String message) {}

    @Override
    public void error(String message, Exception e) {}

    @Override
    public void notice(String message) {}
}
