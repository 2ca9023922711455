package dev.tplus1.nightly.known;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.History;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.Kind;
import dev.tplus1.replay.Meanwhile;
import dev.tplus1.replay.MissedCallback;
import dev.tplus1.replay.ReplayPolicy;
import dev.tplus1.statement.StatementReturns;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the database has learned about an account's missed callbacks since a run classified them,
 * which may be days before it delivers them: a person settled one, a later statement returned the
 * money, it is too old by now. Thread-safe.
 *
 * @param begun when the run began that delivers them
 */
public record KnownSince(
        Database database,
        History history,
        StatementReturns returns,
        ReplayPolicy policy,
        String account,
        BusinessDate day,
        Instant begun)
        implements Meanwhile {
    @Override
    public Map<MissedCallback, String> objections(List<MissedCallback> missed) {
        try {
            return database.retrying(() -> known(missed));
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("what became known meanwhile cannot be read", e);
        }
    }

    private Map<MissedCallback, String> known(List<MissedCallback> missed) {
        List<Break> breaks = missed.stream().map(MissedCallback::brk).toList();
        Earlier decisions =
                Earlier.of(
                        history.breaks(breaks.stream().map(brk -> brk.identity().hash()).toList()));
        Set<String> returned =
                returns.returnedAfter(
                        account,
                        day.date(),
                        breaks.stream()
                                .filter(brk -> brk.identity().key().kind() == Kind.PAYMENT)
                                .map(Break::transactionId)
                                .toList());
        Map<Break, String> limits = new HashMap<>();
        for (ReplayPolicy.Verdict verdict : policy.verdicts(breaks, day, begun)) {
            if (verdict instanceof ReplayPolicy.Verdict.Alert(Break brk, String note)
                    && !decisions.approved(brk)) {
                limits.put(brk, note);
            }
        }
        Map<MissedCallback, String> objections = new HashMap<>();
        for (MissedCallback each : missed) {
            Break brk = each.brk();
            if (decisions.resolved(brk)) {
                objections.put(each, "A person resolved it before its turn.");
            } else if (brk.identity().key().kind() == Kind.PAYMENT
                    && returned.contains(brk.transactionId())) {
                objections.put(
                        each,
                        "A later statement has returned money of it. Run the date again with"
                                + " --rerun.");
            } else if (limits.containsKey(brk)) {
                objections.put(each, limits.getOrDefault(brk, ""));
            }
        }
        return objections;
    }
}
