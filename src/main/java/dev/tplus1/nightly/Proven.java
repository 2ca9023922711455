package dev.tplus1.nightly;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Finding;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.reconcile.Reconciliation;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import java.util.List;

/** Ends a run whose figures do not add up before anything is applied. */
final class Proven {
    private static final String NOTHING_APPLIED = " Nothing was applied.";

    private Proven() {}

    /** What was found explains both totals, and has every statement entry in one bucket. */
    static void require(Reconciliation found) throws RunEnded {
        for (ProofRow row : found.proof()) {
            if (row.unexplained() != 0) {
                throw failed(
                        row.money(row.unexplained())
                                + " could not be explained: statement and books differ by more than"
                                + " their breaks."
                                + NOTHING_APPLIED);
            }
        }
        if (!found.imbalance().isEmpty()) {
            throw failed(found.imbalance() + NOTHING_APPLIED);
        }
    }

    /** What was staged, perhaps by a process that is gone, is still all that its summary counts. */
    static void require(Summary summary, List<Finding> findings) throws RunEnded {
        long breaks = findings.stream().map(Finding::found).filter(Proven::ofStatement).count();
        long entries = summary.statement().entries();
        if (summary.matched() + summary.matchedAcrossCutoff() + breaks != entries) {
            throw failed(
                    "of "
                            + entries
                            + " statement entries "
                            + summary.matched()
                            + " matched, "
                            + summary.matchedAcrossCutoff()
                            + " crossed the cut-off and "
                            + breaks
                            + " are breaks: these do not add up."
                            + NOTHING_APPLIED);
        }
    }

    private static boolean ofStatement(Break brk) {
        return brk.statementAmount() != null
                && brk.type() != BreakType.DISPUTE
                && brk.type() != BreakType.REFUND_FAILURE;
    }

    private static RunEnded failed(String message) {
        return new RunEnded(Outcome.FAILED, message, null);
    }
}
