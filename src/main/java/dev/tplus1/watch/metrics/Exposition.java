package dev.tplus1.watch.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

import java.util.List;

/**
 * Puts values into Prometheus' text format, 0.0.4. The only class that needs Micrometer, which has
 * all values as floating point: a count is exact in it up to 2^53, a time to the microsecond. What
 * is money is not measured.
 */
final class Exposition {
    /** The label of the job: {@code job} itself is Prometheus' own. */
    static final String JOB = "tplus1_job";

    /** How the library knows what is always 1; it makes {@code _info} of it. */
    private static final String INFO = ".info";

    private Exposition() {}

    static String text(String job, Gauges gauges) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try {
            gauges.values()
                    .forEach((series, value) ->
                            Gauge.builder(name(series.metric()), () -> value)
                                    .description(series.metric().help())
                                    .tags(tags(job, series))
                                    .register(registry));
            return registry.scrape();
        } finally {
            registry.close();
        }
    }

    private static String name(Metric metric) {
        return metric.id().replace("_info", INFO);
    }

    private static Tags tags(String job, Gauges.Series series) {
        Tags tags = Tags.of(JOB, job);
        List<String> names = series.metric().labels();
        for (int i = 0; i < names.size(); i++) {
            tags = tags.and(names.get(i), series.labels().get(i));
        }
        return tags;
    }
}
