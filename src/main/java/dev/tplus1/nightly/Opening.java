package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakBook;
import dev.tplus1.breaks.History;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.callback.Callbacks;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.lease.FenceRow;
import dev.tplus1.lease.Fencing;
import dev.tplus1.lease.Leases;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.ledger.LedgerSettings;
import dev.tplus1.nightly.known.Measured;
import dev.tplus1.outbox.Outbox;
import dev.tplus1.provider.Providers;
import dev.tplus1.provider.api.ApiMeans;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.replay.Deliveries;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.replay.ReplayPolicy;
import dev.tplus1.replay.ReplaySettings;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.statement.Archive;
import dev.tplus1.statement.StatementReturns;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.util.List;

/** Opens what a job names, in the order in which it must be closed again in reverse. */
final class Opening {
    private final JobFile job;
    private final String jobFile;
    private final ApiMeans means;
    private final Watcher watcher;
    private final List<AutoCloseable> toClose;

    Opening(
            JobFile job,
            String jobFile,
            ApiMeans means,
            Watcher watcher,
            List<AutoCloseable> toClose) {
        this.job = job;
        this.jobFile = jobFile;
        this.means = means;
        this.watcher = watcher;
        this.toClose = toClose;
    }

    Rooms rooms() {
        LedgerSettings ledgerSettings = job.ledger();
        ReplaySettings replaySettings = job.replay();
        Clock clock = means.clock();
        Database own = opened("database", job.database());
        DatabaseSettings connection = ledgerSettings.connection();
        Database books = connection == null ? own : opened("ledger", connection);
        migrate(own, books);
        Leases leases = new Leases(own);
        toClose.add(leases);
        Ledger ledger = new Ledger(books, ledgerSettings);
        Deliveries deliveries =
                new Deliveries(replaySettings, own, callbacks(books), ledger, clock);
        toClose.add(deliveries);
        return new Rooms(
                job.job(),
                jobFile,
                clock,
                means.pauses(),
                own,
                ledger,
                new Archive(job.archive()),
                job.scratch(),
                new StatementReturns(own),
                new Revisions(own, clock),
                new BreakBook(own, clock),
                new History(own),
                leases,
                own != books && writesBooks(replaySettings.mode())
                        ? Fencing.byRow(new FenceRow(books))
                        : Fencing.byLease(),
                replaySettings.maxShare(),
                new ReplayPolicy(replaySettings),
                new Replaying(deliveries),
                new ReportFolder(job.reports()),
                job.alerts(),
                new Measured(own, books, job, clock),
                watcher);
    }

    /** Whether the replays change the books themselves; only then there is something to fence. */
    private static boolean writesBooks(ReplayMode mode) {
        return switch (mode) {
            case BOOKS, SQL -> true;
            case ENDPOINT, OFF -> false;
        };
    }

    private Callbacks callbacks(Database books) {
        Clock clock = means.clock();
        Outbox outbox = new Outbox(books, clock);
        return job.replay().mode() == ReplayMode.SQL
                ? new Callbacks(books, clock, outbox, job.replay().updates(), job.ledger().zone())
                : new Callbacks(books, clock, outbox);
    }

    List<AccountPlan> plans() {
        return job.accounts().stream().map(this::plan).toList();
    }

    private AccountPlan plan(AccountFile account) {
        return switch (account.statements()) {
            case AccountFile.Folder folder ->
                    plan(account, StatementSource.folder(folder.directory(), folder.file()), null);
            case AccountFile.Api named -> {
                ProviderApi api = named.settings().open(means);
                toClose.add(api);
                yield plan(account, StatementSource.download(api), api);
            }
        };
    }

    private AccountPlan plan(
            AccountFile account, StatementSource source, @Nullable ProviderApi api) {
        StatementSettings settings = account.settings();
        return new AccountPlan(
                account.id(),
                Providers.format(settings),
                settings,
                source,
                account.poll(),
                api,
                account.cutoffGrace(),
                account.suspenseDays(),
                job.alertsMaxShare());
    }

    private Database opened(String name, DatabaseSettings settings) {
        Database database = Database.open(name, settings);
        toClose.add(database);
        return database;
    }

    private void migrate(Database own, Database books) {
        own.migrate(job.schemas(own == books));
        if (own != books && job.booksSchemas().length > 0) {
            books.migrate(job.booksSchemas());
        }
    }

    /**
     * Closes what was opened, the last first; what fails meanwhile is told beside why it is done.
     */
    static void close(List<AutoCloseable> toClose, @Nullable RuntimeException why) {
        for (AutoCloseable each : toClose.reversed()) {
            try {
                each.close();
            } catch (Exception e) {
                if (why == null) {
                    throw new IllegalStateException(e);
                }
                why.addSuppressed(e);
            }
        }
    }
}
