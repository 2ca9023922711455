package dev.tplus1.callback;

import com.mysql.cj.exceptions.ExceptionInterceptor;
import com.mysql.cj.log.Log;

import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the deadlocks and lock timeouts that the connections which name it are told of. */
public final class DeadlocksCounted implements ExceptionInterceptor {
    static final AtomicInteger DEADLOCKS = new AtomicInteger();
    static final AtomicInteger TIMEOUTS = new AtomicInteger();

    private static final int LOCK_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    /** Connector/J makes one for each connection. */
    public DeadlocksCounted() {}

    @Override
    public ExceptionInterceptor init(Properties properties, Log log) {
        return this;
    }

    @Override
    public void destroy() {}

    @Override
    public Exception interceptException(Exception thrown) {
        if (thrown instanceof SQLException sql) {
            if (sql.getErrorCode() == DEADLOCK) {
                DEADLOCKS.incrementAndGet();
            } else if (sql.getErrorCode() == LOCK_TIMEOUT) {
                TIMEOUTS.incrementAndGet();
            }
        }
        return thrown;
    }
}
