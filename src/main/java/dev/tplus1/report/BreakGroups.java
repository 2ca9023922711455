package dev.tplus1.report;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run's breaks by what to do about them, then by type; the type with the largest sum first, and
 * in it the break with the largest difference.
 */
record BreakGroups(Map<Group, List<OfType>> types) {

    /** The breaks of one type in one group. */
    record OfType(BreakType type, List<Break> breaks, Sums sums) {}

    /** A break and what it is ordered by, which takes longer to find out than to compare. */
    private record Sized(Break found, BigDecimal size) {
        static Sized of(Break each) {
            return new Sized(
                    each,
                    Difference.of(each).stream()
                            .map(money -> money.absolute().value())
                            .max(Comparator.naturalOrder())
                            .orElse(BigDecimal.ZERO));
        }
    }

    static BreakGroups of(RunReport report) {
        Map<Group, Map<BreakType, List<Break>>> sorted = new EnumMap<>(Group.class);
        for (Break each : report.breaks()) {
            sorted.computeIfAbsent(
                            Group.of(each, report.summary().mode()),
                            _ -> new EnumMap<>(BreakType.class))
                    .computeIfAbsent(each.type(), _ -> new ArrayList<>())
                    .add(each);
        }
        Map<Group, List<OfType>> groups = new EnumMap<>(Group.class);
        sorted.forEach((group, types) -> {
            List<OfType> list = new ArrayList<>();
            types.forEach((type, breaks) -> {
                list.add(new OfType(type, largestFirst(breaks), Sums.of(breaks)));
            });
            list.sort(
                    Comparator.comparing((OfType t) -> t.sums().largest())
                            .reversed()
                            .thenComparing(t -> t.type().name()));
            groups.put(group, list);
        });
        return new BreakGroups(groups);
    }

    /** Those of one size stay in the order of breaks.csv, in which the report has them. */
    private static List<Break> largestFirst(List<Break> breaks) {
        return breaks.stream()
                .map(Sized::of)
                .sorted(Comparator.comparing(Sized::size).reversed())
                .map(Sized::found)
                .toList();
    }

    List<OfType> in(Group group) {
        return types.getOrDefault(group, List.of());
    }

    /** The largest number of breaks of each type that together are no more than a limit. */
    int mostOfAType(int limit) {
        List<Integer> counts =
                types.values().stream()
                        .flatMap(List::stream)
                        .map(type -> type.breaks().size())
                        .sorted()
                        .toList();
        int left = limit;
        for (int i = 0; i < counts.size(); i++) {
            int share = left / (counts.size() - i);
            if (counts.get(i) > share) {
                return share;
            }
            left -= counts.get(i);
        }
        return limit;
    }

    List<Break> breaks(Group group) {
        return in(group).stream().flatMap(type -> type.breaks().stream()).toList();
    }

    long count(Group group) {
        return in(group).stream().mapToLong(type -> type.breaks().size()).sum();
    }

    Sums sums(Group group) {
        return Sums.total(in(group).stream().map(OfType::sums).toList());
    }

    /** What is to be done about a break, in the order of the page. */
    enum Group {
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

        static Group of(Break each, Summary.Mode mode) {
            return switch (each.status()) {
                case OPEN ->
                        mode != Summary.Mode.RUN && each.action() == Action.REPLAY
                                ? REPAIRED
                                : DECIDE;
                case HELD, WITHDRAWN -> DECIDE;
                case SUSPENSE -> WATCH;
                case REPAIRED -> REPAIRED;
                case RESOLVED, CLOSED -> SETTLED;
            };
        }
    }
}
