package dev.tplus1.replay;

import java.util.List;
import java.util.Map;

/**
 * What has become known of missed callbacks since they were classified. A run that is ended and
 * gone on with may deliver them days later.
 */
@FunctionalInterface
public interface Meanwhile {
    /** Nothing becomes known. */
    Meanwhile NOTHING = _ -> Map.of();

    /**
     * Which of these must no longer be delivered, and why, in plain sentences for people.
     *
     * @throws dev.tplus1.database.DatabaseException when the database does not tell
     */
    Map<MissedCallback, String> objections(List<MissedCallback> missed);
}
