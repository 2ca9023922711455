package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.words.Words;

import java.util.Currency;
import java.util.List;

/** Builds the runs that verdicts are told of. */
final class Verdicts {
    static final ProofRow EQUAL = new ProofRow(Reports.CNY, 187_595_622, 0, 0, 0, 0, 187_595_622);

    private Verdicts() {}

    static Reports.Change reconciled(long entries, long matched) {
        Reports.Change change = new Reports.Change();
        change.statement = Reports.statement(entries);
        change.ledger = new Summary.LedgerFacts(matched, 0);
        change.matched = matched;
        change.across = 0;
        change.carried = 0;
        change.proof = List.of(EQUAL);
        return change;
    }

    static List<Break> only(BreakType type) {
        return Reports.breaks().stream().filter(each -> each.type() == type).toList();
    }

    static List<Break> held() {
        return only(BreakType.MISSED_CALLBACK).stream()
                .map(each -> each.with(Action.REPLAY, Status.HELD, ""))
                .toList();
    }

    static Break unknown(String id, String amount, String currency) {
        return Reports.payment(
                BreakType.UNKNOWN_ORDER,
                id,
                "O" + id,
                Reports.money(amount, Currency.getInstance(currency).getCurrencyCode()),
                null,
                "10:00:00",
                Status.OPEN);
    }

    static VerdictWriter.Verdict verdict(Reports.Change change, List<Break> breaks) {
        return verdict(change.report(breaks));
    }

    static VerdictWriter.Verdict verdict(RunReport report) {
        return VerdictWriter.of(report, BreakGroups.of(report), Words.ENGLISH);
    }
}
