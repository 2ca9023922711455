package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A run's breaks by what to do about them, then by type; the type with the largest sum first, and
 * in it the break with the largest difference. All are counted and summed while they pass by; kept
 * are only those that the page can show. One thread.
 */
public final class BreakGroups {
    private final Summary.Mode mode;
    private final int most;
    private final Map<Alike, Cell> cells = new HashMap<>();
    private final Map<Group, Map<BreakType, Largest>> largest = new EnumMap<>(Group.class);
    private final ProofTable.Parts parts;
    private @Nullable Last last;
    private long passed;
    private int kept;

    /** What is the same in breaks that are counted together. */
    private record Alike(Status status, Action action, BreakType type, Kind kind, boolean off) {
        private static final byte[] OFF = Break.REPLAY_OFF.getBytes(StandardCharsets.UTF_8);

        boolean is(BreakRow each) {
            boolean same = each.type() == type && each.kind() == kind && each.status() == status;
            return same && each.action() == action && off(each) == off;
        }

        private static boolean off(BreakRow each) {
            return each.type() == BreakType.MISSED_CALLBACK && each.has(BreakRow.Text.NOTE, OFF);
        }
    }

    private static final class Cell {
        private final Sums.Adder sums = new Sums.Adder();
        private long count;
    }

    /** Where the break before went; most of the next are alike. */
    private record Last(Alike alike, Cell cell, Largest same) {}

    /**
     * The breaks of one type in one group.
     *
     * @param shown the largest of them, as many as the page shows
     * @param next the words' key of what to do about them
     */
    public record OfType(BreakType type, long count, Sums sums, List<Break> shown, String next) {}

    /** How many, and how much. */
    record Counted(long count, Sums sums) {}

    private BreakGroups(Summary summary, int most) {
        this(summary.mode(), most, new ProofTable.Parts(summary));
    }

    private BreakGroups(Summary.Mode mode, int most, ProofTable.Parts parts) {
        this.mode = mode;
        this.most = most;
        this.parts = parts;
    }

    /** Of no breaks yet. */
    static BreakGroups of(Summary summary) {
        return new BreakGroups(summary, ReportPage.MOST_ROWS);
    }

    /** Of all that a report has. */
    static BreakGroups of(RunReport report) {
        return of(report, ReportPage.MOST_ROWS);
    }

    static BreakGroups of(RunReport report, int most) {
        BreakGroups groups = new BreakGroups(report.summary(), most);
        report.breaks()
                .rows(row -> {
                    groups.add(row);
                    return true;
                });
        return groups;
    }

    /** Takes the next break, in the order of breaks.csv. */
    void add(BreakRow each) {
        Last to = last;
        if (to == null || !to.alike.is(each)) {
            to = place(each);
            last = to;
        }
        List<Money> differences = Difference.of(each);
        to.cell.count++;
        to.cell.sums.add(differences);
        parts.add(each);
        to.same.count++;
        if (to.same.add(each, differences, passed++) && ++kept > 2 * most) {
            forgetTheSmallest();
        }
    }

    private Last place(BreakRow each) {
        Alike alike =
                new Alike(each.status(), each.action(), each.type(), each.kind(), Alike.off(each));
        return new Last(
                alike,
                cells.computeIfAbsent(alike, _ -> new Cell()),
                largest.computeIfAbsent(group(alike), _ -> new EnumMap<>(BreakType.class))
                        .computeIfAbsent(each.type(), _ -> new Largest()));
    }

    /** A type's share only shrinks while more breaks come, so what is forgotten is never shown. */
    private void forgetTheSmallest() {
        int share = mostOfAType();
        kept = 0;
        for (Map<BreakType, Largest> types : largest.values()) {
            for (Largest each : types.values()) {
                each.keep(share);
                kept += each.kept();
            }
        }
    }

    public List<OfType> in(Group group) {
        int share = mostOfAType();
        List<OfType> list = new ArrayList<>();
        largest.getOrDefault(group, Map.of())
                .forEach((type, kept) -> {
                    Predicate<Alike> same = alike -> alike.type == type && group(alike) == group;
                    list.add(
                            new OfType(
                                    type,
                                    kept.count,
                                    counted(same).sums(),
                                    kept.first(share),
                                    next(group, type, same)));
                });
        list.sort(
                Comparator.comparing((OfType t) -> t.sums().largest())
                        .reversed()
                        .thenComparing(t -> t.type().name()));
        return list;
    }

    private String next(Group group, BreakType type, Predicate<Alike> same) {
        String key = "type." + type + ".next";
        return switch (group) {
            case DECIDE ->
                    Words.decideKey(
                            type,
                            any(same.and(alike -> alike.status == Status.HELD)),
                            any(same.and(Alike::off)));
            case WATCH -> key;
            case REPAIRED ->
                    mode != Summary.Mode.RUN && type == BreakType.MISSED_CALLBACK
                            ? key + ".planned"
                            : key;
            case SETTLED -> "type.settled.next";
        };
    }

    private boolean any(Predicate<Alike> wanted) {
        return cells.keySet().stream().anyMatch(wanted);
    }

    /** The largest number of breaks of each type that together are no more than the page shows. */
    int mostOfAType() {
        long[] counts =
                largest.values().stream()
                        .flatMap(types -> types.values().stream())
                        .mapToLong(type -> type.count)
                        .sorted()
                        .toArray();
        int left = most;
        for (int i = 0; i < counts.length; i++) {
            int share = left / (counts.length - i);
            if (counts[i] > share) {
                return share;
            }
            left -= (int) counts[i];
        }
        return most;
    }

    /** Where the page lists a group's breaks of a type; in its first group the type's own name. */
    String anchor(BreakType type, Group group) {
        for (Group before : Group.values()) {
            if (before != group && largest.getOrDefault(before, Map.of()).containsKey(type)) {
                return type.name() + "-" + group.anchor();
            }
            if (before == group) {
                break;
            }
        }
        return type.name();
    }

    /** How many of all types. */
    public long count(Group group) {
        return counted(alike -> group(alike) == group).count();
    }

    Sums sums(Group group) {
        return counted(alike -> group(alike) == group).sums();
    }

    Counted of(Group group, Kind kind) {
        return counted(alike -> group(alike) == group && alike.kind == kind);
    }

    long count(BreakType type) {
        return counted(alike -> alike.type == type).count();
    }

    Sums sums() {
        return counted(_ -> true).sums();
    }

    /**
     * The same counts and sums without a break, for a run of many dates, which keeps this of each
     * of them to its end. Neither takes another break.
     */
    public BreakGroups counted() {
        BreakGroups counted = new BreakGroups(mode, most, parts);
        counted.cells.putAll(cells);
        largest.forEach((group, types) -> {
            Map<BreakType, Largest> same = new EnumMap<>(BreakType.class);
            types.forEach((type, each) -> same.put(type, each.counted()));
            counted.largest.put(group, same);
        });
        return counted;
    }

    /** What the proof's table is made of. */
    ProofTable.Parts parts() {
        return parts;
    }

    /** How many there are in one of these states, by type. */
    public Map<BreakType, Long> counts(Collection<Status> states) {
        Map<BreakType, Long> counts = new EnumMap<>(BreakType.class);
        cells.forEach((alike, cell) -> {
            if (states.contains(alike.status)) {
                counts.merge(alike.type, cell.count, Long::sum);
            }
        });
        return counts;
    }

    /** How much money those in one of these states are about. */
    public Sums sums(Collection<Status> states) {
        return counted(alike -> states.contains(alike.status)).sums();
    }

    private Counted counted(Predicate<Alike> wanted) {
        List<Cell> all = new ArrayList<>();
        cells.forEach((alike, cell) -> {
            if (wanted.test(alike)) {
                all.add(cell);
            }
        });
        return new Counted(
                all.stream().mapToLong(cell -> cell.count).sum(),
                Sums.total(all.stream().map(cell -> cell.sums.sums()).toList()));
    }

    private Group group(Alike alike) {
        return Group.of(alike.status, alike.action, mode);
    }

    /** The largest breaks of a type in a group. */
    private static final class Largest {
        private final List<Sized> found = new ArrayList<>();
        private @Nullable Sized least;
        private long count;

        /** Those of one size stay in the order of breaks.csv. */
        private record Sized(Break found, Money size, long place) implements Comparable<Sized> {
            static final Money NOTHING = Money.parse("0", Money.currency("XAF"));

            static Money size(List<Money> differences) {
                Money most = differences.isEmpty() ? NOTHING : differences.getFirst().absolute();
                for (int i = 1; i < differences.size(); i++) {
                    Money size = differences.get(i).absolute();
                    most = compare(size, most) > 0 ? size : most;
                }
                return most;
            }

            private static int compare(Money a, Money b) {
                return a.currency().equals(b.currency())
                        ? Long.compare(a.minor(), b.minor())
                        : a.value().compareTo(b.value());
            }

            @Override
            public int compareTo(Sized other) {
                int order = compare(other.size, size);
                return order == 0 ? Long.compare(place, other.place) : order;
            }
        }

        /** Whether it is kept. */
        boolean add(BreakRow each, List<Money> differences, long place) {
            Money size = Sized.size(differences);
            // of those of one size the earlier stay
            return (least == null || Sized.compare(size, least.size) > 0)
                    && found.add(new Sized(each.unpacked(), size, place));
        }

        void keep(int most) {
            if (found.size() > most) {
                found.sort(null);
                found.subList(most, found.size()).clear();
                least = found.getLast();
            }
        }

        Largest counted() {
            Largest counted = new Largest();
            counted.count = count;
            return counted;
        }

        int kept() {
            return found.size();
        }

        List<Break> first(int most) {
            return found.stream().sorted().limit(most).map(Sized::found).toList();
        }
    }

    /** What is to be done about a break, in the order of the page. */
    public enum Group {
        /** A person must. */
        DECIDE("decide"),
        /** Time will tell. */
        WATCH("watch"),
        /** Nothing: it was replayed; where a run only looks, it would be. */
        REPAIRED("fixed"),
        /** Nothing: it was decided before this run. */
        SETTLED("fixed");

        private final String mark;

        Group(String mark) {
            this.mark = mark;
        }

        /** The group's mark and colour in the page. */
        String mark() {
            return mark;
        }

        /** The group's anchor in the page. */
        String anchor() {
            return this == REPAIRED ? "fixed" : name().toLowerCase(Locale.ROOT);
        }

        public static Group of(Break each, Summary.Mode mode) {
            return of(each.status(), each.action(), mode);
        }

        public static Group of(BreakRow each, Summary.Mode mode) {
            return of(each.status(), each.action(), mode);
        }

        static Group of(Status status, Action action, Summary.Mode mode) {
            return switch (status) {
                case OPEN ->
                        mode != Summary.Mode.RUN && action == Action.REPLAY ? REPAIRED : DECIDE;
                case HELD, WITHDRAWN -> DECIDE;
                case SUSPENSE -> WATCH;
                case REPAIRED -> REPAIRED;
                case RESOLVED, CLOSED -> SETTLED;
            };
        }
    }
}
