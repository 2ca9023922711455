package dev.tplus1.cli.work;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakList;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.HeldDates;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.breaks.purge.OldBreaks;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads and decides breaks; needs the database and nothing else. */
final class BreaksWork {
    /** The last events that a break's history shows. */
    private static final int MAX_HISTORY = 1000;

    private final Clock clock;

    BreaksWork(Clock clock) {
        this.clock = clock;
    }

    /** An account's date that something was approved of. */
    record Dated(String account, LocalDate date) {}

    void list(Deciding.BreaksList request, Consumer<FiledBreak> rows) {
        try (Database database = open(request.job())) {
            Filing filing = new Filing(request.job(), new HeldDates(database, clock), clock);
            BreakList.Filter filter =
                    new BreakList.Filter(
                            request.account(),
                            request.from(),
                            request.to(),
                            request.statuses(),
                            request.types(),
                            request.owner());
            Duration age = request.olderThan();
            new BreakList(database)
                    .list(
                            filter,
                            row -> {
                                FiledBreak filed = filing.filed(row);
                                if (age == null
                                        || Duration.ofDays(filed.ageDays()).compareTo(age) > 0) {
                                    rows.accept(filed);
                                }
                            });
        }
    }

    BreakBlock show(Work.Job job, String id) {
        try (Database database = open(job)) {
            BreakRecord row = only(id, new BreakList(database).show(id), database);
            Break found = row.found();
            List<Audit.Event> history =
                    new Audit(database)
                                    .last(
                                            found.identity().hash(),
                                            row.account(),
                                            row.date(),
                                            MAX_HISTORY + 1)
                                    .stream()
                                    .map(Audit.Entry::event)
                                    .toList();
            boolean cut = history.size() > MAX_HISTORY;
            boolean over = !found.status().open();
            Filing filing = new Filing(job, new HeldDates(database, clock), clock);
            return new BreakBlock(
                    filing.filed(row),
                    filing.providerName(row.account()),
                    Words.why(found.type()),
                    over ? "" : next(job, found),
                    cut ? history.subList(1, history.size()) : history,
                    cut);
        }
    }

    /** As the job is now: what replayed nothing in its last run may be approved by today. */
    private static String next(Work.Job job, Break found) {
        return Words.ENGLISH.get(
                Words.decideKey(
                        found.type(),
                        found.status() == Status.HELD,
                        job.file().replay().mode() == ReplayMode.OFF));
    }

    List<String> assign(Deciding.Assign request) {
        try (Database database = open(request.job())) {
            return made(
                            decisions(request.job(), database, clock)
                                    .assign(
                                            request.ids(),
                                            request.to(),
                                            request.as(),
                                            request.note()),
                            database)
                    .breaks()
                    .stream()
                    .map(row -> row.found().id())
                    .toList();
        }
    }

    String resolve(Work.Job job, String id, Reason reason, String note, String as) {
        try (Database database = open(job)) {
            Decision decision =
                    decisions(job, database, clock)
                            .resolve(id, reason, new Ruling(as, note), _ -> Optional.empty());
            return made(decision, database).breaks().getFirst().found().id();
        }
    }

    FiledBreak reopen(Work.Job job, String id, String note, String as) {
        try (Database database = open(job)) {
            Decision decision = decisions(job, database, clock).reopen(id, new Ruling(as, note));
            return new Filing(job, new HeldDates(database, clock), clock)
                    .filed(made(decision, database).breaks().getFirst());
        }
    }

    /** Decides about the job's accounts alone: another job may share its database. */
    static Decisions decisions(Work.Job job, Database database, Clock clock) {
        Set<String> accounts = new HashSet<>();
        job.file().accounts().forEach(account -> accounts.add(account.id()));
        return new Decisions(database, clock, job.file().approval(), accounts::contains);
    }

    /** Records what is approved. */
    Deciding.Approved approve(Deciding.Approve request) {
        try (Database database = open(request.job())) {
            return request.ids().isEmpty()
                    ? approveDate(request, database)
                    : approveBreaks(request, database);
        }
    }

    private Deciding.Approved approveBreaks(Deciding.Approve request, Database database) {
        if (request.job().file().replay().mode() == ReplayMode.OFF) {
            throw new SettingException(
                    "replay.mode is off, so nothing is replayed; have the order booked in"
                            + " the shop system, then resolve the break with a note");
        }
        Decision.Made made =
                made(
                        decisions(request.job(), database, clock)
                                .approveBreaks(request.ids(), request.as(), request.note()),
                        database);
        List<Deciding.Approval> each =
                made.breaks().stream()
                        .map(row ->
                                approval(
                                        row.account(),
                                        row.date(),
                                        row.found().id(),
                                        row.waiting(),
                                        row.approval()))
                        .toList();
        return new Deciding.Approved(each, made.said());
    }

    private static Deciding.Approval approval(
            String account,
            LocalDate date,
            @Nullable String id,
            @Nullable FirstApproval waiting,
            Revision.@Nullable Approval approval) {
        String by =
                waiting != null ? waiting.by() : Objects.requireNonNull(approval, "approval").by();
        return new Deciding.Approval(account, date, id, by, waiting != null);
    }

    private Deciding.Approved approveDate(Deciding.Approve request, Database database) {
        Dated dated =
                new Dated(
                        Objects.requireNonNull(request.account()),
                        Objects.requireNonNull(request.date()));
        String subject = dated.account() + " " + dated.date() + ": ";
        HeldDates dates = new HeldDates(database, clock, request.job().file().approval());
        return switch (dates.approve(dated.account(), dated.date(), request.as(), request.note())) {
            case HeldDates.Decision.Made(Revision now, List<String> said) ->
                    new Deciding.Approved(
                            List.of(
                                    approval(
                                            dated.account(),
                                            dated.date(),
                                            null,
                                            now.approval() == null ? now.first() : null,
                                            now.approval())),
                            said);
            case HeldDates.Decision.NotHeld _ ->
                    throw new SettingException(
                            subject
                                    + "not held, so there is nothing to approve; tplus1 breaks list"
                                    + " shows what is open");
            case HeldDates.Decision.Refused(String why) ->
                    throw new SettingException(subject + why);
        };
    }

    private Decision.Made made(Decision decision, Database database) {
        return switch (decision) {
            case Decision.Made made -> made;
            case Decision.Unknown unknown -> throw unknown(unknown.id(), database);
            case Decision.Ambiguous ambiguous ->
                    throw ambiguous(ambiguous.id(), ambiguous.matches());
            case Decision.Refused refused ->
                    throw new SettingException(refused.of().found().id() + ": " + refused.why());
        };
    }

    private BreakRecord only(String id, List<BreakRecord> matches, Database database) {
        if (matches.isEmpty()) {
            throw unknown(id, database);
        }
        if (matches.size() > 1) {
            throw ambiguous(id, matches);
        }
        return matches.getFirst();
    }

    private SettingException unknown(String id, Database database) {
        return new SettingException(
                new OldBreaks(database, clock)
                        .gone(id)
                        .map(gone -> id + purged(gone))
                        .orElse(id + ": no such break; tplus1 breaks list shows those there are"));
    }

    private static String purged(OldBreaks.Gone gone) {
        return ": a break of "
                + gone.account()
                + " "
                + gone.date()
                + ", purged on "
                + gone.at().toLocalDate()
                + "; tplus1 breaks audit --account "
                + gone.account()
                + " --date "
                + gone.date()
                + " tells what happened to it";
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
