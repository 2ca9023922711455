package dev.tplus1.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A crontab of {@code /etc/cron.d}, read as cron reads it (crontab(5)). */
record Crontab(Map<String, String> environment, List<Line> lines) {
    private static final Pattern SETTING = Pattern.compile("\\s*([A-Z_]+)\\s*=\\s*(.*?)\\s*");
    private static final Pattern ENTRY =
            Pattern.compile("\\s*((?:[0-9*,/-]+\\s+){5})([a-z][a-z0-9_-]*)\\s+(.+)");

    /** Of a line longer than that, cron takes no notice. */
    static final int MAX_COMMAND = 998;

    /**
     * One entry.
     *
     * @param times its five fields
     * @param command as it stands there
     */
    record Line(List<String> times, String user, String command) {
        /** What the shell gets: up to the first percent sign without a backslash. */
        String handedOver() {
            Matcher stdin = Pattern.compile("(?<!\\\\)%").matcher(command);
            String shown = stdin.find() ? command.substring(0, stdin.start()) : command;
            return shown.replace("\\%", "%");
        }

        /** At which hours, in order. */
        List<Integer> hours() {
            return Pattern.compile(",").splitAsStream(times.get(1)).map(Integer::valueOf).toList();
        }
    }

    static Crontab read(Path file) throws IOException {
        Map<String, String> environment = new LinkedHashMap<>();
        List<Line> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Matcher setting = SETTING.matcher(line);
            Matcher entry = ENTRY.matcher(line);
            if (setting.matches()) {
                environment.put(setting.group(1), setting.group(2));
            } else if (entry.matches()) {
                List<String> times = List.of(entry.group(1).strip().split("\\s+", -1));
                lines.add(new Line(times, entry.group(2), entry.group(3)));
            } else if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                throw new IOException(file + ": cron does not know this line: " + line);
            }
        }
        return new Crontab(environment, lines);
    }
}
