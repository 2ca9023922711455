package dev.tplus1.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A systemd unit file (systemd.syntax(7)), as far as ours go: no continued lines.
 *
 * @param settings the values by {@code Section.Key}, in the order of the file
 */
record Unit(Map<String, List<String>> settings) {
    private static final Pattern SPAN = Pattern.compile("([0-9]+)(h|min|s|)");

    static Unit read(String name) throws IOException {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        String section = "";
        for (String line : Files.readAllLines(Path.of("jobs/systemd", name))) {
            if (line.startsWith("[") && line.endsWith("]")) {
                section = line.substring(1, line.length() - 1);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("=", 2);
                if (parts.length != 2 || section.isEmpty()) {
                    throw new IOException(name + ": no setting: " + line);
                }
                settings.computeIfAbsent(section + "." + parts[0], _ -> new ArrayList<>())
                        .add(parts[1]);
            }
        }
        return new Unit(settings);
    }

    List<String> all(String key) {
        return settings.getOrDefault(key, List.of());
    }

    String only(String key) {
        List<String> all = all(key);
        if (all.size() != 1) {
            throw new IllegalStateException(all.size() + " settings " + key);
        }
        return all.getFirst();
    }

    /** A time span (systemd.time(7)); a bare number is seconds. */
    Duration span(String key) {
        Duration sum = Duration.ZERO;
        for (String part : only(key).split(" ", -1)) {
            Matcher matcher = SPAN.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalStateException(key + " is no time span: " + only(key));
            }
            long amount = Long.parseLong(matcher.group(1));
            sum =
                    sum.plus(
                            switch (matcher.group(2)) {
                                case "h" -> Duration.ofHours(amount);
                                case "min" -> Duration.ofMinutes(amount);
                                default -> Duration.ofSeconds(amount);
                            });
        }
        return sum;
    }
}
