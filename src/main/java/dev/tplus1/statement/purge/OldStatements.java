package dev.tplus1.statement.purge;

import dev.tplus1.statement.Archive;
import dev.tplus1.statement.Archive.KeptFile;
import dev.tplus1.statement.Archive.Origin;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What the {@link Archive} keeps of dates that nobody needs any more. Only files that it wrote are
 * taken away, below its folder no link is followed, and a folder with a file of somebody else
 * stays. For the one who holds the date. Thread-safe.
 */
public final class OldStatements {
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    private final Archive archive;
    private final Path root;

    /**
     * @param root the archive's
     */
    public OldStatements(Path root) {
        this.archive = new Archive(root);
        this.root = root;
    }

    /**
     * What is there, or was.
     *
     * @param left what is not the archive's own, or is a link, and stays; for people
     */
    public record Found(long files, long bytes, List<String> left) {
        static final Found NOTHING = new Found(0, 0, List.of());

        public Found {
            left = List.copyOf(left);
        }
    }

    /**
     * One statement's folder.
     *
     * @param own the files that were kept there, and what tells of them
     * @param whole whether there is nothing else in it
     */
    private record Kept(Path folder, List<Path> own, boolean whole) {}

    /** What of a date is kept and would go. */
    public Found look(String account, LocalDate date) throws IOException {
        List<String> left = new ArrayList<>();
        return counted(kept(account, date, left), left);
    }

    /** Takes it away. */
    public Found remove(String account, LocalDate date) throws IOException {
        List<String> left = new ArrayList<>();
        List<Kept> all = kept(account, date, left);
        Found found = counted(all, left);
        for (Kept each : all) {
            remove(each);
        }
        if (!all.isEmpty()) {
            removeIfEmpty(folder(account, date));
        }
        return found;
    }

    private static Found counted(List<Kept> all, List<String> left) throws IOException {
        long files = 0;
        long bytes = 0;
        for (Kept each : all) {
            for (Path file : each.own()) {
                files++;
                bytes += Files.size(file);
            }
        }
        return all.isEmpty() && left.isEmpty() ? Found.NOTHING : new Found(files, bytes, left);
    }

    private Path folder(String account, LocalDate date) {
        return root.resolve(account).resolve(date.toString());
    }

    private List<Kept> kept(String account, LocalDate date, List<String> left) throws IOException {
        Path dated = folder(account, date);
        for (Path each : List.of(root.resolve(account), dated)) {
            if (Files.notExists(each, LinkOption.NOFOLLOW_LINKS)) {
                return List.of();
            }
            if (!Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                left.add(each + " is a link or a file where a folder must be");
                return List.of();
            }
        }
        List<Kept> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(dated)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                boolean folder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
                if (folder && SHA256.matcher(name).matches()) {
                    all.add(kept(account, date, entry, left));
                } else if (folder && name.startsWith(Archive.UNFINISHED)) {
                    all.add(unfinished(entry));
                } else {
                    left.add(entry + " is not the archive's");
                }
            }
        }
        return all;
    }

    /** What a run was about to keep, or a purge to remove, when it was killed. */
    private static Kept unfinished(Path folder) throws IOException {
        return new Kept(folder, files(folder), false);
    }

    private Kept kept(String account, LocalDate date, Path folder, List<String> left)
            throws IOException {
        Set<String> names = names(account, date, String.valueOf(folder.getFileName()));
        List<Path> own = new ArrayList<>();
        boolean whole = true;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (names.contains(String.valueOf(entry.getFileName()))
                        && Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    own.add(entry);
                } else {
                    whole = false;
                    left.add(entry + " is not the archive's");
                }
            }
        }
        // what names the others goes last
        own.sort(Comparator.comparing(OldStatements::isOrigin));
        return new Kept(folder, own, whole && !own.isEmpty());
    }

    private static boolean isOrigin(Path file) {
        return file.endsWith(Archive.ORIGIN);
    }

    /** The names of the files that were kept under a hash; of none where that cannot be told. */
    private Set<String> names(String account, LocalDate date, String sha256) {
        Set<String> names = new HashSet<>();
        try {
            Optional<Origin> origin = archive.origin(account, date, sha256);
            List<String> statements =
                    origin.isPresent()
                            ? origin.get().files().stream().map(KeptFile::name).toList()
                            : archive.open(account, date, sha256).stream()
                                    .map(file -> String.valueOf(file.getFileName()))
                                    .toList();
            for (String name : statements) {
                names.add(name);
                names.add(name + Archive.CONTROL);
            }
            names.add(Archive.ORIGIN);
        } catch (IOException _) {
            // it is not known whose its files are, so they stay
            names.clear();
        }
        return names;
    }

    private static List<Path> files(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(entry);
                }
            }
        }
        return files;
    }

    /**
     * A whole one is renamed first, to what the next run sweeps: nobody then finds half of a
     * statement under its hash, wherever this is killed.
     */
    private static void remove(Kept kept) throws IOException {
        Path folder = kept.folder();
        List<Path> own = kept.own();
        if (kept.whole()) {
            Path away = folder.resolveSibling(Archive.UNFINISHED + UUID.randomUUID());
            Files.move(folder, away, StandardCopyOption.ATOMIC_MOVE);
            folder = away;
            own = files(away);
        }
        for (Path file : own) {
            Files.deleteIfExists(file);
        }
        removeIfEmpty(folder);
    }

    private static void removeIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            // somebody keeps something of their own there
        }
    }
}
