package dev.tplus1.nightly;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.http.CallStoppedException;
import dev.tplus1.ledger.BooksNotReadyException;
import dev.tplus1.ledger.Ledger;
import dev.tplus1.reconcile.BooksBeside;
import dev.tplus1.reconcile.Means;
import dev.tplus1.reconcile.PayerSearch;
import dev.tplus1.reconcile.StatementComparison;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;
import dev.tplus1.report.life.Origin;
import dev.tplus1.statement.Archive;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementCheck;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a run compares: its statement, found, read, checked and kept, and the books, which are read
 * beside it. Holds the run's temporary folder; close it when the run has ended. One thread.
 */
final class Intake implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

    private final Rooms rooms;
    private final AccountPlan plan;
    private final BusinessDate day;
    private final StatementSource source;
    private final Scratch scratch;
    private final Patience patience;
    private final Runnable fence;
    private List<Path> files = List.of();
    private Instant receivedAt = Instant.EPOCH;
    private boolean known;
    private @Nullable Statement statement;
    private @Nullable BooksBeside books;

    /**
     * @param runId names the temporary folder
     * @param fence throws when the date is no longer held by whoever wants it
     */
    Intake(
            Rooms rooms,
            AccountPlan plan,
            BusinessDate day,
            StatementSource source,
            String runId,
            Patience patience,
            Runnable fence) {
        this.rooms = rooms;
        this.plan = plan;
        this.day = day;
        this.source = source;
        this.scratch = rooms.scratch(runId);
        this.patience = patience;
        this.fence = fence;
    }

    /** Finds the statement's files, or has them downloaded; waits while there are none. */
    void find() throws RunEnded, RunStopped, IOException, RefusedException {
        while (true) {
            switch (found()) {
                case StatementSource.Ready ready -> {
                    files = ready.files();
                    receivedAt = rooms.clock().instant();
                    return;
                }
                case StatementSource.NotReady notReady ->
                        await("waiting for the statement", notReady.reason());
            }
        }
    }

    private StatementSource.Found found() throws RunStopped, IOException, RefusedException {
        try {
            return source.find(day.date(), plan.format(), scratch);
        } catch (CallStoppedException e) {
            throw new RunStopped(e);
        }
    }

    private void await(String doing, String reason) throws RunEnded, RunStopped {
        rooms.watcher().at(plan.id(), doing, 0, 0);
        if (!patience.again(plan.poll())) {
            throw new RunEnded(
                    Outcome.NOT_READY, reason + "." + patience.told() + " Run again later.", null);
        }
        LOG.info("{} {}: {}; asking again", plan.id(), day, reason);
        fence.run();
    }

    /** Reads the books from now on, beside whatever is done meanwhile. */
    void readBooks() {
        Ledger.Reading reading =
                rooms.ledger()
                        .reading(plan.id(), plan.format().keys(), day, plan.cutoffGrace(), scratch);
        books = BooksBeside.reading(reading::read, _ -> reading.stop());
    }

    /** Waits for books that are not ready, and reads them from now on. */
    void awaitBooks(BooksNotReadyException why) throws RunEnded, RunStopped {
        await("waiting for the books", String.valueOf(why.getMessage()));
        readBooks();
    }

    /** Reads and checks the statement. */
    void read() throws IOException, RefusedException {
        Statement read = plan.format().read(files, scratch);
        StatementCheck.of(plan.settings()).check(read, files, day);
        statement = read;
    }

    /**
     * Keeps what was read, as it was received; only for the one who holds the date.
     *
     * @return whether the same bytes had been kept before
     */
    boolean keep() throws IOException, RefusedException {
        known = archive();
        standForShown();
        addReturns();
        return known;
    }

    /**
     * What it does not return any more is forgotten, once it is what the date is classified by, and
     * only where it is the newest there is: a payment that was returned is never forgotten because
     * an older statement is read again, or one that comes to nothing.
     */
    void standsForTheDate() {
        if (!saysNothingNew()) {
            rooms.returns().record(plan.id(), day.date(), statement(), fence);
        }
    }

    private boolean saysNothingNew() {
        String sha256 = statement().sha256();
        return known
                || rooms.revisions()
                        .latest(plan.id(), day.date())
                        .filter(latest -> latest.statementSha256().equals(sha256))
                        .isPresent()
                || rooms.revisedStatements()
                        .open(plan.id(), day.date())
                        .filter(shown -> !shown.sha256().equals(sha256))
                        .isPresent();
    }

    /** The same for a date of which a run used, or is using, another that is kept already. */
    boolean keepBeside() throws IOException, RefusedException {
        known = archive();
        addReturns();
        return known;
    }

    /** Notes what it returns beside what is known of the date; keeps nothing. */
    void addReturns() {
        rooms.returns().add(plan.id(), day.date(), statement(), fence);
    }

    /**
     * Keeps its bytes alone.
     *
     * @return whether they had been kept before
     */
    boolean archive() throws IOException, RefusedException {
        Archive archive = rooms.archive();
        String sha256 = statement().sha256();
        archive.sweep(plan.id(), day.date());
        boolean known = archive.list(plan.id(), day.date()).contains(sha256);
        Archive.Source from =
                new Archive.Source(plan.format().provider(), source.from(), receivedAt);
        files = archive.keep(plan.id(), day.date(), sha256, files, from);
        return known;
    }

    /**
     * What the statement says otherwise than one that is kept; none where both are the very same
     * bytes.
     *
     * @throws IOException when the archive no longer has that one
     * @throws RefusedException when that one can no longer be read
     */
    Optional<StatementChange> against(String sha256) throws IOException, RefusedException {
        if (sha256.equals(statement().sha256())) {
            return Optional.empty();
        }
        List<Path> kept = rooms.archive().open(plan.id(), day.date(), sha256);
        try (Statement before = plan.format().read(kept, scratch)) {
            return Optional.of(StatementComparison.of(before, statement()));
        }
    }

    /**
     * Whether this is one that is kept, in other bytes. One that cannot be read any more is not:
     * the statement in hand takes its place.
     */
    boolean saysTheSameAs(String sha256) {
        try {
            return against(sha256).filter(StatementChange::nothing).isPresent();
        } catch (IOException | RefusedException e) {
            LOG.warn(
                    "{} {}: the archived statement {} cannot be read any more",
                    plan.id(),
                    day,
                    sha256,
                    e);
            return false;
        }
    }

    /**
     * What the provider showed last, and no revision used, may be this statement in other bytes: it
     * is this one then, and a revision that uses it has used that.
     */
    private void standForShown() {
        RevisedStatements revised = rooms.revisedStatements();
        revised.open(plan.id(), day.date())
                .filter(shown -> saysTheSameAs(shown.sha256()))
                .ifPresent(_ -> revised.keptIn(plan.id(), day.date(), statement().sha256(), fence));
    }

    /** What a revision's report tells about that; null where it has nothing to tell. */
    Summary.@Nullable RevisedStatement revised(Revision.Id id) {
        Optional<Revision> before =
                rooms.revisions().list(id.account(), id.date()).stream()
                        .filter(each -> each.id().number() < id.number())
                        .reduce((_, last) -> last);
        if (before.isEmpty()) {
            return null;
        }
        Revision previous = before.get();
        int number = previous.id().number();
        String used = previous.statementSha256();
        try {
            return against(used)
                    .map(change -> Summary.RevisedStatement.of(number, used, change))
                    .orElse(null);
        } catch (IOException | RefusedException e) {
            // a date must be able to run again even so; its report says what it cannot tell
            return Summary.RevisedStatement.unknown(number, used, Shown.reason(e));
        }
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

    /** Where they came from; null while there are none. */
    @Nullable Origin origin() {
        return files.isEmpty() ? null : Origin.of(receivedAt, source.from(), files);
    }

    /** Who paid its breaks, as far as the statement says it; nobody where there is none. */
    Function<Break, Optional<String>> payers(Breaks breaks) throws RefusedException, IOException {
        Statement read = statement;
        return read == null
                ? _ -> Optional.empty()
                : PayerSearch.of(plan.format(), read.sha256(), files, breaks, scratch);
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
