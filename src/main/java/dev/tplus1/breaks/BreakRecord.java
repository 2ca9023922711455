package dev.tplus1.breaks;

import dev.tplus1.breaks.decide.Approvals.Subject;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A break in its life across revisions and dates.
 *
 * @param found as it stands now
 * @param openedRevision the revision of its own date that found it first
 * @param lastRevision the latest revision of its own date that classified it
 * @param filed the run that first filed it as an alert, of its own date or of a later one that let
 *     it fall due; none while nobody was ever alerted
 * @param ended the run that ended the filed alert; none while it stands, or where a person ended it
 * @param resolvedBy the person who resolved it; none where a run did
 * @param owner who looks after it; none: nobody does
 * @param first the first approval to replay it, where that takes two
 * @param approval a person's approval to replay it
 * @param updatedAt when anything but {@code lastRevision} changed last
 */
public record BreakRecord(
        Break found,
        Instant openedAt,
        int openedRevision,
        int lastRevision,
        @Nullable Mark filed,
        @Nullable Mark ended,
        @Nullable String resolvedBy,
        @Nullable String owner,
        @Nullable FirstApproval first,
        Revision.@Nullable Approval approval,
        Instant updatedAt) {

    /** By account and date, then as in a report. */
    static final Comparator<BreakRecord> REPORT_ORDER =
            Comparator.comparing(BreakRecord::account, ByteOrder.OF_TEXT)
                    .thenComparing(BreakRecord::date)
                    .thenComparing(BreakRecord::found, Break.REPORT_ORDER);

    /** A run that did something to the break: when, and which date and revision it ran. */
    public record Mark(Instant at, LocalDate date, int revision) {}

    public String account() {
        return found.identity().account();
    }

    public LocalDate date() {
        return found.identity().date();
    }

    /** Whether a person was told of it and nothing has ended it. */
    boolean standingAlert() {
        return filed != null && found.status().open();
    }

    boolean resolvedByPerson() {
        return found.status() == Status.RESOLVED && resolvedBy != null;
    }

    /** What somebody approves who approves it as it stands, by itself. */
    Subject subject() {
        Money amount =
                found.statementAmount() != null ? found.statementAmount() : found.ledgerAmount();
        return Subject.of(
                List.of(
                        found.identity().hash(),
                        found.type().name(),
                        found.status().name(),
                        String.valueOf(found.statementAmount()),
                        String.valueOf(found.ledgerAmount())),
                amount == null ? List.of() : List.of(amount),
                first,
                approval != null);
    }

    /** Whose first approval of it waits for a second. */
    public @Nullable FirstApproval waiting() {
        return subject().waiting();
    }

    BreakRecord seenBy(int revision) {
        return new BreakRecord(
                found,
                openedAt,
                openedRevision,
                revision,
                filed,
                ended,
                resolvedBy,
                owner,
                first,
                approval,
                updatedAt);
    }

    BreakRecord now(Break newFound, @Nullable Mark newFiled, @Nullable Mark newEnded, Instant at) {
        return new BreakRecord(
                newFound,
                openedAt,
                openedRevision,
                lastRevision,
                newFiled,
                newEnded,
                newFound.status() == Status.RESOLVED ? resolvedBy : null,
                owner,
                first == null || sameToApprove(newFound) ? first : first.voided(),
                approval,
                at);
    }

    /** Whether an approval of it rests on nothing that is another now. */
    private boolean sameToApprove(Break newFound) {
        return found.type() == newFound.type()
                && found.status() == newFound.status()
                && Objects.equals(found.statementAmount(), newFound.statementAmount())
                && Objects.equals(found.ledgerAmount(), newFound.ledgerAmount());
    }

    BreakRecord resolved(String by, Instant at) {
        return new BreakRecord(
                found.with(found.action(), Status.RESOLVED, found.note()),
                openedAt,
                openedRevision,
                lastRevision,
                filed,
                null,
                by,
                owner,
                first,
                approval,
                at);
    }

    BreakRecord approved(Revision.@Nullable Approval newApproval, Instant at) {
        return new BreakRecord(
                found,
                openedAt,
                openedRevision,
                lastRevision,
                filed,
                ended,
                resolvedBy,
                owner,
                first,
                newApproval,
                at);
    }

    BreakRecord firstApproved(@Nullable FirstApproval newFirst, Instant at) {
        return new BreakRecord(
                found,
                openedAt,
                openedRevision,
                lastRevision,
                filed,
                ended,
                resolvedBy,
                owner,
                newFirst,
                approval,
                at);
    }

    BreakRecord assigned(@Nullable String newOwner, Instant at) {
        return new BreakRecord(
                found,
                openedAt,
                openedRevision,
                lastRevision,
                filed,
                ended,
                resolvedBy,
                newOwner,
                first,
                approval,
                at);
    }

    /**
     * Held again where its date is, watched again where it was, else open again; whatever approvals
     * it had do not count.
     */
    BreakRecord reopened(boolean held, Instant at) {
        Action action = found.action();
        Status status = action == Action.SUSPENSE ? Status.SUSPENSE : Status.OPEN;
        return new BreakRecord(
                found.with(action, held ? Status.HELD : status, found.note()),
                openedAt,
                openedRevision,
                lastRevision,
                filed,
                null,
                null,
                owner,
                null,
                null,
                at);
    }
}
