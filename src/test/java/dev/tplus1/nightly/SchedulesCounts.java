package dev.tplus1.nightly;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** What was done to the nights, and how they ended. Thread-safe. */
final class SchedulesCounts {
    private final Map<String, Integer> counts = new ConcurrentSkipListMap<>();

    void add(String what, int many) {
        counts.merge(what, many, Integer::sum);
    }

    int of(String what) {
        return counts.getOrDefault(what, 0);
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(each -> each.getValue() + " " + each.getKey())
                .collect(Collectors.joining(", "));
    }
}
