package dev.tplus1.watch.metrics;

import dev.tplus1.watch.Observer;
import dev.tplus1.watch.metrics.Gauges.Series;
import dev.tplus1.watch.metrics.JobFigures.Found;
import dev.tplus1.watch.metrics.JobFigures.OfAccount;
import dev.tplus1.watch.metrics.JobFigures.Reconciled;
import dev.tplus1.watch.metrics.JobFigures.Run;
import dev.tplus1.watch.metrics.MetricsSettings.Pushgateway;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures that a process leaves for Prometheus when it ends: all of its job, whichever accounts
 * it ran. What the database does not know of the others (how long they took, and runs that ended
 * without a trace there) is taken over from the text file, and so is all of it where the process
 * did not get as far as the database.
 */
public final class Metrics {
    private static final Set<Metric> DURATIONS =
            EnumSet.of(Metric.RUN_DURATION, Metric.STEP_DURATION);
    private static final Set<Metric> LAST = EnumSet.of(Metric.LAST_RUN, Metric.LAST_OUTCOME);

    private final MetricsSettings settings;
    private final String job;
    private final List<String> accounts;
    private final String version;
    private final Clock clock;
    private final Timings timings = new Timings();
    private @Nullable JobFigures figures;

    /**
     * @param accounts all that the job has
     * @param version the program's
     */
    public Metrics(
            MetricsSettings settings,
            String job,
            List<String> accounts,
            String version,
            Clock clock) {
        this.settings = settings;
        this.job = job;
        this.accounts = List.copyOf(accounts);
        this.version = version;
        this.clock = clock;
    }

    /** Measures how long dates and their steps take. */
    public Observer observer() {
        return timings;
    }

    /** What is known of the job now. */
    public void known(JobFigures now) {
        figures = now;
    }

    /**
     * Leaves the figures; what goes wrong changes nothing of what the runs came to.
     *
     * @param runs how the accounts ended that the process was to run
     * @param exit its exit code
     * @return a line for each place that did not take them
     */
    public List<String> leave(Map<String, Run> runs, int exit) {
        Path file = settings.textfile();
        Gauges before = file == null ? new Gauges() : new Textfile(file).gauges(job);
        before.removeIf(series ->
                series.metric().byAccount() && !accounts.contains(series.labels().getFirst()));
        boolean whole = figures != null || !before.isEmpty();
        Gauges now = gauges(before, runs, exit);
        List<String> troubles = new ArrayList<>();
        if (file != null) {
            String why = written(file, Exposition.text(job, now));
            if (!why.isEmpty()) {
                troubles.add(why);
            }
        }
        Pushgateway gateway = settings.pushgateway();
        if (gateway != null) {
            if (!whole && !runs.keySet().containsAll(accounts)) {
                // in part, these would stand there in place of all accounts'
                now.removeIf(series -> LAST.contains(series.metric()));
            }
            String why = pushed(gateway, Exposition.text(job, now), whole);
            if (!why.isEmpty()) {
                troubles.add(why);
            }
        }
        return troubles;
    }

    private Gauges gauges(Gauges before, Map<String, Run> runs, int exit) {
        Gauges now = new Gauges();
        JobFigures known = figures;
        if (known == null) {
            now.take(before, series -> !LAST.contains(series.metric()));
        } else {
            known.accounts().forEach(each -> put(now, each));
            now.put(known.deadNotices(), Metric.DEAD_NOTICES);
            known.deadLetters().ifPresent(dead -> now.put(dead, Metric.DEAD_LETTERS));
            now.take(
                    before,
                    series ->
                            DURATIONS.contains(series.metric())
                                    || (series.metric() == Metric.DEAD_LETTERS
                                            && known.deadLetters().isEmpty()));
        }
        for (String account : accounts) {
            Run last = last(account, before, runs);
            if (last != null) {
                now.put(last.at(), Metric.LAST_RUN, account);
                for (String outcome : JobFigures.OUTCOMES) {
                    now.put(
                            outcome.equals(last.outcome()) ? 1 : 0,
                            Metric.LAST_OUTCOME,
                            account,
                            outcome);
                }
            }
            Timings.Taken taken = timings.of(account);
            if (taken != null) {
                now.removeIf(series -> DURATIONS.contains(series.metric()) && series.of(account));
                now.put(taken.run(), Metric.RUN_DURATION, account);
                taken.steps()
                        .forEach(
                                (step, took) -> now.put(took, Metric.STEP_DURATION, account, step));
            }
        }
        now.put(exit, Metric.EXIT_CODE);
        now.removeIf(series -> series.metric() == Metric.BUILD);
        now.put(1, Metric.BUILD, version);
        return now;
    }

    private static void put(Gauges now, OfAccount figures) {
        String account = figures.account();
        Reconciled reconciled = figures.reconciled();
        if (reconciled != null) {
            now.put(reconciled.concluded(), Metric.LAST_SUCCESS, account);
            now.put(reconciled.began(), Metric.LAST_RECONCILED, account);
        }
        Found found = figures.latest();
        if (found != null) {
            now.put(found.statementEntries(), Metric.STATEMENT_ENTRIES, account);
            now.put(found.ledgerEntries(), Metric.LEDGER_ENTRIES, account);
            now.put(found.matched(), Metric.MATCHED_ENTRIES, account);
            found.breaks().forEach((type, count) -> now.put(count, Metric.BREAKS, account, type));
            found.replays()
                    .forEach((result, count) -> now.put(count, Metric.REPLAYS, account, result));
        }
        figures.open().forEach((type, count) -> now.put(count, Metric.OPEN_ALERTS, account, type));
        Instant oldest = figures.oldestOpen();
        if (oldest != null) {
            now.put(oldest, Metric.OLDEST_OPEN_ALERT, account);
        }
        now.put(figures.held(), Metric.HELD_DATES, account);
        now.put(figures.missing(), Metric.MISSING_DATES, account);
    }

    /**
     * This process', else the later of what the file and the database know. One of an older date
     * takes nothing away from how the latest one stands; the file does not say of which date it is.
     */
    private @Nullable Run last(String account, Gauges before, Map<String, Run> runs) {
        Run own = runs.get(account);
        JobFigures known = figures;
        Run filed =
                known == null
                        ? null
                        : known.accounts().stream()
                                .filter(each -> each.account().equals(account))
                                .findFirst()
                                .map(OfAccount::last)
                                .orElse(null);
        if (own != null) {
            return filed != null && filed.isOfLaterDateThan(own)
                    ? new Run(own.at(), filed.date(), filed.outcome())
                    : own;
        }
        Run written = written(account, before);
        if (written == null || filed == null) {
            return written == null ? filed : written;
        }
        return filed.at().isAfter(written.at()) ? filed : written;
    }

    private static @Nullable Run written(String account, Gauges before) {
        BigDecimal at = before.of(Metric.LAST_RUN, account);
        if (at == null) {
            return null;
        }
        for (String outcome : JobFigures.OUTCOMES) {
            BigDecimal value =
                    before.values().get(new Series(Metric.LAST_OUTCOME, List.of(account, outcome)));
            if (value != null && value.signum() > 0) {
                return new Run(instant(at), outcome);
            }
        }
        return null;
    }

    /** Seconds since 1970, to the microsecond: more the text does not have. */
    private static Instant instant(BigDecimal seconds) {
        long micros = seconds.movePointRight(6).longValue();
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1000);
    }

    private static String written(Path file, String text) {
        try {
            new Textfile(file).write(text);
            return "";
        } catch (NoSuchFileException _) {
            return file + ": its folder is not there; make it, or mend metrics.textfile";
        } catch (IOException e) {
            return file
                    + ": cannot be written ("
                    + e.getClass().getSimpleName()
                    + "); check its folder's owner and free space";
        }
    }

    private String pushed(Pushgateway gateway, String text, boolean whole) {
        try (Pushing pushing = new Pushing(gateway, clock)) {
            return pushing.push(job, text, whole);
        }
    }

    /** Why a Pushgateway cannot be reached, one line; empty where it can. */
    public static String unreachable(Pushgateway gateway, Clock clock) {
        try (Pushing pushing = new Pushing(gateway, clock)) {
            return pushing.unreachable();
        }
    }
}
