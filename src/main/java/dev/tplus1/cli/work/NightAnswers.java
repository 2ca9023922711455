package dev.tplus1.cli.work;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.cli.Work;
import dev.tplus1.cli.speech.AccountAnswer;
import dev.tplus1.cli.speech.FetchBlock;
import dev.tplus1.cli.speech.ReconcileBlock;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.entry.SettingException;
import dev.tplus1.entry.StatementChange;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.nightly.NightResult;
import dev.tplus1.nightly.known.MissedDates;
import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.BreakRows;
import dev.tplus1.report.Outcome;
import dev.tplus1.report.Summary;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Puts how a night ended into the words of an answer. */
final class NightAnswers {
    static final String REPORT = "report.html";

    private static final DateTimeFormatter SINCE =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);

    private static final Set<Status> TO_DECIDE =
            EnumSet.of(Status.OPEN, Status.HELD, Status.WITHDRAWN);
    private static final Set<Status> SETTLED = EnumSet.of(Status.RESOLVED, Status.CLOSED);

    private NightAnswers() {}

    static AccountAnswer of(NightResult result, Work.Job job) {
        return switch (result) {
            case NightResult.Ran ran -> ran(ran, job);
            case NightResult.Already already -> already(already, job);
            case NightResult.NotConcluded not -> notConcluded(not);
            case NightResult.Fetched fetched -> new AccountAnswer.Fetched(block(fetched, job));
            case NightResult.Busy busy ->
                    new AccountAnswer.Running(busy.account(), busy.date(), holder(busy.holder()));
            case NightResult.Failed failed -> {
                String told = Speech.line(failed.told());
                if (failed.cause() instanceof SettingException) {
                    yield new AccountAnswer.WrongSettings(
                            failed.account(), failed.date(), told + ". Nothing was changed.");
                }
                yield new AccountAnswer.Failed(failed.account(), failed.date(), told);
            }
            case NightResult.Stopped stopped ->
                    new AccountAnswer.Stopped(stopped.account(), stopped.date());
        };
    }

    /** What there is to say beside how it ended. */
    static Optional<AccountAnswer> beside(NightResult result, Work.Job job) {
        if (!(result instanceof NightResult.Ran ran) || !ran.leftUnused()) {
            return Optional.empty();
        }
        return Optional.of(
                new AccountAnswer.LeftUnused(
                        ran.account(),
                        ran.date(),
                        "this run finished r"
                                + ran.summary().revision()
                                + ", which an earlier one had begun, with the statement of that"
                                + " one; to use yours: "
                                + reconcile(ran.account(), ran.date(), job)
                                + " --rerun --statement FILE"));
    }

    /** Says that the date which a run concludes was not over, or lies in the future. */
    static Optional<AccountAnswer> early(NightResult result, Instant now) {
        if (!(result instanceof NightResult.Ran ran)
                || ran.summary().mode() == Summary.Mode.DRY_RUN
                || ran.date().isBefore(LocalDate.ofInstant(now, ran.summary().zone()))) {
            return Optional.empty();
        }
        return Optional.of(
                new AccountAnswer.NotOver(
                        ran.account(),
                        ran.date(),
                        "this day is not over in "
                                + ran.summary().zone()
                                + "; what comes later is only found by --rerun."));
    }

    /** Dates that are too many days back to be caught up with. */
    static AccountAnswer older(String account, MissedDates.Range older, Work.Reconcile request) {
        LocalDate yearBack = older.to().minusDays(Work.MOST_DATES - 1L);
        return new AccountAnswer.NotCaughtUp(
                account,
                older.from(),
                older.to(),
                Speech.count(older.missing(), "date is", "dates are")
                        + " further back than --catch-up "
                        + request.catchUp()
                        + "; tplus1 backfill --job "
                        + request.job().path()
                        + " --account "
                        + account
                        + " --from "
                        + (older.from().isBefore(yearBack) ? yearBack : older.from())
                        + " --to "
                        + older.to()
                        + " --keep-going");
    }

    private static FetchBlock block(NightResult.Fetched fetched, Work.Job job) {
        return new FetchBlock(
                fetched.account(),
                fetched.date(),
                fetched.layout(),
                fetched.entries(),
                fetched.ignored(),
                fetched.totals(),
                fetched.checks(),
                fetched.sha256(),
                fetched.files(),
                switch (fetched.kept()) {
                    case ARCHIVED -> "archived";
                    case KNOWN -> "the same bytes as before";
                    case SAME_ENTRIES -> "the same entries as before in other bytes, not archived";
                },
                fetched.against() == null
                        ? null
                        : new FetchBlock.Beside(revised(fetched), against(fetched, job)),
                underWay(fetched, job));
    }

    private static String underWay(NightResult.Fetched fetched, Work.Job job) {
        NightResult.UnderWay run = fetched.underWay();
        if (run == null) {
            return "";
        }
        return "r"
                + run.revision()
                + " is not concluded and goes on with "
                + (run.same() ? "this statement: " : "the statement that it began with: ")
                + reconcile(fetched.account(), fetched.date(), job)
                + (run.same() ? "" : ", then the same with --rerun for this one");
    }

    private static String reconcile(String account, LocalDate date, Work.Job job) {
        return "tplus1 reconcile --job " + job.path() + " --account " + account + " --date " + date;
    }

    /** What a concluded date's statement, fetched again, says. */
    static AccountAnswer rechecked(NightResult result, Work.Job job) {
        AccountAnswer.Again again;
        String what;
        switch (result) {
            case NightResult.Fetched fetched -> {
                again = revised(fetched) ? AccountAnswer.Again.REVISED : AccountAnswer.Again.SAME;
                what = against(fetched, job);
            }
            case NightResult.NotConcluded not -> {
                again =
                        not.outcome() == Outcome.NOT_READY
                                ? AccountAnswer.Again.NOT_READY
                                : AccountAnswer.Again.REFUSED;
                what = not.message();
            }
            case NightResult.Busy busy -> {
                again = AccountAnswer.Again.RUNNING;
                what = holder(busy.holder());
            }
            case NightResult.Failed failed -> {
                again =
                        failed.cause() instanceof SettingException
                                ? AccountAnswer.Again.WRONG_SETTINGS
                                : AccountAnswer.Again.FAILED;
                what = Speech.line(failed.told());
            }
            case NightResult.Stopped _ -> {
                again = AccountAnswer.Again.STOPPED;
                what = "by a signal, before this date was fetched again.";
            }
            case NightResult.Ran _, NightResult.Already _ ->
                    throw new IllegalStateException("a date that was to be fetched was run");
        }
        return new AccountAnswer.Rechecked(result.account(), result.date(), again, what);
    }

    private static boolean revised(NightResult.Fetched fetched) {
        NightResult.Against against = fetched.against();
        return against != null && !against.change().nothing();
    }

    /** {@code 2 added, 1 changed, 0 withdrawn against r1; ...}: and what to do about it. */
    private static String against(NightResult.Fetched fetched, Work.Job job) {
        NightResult.Against against = fetched.against();
        if (against == null) {
            return "";
        }
        StatementChange change = against.change();
        if (change.nothing()) {
            return "the same entries as r" + against.revision() + " used";
        }
        return changes(change.added(), change.changed(), change.withdrawn(), change.other())
                + " against r"
                + against.revision()
                + "; "
                + reconcile(fetched.account(), fetched.date(), job)
                + " --rerun";
    }

    private static AccountAnswer ran(NightResult.Ran ran, Work.Job job) {
        Summary.Hold held = ran.summary().held();
        return held != null
                ? held(ran.summary(), held, ran.folder(), job)
                : new AccountAnswer.Reconciled(
                        block(ran.summary(), ran.breaks(), ran.folder().resolve(REPORT)));
    }

    private static AccountAnswer already(NightResult.Already already, Work.Job job) {
        Summary summary = already.summary();
        Summary.Hold held = summary.held();
        return held != null
                ? held(summary, held, already.folder(), job)
                : new AccountAnswer.AlreadyDone(
                        already.account(),
                        already.date(),
                        summary.revision(),
                        already.concludedAt().atZone(summary.zone()));
    }

    private static AccountAnswer notConcluded(NightResult.NotConcluded not) {
        return switch (not.outcome()) {
            case NOT_READY -> new AccountAnswer.NotReady(not.account(), not.date(), not.message());
            case HELD ->
                    new AccountAnswer.Held(
                            not.account(),
                            not.date(),
                            not.message(),
                            "then run the date with --rerun, look at its report, and approve that");
            case RECONCILED, REFUSED, SUSPECT_EMPTY, FAILED ->
                    new AccountAnswer.Refused(not.account(), not.date(), not.message());
        };
    }

    private static AccountAnswer held(
            Summary summary, Summary.Hold held, Path folder, Work.Job job) {
        String account = summary.account();
        LocalDate date = summary.businessDate();
        long approved = summary.replays().applied();
        String applied =
                approved == 0
                        ? "Nothing was applied."
                        : "Only what was approved was applied, " + approved + ".";
        String what =
                switch (held.by()) {
                    case MISSED_CALLBACKS ->
                            Speech.count(held.count(), "missed callback", "missed callbacks")
                                    + ", "
                                    + percent(held)
                                    + " of the payments (limit "
                                    + limit(held)
                                    + "). "
                                    + applied;
                    case SUSPECT_BOOKS ->
                            Speech.number(held.count())
                                    + " breaks beside "
                                    + Speech.count(held.of(), "entry", "entries")
                                    + " say that the books are not this account's (limit "
                                    + limit(held)
                                    + "). "
                                    + applied
                                    + " Check the ledger's database, account and zone.";
                };
        String next =
                "Look at "
                        + folder.resolve(REPORT)
                        + ", then: tplus1 breaks approve --job "
                        + job.path()
                        + " --account "
                        + account
                        + " --date "
                        + date
                        + " --note \"...\"";
        return new AccountAnswer.Held(account, date, what, next);
    }

    private static String percent(Summary.Hold held) {
        if (held.of() == 0) {
            return "all";
        }
        return BigDecimal.valueOf(held.count())
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(held.of()), 1, RoundingMode.HALF_UP)
                + " %";
    }

    private static String limit(Summary.Hold held) {
        return held.limit().movePointRight(2).stripTrailingZeros().toPlainString() + " %";
    }

    static String holder(HeldBy holder) {
        return "host "
                + holder.host()
                + ", process "
                + holder.process()
                + ", since "
                + SINCE.format(holder.since().atZone(ZoneId.of("UTC")))
                + " UTC, last sign of life "
                + holder.lastSignOfLife().toSeconds()
                + " s ago.";
    }

    /** What a run found, for a terminal. */
    static ReconcileBlock block(Summary summary, BreakGroups breaks, Path file) {
        Set<Status> repaired = Set.of(Status.REPAIRED);
        Map<BreakType, Integer> watched = byType(breaks.counts(Set.of(Status.SUSPENSE)));
        return new ReconcileBlock(
                summary.account(),
                summary.businessDate(),
                summary.mode() == Summary.Mode.DRY_RUN,
                summary.statement().entries(),
                figures(summary, ProofRow::statement),
                summary.statement().controlled() ? summary.statement().checks() : List.of(),
                summary.ledger().entries(),
                figures(summary, ProofRow::ledger),
                summary.matched(),
                summary.matchedAcrossCutoff(),
                Math.toIntExact(
                        breaks.counts(repaired).values().stream().mapToLong(Long::longValue).sum()),
                breaks.sums(repaired).amounts(),
                byType(breaks.counts(TO_DECIDE)),
                breaks.sums(TO_DECIDE).amounts(),
                byType(breaks.counts(SETTLED)),
                watched,
                BreakRows.due(watched.keySet(), summary),
                figures(summary, ProofRow::unexplained),
                revised(summary.revisedStatement()),
                // other providers' words are known: a row that they name so moved nothing
                summary.provider().equals("csv") ? summary.statement().ignoredReasons() : Map.of(),
                file.toString());
    }

    private static String revised(Summary.@Nullable RevisedStatement revised) {
        if (revised == null) {
            return "";
        }
        String against = " against r" + revised.previousRevision();
        if (!revised.notCompared().isEmpty()) {
            return "other bytes" + against + ", not compared: " + revised.notCompared();
        }
        boolean same =
                revised.added() + revised.changed() + revised.withdrawn() + revised.other() == 0;
        return same
                ? ""
                : changes(revised.added(), revised.changed(), revised.withdrawn(), revised.other())
                        + against;
    }

    private static String changes(long added, long changed, long withdrawn, long other) {
        return Speech.number(added)
                + " added, "
                + Speech.number(changed)
                + " changed, "
                + Speech.number(withdrawn)
                + " withdrawn"
                + (other == 0
                        ? ""
                        : ", "
                                + Speech.count(other, "other difference", "other differences")
                                + " (movements, fees)");
    }

    private static List<Money> figures(Summary summary, Function<ProofRow, Long> figure) {
        return summary.proof().stream().map(row -> row.money(figure.apply(row))).toList();
    }

    private static Map<BreakType, Integer> byType(Map<BreakType, Long> counts) {
        Map<BreakType, Integer> byType = new EnumMap<>(BreakType.class);
        counts.forEach((type, count) -> byType.put(type, Math.toIntExact(count)));
        return byType;
    }
}
