package dev.tplus1.cli.work;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakList;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.Decisions;
import dev.tplus1.breaks.Decisions.Decision;
import dev.tplus1.breaks.Decisions.Ruling;
import dev.tplus1.breaks.HeldDates;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.decide.FirstApproval;
import dev.tplus1.breaks.decide.Reason;
import dev.tplus1.cli.Deciding;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.BreakBlock;
import dev.tplus1.cli.speech.FiledBreak;
import dev.tplus1.database.Database;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.replay.ReplayMode;
import dev.tplus1.report.words.Words;

import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
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

    /**
     * What an approval let go, and what it did not.
     *
     * @param dates which have to be run
     * @param told a line for each that waits for a second person
     */
    record Approved(List<Dated> dates, List<String> told) {}

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
            BreakRecord row = only(id, new BreakList(database).show(id));
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
                    over ? "" : Words.next(found.type()),
                    cut ? history.subList(1, history.size()) : history,
                    cut);
        }
    }

    List<String> assign(Deciding.Assign request) {
        try (Database database = open(request.job())) {
            return made(
                            new Decisions(database, clock)
                                    .assign(
                                            request.ids(),
                                            request.to(),
                                            request.as(),
                                            request.note()))
                    .breaks()
                    .stream()
                    .map(row -> row.found().id())
                    .toList();
        }
    }

    String resolve(Work.Job job, String id, Reason reason, String note, String as) {
        try (Database database = open(job)) {
            Decision decision =
                    new Decisions(database, clock)
                            .resolve(id, reason, new Ruling(as, note), _ -> Optional.empty());
            return made(decision).breaks().getFirst().found().id();
        }
    }

    FiledBreak reopen(Work.Job job, String id, String note, String as) {
        try (Database database = open(job)) {
            Decision decision = new Decisions(database, clock).reopen(id, new Ruling(as, note));
            return new Filing(job, new HeldDates(database, clock), clock)
                    .filed(made(decision).breaks().getFirst());
        }
    }

    /** Records what is approved. */
    Approved approve(Deciding.Approve request) {
        try (Database database = open(request.job())) {
            return request.ids().isEmpty()
                    ? approveDate(request, database)
                    : approveBreaks(request, database);
        }
    }

    private Approved approveBreaks(Deciding.Approve request, Database database) {
        if (request.job().file().replay().mode() == ReplayMode.OFF) {
            throw new SettingException(
                    "replay.mode is off, so nothing is replayed; have the order booked in"
                            + " the shop system, then resolve the break with a note");
        }
        Decisions decisions = new Decisions(database, clock, request.job().file().approval());
        Decision.Made made =
                made(decisions.approveBreaks(request.ids(), request.as(), request.note()));
        List<String> told = new ArrayList<>(made.said());
        Set<Dated> dates = new LinkedHashSet<>();
        for (BreakRecord row : made.breaks()) {
            FirstApproval first = row.waiting();
            if (first == null) {
                dates.add(new Dated(row.account(), row.date()));
            } else {
                told.add(row.found().id() + ": " + waits(first));
            }
        }
        return new Approved(List.copyOf(dates), told);
    }

    private Approved approveDate(Deciding.Approve request, Database database) {
        Dated dated =
                new Dated(
                        Objects.requireNonNull(request.account()),
                        Objects.requireNonNull(request.date()));
        String subject = dated.account() + " " + dated.date() + ": ";
        HeldDates dates = new HeldDates(database, clock, request.job().file().approval());
        return switch (dates.approve(dated.account(), dated.date(), request.as(), request.note())) {
            case HeldDates.Decision.Made(Revision now, List<String> said) -> {
                FirstApproval first = now.first();
                if (now.approval() != null || first == null) {
                    yield new Approved(List.of(dated), said);
                }
                List<String> told = new ArrayList<>(said);
                told.add(subject + waits(first));
                yield new Approved(List.of(), told);
            }
            case HeldDates.Decision.NotHeld _ ->
                    throw new SettingException(
                            subject
                                    + "not held, so there is nothing to approve; tplus1 breaks list"
                                    + " shows what is open");
            case HeldDates.Decision.Refused(String why) ->
                    throw new SettingException(subject + why);
        };
    }

    private static String waits(FirstApproval first) {
        return "approved by " + first.by() + ", a second person is needed; nothing is replayed.";
    }

    private static Decision.Made made(Decision decision) {
        return switch (decision) {
            case Decision.Made made -> made;
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
