package dev.tplus1.breaks;

import dev.tplus1.breaks.decide.FirstApproval;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;

/**
 * The n-th deliberate run of an account's business date, once its classification is staged. Only a
 * concluded one counts for anybody but its own run.
 *
 * @param runId the run that classified it last
 * @param outcome none until it is concluded
 * @param heldReason which breaker held it back; none unless one did
 * @param statementSha256 of the statement files' bytes, hex
 * @param concludedAt when it was concluded last: a held date is concluded again once approved
 * @param publishedAt when its report was published after that; none while it still has to be
 * @param first the first approval of a held date, where that takes two
 * @param approval a person's approval of a held date
 */
public record Revision(
        Id id,
        String runId,
        boolean concluded,
        @Nullable Outcome outcome,
        @Nullable String heldReason,
        String statementSha256,
        Instant startedAt,
        @Nullable Instant concludedAt,
        @Nullable Instant publishedAt,
        @Nullable FirstApproval first,
        @Nullable Approval approval) {
    /** The reason to hold back that is every break's; any other one is the replays'. */
    static final String SUSPECT_BOOKS = "SUSPECT_BOOKS";

    /** Whether the date waits for a person, approved or not. */
    public boolean held() {
        return concluded && outcome == Outcome.HELD;
    }

    /** Whether a break of this type waits with the date. */
    boolean holds(BreakType type) {
        return held() && (SUSPECT_BOOKS.equals(heldReason) || type == BreakType.MISSED_CALLBACK);
    }

    /**
     * Which one.
     *
     * @param number from 1
     */
    public record Id(String account, LocalDate date, int number) {
        public Id {
            if (number < 1) {
                throw new IllegalArgumentException("revision " + number);
            }
        }

        /** As reports name it: {@code r1}. */
        public String label() {
            return "r" + number;
        }
    }

    /** How a revision can conclude its date. */
    public enum Outcome {
        RECONCILED,
        HELD
    }

    /**
     * That a person lets something held or too large or too old be applied.
     *
     * @param by a label, not a login
     */
    public record Approval(String by, String note, Instant at) {}
}
