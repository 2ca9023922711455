package dev.tplus1.watch.metrics;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of all that is measured, for tests of what asks for them. */
public final class MetricLabels {
    private MetricLabels() {}

    /** The labels of each, the job's included. */
    public static Map<String, Set<String>> all() {
        return Arrays.stream(Metric.values())
                .collect(Collectors.toMap(Metric::id, MetricLabels::labels));
    }

    private static Set<String> labels(Metric metric) {
        Set<String> labels = new HashSet<>(metric.labels());
        labels.add(Exposition.JOB);
        return labels;
    }
}
