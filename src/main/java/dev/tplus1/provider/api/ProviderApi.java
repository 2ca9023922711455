package dev.tplus1.provider.api;

import dev.tplus1.replay.OrderQuery;
import dev.tplus1.statement.StatementDownload;

import java.util.List;

/** One account at a provider's own API. Thread-safe. */
public interface ProviderApi extends StatementDownload, OrderQuery, AutoCloseable {
    /** How it shows that it is there and will give what a night asks for, statements first. */
    List<Proof> proofs();

    /** Ends what is under way, after the process was asked to stop. */
    void cancel();

    @Override
    void close();
}
