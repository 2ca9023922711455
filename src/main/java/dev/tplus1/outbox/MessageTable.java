package dev.tplus1.outbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table in which messages wait to be relayed. All have the same columns; what differs is what
 * they are called, whose messages are meant, and what a dead one means to those behind it.
 *
 * @param name the table
 * @param unpublished its index of what is not published
 * @param topic the column of what a message is about
 * @param key the column of what keeps its messages in order
 * @param only the topic that alone is meant; empty for all
 * @param deadHoldsBack whether a dead letter holds back the later ones of its key: where each of
 *     them tells what the one before made true. Where each stands for itself, it is passed by
 * @param oneSink whether all keys go to the same sink, so that its failures say something about it
 *     as a whole
 * @param lanes how many keys are served side by side
 * @param maxPayload the longest payload in chars
 * @param noun what one message is called
 * @param list the command that lists them
 */
record MessageTable(
        String name,
        String unpublished,
        String topic,
        String key,
        String only,
        boolean deadHoldsBack,
        boolean oneSink,
        int lanes,
        int maxPayload,
        String noun,
        String list) {

    /** The messages that callbacks leave, where the books are. */
    static final MessageTable OUTBOX =
            new MessageTable(
                    "outbox",
                    "outbox_unpublished",
                    "topic",
                    "message_key",
                    "",
                    true,
                    true,
                    Relay.LANES,
                    Outbox.MAX_PAYLOAD,
                    "message",
                    "tplus1 outbox list");

    /** What a job's runs have to tell, each channel's in its order, in tplus1's own database. */
    static MessageTable notices(String job) {
        return new MessageTable(
                "tplus1_notice",
                "tplus1_notice_unpublished",
                "job",
                "channel",
                job,
                false,
                false,
                Notices.LANES,
                Notices.MAX_PAYLOAD,
                "notice",
                "tplus1 alert list");
    }

    /**
     * The table as {@code o}, by the index of what is not published: a server that orders by id
     * would rather read through everything that ever was.
     */
    String from() {
        return name + " o USE INDEX (" + unpublished + ")";
    }

    /** Whether a row of this alias is one of those that are meant; its value is {@link #bound}. */
    String meant(String alias) {
        return only.isEmpty() ? "" : " AND " + alias + topic + " = ?";
    }

    /** These values with those of {@link #meant} between them, after the first {@code before}. */
    Object[] bound(int before, Object... values) {
        if (only.isEmpty()) {
            return values;
        }
        List<Object> all = new ArrayList<>(Arrays.asList(values));
        all.add(before, only);
        return all.toArray();
    }

    /** Whether {@code e} stands before {@code o}: that one waits for it. */
    String ahead() {
        return "e."
                + key
                + " = o."
                + key
                + (only.isEmpty() ? "" : " AND e." + topic + " = o." + topic)
                + " AND e.published_at IS NULL AND e.discarded_at IS NULL"
                + (deadHoldsBack ? "" : " AND e.dead_at IS NULL")
                + " AND e.id < o.id";
    }
}
