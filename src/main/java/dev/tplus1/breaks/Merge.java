package dev.tplus1.breaks;

import dev.tplus1.breaks.BreakRecord.Mark;
import dev.tplus1.breaks.Revision.Outcome;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What one revision does to one break: pure rules, without a database.
 *
 * @param revision the revision that concludes
 * @param outcome how; a held date files no alert of its own breaks
 * @param now one time for all that it does
 * @param actor who concludes it
 */
record Merge(Revision.Id revision, Outcome outcome, Instant now, String actor) {

    /**
     * A break after the merge.
     *
     * @param changed whether anything but the last revision differs from before
     * @param event what the audit trail gets, if anything
     */
    record Result(BreakRecord row, boolean changed, Audit.@Nullable Event event) {}

    /** A finding of this revision that no earlier one had. */
    Result found(Break finding) {
        int number = revision.number();
        BreakRecord row =
                new BreakRecord(
                        finding,
                        now,
                        number,
                        number,
                        files(finding) ? mark() : null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        now);
        String where =
                finding.statementLine() > 0
                        ? String.format(Locale.ROOT, "statement line %,d", finding.statementLine())
                        : "in the books only";
        return new Result(
                row,
                true,
                event(null, finding, Audit.What.FOUND, "found by " + run() + " (" + where + ")"));
    }

    /** A finding of this revision that is known already. */
    Result foundAgain(BreakRecord known, Break finding) {
        BreakRecord seen = known.seenBy(revision.number());
        Break was = known.found();
        boolean otherAmounts =
                !Objects.equals(was.statementAmount(), finding.statementAmount())
                        || !Objects.equals(was.ledgerAmount(), finding.ledgerAmount());
        if (known.resolvedByPerson() && !otherAmounts) {
            return new Result(seen, false, null);
        }
        Mark filed = known.filed() == null && files(finding) ? mark() : known.filed();
        Mark ended = ended(known, finding.status());
        if (was.equals(finding)
                && Objects.equals(filed, known.filed())
                && Objects.equals(ended, known.ended())) {
            return new Result(seen, false, null);
        }
        BreakRecord row = seen.now(finding, filed, ended, now);
        if (otherAmounts) {
            // an approval is of the amounts that the person saw
            row = row.approved(null, now);
        }
        return new Result(row, true, changeEvent(was, finding));
    }

    /** What this revision says about a break that it did not classify. */
    Result changed(BreakRecord known, BreakChange change) {
        Break was = known.found();
        Status status = was.status();
        return switch (change.fate()) {
            case CLOSED ->
                    status.open()
                            ? ended(known, Status.CLOSED, Audit.What.CLOSED, change)
                            : untouched(known);
            case RESOLVED ->
                    status.open()
                            ? ended(known, Status.RESOLVED, Audit.What.RESOLVED, change)
                            : untouched(known);
            case WITHDRAWN ->
                    status.open() && status != Status.WITHDRAWN
                            ? ended(known, Status.WITHDRAWN, Audit.What.WITHDRAWN, change)
                            : untouched(known);
            case ESCALATED ->
                    status == Status.SUSPENSE ? escalated(known, change) : untouched(known);
        };
    }

    private Result ended(BreakRecord known, Status status, Audit.What what, BreakChange change) {
        Break was = known.found();
        Break is = was.with(was.action(), status, was.note());
        BreakRecord row = known.now(is, known.filed(), ended(known, status), now);
        return new Result(row, true, event(was, is, what, detail(change)));
    }

    private Result escalated(BreakRecord known, BreakChange change) {
        Break was = known.found();
        Break is =
                new Break(
                        was.identity(),
                        was.type() == BreakType.CUT_OFF
                                ? BreakType.MISSING_AT_PROVIDER
                                : was.type(),
                        Action.ALERT,
                        Status.OPEN,
                        was.transactionId(),
                        was.orderNo(),
                        was.refundNo(),
                        was.statementAmount(),
                        was.ledgerAmount(),
                        was.statementTime(),
                        was.ledgerTime(),
                        was.statementLine(),
                        change.note());
        // never staged again once it is open: filed even where this date itself is held
        Mark filed = known.filed() == null ? mark() : known.filed();
        return new Result(
                known.now(is, filed, null, now),
                true,
                event(was, is, Audit.What.ESCALATED, detail(change)));
    }

    private Result untouched(BreakRecord known) {
        return new Result(known, false, null);
    }

    private boolean files(Break finding) {
        return outcome == Outcome.RECONCILED
                && finding.action() == Action.ALERT
                && finding.status().open();
    }

    private @Nullable Mark ended(BreakRecord known, Status status) {
        if (status.open()) {
            return null;
        }
        return known.standingAlert() ? mark() : known.ended();
    }

    private Mark mark() {
        return new Mark(now, revision.date(), revision.number());
    }

    private Audit.@Nullable Event changeEvent(Break was, Break is) {
        List<String> differences = new ArrayList<>();
        compare(differences, "type", was.type(), is.type());
        compare(differences, "action", was.action(), is.action());
        compare(differences, "status", was.status(), is.status());
        compare(differences, "statement", text(was.statementAmount()), text(is.statementAmount()));
        compare(differences, "books", text(was.ledgerAmount()), text(is.ledgerAmount()));
        if (differences.isEmpty()) {
            return null;
        }
        boolean repaired = is.status() == Status.REPAIRED && was.status() != Status.REPAIRED;
        boolean wasOver = !was.status().open() || was.status() == Status.WITHDRAWN;
        boolean stands = is.status().open() && is.status() != Status.WITHDRAWN;
        Audit.What what =
                repaired
                        ? Audit.What.REPAIRED
                        : wasOver && stands ? Audit.What.REOPENED : Audit.What.CHANGED;
        return event(was, is, what, "by " + run() + ": " + String.join("; ", differences));
    }

    private static void compare(List<String> differences, String what, Object was, Object is) {
        if (!was.equals(is)) {
            differences.add(what + " " + is + ", was " + was);
        }
    }

    private static String text(@Nullable Money amount) {
        return amount == null ? "none" : amount.toString();
    }

    private String detail(BreakChange change) {
        return change.note() + " (" + run() + " of " + revision.date() + ")";
    }

    private String run() {
        return "run " + revision.label();
    }

    private Audit.Event event(@Nullable Break was, Break is, Audit.What what, String detail) {
        String before = was == null ? null : was.status().name();
        return is.event(
                now, actor, what, detail, new Audit.Change(null, before, is.status().name()));
    }
}
