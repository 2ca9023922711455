package dev.tplus1.breaks.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Ends of the chain that are kept outside the database: what stood there, they prove. */
public final class Anchors {
    private final TreeMap<Long, List<Anchor>> byPlace = new TreeMap<>();

    /**
     * An end that somebody kept.
     *
     * @param where where it was found: a file, say
     */
    public record Anchor(String where, AuditHead head) {}

    public void add(Anchor anchor) {
        byPlace.computeIfAbsent(anchor.head().events(), _ -> new ArrayList<>(1)).add(anchor);
    }

    /** How many there are. */
    public long size() {
        return byPlace.values().stream().mapToLong(List::size).sum();
    }

    /** One of this place that says otherwise. */
    Optional<Anchor> contradicted(AuditHead here) {
        return byPlace.getOrDefault(here.events(), List.of()).stream()
                .filter(each -> !each.head().equals(here))
                .findFirst();
    }

    /** One of a place behind this end. */
    Optional<Anchor> beyond(AuditHead end) {
        return Optional.ofNullable(byPlace.higherEntry(end.events()))
                .map(Map.Entry::getValue)
                .map(List::getFirst);
    }
}
