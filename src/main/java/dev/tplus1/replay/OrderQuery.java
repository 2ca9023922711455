package dev.tplus1.replay;

import dev.tplus1.callback.Callback;

import java.io.IOException;

/**
 * Asks a provider what it knows of an order now: the SPI that each provider with an API implements.
 * Thread-safe.
 */
public interface OrderQuery {
    /**
     * Whether the money of a missed callback still is where its statement says.
     *
     * @throws IOException when there was no answer that says so, however often it was tried
     * @throws dev.tplus1.entry.SettingException when the provider does not accept who asks
     */
    State state(Callback callback) throws IOException;

    /** What the provider says. */
    sealed interface State {
        /** A payment is paid and nothing of it is returned; a refund has succeeded. */
        record Stands() implements State {}

        /**
         * It is no longer so, or never was.
         *
         * @param how what the provider says instead, one plain sentence for people
         */
        record Changed(String how) implements State {}
    }
}
