package dev.tplus1.nightly.known;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.outbox.Letters;
import dev.tplus1.outbox.Notices;
import dev.tplus1.report.Summary;
import dev.tplus1.watch.metrics.JobFigures;
import dev.tplus1.watch.metrics.JobFigures.Found;
import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Reconciled;
import dev.tplus1.watch.metrics.JobFigures.Run;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A job's figures, as its database has them now, by a few queries for each account. */
public final class Measured {
    /** A date's revision that counts. */
    private static final String LATEST =
            " r.state = 'CONCLUDED' AND r.revision = (SELECT MAX(l.revision) FROM tplus1_revision l"
                    + " WHERE l.account = r.account AND l.business_date = r.business_date AND"
                    + " l.state = 'CONCLUDED')";

    /** A day that is not over was asked for by mistake, and is never the latest. */
    private static final String OVER = " AND r.business_date < :today";

    private static final String LAST_CONCLUDED =
            "SELECT r.business_date, r.concluded_at AS ended_at, r.outcome, (SELECT"
                    + " MAX(l.concluded_at) FROM tplus1_revision l WHERE l.account = r.account AND"
                    + " l.state = 'CONCLUDED') AS last_at FROM tplus1_revision r WHERE r.account ="
                    + " :account AND r.state = 'CONCLUDED' AND r.concluded_at IS NOT NULL"
                    + OVER
                    + " ORDER BY r.business_date DESC, r.concluded_at DESC LIMIT 1";

    private static final String LAST_TRY =
            "SELECT r.business_date, r.tried_at AS ended_at, r.outcome, (SELECT MAX(l.tried_at)"
                    + " FROM tplus1_last_try l WHERE l.account = r.account) AS last_at FROM"
                    + " tplus1_last_try r WHERE r.account = :account"
                    + OVER
                    + " ORDER BY r.business_date DESC LIMIT 1";

    private final Database database;
    private final @Nullable Letters letters;
    private final JobFile job;
    private final Clock clock;
    private final Revisions revisions;

    /**
     * @param books where the outbox is, where the job has one
     */
    public Measured(Database database, Database books, JobFile job, Clock clock) {
        this.database = database;
        this.letters =
                List.of(job.booksSchemas()).contains(Schema.CALLBACK) ? new Letters(books) : null;
        this.job = job;
        this.clock = clock;
        this.revisions = new Revisions(database, clock);
    }

    /**
     * All of them.
     *
     * @param trouble takes why the outbox could not be asked, which takes nothing from the others
     * @throws DatabaseException when the database does not answer
     */
    public JobFigures figures(Consumer<RuntimeException> trouble) {
        try {
            return new JobFigures(
                    job.accounts().stream().map(this::account).toList(),
                    new Notices(database, job.job(), clock)
                            .dead().stream().mapToLong(Notices.Undelivered::dead).sum(),
                    deadLetters(trouble));
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("the figures of the runs cannot be read", e);
        }
    }

    /** The books may be in another database than all else. */
    private OptionalLong deadLetters(Consumer<RuntimeException> trouble) {
        if (letters == null) {
            return OptionalLong.of(0);
        }
        try {
            return OptionalLong.of(letters.count().dead());
        } catch (DatabaseException e) {
            trouble.accept(e);
        } catch (DataAccessException | TransactionException e) {
            trouble.accept(DatabaseException.of("the outbox cannot be counted", e));
        }
        return OptionalLong.empty();
    }

    private OfAccount account(AccountFile file) {
        String account = file.id();
        LocalDate today = LocalDate.ofInstant(clock.instant(), file.zone());
        Map<String, Long> open = new HashMap<>();
        for (BreakType type : BreakType.values()) {
            open.put(type.name(), 0L);
        }
        Optional<LocalDate> oldest = open(account, open);
        return new OfAccount(
                account,
                lastRun(account, today),
                reconciled(account, today, file.zone()),
                found(account, today),
                open,
                oldest.map(date -> began(date, file.zone())).orElse(null),
                held(account),
                MissedDates.without(database, account, today.minusDays(1)));
    }

    private JdbcClient.StatementSpec asked(String sql, String account) {
        return database.jdbc().sql(sql).param("account", account);
    }

    /** Counts the breaks that wait for a person; the oldest one's date. */
    private Optional<LocalDate> open(String account, Map<String, Long> counts) {
        return asked(
                        "SELECT type, COUNT(*) AS breaks, MIN(business_date) AS oldest FROM"
                                + " tplus1_break WHERE account = :account AND status IN ('OPEN',"
                                + " 'HELD', 'WITHDRAWN') GROUP BY type",
                        account)
                .query((row, _) -> {
                    counts.put(row.getString("type"), row.getLong("breaks"));
                    return row.getObject("oldest", LocalDate.class);
                })
                .list()
                .stream()
                .min(LocalDate::compareTo);
    }

    /** The last run of the latest date; when any run ended last. */
    private @Nullable Run lastRun(String account, LocalDate today) {
        List<LastRun> lasts =
                Stream.of(LAST_CONCLUDED, LAST_TRY)
                        .map(sql ->
                                asked(sql, account)
                                        .param("today", today)
                                        .query((row, _) -> lastRun(row))
                                        .optional())
                        .flatMap(Optional::stream)
                        .toList();
        LastRun latest =
                lasts.stream()
                        .max(Comparator.comparing(LastRun::date).thenComparing(LastRun::ended))
                        .orElse(null);
        if (latest == null) {
            return null;
        }
        Instant at =
                lasts.stream().map(LastRun::ofAll).max(Instant::compareTo).orElse(latest.ended());
        return new Run(at, latest.date(), latest.outcome());
    }

    private static LastRun lastRun(ResultSet row) throws SQLException {
        return new LastRun(
                row.getObject("business_date", LocalDate.class),
                at(row, "ended_at"),
                row.getString("outcome"),
                at(row, "last_at"));
    }

    /**
     * Of an account's latest date.
     *
     * @param ofAll when the last run ended of any date
     */
    private record LastRun(LocalDate date, Instant ended, String outcome, Instant ofAll) {}

    private @Nullable Reconciled reconciled(String account, LocalDate today, ZoneId zone) {
        return asked(
                        "SELECT r.business_date, r.concluded_at FROM tplus1_revision r WHERE"
                                + " r.account = :account AND r.outcome = 'RECONCILED' AND"
                                + LATEST
                                + OVER
                                + " ORDER BY r.business_date DESC LIMIT 1",
                        account)
                .param("today", today)
                .query((row, _) ->
                        new Reconciled(
                                at(row, "concluded_at"),
                                began(row.getObject("business_date", LocalDate.class), zone)))
                .optional()
                .orElse(null);
    }

    private long held(String account) {
        return asked(
                        "SELECT COUNT(*) FROM tplus1_revision r WHERE r.account = :account AND"
                                + " r.outcome = 'HELD' AND"
                                + LATEST,
                        account)
                .query((row, _) -> row.getLong(1))
                .single();
    }

    private @Nullable Found found(String account, LocalDate today) {
        return asked(
                        "SELECT r.business_date, r.revision FROM tplus1_revision r WHERE r.account"
                                + " = :account AND r.state = 'CONCLUDED'"
                                + OVER
                                + " ORDER BY r.business_date DESC, r.revision DESC LIMIT 1",
                        account)
                .param("today", today)
                .query((row, _) ->
                        new Revision.Id(
                                account,
                                row.getObject("business_date", LocalDate.class),
                                row.getInt("revision")))
                .optional()
                .flatMap(revisions::recorded)
                .map(json -> found(Summary.fromJson(json)))
                .orElse(null);
    }

    private static Found found(Summary summary) {
        Map<String, Long> breaks = new HashMap<>();
        for (BreakType type : BreakType.values()) {
            breaks.put(type.name(), summary.breaks().getOrDefault(type, 0L));
        }
        Summary.Replays replays = summary.replays();
        return new Found(
                summary.statement().entries(),
                summary.ledger().entries(),
                summary.matched(),
                breaks,
                Map.of(
                        "applied", replays.applied(),
                        "already_applied", replays.alreadyApplied(),
                        "refused", replays.refused(),
                        "failed", replays.failed()));
    }

    private static Instant began(LocalDate date, ZoneId zone) {
        return new BusinessDate(date, zone).start();
    }

    private static Instant at(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNull(row.getObject(column, LocalDateTime.class))
                .toInstant(ZoneOffset.UTC);
    }
}
