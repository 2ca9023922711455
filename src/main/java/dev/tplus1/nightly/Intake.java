package dev.tplus1.nightly;

import dev.tplus1.diff.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.reconcile.BooksBeside;
import dev.tplus1.reconcile.Means;
import dev.tplus1.report.Outcome;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementCheck;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What a run compares: its statement, found, read, checked and kept, and the books, which are read
 * beside it. Holds the run's temporary folder; close it when the run has ended. One thread.
 */
final class Intake implements AutoCloseable {
    private final Rooms rooms;
    private final AccountPlan plan;
    private final BusinessDate day;
    private final StatementSource source;
    private final Scratch scratch;
    private List<Path> files = List.of();
    private @Nullable Statement statement;
    private @Nullable BooksBeside books;

    /**
     * @param runId names the temporary folder
     */
    Intake(Rooms rooms, AccountPlan plan, BusinessDate day, StatementSource source, String runId) {
        this.rooms = rooms;
        this.plan = plan;
        this.day = day;
        this.source = source;
        this.scratch = rooms.scratch(runId);
    }

    void find() throws RunEnded, IOException, RefusedException {
        files =
                switch (source.find(day.date(), plan.format(), scratch)) {
                    case StatementSource.Ready ready -> ready.files();
                    case StatementSource.NotReady notReady ->
                            throw new RunEnded(
                                    Outcome.NOT_READY,
                                    notReady.reason() + ". Run again later.",
                                    null);
                };
    }

    /** Reads and checks the statement; from now on the books are read, too. */
    void check() throws IOException, RefusedException {
        Ledger.Reading reading =
                rooms.ledger()
                        .reading(plan.id(), plan.format().keys(), day, plan.cutoffGrace(), scratch);
        books = BooksBeside.reading(reading::read, _ -> reading.stop());
        Statement read = plan.format().read(files, scratch);
        StatementCheck.of(plan.settings()).check(read, files, day);
        statement = read;
    }

    /** Keeps what was read, as it was received; only for the one who holds the date. */
    void keep(Runnable fence) throws IOException, RefusedException {
        rooms.archive().sweep(plan.id(), day.date());
        files = rooms.archive().keep(plan.id(), day.date(), statement().sha256(), files);
        rooms.returns().record(plan.id(), day.date(), statement(), fence);
    }

    Statement statement() {
        return Objects.requireNonNull(statement);
    }

    /** The books beside the statement, which is accepted; done with when they are closed. */
    BooksBeside books() {
        return Objects.requireNonNull(books);
    }

    List<Path> files() {
        return files;
    }

    /** What its reconciliation works with. */
    Means means() {
        return new Means(
                scratch, entries -> plan.format().withRaw(statement(), files, entries, scratch));
    }

    @Override
    public void close() {
        try {
            if (books != null) {
                books.close();
            }
        } finally {
            scratch.close();
        }
    }
}
