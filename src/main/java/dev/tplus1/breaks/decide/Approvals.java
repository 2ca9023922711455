package dev.tplus1.breaks.decide;

import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Whose turn an approval is where it may take two persons: pure rules, without a database. */
public record Approvals(ApprovalSettings settings) {

    /**
     * What somebody approves.
     *
     * @param of a SHA-256 of all that an approval rests on
     * @param sums what would be replayed, one for each currency
     * @param first the first approval that is there, whether or not it still counts
     * @param approved whether it is let go already
     */
    public record Subject(
            String of, List<Money> sums, @Nullable FirstApproval first, boolean approved) {

        /** With all that it rests on, as text. */
        public static Subject of(
                List<String> rests,
                List<Money> sums,
                @Nullable FirstApproval first,
                boolean approved) {
            byte[] of = sha256().digest(String.join("\n", rests).getBytes(StandardCharsets.UTF_8));
            return new Subject(HexFormat.of().formatHex(of), sums, first, approved);
        }

        /** The same, judged by other sums. */
        public Subject summing(List<Money> others) {
            return new Subject(of, others, first, approved);
        }

        /** The first approval, where it still counts and has no second yet. */
        public @Nullable FirstApproval waiting() {
            return first != null && !approved && first.of().equals(of) ? first : null;
        }
    }

    /** What an approval is. */
    public sealed interface Turn {
        /** All that it takes. */
        record Only() implements Turn {}

        /**
         * The first of two.
         *
         * @param stale an earlier first one, which does not count any more
         */
        record First(@Nullable FirstApproval stale) implements Turn {}

        record Second() implements Turn {}

        /** Two have approved it: nothing is left to approve, and it may be applied. */
        record Again() implements Turn {}

        /** Not one: {@code why} is one plain sentence. */
        record Refused(String why) implements Turn {}
    }

    /** What an approval of this, by this person, is. */
    public Turn turn(Subject subject, String as) {
        if (!settings.takesTwo(subject.sums())) {
            return new Turn.Only();
        }
        if (subject.approved()) {
            return new Turn.Again();
        }
        FirstApproval first = subject.first();
        if (first == null || !first.of().equals(subject.of())) {
            return new Turn.First(first);
        }
        return first.by().strip().equals(as.strip())
                ? new Turn.Refused(
                        first.by() + " approved it already; it takes a second person (--as)")
                : new Turn.Second();
    }

    /** What makes an approval's fingerprint. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
