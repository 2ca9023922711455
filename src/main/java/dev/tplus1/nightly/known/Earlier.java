package dev.tplus1.nightly.known;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Status;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What people decided about the breaks of a date that earlier runs found. */
public record Earlier(Map<String, BreakRecord> byHash) {
    /** What the rows of a date say. */
    public static Earlier of(List<BreakRecord> rows) {
        Map<String, BreakRecord> byHash = new HashMap<>();
        rows.forEach(row -> byHash.put(row.found().identity().hash(), row));
        return new Earlier(byHash);
    }

    /** Whether a person let it be replayed although a limit speaks against it. */
    public boolean approved(Break brk) {
        BreakRecord known = byHash.get(brk.identity().hash());
        return known != null && known.approval() != null && sameAmounts(known.found(), brk);
    }

    /** Whether a person settled it as it is: then nothing more is done about it. */
    public boolean resolved(Break brk) {
        BreakRecord known = byHash.get(brk.identity().hash());
        return known != null
                && known.found().status() == Status.RESOLVED
                && known.resolvedBy() != null
                && sameAmounts(known.found(), brk);
    }

    private static boolean sameAmounts(Break was, Break is) {
        return Objects.equals(was.statementAmount(), is.statementAmount())
                && Objects.equals(was.ledgerAmount(), is.ledgerAmount());
    }
}
