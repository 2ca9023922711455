package dev.tplus1.report.purge;

import dev.tplus1.report.ReportFolder;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A job's reports of dates that are old enough. Only files that runs write are taken away, below
 * the reports folder no link is followed, and a folder with a file of somebody else stays. For the
 * one who holds the date. Thread-safe.
 */
public final class OldReports {
    private static final Pattern FOLDER =
            Pattern.compile(
                    "r[1-9][0-9]{0,8}|" + ReportFolder.ATTEMPT + "|" + ReportFolder.DRY_RUN);

    /** What a killed run left half-written. */
    private static final Pattern TEMPORARY = Pattern.compile("\\.tplus1-.*\\.tmp");

    private final ReportFolder reports;
    private final String job;

    public OldReports(ReportFolder reports, String job) {
        this.reports = reports;
        this.job = job;
    }

    /**
     * What is there, or was.
     *
     * @param left what no run wrote, or is a link, and stays; for people
     */
    public record Found(long files, long bytes, List<String> left) {
        public Found {
            left = List.copyOf(left);
        }
    }

    /** What goes of a date, in its order. */
    private record Own(List<Path> files, List<Path> folders) {}

    /** What of a date would go. */
    public Found look(String account, LocalDate date) throws IOException {
        List<String> left = new ArrayList<>();
        return counted(own(account, date, left), left);
    }

    /** Takes it away. */
    public Found remove(String account, LocalDate date) throws IOException {
        List<String> left = new ArrayList<>();
        Own own = own(account, date, left);
        Found found = counted(own, left);
        for (Path file : own.files()) {
            Files.deleteIfExists(file);
        }
        for (Path folder : own.folders()) {
            try {
                Files.deleteIfExists(folder);
            } catch (DirectoryNotEmptyException _) {
                // somebody keeps something of their own there
            }
        }
        return found;
    }

    private static Found counted(Own own, List<String> left) throws IOException {
        long bytes = 0;
        for (Path file : own.files()) {
            bytes += Files.size(file);
        }
        return new Found(own.files().size(), bytes, left);
    }

    /** First what names the newest revision, then each folder's summary, which vouches for it. */
    private Own own(String account, LocalDate date, List<String> left) throws IOException {
        Own own = new Own(new ArrayList<>(), new ArrayList<>());
        Path dated = reports.dateFolder(job, account, date);
        Path root = reports.root();
        Path at = root;
        for (Path part : root.relativize(dated)) {
            at = at.resolve(part);
            if (Files.notExists(at, LinkOption.NOFOLLOW_LINKS)) {
                return own;
            }
            if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                left.add(at + " is a link or a file where a folder must be");
                return own;
            }
        }
        List<Path> folders = new ArrayList<>();
        for (Path entry : entries(dated)) {
            String name = String.valueOf(entry.getFileName());
            if (FOLDER.matcher(name).matches()
                    && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                folders.add(entry);
            } else if (isOwn(entry, name.equals(ReportFolder.LATEST))) {
                own.files().add(entry);
            } else {
                left.add(entry + " is not a report's");
            }
        }
        for (Path folder : folders) {
            inside(folder, own, left);
        }
        own.folders().addAll(folders);
        own.folders().add(dated);
        return own;
    }

    private static void inside(Path folder, Own own, List<String> left) throws IOException {
        List<Path> rest = new ArrayList<>();
        for (Path entry : entries(folder)) {
            String name = String.valueOf(entry.getFileName());
            if (!isOwn(entry, ReportFolder.FILES.contains(name))) {
                left.add(entry + " is not a report's");
            } else if (name.equals(ReportFolder.SUMMARY)) {
                own.files().add(entry);
            } else {
                rest.add(entry);
            }
        }
        own.files().addAll(rest);
    }

    private static boolean isOwn(Path entry, boolean named) {
        return (named || TEMPORARY.matcher(String.valueOf(entry.getFileName())).matches())
                && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> entries(Path folder) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            stream.forEach(entries::add);
        }
        entries.sort(null);
        return entries;
    }
}
