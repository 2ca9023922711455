package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.Classification;
import dev.tplus1.breaks.Finding;
import dev.tplus1.breaks.History;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.database.Database;
import dev.tplus1.diff.Scratch;
import dev.tplus1.lease.Leases;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.replay.ReplayPolicy;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.statement.Archive;
import dev.tplus1.statement.StatementReturns;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;

/**
 * The rooms that a job's runs work with, opened once. Thread-safe.
 *
 * @param job the job's id
 * @param jobFile its file as the user named it
 */
record Rooms(
        String job,
        String jobFile,
        Clock clock,
        Database database,
        Ledger ledger,
        Archive archive,
        Path scratch,
        StatementReturns returns,
        Revisions revisions,
        BreakBook breakBook,
        History history,
        Leases leases,
        Fencing fencing,
        BigDecimal replayMaxShare,
        ReplayPolicy replayPolicy,
        Replaying replaying,
        ReportFolder reports,
        Watcher watcher) {

    /** A run's temporary folder; what killed runs left is removed. */
    Scratch scratch(String runId) {
        return Scratch.open(scratch, runId.replace('/', '_'), Scratch.LIMIT);
    }

    KnownDates knownDates(String account, LocalDate date) {
        return new KnownDates(revisions, history, returns, account, date);
    }

    /** What people decided about a date's breaks. */
    Earlier earlier(String account, LocalDate date) {
        return Earlier.of(history.breaksOf(account, date));
    }

    /** A concluded revision as its report is made of it. */
    RunReport recorded(Revision.Id id, String providerName) {
        Revisions.Recorded recorded =
                revisions
                        .find(id)
                        .orElseThrow(() -> new IllegalStateException(id + " is not concluded"));
        Classification classification = recorded.classification();
        List<Finding> findings = classification.findings();
        return new RunReport(
                Summary.fromJson(classification.summaryJson()),
                findings.stream().map(Finding::found).toList(),
                providerName,
                jobFile);
    }
}
