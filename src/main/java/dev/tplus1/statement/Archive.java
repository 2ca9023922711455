package dev.tplus1.statement;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Every statement that was used, as it was received: {@code
 * <root>/<account>/<date>/<sha256>/<file>}, written under a temporary name, forced to disk,
 * renamed, and read-only from then on. A control file beside a statement is kept with it, and so is
 * {@code origin.json}: when and from where it came. Neither is part of its hash. Safe for several
 * threads and processes: whoever comes second finds what the first has kept.
 */
public final class Archive {
    /** The file that tells where a kept statement came from; never a statement's own. */
    public static final String ORIGIN = "origin.json";

    /** The most bytes of one that is read: so many files as a statement may have fit. */
    private static final int LONGEST_ORIGIN = 1 << 26;

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    /** Ends the name of a file that vouches for the one beside it. */
    public static final String CONTROL = ".control";

    /** Begins the name of a folder that is not, or no longer, a kept statement. */
    public static final String UNFINISHED = ".incoming-";

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path root;

    /**
     * When a statement was received first, and from where; what {@code origin.json} holds.
     *
     * @param receivedAt in UTC
     * @param from for people: a folder or an address, without secrets
     * @param files in the order of their names
     * @param sha256 of the files' bytes in that order, hex
     */
    public record Origin(
            String provider,
            String account,
            LocalDate date,
            Instant receivedAt,
            String from,
            List<KeptFile> files,
            String sha256) {
        public Origin {
            files = List.copyOf(files);
        }
    }

    /**
     * One of a statement's files.
     *
     * @param size in bytes
     */
    public record KeptFile(String name, long size) {}

    /**
     * Where a statement comes from that is about to be kept.
     *
     * @param from for people: a folder or an address, without secrets
     */
    public record Source(String provider, String from, Instant receivedAt) {}

    /**
     * @param root is made when it is not there
     */
    public Archive(Path root) {
        this.root = root;
    }

    /**
     * Keeps a statement's files; the same bytes again are recognised and left as they are, with the
     * origin that they had first.
     *
     * @param sha256 of the files' bytes in the order of their names: what was read and checked
     * @return the kept files, in the order of their names
     * @throws RefusedException when the files are no longer those bytes, two have one name, or one
     *     has a name that is not a statement's
     */
    public List<Path> keep(
            String account, LocalDate date, String sha256, List<Path> files, Source source)
            throws RefusedException, IOException {
        Path folder = folder(account, date, sha256);
        refuseNames(files);
        if (Files.isDirectory(folder)) {
            return open(account, date, sha256);
        }
        Path parent = folder.resolveSibling(UNFINISHED + UUID.randomUUID());
        Files.createDirectories(parent);
        boolean ours;
        try {
            if (!copy(files, parent).equals(sha256)) {
                throw new RefusedException(
                        Fingerprint.name(files.getFirst()),
                        0,
                        "it changed after it was read: try again later");
            }
            Origin origin =
                    new Origin(
                            source.provider(),
                            account,
                            date,
                            source.receivedAt(),
                            source.from(),
                            sizes(statements(parent)),
                            sha256);
            write(parent.resolve(ORIGIN), JSON.writeValueAsBytes(origin));
            force(parent);
            ours = publish(parent, folder);
        } catch (IOException | RefusedException | RuntimeException e) {
            remove(parent, e);
            throw e;
        }
        // what another process has kept is looked at, what was hashed as it was written is not
        return ours ? statements(folder) : open(account, date, sha256);
    }

    /** Under such a name it would be kept, and not be among the statement's files ever after. */
    private static void refuseNames(List<Path> files) throws RefusedException {
        for (Path file : files) {
            String name = Fingerprint.name(file);
            if (name.equals(ORIGIN)) {
                throw new RefusedException(
                        name,
                        0,
                        "a statement's name must not be that of the file that tells where a kept"
                                + " one came from: rename it, or give the statement itself");
            }
            if (name.endsWith(CONTROL)) {
                throw new RefusedException(
                        Shown.reason(name),
                        0,
                        "a statement's name must not end in "
                                + CONTROL
                                + ", as that of the file that vouches for it does: rename it, or"
                                + " give the statement itself");
            }
        }
    }

    /**
     * Removes what killed runs left unfinished for a date. Only for the one who holds the date:
     * nobody else is keeping anything for it.
     */
    public void sweep(String account, LocalDate date) throws IOException {
        Path folder = folder(account, date, "0".repeat(64)).getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> unfinished =
                Files.newDirectoryStream(folder, UNFINISHED + "*")) {
            for (Path each : unfinished) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(each)) {
                    for (Path entry : entries) {
                        Files.deleteIfExists(entry);
                    }
                }
                Files.deleteIfExists(each);
            }
        }
    }

    /** Copies the files with their control files; the sha256 of the bytes that were written. */
    private static String copy(List<Path> files, Path folder) throws RefusedException, IOException {
        MessageDigest digest = sha256();
        Set<String> names = new HashSet<>();
        for (Path file : files.stream().sorted(Fingerprint.BY_NAME).toList()) {
            String name = Fingerprint.name(file);
            if (!names.add(name)) {
                throw new RefusedException(name, 0, "two files of one statement have this name");
            }
            copy(file, folder.resolve(name), digest);
            Path control = file.resolveSibling(name + CONTROL);
            if (Files.isRegularFile(control)) {
                // it vouches for a statement, and is no part of its hash
                copy(control, folder.resolve(name + CONTROL), sha256());
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void copy(Path from, Path to, MessageDigest digest) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(from);
                FileChannel channel =
                        FileChannel.open(
                                to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            int read = in.read(buffer);
            while (read >= 0) {
                digest.update(buffer, 0, read);
                out.write(buffer, 0, read);
                read = in.read(buffer);
            }
            channel.force(true);
        }
        seal(to);
    }

    private static List<KeptFile> sizes(List<Path> files) throws IOException {
        List<KeptFile> sizes = new ArrayList<>();
        for (Path file : files) {
            sizes.add(new KeptFile(Fingerprint.name(file), Files.size(file)));
        }
        return sizes;
    }

    private static void write(Path to, byte[] bytes) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(
                                to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            out.write(bytes);
            channel.force(true);
        }
        seal(to);
    }

    private static void seal(Path file) throws IOException {
        if (!file.toFile().setReadOnly()) {
            throw new IOException(file + " cannot be made read-only");
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether it is this one that is now there under the name of its hash. */
    private static boolean publish(Path unfinished, Path folder) throws IOException {
        boolean ours = true;
        try {
            Files.move(unfinished, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
            // another process kept the same bytes first
            ours = false;
            remove(unfinished, e);
        }
        Path parent = folder.getParent();
        if (parent != null) {
            force(parent);
        }
        return ours;
    }

    /** Has the folder's own entries written to disk. */
    private static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static void remove(Path folder, Exception reason) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                Files.deleteIfExists(entry);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            reason.addSuppressed(e);
        }
    }

    /** Whether a statement is kept, whole or not. */
    public boolean has(String account, LocalDate date, String sha256) {
        return Files.isDirectory(folder(account, date, sha256));
    }

    /**
     * The files that were kept under a hash, in the order of their names.
     *
     * @throws IOException when there are none, or when they are no longer what was kept
     */
    public List<Path> open(String account, LocalDate date, String sha256) throws IOException {
        Path folder = folder(account, date, sha256);
        if (!has(account, date, sha256)) {
            throw new FileSystemException(folder.toString(), null, "is not in the archive");
        }
        List<Path> files = statements(folder);
        if (!Fingerprint.of(files).sha256().equals(sha256)) {
            throw new FileSystemException(
                    folder.toString(), null, "is no longer what was kept there");
        }
        return files;
    }

    /**
     * When and from where a kept statement came first; none where it was kept before that was
     * written down.
     *
     * @throws IOException when it cannot be read
     */
    public Optional<Origin> origin(String account, LocalDate date, String sha256)
            throws IOException {
        Path file = folder(account, date, sha256).resolve(ORIGIN);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return Optional.of(JSON.readValue(in.readNBytes(LONGEST_ORIGIN), Origin.class));
        } catch (JacksonException e) {
            throw new FileSystemException(
                    file.toString(), null, Shown.reason("is no origin: " + e.getOriginalMessage()));
        }
    }

    /** The hashes of the statements that were kept for a date, in their own order. */
    public List<String> list(String account, LocalDate date) throws IOException {
        Path folder = folder(account, date, "0".repeat(64)).getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return List.of();
        }
        List<String> hashes = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = Fingerprint.name(entry);
                if (SHA256.matcher(name).matches()) {
                    hashes.add(name);
                }
            }
        }
        hashes.sort(Comparator.naturalOrder());
        return List.copyOf(hashes);
    }

    private static List<Path> statements(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                String name = Fingerprint.name(entry);
                if (!name.endsWith(CONTROL) && !name.equals(ORIGIN)) {
                    files.add(entry);
                }
            }
        }
        files.sort(Fingerprint.BY_NAME);
        return List.copyOf(files);
    }

    private Path folder(String account, LocalDate date, String sha256) {
        if (!ACCOUNT.matcher(account).matches() || !SHA256.matcher(sha256).matches()) {
            throw new IllegalArgumentException("not an account id or not a sha256");
        }
        return root.resolve(account).resolve(date.toString()).resolve(sha256);
    }
}
