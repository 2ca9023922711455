package dev.tplus1.provider.api;

import java.io.IOException;

/**
 * A harmless call by which a provider shows that it will give what a night asks it for: nothing is
 * downloaded, and nothing is changed.
 *
 * @param key of the {@code api} block, which says where the call goes
 */
public record Proof(Of of, String key, Call call) {
    /** What a night asks for. */
    public enum Of {
        /** That the provider accepts who asks, and would say where a statement is. */
        STATEMENTS,
        /** That the hosts which hand the statements out are there, where they are others. */
        DOWNLOADS,
        /** That it would say what became of an order or a refund. */
        ORDERS
    }

    /** Makes the call. */
    public interface Call {
        /** As {@link Proof#prove}. */
        String prove() throws IOException;
    }

    /**
     * Makes the call.
     *
     * @return what was proven, for people: {@code signed in as merchant 1230000109}
     * @throws dev.tplus1.entry.SettingException naming what to mend
     * @throws IOException when it cannot be reached
     */
    public String prove() throws IOException {
        return call.prove();
    }
}
