package dev.tplus1.job;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A folder of secrets, a file for each, named as Spring's config tree names them: {@code
 * db-password} is the file of that name, {@code db.password} the file {@code password} in the
 * folder {@code db} (or a file {@code db.password}). A name is only ever compared with those of the
 * files that were found, so none leads out of the folder. A file is read, and its mode looked at,
 * when it is asked for.
 */
final class ConfigTree {
    /** No folder of secrets. */
    static final ConfigTree NONE = new ConfigTree(null, Map.of());

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}");
    private static final int MAX_FILES = 10_000;

    /** What lies deeper is not looked at. */
    private static final int MAX_DEPTH = 10;

    /** So many names a message tells; the others are counted. */
    private static final int MAX_TOLD = 10;

    private final @Nullable Path folder;
    private final Map<String, List<Path>> files;

    private ConfigTree(@Nullable Path folder, Map<String, List<Path>> files) {
        this.folder = folder;
        this.files = files;
    }

    /**
     * The files in a folder; none is read yet.
     *
     * @throws IllegalArgumentException saying what is wrong with the folder
     */
    static ConfigTree of(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no such folder; make it, or leave it out");
        }
        Names names = new Names(folder);
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), MAX_DEPTH, names);
        } catch (IOException e) {
            throw new IllegalArgumentException("not all of it can be read; check its modes", e);
        }
        return new ConfigTree(folder, names.files);
    }

    /** Whether there is a folder at all. */
    boolean there() {
        return folder != null;
    }

    /** Where a secret that is missing belongs, and the names of those that are there. */
    String place(String name) {
        String file = "put it into a file " + Block.bounded(name) + " (mode 0440) in ";
        return folder == null
                ? file + "a folder of secrets (secrets: {directory: ...})"
                : file
                        + "secrets.directory ("
                        + Block.bounded(folder.toString())
                        + "), which has "
                        + told();
    }

    private String told() {
        List<String> names =
                files.keySet().stream().filter(ConfigTree::mayBeNamed).sorted().toList();
        if (names.isEmpty()) {
            return "none yet";
        }
        String first =
                names.stream()
                        .limit(MAX_TOLD)
                        .map(Block::bounded)
                        .collect(Collectors.joining(", "));
        int left = names.size() - MAX_TOLD;
        return left > 0 ? first + " and " + left + " more" : first;
    }

    /** Whether a secret may have this name. */
    static boolean mayBeNamed(String name) {
        return NAME.matcher(name).matches();
    }

    /**
     * A secret; null where there is none of this name.
     *
     * @throws IllegalArgumentException saying what is wrong with its file, and which it is
     */
    @Nullable String value(String name) {
        List<Path> named = files.get(name);
        if (named == null) {
            return null;
        }
        if (named.size() > 1) {
            throw new IllegalArgumentException(
                    "two secrets have the name " + name + "; keep one of the files");
        }
        Path file = named.getFirst();
        try {
            return TextFile.secret(file);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the secret " + Block.bounded(file.toString()) + ": " + e.getMessage(), e);
        }
    }

    /** Collects the files by name. */
    private static final class Names extends SimpleFileVisitor<Path> {
        private final Path folder;
        private final Map<String, List<Path>> files = new HashMap<>();
        private int count;

        Names(Path folder) {
            this.folder = folder;
        }

        /** Kubernetes keeps the files themselves in such folders, and links to them beside. */
        private static boolean hidden(Path path) {
            return String.valueOf(path.getFileName()).startsWith("..");
        }

        @Override
        public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
            return !each.equals(folder) && hidden(each)
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !hidden(file)) {
                count++;
                if (count > MAX_FILES) {
                    throw new IllegalArgumentException(
                            "it has more than " + MAX_FILES + " files; name a smaller folder");
                }
                String name =
                        StreamSupport.stream(folder.relativize(file).spliterator(), false)
                                .map(Path::toString)
                                .collect(Collectors.joining("."));
                files.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(file);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
