package dev.tplus1.nightly.told;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Rule;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.Status;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.Difference;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a run is to tell, before any channel chooses of it: the dates that it concluded, those that
 * it could not conclude, and what is open of earlier ones. One thread.
 */
final class Night {
    private static final Comparator<Digest.Line> ORDER =
            Comparator.comparing((Digest.Line line) -> !line.outcome().failure())
                    .thenComparing(line -> !line.needsPerson())
                    // a digest names the first of many: what has breaks is not to be left out
                    .thenComparing(line -> !line.anyBreak())
                    .thenComparing(Digest.Line::account)
                    .thenComparing(Digest.Line::businessDate);

    private final Records records;
    private final LocalDate today;
    private final List<Digest.Line> lines = new ArrayList<>();
    private final Map<String, LocalDate> newest = new HashMap<>();
    private final Map<String, Set<LocalDate>> counted = new HashMap<>();

    /** Reads what is recorded of revisions and breaks. */
    interface Records {
        /** All that an account has open or in suspense, counted. */
        List<Standing> standing(String account);

        /** The oldest of its breaks that wait for a person, within a limit. */
        List<BreakRecord> undecided(String account);
    }

    /** The breaks that a date's line counts as to be decided, shown to each channel. */
    record Dated(Digest.Line line, Consumer<Consumer<Break>> toDecide) {}

    private final List<Dated> concluded = new ArrayList<>();

    Night(Records records, LocalDate today) {
        this.records = records;
        this.today = today;
    }

    /**
     * A date that a revision concluded; what of it needs a person is shown when it is asked for.
     */
    void concluded(Digest.Line line, Consumer<Consumer<Break>> toDecide) {
        concluded.add(new Dated(line, toDecide));
        counted.computeIfAbsent(line.account(), _ -> new HashSet<>()).add(line.businessDate());
        add(line);
    }

    /** A date that could not be concluded. */
    void ended(Digest.Line line) {
        add(line);
    }

    private void add(Digest.Line line) {
        lines.add(line);
        newest.merge(line.account(), line.businessDate(), (a, b) -> a.isAfter(b) ? a : b);
    }

    /** What one channel is told of it; nothing where its rule is about none of the accounts. */
    Telling of(Rule rule) {
        Chosen chosen = new Chosen(rule, today);
        List<Digest.Line> told = new ArrayList<>();
        Set<String> asked = new HashSet<>();
        for (Dated each : concluded) {
            if (rule.covers(each.line().account()) && each.line().decide().count() > 0) {
                each.toDecide().accept(chosen::take);
            }
        }
        for (Digest.Line line : lines) {
            if (!rule.covers(line.account())) {
                continue;
            }
            boolean last =
                    line.businessDate().equals(newest.get(line.account()))
                            && asked.add(line.account());
            told.add(last ? with(line, stillOpen(line, chosen, rule)) : line);
        }
        told.sort(ORDER);
        return new Telling(told, chosen.counted(), chosen.largest());
    }

    /**
     * What one channel is told.
     *
     * @param counted how many breaks its rule counts
     */
    record Telling(List<Digest.Line> lines, long counted, List<Digest.Named> largest) {}

    /** What an account has open of dates before this one that the digest does not count already. */
    private Digest.StillOpen stillOpen(Digest.Line line, Chosen chosen, Rule rule) {
        Counts.Sum sum = new Counts.Sum();
        LocalDate oldest = null;
        for (Standing each : records.standing(line.account())) {
            if (each.status() != Status.SUSPENSE && earlier(line, each.date())) {
                sum.add(each.count());
                sum.add(
                        Difference.together(
                                each.type(), each.statement(), each.ledger(), each.between()));
                oldest = oldest == null || each.date().isBefore(oldest) ? each.date() : oldest;
            }
        }
        if (oldest == null) {
            return Digest.StillOpen.NONE;
        }
        if (!rule.chooses()) {
            chosen.add(sum.count());
        }
        for (BreakRecord each : records.undecided(line.account())) {
            if (earlier(line, each.date())) {
                if (rule.chooses()) {
                    chosen.take(each.found());
                } else {
                    chosen.named(each.found());
                }
            }
        }
        return new Digest.StillOpen(sum.count(), sum.amounts(), oldest, chosen.days(oldest));
    }

    private boolean earlier(Digest.Line line, LocalDate date) {
        return date.isBefore(line.businessDate())
                && !counted.getOrDefault(line.account(), Set.of()).contains(date);
    }

    private static Digest.Line with(Digest.Line line, Digest.StillOpen stillOpen) {
        return new Digest.Line(
                line.account(),
                line.provider(),
                line.businessDate(),
                line.revision(),
                line.outcome(),
                line.verdict(),
                line.decide(),
                line.watch(),
                line.repaired(),
                stillOpen,
                line.reason(),
                line.exit(),
                line.report(),
                line.workbook());
    }

    /** Whether a break of a group waits for a person. */
    static boolean toDecide(Group group) {
        return switch (group) {
            case DECIDE -> true;
            case WATCH, REPAIRED, SETTLED -> false;
        };
    }
}
