package dev.tplus1.watch.metrics;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The values of one job, each exact, in the order in which they were put. Not thread-safe. */
final class Gauges {
    private static final int NANOS = 9;

    private final Map<Series, BigDecimal> values = new LinkedHashMap<>();

    /**
     * What a value is of.
     *
     * @param labels the values of the metric's labels, in their order
     */
    record Series(Metric metric, List<String> labels) {
        Series {
            labels = List.copyOf(labels);
            if (labels.size() != metric.labels().size()) {
                throw new IllegalArgumentException(metric + " has " + metric.labels());
            }
        }

        boolean of(String account) {
            return metric.byAccount() && labels.getFirst().equals(account);
        }
    }

    Map<Series, BigDecimal> values() {
        return values;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    void put(BigDecimal value, Metric metric, String... labels) {
        values.put(new Series(metric, List.of(labels)), value);
    }

    void put(long value, Metric metric, String... labels) {
        put(BigDecimal.valueOf(value), metric, labels);
    }

    /** Seconds since 1970, as Prometheus has its times. */
    void put(Instant time, Metric metric, String... labels) {
        put(seconds(time.getEpochSecond(), time.getNano()), metric, labels);
    }

    void put(Duration length, Metric metric, String... labels) {
        put(seconds(length.getSeconds(), length.getNano()), metric, labels);
    }

    private static BigDecimal seconds(long whole, int nanos) {
        return BigDecimal.valueOf(whole).add(BigDecimal.valueOf(nanos, NANOS));
    }

    /** An account's value of a metric with no other label. */
    @Nullable BigDecimal of(Metric metric, String account) {
        return values.get(new Series(metric, List.of(account)));
    }

    void removeIf(Predicate<Series> which) {
        values.keySet().removeIf(which);
    }

    /** Takes these of another's in place of its own. */
    void take(Gauges other, Predicate<Series> which) {
        other.values.forEach((series, value) -> {
            if (which.test(series)) {
                values.put(series, value);
            }
        });
    }
}
