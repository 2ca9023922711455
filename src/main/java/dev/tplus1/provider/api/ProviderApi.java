package dev.tplus1.provider.api;

import dev.tplus1.replay.OrderQuery;
import dev.tplus1.statement.StatementDownload;

import java.io.IOException;

/** One account at a provider's own API. Thread-safe. */
public interface ProviderApi extends StatementDownload, OrderQuery, AutoCloseable {
    /**
     * Proves by a harmless call that the provider is there and accepts who asks.
     *
     * @return what was proven, for people: {@code signed in as merchant 1230000109}
     * @throws dev.tplus1.entry.SettingException naming what to mend
     * @throws IOException when it cannot be reached
     */
    String prove() throws IOException;

    /** Ends what is under way, after the process was asked to stop. */
    void cancel();

    @Override
    void close();
}
