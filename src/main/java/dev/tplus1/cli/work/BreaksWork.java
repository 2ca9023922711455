package dev.tplus1.cli.work;

import dev.tplus1.breaks.Audit;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.BreaksTable;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.provider.Providers;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.report.words.Words;
import dev.tplus1.statement.StatementFormat;

import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads and decides breaks; needs the database and nothing else. */
final class BreaksWork {
    private final Clock clock;

    BreaksWork(Clock clock) {
        this.clock = clock;
    }

    /** An account's date that something was approved of. */
    record Dated(String account, LocalDate date) {}

    BreaksTable list(Work.BreaksList request) {
        try (Database database = open(request.job())) {
            List<FiledBreak> rows = new ArrayList<>();
            Decisions.Filter filter =
                    new Decisions.Filter(
                            request.account(), request.date(), Set.copyOf(request.statuses()));
            new Decisions(database, clock)
                    .list(
                            filter,
                            row -> {
                                if (request.types().isEmpty()
                                        || request.types().contains(row.found().type())) {
                                    rows.add(filed(row, request.job()));
                                }
                            });
            return new BreaksTable(rows);
        }
    }

    BreakBlock show(Work.Job job, String id) {
        try (Database database = open(job)) {
            Decisions decisions = new Decisions(database, clock);
            BreakRecord row = only(id, decisions.show(id));
            Break found = row.found();
            List<BreakBlock.Event> history =
                    decisions.events(row).stream().map(BreaksWork::event).toList();
            boolean over = !found.status().open();
            return new BreakBlock(
                    filed(row, job),
                    providerName(job, row.account()),
                    Words.why(found.type()),
                    over ? "" : Words.next(found.type()),
                    history);
        }
    }

    String resolve(Work.Job job, String id, String note, String as) {
        try (Database database = open(job)) {
            return made(new Decisions(database, clock).resolve(id, as, note))
                    .getFirst()
                    .found()
                    .id();
        }
    }

    /** Records what is approved; which dates have to be run for it. */
    List<Dated> approve(Work.Approve request) {
        try (Database database = open(request.job())) {
            Decisions decisions = new Decisions(database, clock);
            if (!request.ids().isEmpty()) {
                if (request.job().file().replay().mode() == ReplayMode.OFF) {
                    throw new SettingException(
                            "replay.mode is off, so nothing is replayed; have the order booked in"
                                    + " the shop system, then resolve the break with a note");
                }
                Set<Dated> dates = new LinkedHashSet<>();
                made(decisions.approveBreaks(request.ids(), request.as(), request.note()))
                        .forEach(row -> dates.add(new Dated(row.account(), row.date())));
                return List.copyOf(dates);
            }
            Dated dated =
                    new Dated(
                            Objects.requireNonNull(request.account()),
                            Objects.requireNonNull(request.date()));
            if (decisions
                    .approveDate(dated.account(), dated.date(), request.as(), request.note())
                    .isEmpty()) {
                throw new SettingException(
                        dated.account()
                                + " "
                                + dated.date()
                                + ": not held, so there is nothing to approve; tplus1 breaks list"
                                + " shows what is open");
            }
            return List.of(dated);
        }
    }

    private static List<BreakRecord> made(Decision decision) {
        return switch (decision) {
            case Decision.Made made -> made.breaks();
            case Decision.Unknown unknown -> throw unknown(unknown.id());
            case Decision.Ambiguous ambiguous ->
                    throw ambiguous(ambiguous.id(), ambiguous.matches());
            case Decision.Refused refused ->
                    throw new SettingException(refused.of().found().id() + ": " + refused.why());
        };
    }

    private static BreakRecord only(String id, List<BreakRecord> matches) {
        if (matches.isEmpty()) {
            throw unknown(id);
        }
        if (matches.size() > 1) {
            throw ambiguous(id, matches);
        }
        return matches.getFirst();
    }

    private static SettingException unknown(String id) {
        return new SettingException(
                id + ": no such break; tplus1 breaks list shows those there are");
    }

    private static SettingException ambiguous(String id, List<BreakRecord> matches) {
        BreakRecord first = matches.getFirst();
        return new SettingException(
                id
                        + ": "
                        + matches.size()
                        + " breaks have this id; give the whole hash instead, "
                        + first.found().identity().hash()
                        + " is the one of "
                        + first.account()
                        + " "
                        + first.date());
    }

    private FiledBreak filed(BreakRecord row, Work.Job job) {
        ZoneId zone = account(job, row.account()).map(BreaksWork::zone).orElse(ZoneOffset.UTC);
        long age = ChronoUnit.DAYS.between(row.date(), LocalDate.ofInstant(clock.instant(), zone));
        return new FiledBreak(row.found(), zone, Math.max(0, age));
    }

    private static BreakBlock.Event event(Audit.Entry entry) {
        Audit.Event event = entry.event();
        return new BreakBlock.Event(
                event.at(), event.detail(), event.actor().equals("tplus1") ? null : event.actor());
    }

    private static String providerName(Work.Job job, String account) {
        return account(job, account)
                .map(a -> Providers.format(a.settings()).providerName())
                .orElse("statement");
    }

    private static ZoneId zone(AccountFile account) {
        ZoneId zone = account.settings().zone();
        StatementFormat format = Providers.format(account.settings());
        return zone == null ? format.zone() : zone;
    }

    private static Optional<AccountFile> account(Work.Job job, String id) {
        return job.file().accounts().stream().filter(a -> a.id().equals(id)).findFirst();
    }

    static Database open(Work.Job job) {
        Database database = Database.open("database", job.file().database());
        try {
            database.migrate(Schema.OWN);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        return database;
    }
}
