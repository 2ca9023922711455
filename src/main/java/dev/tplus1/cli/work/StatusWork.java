package dev.tplus1.cli.work;

import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.days.StatusAnswer;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.database.SqlErrors;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.lease.Leases;
import dev.tplus1.nightly.known.DateStanding;
import dev.tplus1.nightly.known.Standings;

import org.springframework.dao.DataAccessException;

import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Looks at how the accounts' dates stand. Makes no table, so that it answers quickly. */
final class StatusWork {
    private final Clock clock;

    StatusWork(Clock clock) {
        this.clock = clock;
    }

    StatusAnswer status(Work.StatusRequest request) {
        List<AccountFile> accounts =
                request.job().file().accounts().stream()
                        .filter(account ->
                                request.accounts().isEmpty()
                                        || request.accounts().contains(account.id()))
                        .toList();
        LocalDate to = request.to() != null ? request.to() : lastNight(accounts);
        LocalDate from =
                request.from() != null ? request.from() : to.minusDays(request.days() - 1L);
        try (Database database = Database.open("database", request.job().file().database());
                Leases leases = new Leases(database)) {
            Standings standings = new Standings(database, leases, clock);
            List<DateStanding> rows = new ArrayList<>();
            for (AccountFile account : accounts) {
                rows.addAll(standings.list(account.id(), account.zone(), from, to));
            }
            return new StatusAnswer(request.job().path().toString(), rows);
        } catch (DataAccessException e) {
            if (e.getMostSpecificCause() instanceof SQLException sql
                    && SqlErrors.badStatement(sql)) {
                throw new SettingException(
                        "the database has not all tables of this release; tplus1 check --job "
                                + request.job().path()
                                + " makes them",
                        e);
            }
            throw DatabaseException.of("how the dates stand cannot be read", e);
        }
    }

    /** The latest date that is over for any of them. */
    private LocalDate lastNight(List<AccountFile> accounts) {
        return accounts.stream()
                .map(account -> LocalDate.ofInstant(clock.instant(), account.zone()).minusDays(1))
                .max(LocalDate::compareTo)
                .orElseThrow(() -> new IllegalStateException("a job without accounts"));
    }
}
