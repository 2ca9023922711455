package dev.tplus1.nightly.purge;

import dev.tplus1.breaks.purge.OldBreaks.Stand;
import dev.tplus1.job.AccountFile;
import dev.tplus1.nightly.known.PurgedDates.What;
import dev.tplus1.nightly.purge.Amount.Part;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What of an account's dates may go now, found by looking alone.
 *
 * @param dates what of each, the oldest first
 * @param staying dates that are old enough, and stay all the same, counted
 * @param left what tplus1 did not write
 * @param unreadable dates whose files cannot be looked at
 */
record Due(
        Map<LocalDate, Map<Kind, Part>> dates,
        List<Purged.Staying> staying,
        List<String> left,
        List<Purged.Skipped> unreadable) {

    static Due of(Means means, AccountFile account) {
        return new Looking(means, account).due();
    }

    /** Whether a date is old enough for a kind: it, and all that happened to it. */
    static boolean old(Means means, AccountFile account, Stand stand, Kind kind) {
        Integer days = kind.days(means.retention());
        if (days == null) {
            return false;
        }
        LocalDate before =
                LocalDate.ofInstant(means.clock().instant(), account.zone()).minusDays(days);
        LocalDate moved =
                stand.moved()
                        .atOffset(ZoneOffset.UTC)
                        .atZoneSameInstant(account.zone())
                        .toLocalDate();
        return stand.date().isBefore(before) && moved.isBefore(before);
    }

    /** Looks at an account once. */
    private static final class Looking {
        private final Means means;
        private final AccountFile account;
        private final Map<LocalDate, Map<Kind, Part>> dates = new TreeMap<>();
        private final List<String> left = new ArrayList<>();
        private final List<Purged.Skipped> unreadable = new ArrayList<>();

        Looking(Means means, AccountFile account) {
            this.means = means;
            this.account = account;
        }

        Due due() {
            String id = account.id();
            Collection<Stand> all = means.breaks().stands(id).values();
            Stays stays = Stays.of(all, means.revised().openDates(id), account.suspenseDays());
            Map<Stays.Why, List<LocalDate>> staying = new EnumMap<>(Stays.Why.class);
            List<Stand> may = new ArrayList<>();
            for (Stand each : all) {
                Stays.Why why = stays.why().get(each.date());
                if (!own(each) || !anyOld(each)) {
                    continue;
                }
                if (why == null) {
                    may.add(each);
                } else {
                    staying.computeIfAbsent(why, _ -> new ArrayList<>()).add(each.date());
                }
            }
            files(may);
            breaks(all, may);
            batch(may);
            List<Purged.Staying> told = new ArrayList<>();
            staying.forEach((why, each) ->
                    told.add(new Purged.Staying(id, why, each.size(), each.getFirst())));
            return new Due(dates, told, left, unreadable);
        }

        /** Whether it is this job's: another one may share its database. */
        private boolean own(Stand stand) {
            return stand.runs().stream().allMatch(run -> run.startsWith(means.job() + "/"));
        }

        private boolean anyOld(Stand stand) {
            return Arrays.stream(Kind.values()).anyMatch(kind -> kind.dated() && old(stand, kind));
        }

        private boolean old(Stand stand, Kind kind) {
            return Due.old(means, account, stand, kind);
        }

        private void add(LocalDate date, Kind kind, Part part) {
            dates.computeIfAbsent(date, _ -> new EnumMap<>(Kind.class)).put(kind, part);
        }

        private void files(List<Stand> may) {
            for (Stand each : may) {
                LocalDate date = each.date();
                try {
                    if (old(each, Kind.STATEMENTS)) {
                        var found = means.statements().look(account.id(), date);
                        left.addAll(found.left());
                        if (found.files() > 0) {
                            add(date, Kind.STATEMENTS, new Part(0, found.files(), found.bytes()));
                        }
                    }
                    if (old(each, Kind.REPORTS)) {
                        var found = means.reports().look(account.id(), date);
                        left.addAll(found.left());
                        if (found.files() > 0) {
                            add(date, Kind.REPORTS, new Part(0, found.files(), found.bytes()));
                        }
                    }
                } catch (IOException | DirectoryIteratorException e) {
                    unreadable.add(DatePurge.failed(account.id(), date, e));
                }
            }
        }

        private void breaks(Collection<Stand> all, List<Stand> may) {
            List<Stand> old = may.stream().filter(each -> old(each, Kind.BREAKS)).toList();
            if (old.isEmpty()) {
                return;
            }
            String id = account.id();
            Map<LocalDate, Long> rows = means.breaks().rows(id);
            Map<LocalDate, Long> returns = means.returns().rows(id);
            Map<String, Long> tries = means.tries().rows(runs(old));
            Set<LocalDate> marked =
                    means.purged().list(id, first(all), old.getLast().date(), What.BREAKS).keySet();
            boolean earlierGone = true;
            for (Stand each : all) {
                LocalDate date = each.date();
                boolean goes = old.contains(each);
                if (goes) {
                    long its = rows.getOrDefault(date, 0L);
                    its += earlierGone ? returns.getOrDefault(date, 0L) : 0;
                    for (String run : each.runs()) {
                        its += tries.getOrDefault(run, 0L);
                    }
                    if (its > 0 || !marked.contains(date)) {
                        add(date, Kind.BREAKS, new Part(its, 0, 0));
                    }
                }
                earlierGone &= goes || marked.contains(date);
            }
        }

        private static LocalDate first(Collection<Stand> all) {
            return all.iterator().next().date();
        }

        private void batch(List<Stand> may) {
            List<Stand> old = may.stream().filter(each -> old(each, Kind.BATCH)).toList();
            Map<String, List<Long>> instances = means.batch().instances(runs(old));
            for (Stand each : old) {
                long rows = 0;
                for (String run : each.runs()) {
                    rows += means.batch().rows(instances.getOrDefault(run, List.of()));
                }
                if (rows > 0) {
                    add(each.date(), Kind.BATCH, new Part(rows, 0, 0));
                }
            }
        }

        private static List<String> runs(List<Stand> stands) {
            return stands.stream().flatMap(stand -> stand.runs().stream()).toList();
        }
    }
}
