package dev.tplus1.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the figures were taken on. */
final class Machine {
    private static final Pattern JAR =
            Pattern.compile(
                    "(duckdb_jdbc|mysql-connector-j|spring-boot|spring-batch-core|h2|jmh-core)"
                            + "-(\\d[^/]*)\\.jar");

    private Machine() {}

    /** In the order in which it is shown. */
    static Map<String, String> facts(String database) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "Processor",
                found("/proc/cpuinfo", "model name\\s*: (.*)")
                        + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " cores");
        facts.put(
                "Memory",
                Long.parseLong(found("/proc/meminfo", "MemTotal:\\s*(\\d+)")) / 1024 + " MiB");
        facts.put(
                "System",
                System.getProperty("os.name")
                        + " "
                        + System.getProperty("os.version")
                        + ", "
                        + System.getProperty("os.arch"));
        facts.put(
                "Java",
                System.getProperty("java.vendor.version")
                        + " "
                        + System.getProperty("java.vm.version"));
        if (!database.isEmpty()) {
            facts.put("Database server", database);
        }
        for (String jar : System.getProperty("java.class.path").split(":", -1)) {
            Matcher matcher = JAR.matcher(jar.substring(jar.lastIndexOf('/') + 1));
            if (matcher.matches()) {
                facts.put(matcher.group(1), matcher.group(2));
            }
        }
        return facts;
    }

    private static String found(String file, String pattern) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(file));
        for (String line : lines) {
            Matcher matcher = Pattern.compile(pattern + ".*").matcher(line);
            if (matcher.matches()) {
                return matcher.group(1);
            }
        }
        return "0";
    }
}
