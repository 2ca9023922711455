package dev.tplus1.nightly;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.exceptions.CJCommunicationsException;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Breaks connections after the server has committed and before its answer is told, as many times as
 * it is asked to.
 */
public final class SchedulesLostAnswers implements QueryInterceptor {
    private static final AtomicInteger TO_LOSE = new AtomicInteger();
    private static final AtomicInteger LOST = new AtomicInteger();

    private @Nullable MysqlConnection connection;

    /** The answer to the next commit is lost, whoever asks for it. */
    static void loseOne() {
        TO_LOSE.incrementAndGet();
    }

    /** No more answers are lost. */
    static void spare() {
        TO_LOSE.set(0);
    }

    /** How many were lost since this was asked last. */
    static int lost() {
        return LOST.getAndSet(0);
    }

    /** Connector/J makes one for each connection. */
    public SchedulesLostAnswers() {}

    @Override
    public QueryInterceptor init(MysqlConnection of, Properties properties, Log log) {
        connection = of;
        return this;
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // the driver's interface has it so
    public <T extends Resultset> @Nullable T preProcess(Supplier<String> sql, Query query) {
        return null;
    }

    @Override
    public boolean executeTopLevelOnly() {
        return false;
    }

    @Override
    public void destroy() {}

    @Override
    public <T extends Resultset> @Nullable T postProcess(
            Supplier<String> sql, Query query, T result, ServerSession session) {
        String text = sql.get();
        if (text != null
                && text.equalsIgnoreCase("commit")
                && TO_LOSE.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            LOST.incrementAndGet();
            Objects.requireNonNull(connection).getSession().forceClose();
            CJCommunicationsException lost =
                    new CJCommunicationsException("the answer to the commit was lost");
            lost.setSQLState("08S01");
            throw lost;
        }
        return null;
    }
}
