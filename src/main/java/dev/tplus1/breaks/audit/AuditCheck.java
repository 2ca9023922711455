package dev.tplus1.breaks.audit;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Follows the chain event by event, and says where it first is not as it was written. */
public final class AuditCheck {
    private final AuditHead end;
    private final Anchors anchors;
    private AuditHead last = AuditHead.NONE;
    private @Nullable Verdict broken;

    /**
     * @param end what the row of the chain's end says
     */
    AuditCheck(AuditHead end, Anchors anchors) {
        this.end = end;
        this.anchors = anchors;
        this.broken = anchors.contradicted(last).map(each -> otherwise(each, last)).orElse(null);
    }

    /** Whether the chain is as it was written. */
    public sealed interface Verdict {
        /** It is, to its end. */
        record Whole(AuditHead head) implements Verdict {}

        /**
         * It is not.
         *
         * @param seq where it first fails
         * @param why one plain sentence
         */
        record Broken(long seq, String why) implements Verdict {}

        /**
         * It may be whole, but is not the one that stood there before.
         *
         * @param seq where it first differs
         * @param where what says so: a file, say
         * @param why one plain sentence
         */
        record Rewritten(long seq, String where, String why) implements Verdict {}
    }

    /** Whether this one follows, and all before it did. */
    boolean follows(Audit.Entry entry) {
        if (broken == null) {
            broken = wrong(entry);
        }
        if (broken == null) {
            last = new AuditHead(entry.seq(), entry.hash());
            broken = anchors.contradicted(last).map(each -> otherwise(each, last)).orElse(null);
        }
        return broken == null;
    }

    private @Nullable Verdict wrong(Audit.Entry entry) {
        long seq = last.events() + 1;
        if (entry.seq() != seq) {
            return new Verdict.Broken(seq, "event " + seq + " is missing");
        }
        if (!entry.previousHash().equals(last.head())) {
            return new Verdict.Broken(seq, "event " + seq + " does not follow the one before it");
        }
        if (!hash(last.head(), seq, entry.event()).equals(entry.hash())) {
            return new Verdict.Broken(seq, "event " + seq + " was changed");
        }
        return null;
    }

    /** What it comes to, once the last event was followed. */
    Verdict verdict() {
        if (broken != null) {
            return broken;
        }
        if (!last.equals(end)) {
            return new Verdict.Broken(
                    last.events() + 1,
                    "the chain ends at event " + last.events() + ", its head says " + end.events());
        }
        return anchors.beyond(last)
                .<Verdict>map(each ->
                        new Verdict.Rewritten(
                                last.events() + 1,
                                each.where(),
                                "it tells "
                                        + each.head().events()
                                        + " events, the chain ends at event "
                                        + last.events()))
                .orElseGet(() -> new Verdict.Whole(last));
    }

    private static Verdict otherwise(Anchors.Anchor anchor, AuditHead here) {
        return new Verdict.Rewritten(
                here.events(),
                anchor.where(),
                "its event "
                        + here.events()
                        + " is "
                        + anchor.head().head()
                        + ", the chain's is "
                        + here.head());
    }

    /**
     * An event's hash: over its parts and the hash before it, each with its length in front. What
     * older versions did not keep is left out where there is none of it, so that their chains stay
     * as they were.
     */
    static String hash(String previous, long seq, Audit.Event event) {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        List<@Nullable String> parts =
                new ArrayList<@Nullable String>(
                        Arrays.<@Nullable String>asList(
                                previous,
                                Long.toString(seq),
                                event.identityHash(),
                                event.breakId(),
                                event.account(),
                                event.date().toString(),
                                event.at().toString(),
                                event.actor(),
                                event.what().word(),
                                event.detail()));
        if (!event.change().none()) {
            parts.add(event.change().reason());
            parts.add(event.change().was());
            parts.add(event.change().became());
        }
        for (String part : parts) {
            byte[] bytes = part == null ? new byte[0] : part.getBytes(StandardCharsets.UTF_8);
            int length = part == null ? -1 : bytes.length;
            sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
            sha.update(bytes);
        }
        return HexFormat.of().formatHex(sha.digest());
    }
}
