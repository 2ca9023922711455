package dev.tplus1.nightly.told;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.job.Alerting;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.files.LocalFiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells channels directly what no database can be asked to record: each channel each end once on a
 * day, for which a file beside the job's reports holds a line of what a channel took. Where that
 * file cannot be kept, or two runs fail at once, an end may be told twice. One thread.
 */
public final class DirectOnce {
    /** In the job's folder of reports. */
    static final String FILE = ".failure-told";

    /** Of more, those told first are forgotten: each channel and account of the largest job. */
    static final int MAX_LINES = 20_000;

    /** As many lines have less; a longer file is not ours. */
    private static final int MAX_BYTES = 4 << 20;

    private final Direct direct;
    private final Recording.Job job;
    private final Alerting alerting;
    private final ReportFolder reports;
    private final Clock clock;
    private final Path file;

    public DirectOnce(Recording.Job job, Alerting alerting, ReportFolder reports, Clock clock) {
        this(job, alerting, reports, clock, new Direct(job, alerting, clock));
    }

    DirectOnce(
            Recording.Job job,
            Alerting alerting,
            ReportFolder reports,
            Clock clock,
            Direct direct) {
        this.direct = direct;
        this.job = job;
        this.alerting = alerting;
        this.reports = reports;
        this.clock = clock;
        this.file = reports.root().resolve(job.id()).resolve(FILE);
    }

    /**
     * What came of it.
     *
     * @param answers of the channels that there was something to tell
     * @param kept whether it is known what they took: if not, it is told again by the next try
     */
    public record Told(List<Direct.Answer> answers, boolean kept) {
        public Told {
            answers = List.copyOf(answers);
        }
    }

    /** Where it is kept what was told. */
    public Path file() {
        return file;
    }

    /**
     * Tells every channel whose rule is about them the ends that it did not take yet today.
     *
     * @param most for all channels together
     */
    public Told tell(List<Ended> ends, Duration most) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), job.zone());
        Set<String> lines = read(today);
        Map<String, List<Ended>> left = new HashMap<>();
        for (ChannelSettings channel : alerting.to().channels()) {
            left.put(
                    channel.name(),
                    ends.stream()
                            .filter(end ->
                                    channel.rule().covers(end.account())
                                            && !lines.contains(line(today, channel.name(), end)))
                            .toList());
        }
        List<Direct.Answer> answers =
                direct.tell(channel -> left.getOrDefault(channel.name(), List.of()), reports, most);
        int before = lines.size();
        for (Direct.Answer each : answers) {
            if (each.taken()) {
                left.getOrDefault(each.channel(), List.of())
                        .forEach(end -> lines.add(line(today, each.channel(), end)));
            }
        }
        return new Told(answers, lines.size() == before || written(lines));
    }

    /** Those that not every channel whose rule is about them was told directly today. */
    public List<Ended> untold(List<Ended> ends) {
        LocalDate today = LocalDate.ofInstant(clock.instant(), job.zone());
        Set<String> lines = read(today);
        return lines.isEmpty()
                ? ends
                : ends.stream().filter(end -> !told(end, today, lines)).toList();
    }

    private boolean told(Ended end, LocalDate today, Set<String> lines) {
        List<ChannelSettings> about =
                alerting.to().channels().stream()
                        .filter(channel -> channel.rule().covers(end.account()))
                        .toList();
        return !about.isEmpty()
                && about.stream()
                        .allMatch(channel -> lines.contains(line(today, channel.name(), end)));
    }

    /** None of its parts has a space in it. */
    private static String line(LocalDate today, String channel, Ended end) {
        return String.join(
                " ",
                today.toString(),
                channel,
                end.account(),
                end.date().toString(),
                end.outcome().name());
    }

    /** Today's lines: those of other days say nothing any more. */
    private Set<String> read(LocalDate today) {
        Set<String> lines = new LinkedHashSet<>();
        try {
            if (Files.size(file) <= MAX_BYTES) {
                try (Stream<String> all = Files.lines(file)) {
                    all.filter(line -> line.startsWith(today + " ")).forEach(lines::add);
                }
            }
        } catch (IOException | UncheckedIOException _) {
            return lines; // what cannot be read is told again rather than not at all
        }
        return lines;
    }

    private boolean written(Set<String> lines) {
        String text =
                lines.stream()
                        .skip(Math.max(0, lines.size() - MAX_LINES))
                        .map(line -> line + "\n")
                        .collect(Collectors.joining());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            LocalFiles.writeText(file, writer -> writer.write(text));
            return true;
        } catch (IOException | UncheckedIOException _) {
            return false;
        }
    }
}
