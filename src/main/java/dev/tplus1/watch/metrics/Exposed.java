package dev.tplus1.watch.metrics;

import dev.tplus1.watch.metrics.Gauges.Series;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@link Exposition} wrote. */
final class Exposed {
    private static final Pattern LINE =
            Pattern.compile("([a-z][a-z0-9_]{0,99})\\{(.*)} ([-+.0-9E]{1,40})");
    private static final Pattern LABEL =
            Pattern.compile("\\G([a-z][a-z0-9_]{0,99})=\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\",?");
    private static final Map<String, Metric> METRICS = new HashMap<>();

    static {
        for (Metric metric : Metric.values()) {
            METRICS.put(metric.id(), metric);
        }
    }

    private Exposed() {}

    /**
     * The values of a job; what is another's, or not known here, is passed over.
     *
     * @throws IllegalArgumentException where a line is none of the format
     */
    static Gauges gauges(String text, String job) {
        Gauges gauges = new Gauges();
        text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    Matcher matcher = LINE.matcher(line);
                    if (!matcher.matches()) {
                        throw new IllegalArgumentException("no line of a text file");
                    }
                    Metric metric = METRICS.get(matcher.group(1));
                    Map<String, String> labels = labels(matcher.group(2));
                    @Nullable List<String> its = metric == null ? null : its(metric, labels);
                    if (metric != null && its != null && job.equals(labels.get(Exposition.JOB))) {
                        gauges.values()
                                .put(new Series(metric, its), new BigDecimal(matcher.group(3)));
                    }
                });
        return gauges;
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new HashMap<>();
        Matcher matcher = LABEL.matcher(text);
        int end = 0;
        while (matcher.find()) {
            labels.put(matcher.group(1), plain(matcher.group(2)));
            end = matcher.end();
        }
        if (end != text.length()) {
            throw new IllegalArgumentException("no labels of a text file");
        }
        return labels;
    }

    private static @Nullable List<String> its(Metric metric, Map<String, String> labels) {
        List<String> its = new ArrayList<>();
        for (String label : metric.labels()) {
            String value = labels.get(label);
            if (value == null) {
                return null;
            }
            its.add(value);
        }
        return its;
    }

    private static String plain(String escaped) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < escaped.length(); i++) {
            char c = escaped.charAt(i);
            if (c == '\\') {
                i++;
                plain.append(escaped.charAt(i) == 'n' ? '\n' : escaped.charAt(i));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
