package dev.tplus1.nightly;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.History;
import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.breaks.life.Lives;
import dev.tplus1.breaks.life.Turns;
import dev.tplus1.breaks.sorted.SortedBreaks;
import dev.tplus1.database.Database;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.Alerting;
import dev.tplus1.lease.Fencing;
import dev.tplus1.lease.Leases;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.nightly.known.Earlier;
import dev.tplus1.nightly.known.KnownDates;
import dev.tplus1.nightly.known.KnownSince;
import dev.tplus1.nightly.known.LastTries;
import dev.tplus1.nightly.known.Measured;
import dev.tplus1.nightly.known.PurgedDates;
import dev.tplus1.nightly.known.PurgedDates.What;
import dev.tplus1.nightly.known.Unpurged;
import dev.tplus1.reconcile.PayerSearch;
import dev.tplus1.replay.ReplayPolicy;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.life.Origin;
import dev.tplus1.report.life.Past;
import dev.tplus1.report.life.Payers;
import dev.tplus1.statement.Archive;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementReturns;
import dev.tplus1.statement.StatementSource;
import dev.tplus1.watch.Observed;
import dev.tplus1.watch.Observer.Subject;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rooms that a job's runs work with, opened once. Thread-safe.
 *
 * @param job the job's id
 * @param jobFile where its file is
 */
record Rooms(
        String job,
        String jobFile,
        Clock clock,
        Pauses pauses,
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
        Alerting alerts,
        Measured measured,
        Watcher watcher) {
    private static final Logger LOG = LoggerFactory.getLogger(Rooms.class);

    /** A run's temporary folder; what killed runs left is removed. */
    Scratch scratch(String runId) {
        return Scratch.open(scratch, runId.replace('/', '_'), Scratch.LIMIT);
    }

    /** Two jobs that share a database and an account's id would each take the other's dates. */
    void requireOwn(AccountPlan plan, BusinessDate day) {
        Optional<Revision> latest = revisions.latest(plan.id(), day.date());
        if (latest.isPresent() && !latest.get().runId().equals(Run.runId(job, latest.get().id()))) {
            throw new SettingException(
                    plan.id()
                            + " "
                            + day
                            + ": reconciled by another job, as "
                            + latest.get().runId()
                            + "; accounts that share a database need ids of their own");
        }
    }

    /** Has whoever looks on see what is done for a date. */
    Observed observed(String account, LocalDate date) {
        return new Observed(watcher, new Subject(account, date));
    }

    /** A date that was purged, or that a purge has left behind, is run no more. */
    void requireUnpurged(AccountPlan plan, BusinessDate day) {
        unpurged().require(plan.id(), day.date());
    }

    /** A statement that is fetched again is compared with one that has to be there. */
    void requireArchived(AccountPlan plan, BusinessDate day) {
        Optional<Instant> at = statementGone(plan.id(), day.date());
        if (at.isPresent()) {
            throw new SettingException(
                    PurgedDates.told(plan.id(), day.date(), "statements", at.get())
                            + ", so there is nothing to compare with");
        }
    }

    /**
     * When the statement was purged that a date's latest revision used; nothing where it is there.
     */
    private Optional<Instant> statementGone(String account, LocalDate date) {
        return purged().at(account, date, What.STATEMENTS)
                .filter(_ ->
                        revisions
                                .latest(account, date)
                                .filter(latest ->
                                        archive.has(account, date, latest.statementSha256()))
                                .isEmpty());
    }

    /** That a date's statement can be compared with nothing, where it was purged. */
    Optional<NightResult> purgedStatement(AccountPlan plan, LocalDate date) {
        return statementGone(plan.id(), date)
                .or(() -> purged().at(plan.id(), date, What.BREAKS))
                .map(at ->
                        new NightResult.NotConcluded(
                                plan.id(),
                                date,
                                Outcome.NOT_READY,
                                "what it was reconciled with was purged on "
                                        + PurgedDates.day(at)
                                        + ", so there is nothing to compare with"));
    }

    /**
     * The statement that a revision used.
     *
     * @throws SettingException where it was purged
     * @throws IOException where it is not there for another reason
     */
    StatementSource archived(Revision revision) throws IOException {
        Revision.Id id = revision.id();
        String sha256 = revision.statementSha256();
        if (!archive.has(id.account(), id.date(), sha256)) {
            Optional<Instant> at = purged().at(id.account(), id.date(), What.STATEMENTS);
            if (at.isPresent()) {
                throw new SettingException(
                        PurgedDates.told(id.account(), id.date(), "statements", at.get())
                                + "; run the date with --rerun, which takes its statement from its"
                                + " source, then approve again");
            }
        }
        return StatementSource.given(archive.open(id.account(), id.date(), sha256));
    }

    /** What was purged of dates. */
    PurgedDates purged() {
        return new PurgedDates(database, clock);
    }

    /** Keeps runs from dates that breaks were purged of, or behind. */
    Unpurged unpurged() {
        return new Unpurged(database, revisions, clock);
    }

    /** Has whoever looks on see what a date came to. */
    NightResult seen(NightResult result) {
        watcher.done(result);
        return result;
    }

    /** The statements that say otherwise than what the latest revisions used. */
    RevisedStatements revisedStatements() {
        return new RevisedStatements(database, clock);
    }

    /** How runs ended that did not conclude their dates. */
    LastTries lastTries() {
        return new LastTries(database, clock);
    }

    KnownDates knownDates(String account, LocalDate date) {
        return new KnownDates(revisions, history, returns, account, date);
    }

    /** What has become known of a date's missed callbacks since they were classified. */
    KnownSince meanwhile(String account, BusinessDate day, Instant begun) {
        return new KnownSince(database, history, returns, replayPolicy, account, day, begun);
    }

    /** What people decided about a date's breaks. */
    Earlier earlier(String account, LocalDate date) {
        return Earlier.of(history.breaksOf(account, date));
    }

    /**
     * Writes the files of a concluded revision, as the database has it; again where another process
     * concluded it anew meanwhile, a held one that was approved, so that the last word is the
     * database's whoever writes last.
     */
    ReportFolder.Written written(
            Revision.Id id,
            StatementFormat format,
            Function<RunReport, ReportFolder.Written> writer) {
        while (true) {
            ReportFolder.Written written = writtenOnce(id, format, writer);
            Optional<String> now = revisions.recorded(id);
            if (now.isEmpty() || Summary.fromJson(now.get()).equals(written.summary())) {
                return written;
            }
        }
    }

    private ReportFolder.Written writtenOnce(
            Revision.Id id,
            StatementFormat format,
            Function<RunReport, ReportFolder.Written> writer) {
        try (Scratch sorting = scratch(Run.runId(job, id) + "/report");
                SortedBreaks breaks = new SortedBreaks(sorting)) {
            Consumer<Break> adder = breaks.adder();
            Summary summary =
                    Summary.fromJson(
                            revisions
                                    .recorded(id, finding -> adder.accept(finding.found()))
                                    .orElseThrow(() -> notConcluded(id)));
            String sha256 = summary.statement().sha256();
            Payers payers =
                    payers(
                            () ->
                                    PayerSearch.of(
                                            format,
                                            sha256,
                                            archive.open(id.account(), id.date(), sha256),
                                            breaks,
                                            sorting),
                            id);
            return writer.apply(
                    new RunReport(
                            summary,
                            breaks,
                            format.providerName(),
                            jobFile,
                            past(id).with(payers)));
        }
    }

    /** Looks payers up. */
    @FunctionalInterface
    interface Search {
        Function<Break, Optional<String>> found() throws RefusedException, IOException;
    }

    /** Who paid, where the job says that it may be shown; unknown where it cannot be looked up. */
    Payers payers(Search search, Revision.Id id) {
        if (!reports.showsPayers()) {
            return Payers.HIDDEN;
        }
        try {
            return Payers.shown(search.found());
        } catch (RefusedException | IOException e) {
            // what the statement says stays out of the log, as it may be about a person
            LOG.warn("{}: its statement cannot be read again, so its payers are not known", id);
            return Payers.shown(_ -> Optional.empty());
        }
    }

    /** What had happened before, as of the revision's conclusion. */
    private Past past(Revision.Id id) {
        Revision revision =
                revisions.list(id.account(), id.date()).stream()
                        .filter(each -> each.id().equals(id))
                        .findFirst()
                        .orElseThrow(() -> notConcluded(id));
        Instant concluded = Objects.requireNonNull(revision.concludedAt());
        Lives lives = new Lives(database);
        Turns turns = new Turns(database);
        return new Past(
                approvals(revision, concluded),
                origin(revision),
                hashes -> lives.of(id, concluded, hashes),
                turns.since(id).orElse(null),
                turns.beside(id, concluded),
                Payers.HIDDEN);
    }

    /** Who approved the date that was concluded so. */
    private static List<Revision.Approval> approvals(Revision revision, Instant concluded) {
        Revision.Approval last = revision.approval();
        if (last == null || last.at().isAfter(concluded)) {
            return List.of();
        }
        FirstApproval first = revision.first();
        return first == null
                ? List.of(last)
                : List.of(new Revision.Approval(first.by(), first.note(), first.at()), last);
    }

    private @Nullable Origin origin(Revision revision) {
        Revision.Id id = revision.id();
        try {
            return archive.origin(id.account(), id.date(), revision.statementSha256())
                    .map(kept ->
                            new Origin(
                                    kept.receivedAt(),
                                    kept.from(),
                                    kept.files().stream()
                                            .map(file ->
                                                    new Origin.KeptFile(file.name(), file.size()))
                                            .toList()))
                    .orElse(null);
        } catch (IOException e) {
            // the report tells what it can
            LOG.warn("{}: where its statement came from cannot be read", id, e);
            return null;
        }
    }

    /** Whether a run of a concluded revision was begun and has not ended: one of a held date. */
    boolean underWay(Revision.Id id) {
        return revisions.recorded(id).isEmpty();
    }

    /** The figures of a concluded revision. */
    Summary recorded(Revision.Id id) {
        return Summary.fromJson(revisions.recorded(id).orElseThrow(() -> notConcluded(id)));
    }

    private static ReportException notConcluded(Revision.Id id) {
        return new ReportException(
                id.account()
                        + " "
                        + id.date()
                        + " "
                        + id.label()
                        + " is not concluded: a run of it was begun and has not ended; reconcile"
                        + " the date to its end, then ask again");
    }
}
