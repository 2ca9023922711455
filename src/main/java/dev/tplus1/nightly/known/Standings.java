package dev.tplus1.nightly.known;

import dev.tplus1.breaks.Status;
import dev.tplus1.database.Database;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.lease.Leases;
import dev.tplus1.nightly.known.DateStanding.State;
import dev.tplus1.nightly.known.PurgedDates.What;
import dev.tplus1.report.Outcome;

import org.jspecify.annotations.Nullable;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How accounts' dates stand, by a few queries for each account; changes nothing and needs no batch.
 * Thread-safe.
 */
public final class Standings {
    private final Database database;
    private final Leases leases;
    private final LastTries tries;
    private final Clock clock;

    public Standings(Database database, Leases leases, Clock clock) {
        this.database = database;
        this.leases = leases;
        this.tries = new LastTries(database, clock);
        this.clock = clock;
    }

    /** What is known of an account's dates. */
    private record Known(
            LocalDate first,
            Map<LocalDate, Concluded> concluded,
            Map<LocalDate, Integer> begun,
            Map<LocalDate, LastTries.Try> tries,
            Map<LocalDate, Leases.Taken> leases,
            Map<LocalDate, Instant> purged,
            Map<LocalDate, Map<Status, Long>> breaks) {}

    private record Concluded(
            int revision,
            Outcome outcome,
            @Nullable String heldReason,
            Instant at,
            boolean approved) {}

    /**
     * An account's dates from {@code from} to {@code to}, the oldest first.
     *
     * @param zone of the account's days
     */
    public List<DateStanding> list(String account, ZoneId zone, LocalDate from, LocalDate to) {
        Known known = known(account, zone, from, to);
        return from.datesUntil(to.plusDays(1))
                .map(date -> standing(account, new BusinessDate(date, zone), known))
                .toList();
    }

    private Known known(String account, ZoneId zone, LocalDate from, LocalDate to) {
        Map<LocalDate, Concluded> concluded = new HashMap<>();
        Map<LocalDate, Integer> begun = new HashMap<>();
        revisions(account, from, to, concluded, begun);
        LocalDate yesterday = LocalDate.ofInstant(clock.instant(), zone).minusDays(1);
        return new Known(
                MissedDates.first(database, account, from.minusDays(MissedDates.LOOKED_BACK))
                        .orElse(yesterday),
                concluded,
                begun,
                byDate(tries.list(account, from, to), LastTries.Try::date),
                byDate(leases.taken(account, from, to), Leases.Taken::date),
                new PurgedDates(database, clock).list(account, from, to, What.BREAKS),
                breaks(account, from, to));
    }

    private static <T> Map<LocalDate, T> byDate(List<T> rows, Function<T, LocalDate> date) {
        return rows.stream().collect(Collectors.toMap(date, Function.identity()));
    }

    private void revisions(
            String account,
            LocalDate from,
            LocalDate to,
            Map<LocalDate, Concluded> concluded,
            Map<LocalDate, Integer> begun) {
        database.jdbc()
                .sql(
                        "SELECT business_date, revision, state, outcome, held_reason, started_at,"
                                + " concluded_at, approved_at FROM tplus1_revision WHERE account ="
                                + " :account AND business_date BETWEEN :from AND :to ORDER BY"
                                + " business_date, revision")
                .param("account", account)
                .param("from", from)
                .param("to", to)
                .query(row -> {
                    LocalDate date = row.getObject("business_date", LocalDate.class);
                    if (row.getString("state").equals("CONCLUDED")) {
                        concluded.put(date, concluded(row));
                        begun.remove(date);
                    } else {
                        begun.put(date, row.getInt("revision"));
                    }
                });
    }

    private static Concluded concluded(ResultSet row) throws SQLException {
        LocalDateTime at = row.getObject("concluded_at", LocalDateTime.class);
        return new Concluded(
                row.getInt("revision"),
                Outcome.valueOf(row.getString("outcome")),
                row.getString("held_reason"),
                (at == null ? row.getObject("started_at", LocalDateTime.class) : at)
                        .toInstant(ZoneOffset.UTC),
                row.getObject("approved_at") != null);
    }

    private Map<LocalDate, Map<Status, Long>> breaks(String account, LocalDate from, LocalDate to) {
        List<String> open = new ArrayList<>();
        for (Status status : Status.values()) {
            if (status.open()) {
                open.add(status.name());
            }
        }
        Map<LocalDate, Map<Status, Long>> counts = new HashMap<>();
        database.jdbc()
                .sql(
                        "SELECT business_date, status, COUNT(*) AS breaks FROM tplus1_break WHERE"
                                + " account = :account AND business_date BETWEEN :from AND :to AND"
                                + " status IN (:open) GROUP BY business_date, status")
                .param("account", account)
                .param("from", from)
                .param("to", to)
                .param("open", open)
                .query(row -> {
                    counts.computeIfAbsent(
                                    row.getObject("business_date", LocalDate.class),
                                    _ -> new EnumMap<>(Status.class))
                            .put(Status.valueOf(row.getString("status")), row.getLong("breaks"));
                });
        return counts;
    }

    private DateStanding standing(String account, BusinessDate day, Known known) {
        LocalDate date = day.date();
        Concluded concluded = known.concluded().get(date);
        LastTries.Try tried = known.tries().get(date);
        Leases.Taken taken = known.leases().get(date);
        HeldBy running = taken != null && taken.alive() ? taken.holder() : null;
        Map<Status, Long> breaks = known.breaks().getOrDefault(date, Map.of());
        long watch = breaks.getOrDefault(Status.SUSPENSE, 0L);
        long open = breaks.values().stream().mapToLong(Long::longValue).sum();
        State state = running != null ? State.RUNNING : ended(day, known);
        return new DateStanding(
                account,
                day,
                state,
                concluded == null ? 0 : concluded.revision(),
                concluded != null
                        ? concluded.outcome().name()
                        : tried == null ? null : tried.outcome().name(),
                open - watch,
                watch,
                concluded != null ? concluded.at() : tried == null ? null : tried.at(),
                running == null ? reason(date, known) : "",
                running);
    }

    private State ended(BusinessDate day, Known known) {
        LocalDate date = day.date();
        Concluded concluded = known.concluded().get(date);
        if (concluded != null) {
            return concluded.outcome() == Outcome.RECONCILED
                    ? State.DONE
                    : concluded.approved() ? State.APPROVED : State.HELD;
        }
        LastTries.Try tried = known.tries().get(date);
        if (died(date, known).isPresent() || known.begun().containsKey(date)) {
            return State.FAILED;
        }
        if (tried != null) {
            return switch (tried.outcome()) {
                case NOT_READY -> State.NOT_READY;
                case REFUSED -> State.REFUSED;
                case SUSPECT_EMPTY -> State.SUSPECT_EMPTY;
                case FAILED, RECONCILED, HELD -> State.FAILED;
            };
        }
        boolean over = !clock.instant().isBefore(day.end());
        return over && !date.isBefore(known.first()) ? State.MISSING : State.NOT_DUE;
    }

    /** Who was at work on it and did not give its lease back, unless a later run has ended. */
    private static Optional<HeldBy> died(LocalDate date, Known known) {
        Leases.Taken taken = known.leases().get(date);
        if (taken == null || taken.alive()) {
            return Optional.empty();
        }
        return Optional.of(taken.holder());
    }

    private static String reason(LocalDate date, Known known) {
        Concluded concluded = known.concluded().get(date);
        Integer begun = known.begun().get(date);
        LastTries.Try tried = known.tries().get(date);
        if (concluded != null) {
            String held = concluded.heldReason();
            if (held != null && concluded.outcome() == Outcome.HELD) {
                return held;
            }
            Instant purged = known.purged().get(date);
            if (purged != null) {
                return "its breaks were purged on " + PurgedDates.day(purged);
            }
            return begun == null ? "" : "r" + begun + " was begun and has not ended";
        }
        Optional<HeldBy> died = died(date, known);
        if (died.isPresent()) {
            HeldBy holder = died.get();
            return "its run died: host " + holder.host() + ", process " + holder.process();
        }
        if (tried != null) {
            return tried.reason();
        }
        return begun == null ? "" : "r" + begun + " was begun and has not ended";
    }
}
