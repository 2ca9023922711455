package dev.tplus1.report;

import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.report.files.BreaksCsv;
import dev.tplus1.report.files.LocalFiles;
import dev.tplus1.report.sheet.ReportWorkbook;
import dev.tplus1.report.words.Language;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Where runs leave their files: {@code <reports>/<job>/<account>/<date>/r<revision>/} with
 * summary.json, breaks.csv, report.xlsx and report.html, beside them {@code latest} (the newest
 * revision's name, {@code r2}, without a line feed), {@code attempt/} and {@code dry-run/}.
 *
 * <p>Every file appears whole: written to a temporary name in its folder, forced to disk, renamed.
 * The reports folder itself may be a link; below it no link is followed, neither for a folder nor
 * for a file, so that nobody who may write there can send a report elsewhere. One writer for an
 * account and date at a time: a second one fails, it spoils nothing.
 */
public final class ReportFolder {
    /** The file that names the newest revision. */
    public static final String LATEST = "latest";

    /** The folder of what a run found that could not conclude its date. */
    public static final String ATTEMPT = "attempt";

    /** The folder of what a dry run found. */
    public static final String DRY_RUN = "dry-run";

    /** The file that vouches for those beside it. */
    public static final String SUMMARY = "summary.json";

    /** All files of a report. */
    public static final List<String> FILES =
            List.of(SUMMARY, "report.html", "report.xlsx", "breaks.csv");

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final Pattern REVISION = Pattern.compile("r[1-9][0-9]{0,8}");

    /** More than the longest content of {@code latest}. */
    private static final int LATEST_LIMIT = 16;

    private final Path root;
    private final Words words;
    private final boolean showsPayers;

    /**
     * What has been written.
     *
     * @param breaks all of them, counted and summed
     */
    public record Written(Path folder, Summary summary, BreakGroups breaks) {}

    /**
     * A folder of reports in English that show no payers.
     *
     * @param root the reports folder; made when it is missing
     */
    public ReportFolder(Path root) {
        this(new ReportSettings(root, Language.ENGLISH, false));
    }

    /** A job's; the folder is made when it is missing. */
    public ReportFolder(ReportSettings settings) {
        this.root = settings.directory().toAbsolutePath().normalize();
        this.words = Words.in(settings.language());
        this.showsPayers = settings.showPayer();
    }

    /**
     * Leaves the files of a run that concluded its date: the revision's folder, then {@code
     * latest}, unless that already names a newer one. What attempts had left is removed.
     *
     * @return what stands in the revision's folder
     * @throws ReportException when they cannot be written
     */
    public Written conclude(RunReport report) {
        Written written = render(report);
        Summary summary = report.summary();
        Path date = dateFolder(summary.job(), summary.account(), summary.businessDate());
        return LocalFiles.attempt(
                date,
                () -> {
                    String name = revision(summary.revision());
                    Optional<String> newest =
                            latest(summary.job(), summary.account(), summary.businessDate());
                    LocalFiles.sweep(date);
                    if (newest.isEmpty() || number(newest.get()) <= number(name)) {
                        LocalFiles.write(
                                date.resolve(LATEST),
                                out -> out.write(name.getBytes(StandardCharsets.US_ASCII)));
                    }
                    removeAttempt(date);
                    return written;
                });
    }

    /**
     * Writes the files of a revision, again say; touches nothing else.
     *
     * @return what stands in the revision's folder
     * @throws ReportException when they cannot be written
     */
    public Written render(RunReport report) {
        Summary summary = report.summary();
        if (!summary.outcome().concludes() || summary.revision() < 1) {
            throw new IllegalStateException(
                    summary.outcome() + " in revision " + summary.revision() + " is no revision");
        }
        return below(report, revision(summary.revision()));
    }

    /**
     * Leaves what a run found that could not conclude its date, in place of what the last such
     * left.
     *
     * @return what stands in the folder {@code attempt}
     * @throws ReportException when they cannot be written
     */
    public Written attempt(RunReport report) {
        if (report.summary().outcome().concludes()) {
            throw new IllegalStateException(report.summary().outcome() + " is no attempt");
        }
        return below(report, ATTEMPT);
    }

    /**
     * Leaves what a dry run found, whatever its outcome.
     *
     * @return what stands in the folder {@code dry-run}
     * @throws ReportException when they cannot be written
     */
    public Written dryRun(RunReport report) {
        return below(report, DRY_RUN);
    }

    /**
     * Writes a report's files, in English, straight into a folder that the user named, made when
     * missing.
     *
     * @throws ReportException when they cannot be written
     */
    public static Written writeInto(Path folder, RunReport report) {
        return LocalFiles.attempt(
                folder,
                () -> {
                    Files.createDirectories(folder);
                    // of another comparison; it would vouch for files that are not its own
                    Files.deleteIfExists(folder.resolve(SUMMARY));
                    return files(folder.toRealPath(), report, Words.ENGLISH);
                });
    }

    /**
     * The newest revision's name of an account and date, where it has one.
     *
     * @throws ReportException when {@code latest} cannot be read or holds something else
     */
    public Optional<String> latest(String job, String account, LocalDate date) {
        Path file = dateFolder(job, account, date).resolve(LATEST);
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String name =
                    new String(in.readNBytes(LATEST_LIMIT), StandardCharsets.US_ASCII).strip();
            if (!REVISION.matcher(name).matches()) {
                throw new ReportException(
                        file + ": expected a revision such as r2; remove the file and run again");
            }
            return Optional.of(name);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ReportException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** What people read here is written in. */
    public Words words() {
        return words;
    }

    /** Whether the job lets payers be shown. */
    public boolean showsPayers() {
        return showsPayers;
    }

    /** The reports folder itself, which may not be there yet. */
    public Path root() {
        return root;
    }

    /** The folder of an account and date, which may not be there yet. */
    public Path dateFolder(String job, String account, LocalDate date) {
        Path folder = root.resolve(id("job", job)).resolve(id("account", account));
        Path dated = folder.resolve(date.toString()).normalize();
        if (!dated.startsWith(root) || dated.getNameCount() != root.getNameCount() + 3) {
            throw new IllegalStateException(dated + " is not below " + root);
        }
        return dated;
    }

    private Written below(RunReport report, String name) {
        Summary summary = report.summary();
        Path folder =
                dateFolder(summary.job(), summary.account(), summary.businessDate()).resolve(name);
        return LocalFiles.attempt(
                folder,
                () -> {
                    Files.createDirectories(root);
                    Path at = root;
                    for (Path part : root.relativize(folder)) {
                        at = at.resolve(part);
                        LocalFiles.ownFolder(at);
                    }
                    return files(folder, report, words);
                });
    }

    private static Written files(Path folder, RunReport report, Words words) throws IOException {
        LocalFiles.sweep(folder);
        Summary summary = report.summary();
        BreakGroups groups = BreakGroups.of(summary);
        breaks(folder, report, groups::add);
        LocalFiles.write(
                folder.resolve("report.xlsx"),
                out -> {
                    try (ReportWorkbook workbook =
                            ReportWorkbook.begin(
                                    report,
                                    groups,
                                    words,
                                    ReportWorkbook.MOST_BREAKS,
                                    () -> LocalFiles.temporary(folder),
                                    out)) {
                        // beside the rows of the workbook
                        LocalFiles.writeText(
                                folder.resolve("report.html"),
                                page -> ReportHtml.write(report, groups, words, page));
                        workbook.finish();
                    }
                });
        LocalFiles.writeText(folder.resolve(SUMMARY), out -> out.write(summary.toJson()));
        return new Written(folder, summary, groups);
    }

    /** Looks through the breaks, for breaks.csv and whoever is beside it. */
    private static void breaks(Path folder, RunReport report, Consumer<BreakRow> beside)
            throws IOException {
        Path csv = folder.resolve("breaks.csv");
        if (report.summary().outcome().concludes()) {
            ZoneId zone = report.summary().zone();
            LocalFiles.write(csv, out -> BreaksCsv.write(report.breaks(), zone, out, beside));
        } else {
            // of an earlier run with another outcome; it would contradict the summary
            Files.deleteIfExists(csv);
            report.breaks()
                    .rows(row -> {
                        beside.accept(row);
                        return true;
                    });
        }
    }

    private static void removeAttempt(Path date) throws IOException {
        Path attempt = date.resolve(ATTEMPT);
        if (Files.isDirectory(attempt, LinkOption.NOFOLLOW_LINKS)) {
            LocalFiles.sweep(attempt);
            for (String name : FILES) {
                Files.deleteIfExists(attempt.resolve(name));
            }
            LocalFiles.removeIfEmpty(attempt);
        }
    }

    private static String revision(int number) {
        return "r" + number;
    }

    private static int number(String revision) {
        return Integer.parseInt(revision.substring(1));
    }

    private static String id(String what, String id) {
        if (!ID.matcher(id).matches()) {
            throw new ReportException(
                    what
                            + " id \""
                            + Shown.outside(id.substring(0, Math.min(id.length(), 64)))
                            + "\": letters, digits, _ - and . only, 64 at most, not starting with"
                            + " .");
        }
        return id;
    }
}
