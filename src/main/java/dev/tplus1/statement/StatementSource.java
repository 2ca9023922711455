package dev.tplus1.statement;

import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where an account's statements come from: a folder and a pattern, files that were named, or the
 * provider's own download. Hidden files, folders, control files, an archive's {@code origin.json}
 * and files that are still being written (.tmp, .part) are never taken. Thread-safe.
 */
public final class StatementSource {
    /** Files that one folder is searched through for, and that one statement may consist of. */
    public static final int MAX_FILES = 100_000;

    /** Of more paths that were given, only the number is told. */
    private static final int MAX_NAMED = 3;

    private static final List<String> NOT_STATEMENTS =
            List.of(".control", ".tmp", ".part", ".filepart", ".crdownload");

    private static final String DOWNLOADED = "downloaded";

    private final List<Path> given;
    private final FilePattern pattern;
    private final @Nullable StatementDownload download;

    private StatementSource(
            List<Path> given, FilePattern pattern, @Nullable StatementDownload download) {
        this.given = given;
        this.pattern = pattern;
        this.download = download;
    }

    /** What was found for a date. */
    public sealed interface Found {}

    /** The files of the date's statement, in the byte order of their names; at least one. */
    public record Ready(List<Path> files) implements Found {}

    /** There is nothing yet; why, for people. */
    public record NotReady(String reason) implements Found {}

    /**
     * A folder and a pattern of names: {@code *} and {@code ?} stand for any characters and for
     * one, {@code {date}} for 2026-11-28, {@code {date:yyyyMMdd}} for 20261128.
     *
     * @throws SettingException when the pattern is not one
     */
    public static StatementSource folder(Path directory, String pattern) {
        return new StatementSource(List.of(directory), FilePattern.of(pattern), null);
    }

    /** Files, and folders of which every file is meant; they are the date's, whatever the date. */
    public static StatementSource given(List<Path> paths) {
        return new StatementSource(List.copyOf(paths), FilePattern.ANY, null);
    }

    /** What the provider hands out itself. */
    public static StatementSource download(StatementDownload download) {
        return new StatementSource(List.of(), FilePattern.ANY, download);
    }

    /** Where it finds them, for people and for the archive: no token, no key. */
    public String from() {
        if (download != null) {
            return download.from();
        }
        List<String> paths =
                given.stream()
                        .limit(MAX_NAMED)
                        .map(path -> path.toAbsolutePath().normalize().toString())
                        .toList();
        int more = given.size() - paths.size();
        return String.join(", ", paths) + (more == 0 ? "" : " and " + more + " more");
    }

    /**
     * Whether it is files that were named, and these are their bytes.
     *
     * @throws SettingException when one of them does not exist
     */
    public boolean gives(String sha256) throws IOException {
        return download == null
                && pattern.equals(FilePattern.ANY)
                && named() instanceof Ready(List<Path> files)
                && Fingerprint.of(files).sha256().equals(sha256);
    }

    /**
     * Finds the files of a date. Where several fit a pattern that names no date, each is read and
     * those whose content is of the date are taken. What is downloaded is there whole, or not at
     * all.
     *
     * @param scratch where what is read of them is kept until then, and where downloaded files are
     *     until it is closed or somebody looks again
     * @throws RefusedException when none of several files is of the date, or one cannot be read and
     *     so may be; when what the provider sent cannot be trusted
     * @throws IOException when the provider or the disk failed
     * @throws SettingException when a file that was named does not exist, or the provider does not
     *     accept who asks
     */
    public Found find(LocalDate date, StatementFormat format, Scratch scratch)
            throws RefusedException, IOException {
        StatementDownload asked = download;
        if (asked != null) {
            return downloaded(asked, date, scratch.folder(DOWNLOADED));
        }
        if (pattern.equals(FilePattern.ANY)) {
            return named();
        }
        Path directory = given.getFirst();
        if (!Files.isDirectory(directory)) {
            return new NotReady(
                    Files.exists(directory)
                            ? directory + " is a file, and a folder is expected"
                            : "the folder "
                                    + directory
                                    + " does not exist; make it, or mend the path");
        }
        List<Path> fitting = list(directory, pattern.on(date));
        if (fitting.isEmpty()) {
            return new NotReady(
                    "no file in " + directory + " fits " + Shown.quoted(pattern.text(date)));
        }
        return new Ready(
                pattern.dated() || fitting.size() == 1
                        ? fitting
                        : ofDate(fitting, date, format, scratch));
    }

    private static Found downloaded(StatementDownload download, LocalDate date, Path folder)
            throws RefusedException, IOException {
        return switch (download.download(date, folder)) {
            case Ready(List<Path> files) -> {
                if (files.isEmpty()) {
                    throw new IllegalStateException(download.from() + " brought no file");
                }
                yield new Ready(files.stream().sorted(Fingerprint.BY_NAME).toList());
            }
            case NotReady notReady -> notReady;
        };
    }

    private Found named() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : given) {
            if (Files.isDirectory(path)) {
                files.addAll(list(path, FilePattern.ANY.on(LocalDate.EPOCH)));
            } else if (Files.isRegularFile(path)) {
                files.add(path);
            } else {
                throw new SettingException(
                        "statement " + path + ": there is no such file; mend the path");
            }
        }
        if (files.isEmpty()) {
            return new NotReady("there is no file in " + given.getFirst());
        }
        return new Ready(files.stream().sorted(Fingerprint.BY_NAME).distinct().toList());
    }

    private static List<Path> ofDate(
            List<Path> files, LocalDate date, StatementFormat format, Scratch scratch)
            throws RefusedException, IOException {
        List<Path> taken = new ArrayList<>();
        for (Path file : files) {
            LocalDate day;
            try {
                day = format.dayOf(file, scratch);
            } catch (RefusedException e) {
                throw new RefusedException(
                        e.file(),
                        e.line(),
                        e.reason()
                                + "; so it is unknown whether it is a statement of "
                                + date
                                + ", name the date in the pattern with {date}");
            }
            if (date.equals(day)) {
                taken.add(file);
            }
        }
        if (taken.isEmpty()) {
            throw new RefusedException(
                            Fingerprint.name(files.getFirst()),
                            0,
                            "none of the "
                                    + files.size()
                                    + " files that fit the pattern is of "
                                    + date)
                    .advising("get the statement of " + date);
        }
        return List.copyOf(taken);
    }

    private static List<Path> list(Path directory, NameMatch match) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = Fingerprint.name(entry);
                if (!takes(name) || !match.matches(name) || !Files.isRegularFile(entry)) {
                    continue;
                }
                files.add(entry);
                if (files.size() > MAX_FILES) {
                    throw new SettingException(
                            "the folder "
                                    + directory
                                    + " has more than "
                                    + MAX_FILES
                                    + " files that fit, the limit");
                }
            }
        } catch (NotDirectoryException e) {
            throw new SettingException("the folder " + directory + " is not one", e);
        }
        files.sort(Fingerprint.BY_NAME);
        return List.copyOf(files);
    }

    private static boolean takes(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return !name.startsWith(".")
                && !name.equals(Archive.ORIGIN)
                && NOT_STATEMENTS.stream().noneMatch(lower::endsWith);
    }

    /** Tells the names that are meant. */
    interface NameMatch {
        boolean matches(String name);
    }
}
