package dev.tplus1.nightly.purge;

import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.breaks.purge.OldBreaks;
import dev.tplus1.database.Database;
import dev.tplus1.job.JobFile;
import dev.tplus1.job.Retention;
import dev.tplus1.lease.Leases;
import dev.tplus1.nightly.known.PurgedDates;
import dev.tplus1.replay.OldTries;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.purge.OldReports;
import dev.tplus1.statement.purge.OldReturns;
import dev.tplus1.statement.purge.OldStatements;

import java.time.Clock;

/** What a purge works with: each room removes what is its own. Thread-safe. */
record Means(
        String job,
        Clock clock,
        Retention retention,
        Leases leases,
        PurgedDates purged,
        RevisedStatements revised,
        OldBreaks breaks,
        OldStatements statements,
        OldReturns returns,
        OldReports reports,
        OldTries tries,
        BatchRows batch) {

    static Means of(JobFile job, Database own, Leases leases, Clock clock) {
        return new Means(
                job.job(),
                clock,
                job.retention(),
                leases,
                new PurgedDates(own, clock),
                new RevisedStatements(own, clock),
                new OldBreaks(own, clock),
                new OldStatements(job.archive()),
                new OldReturns(own),
                new OldReports(new ReportFolder(job.reports()), job.job()),
                new OldTries(own),
                new BatchRows(own));
    }
}
