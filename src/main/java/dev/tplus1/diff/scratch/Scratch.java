package dev.tplus1.diff.scratch;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The temporary folder of one run, {@code <folder>/.tplus1-scratch-<user>/<run>-<unique>/}. It is
 * made when the first file is, so that a small day touches no file, and removed with all that is in
 * it by {@link #close}. A file lock beside it says that its run lives; opening removes the folders
 * of runs that are dead, whichever process they were of. Its files together never take more bytes
 * than the limit. Thread-safe.
 */
public final class Scratch implements AutoCloseable {
    /** The most bytes that the files of one run take: some 500 million rows. */
    public static final long LIMIT = 32L << 30;

    /** Each user has an own one: in a folder for all, nobody meets what another left. */
    private static final String ROOT =
            ".tplus1-scratch-"
                    + System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");

    private static final String LOCK = ".lock";
    private static final Set<PosixFilePermission> PRIVATE =
            PosixFilePermissions.fromString("rwx------");
    private static final Pattern RUN = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*");

    /** So much of a run's name is in its folder's, which is the run's own by more than that. */
    private static final int LONGEST_NAME = 100;

    /**
     * How often a folder may be taken away under its maker, by a cleaner, before that is an error.
     */
    private static final int ATTEMPTS = 10;

    /**
     * The lock files of this process. It must not open one of them a second time: on most systems
     * closing that would give up the lock.
     */
    private static final Set<Path> OURS = new HashSet<>();

    private final Path folder;
    private final String run;
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final List<Spill> files = new ArrayList<>();
    private @Nullable Held held;
    private boolean closed;

    /** A made folder and the lock that keeps it. */
    private record Held(Path folder, Path lockFile, FileChannel lock) {}

    /**
     * A file of a scratch folder: blocks are appended by one thread at a time and read by any.
     * Closing removes it and gives its bytes back.
     */
    public static final class Spill implements AutoCloseable {
        private final Scratch scratch;
        private final Path path;
        private final FileChannel channel;
        private long size;

        private Spill(Scratch scratch, Path path) throws IOException {
            this.scratch = scratch;
            this.path = path;
            this.channel =
                    FileChannel.open(
                            path,
                            StandardOpenOption.CREATE_NEW,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
        }

        /** Appends a block; where it stands. */
        public long append(byte[] block, int length) {
            scratch.take(length);
            long at = size;
            size += length;
            ByteBuffer rest = ByteBuffer.wrap(block, 0, length);
            try {
                while (rest.hasRemaining()) {
                    channel.write(rest, at + rest.position());
                }
                return at;
            } catch (IOException e) {
                throw scratch.failed(rest.remaining(), e);
            }
        }

        /** Reads bytes that were appended. */
        public void read(long at, byte[] into, int from, int length) {
            ByteBuffer rest = ByteBuffer.wrap(into, from, length);
            try {
                while (rest.hasRemaining()) {
                    if (channel.read(rest, at + length - rest.remaining()) < 0) {
                        throw new EOFException(path.getFileName() + " was cut short");
                    }
                }
            } catch (IOException e) {
                throw scratch.failed(0, e);
            }
        }

        @Override
        public void close() {
            try {
                if (channel.isOpen()) {
                    channel.close();
                    Files.deleteIfExists(path);
                    scratch.giveBack(size);
                    size = 0;
                }
            } catch (IOException e) {
                throw scratch.failed(0, e);
            }
        }
    }

    private Scratch(Path folder, String run, long limit) {
        this.folder = folder;
        this.run = run;
        this.limit = limit;
    }

    /**
     * Removes what dead runs left in the folder. Nothing is made yet.
     *
     * @param folder that exists, or that can be made
     * @param run names the run: letters, digits, dots, dashes; of a long one the begin is told
     * @param limit the most bytes that all files of the run may take together
     * @throws ScratchException when the folder cannot be read or cleaned
     */
    public static Scratch open(Path folder, String run, long limit) {
        if (!RUN.matcher(run).matches()) {
            throw new IllegalArgumentException("not a run's name: " + run);
        }
        Path absolute = folder.toAbsolutePath().normalize();
        synchronized (OURS) {
            try {
                removeDead(absolute.resolve(ROOT));
            } catch (IOException e) {
                throw ScratchException.folder(absolute, e);
            }
        }
        return new Scratch(absolute, run.substring(0, Math.min(run.length(), LONGEST_NAME)), limit);
    }

    /** How many bytes the files of this run take now. */
    public long bytes() {
        return used.get();
    }

    /** A new, empty file; its creator closes it, else it goes with the folder. */
    public synchronized Spill file() {
        if (closed) {
            throw new IllegalStateException("the temporary folder is closed");
        }
        try {
            if (held == null) {
                held = make();
            }
            Path path = held.folder.resolve("spool-" + files.size());
            Spill file = new Spill(this, path);
            files.add(file);
            return file;
        } catch (IOException e) {
            throw ScratchException.folder(folder, e);
        }
    }

    /**
     * An empty folder in it for files of others, which do not count as this run's bytes; it is
     * removed with it, whatever is inside.
     *
     * @param name of the folder; one of this name that is there already is emptied
     */
    public synchronized Path folder(String name) {
        if (!RUN.matcher(name).matches()) {
            throw new IllegalArgumentException("not a folder's name: " + name);
        }
        if (closed) {
            throw new IllegalStateException("the temporary folder is closed");
        }
        try {
            if (held == null) {
                held = make();
            }
            Path inside = held.folder.resolve(name);
            removeAll(inside);
            return Files.createDirectory(inside);
        } catch (IOException e) {
            throw ScratchException.folder(folder, e);
        }
    }

    void take(long bytes) {
        long sum = used.addAndGet(bytes);
        if (sum > limit) {
            used.addAndGet(-bytes);
            throw ScratchException.limit(folder, bytes, sum - bytes, limit);
        }
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    ScratchException failed(long wanted, IOException cause) {
        return ScratchException.io(folder, wanted, used.get(), cause);
    }

    /**
     * Removes the folder and everything in it. A second call does nothing.
     *
     * @throws ScratchException when something cannot be removed; the next start tries again
     */
    @Override
    public synchronized void close() {
        closed = true;
        Held mine = held;
        if (mine == null) {
            return;
        }
        held = null;
        synchronized (OURS) {
            try {
                for (Spill file : files) {
                    file.close();
                }
                remove(mine.folder, mine.lockFile);
            } catch (IOException e) {
                throw ScratchException.folder(folder, e);
            } finally {
                OURS.remove(mine.lockFile);
                release(mine.lock);
            }
        }
    }

    private void release(FileChannel lock) {
        try {
            lock.close();
            removeRoot(folder.resolve(ROOT));
        } catch (IOException e) {
            throw ScratchException.folder(folder, e);
        }
    }

    private Held make() throws IOException {
        Path root = folder.resolve(ROOT);
        synchronized (OURS) {
            for (int i = 0; i < ATTEMPTS; i++) {
                makeRoot(root);
                String name = run + "-" + UUID.randomUUID();
                Held made = tryMake(root.resolve(name), root.resolve(name + LOCK));
                if (made != null) {
                    OURS.add(made.lockFile);
                    return made;
                }
            }
        }
        throw new IOException("taken away " + ATTEMPTS + " times while it was made");
    }

    /** What is in there is read by nobody else, and it is no place that somebody else laid. */
    private static void makeRoot(Path root) throws IOException {
        Path parent = root.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            if (root.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectory(root, PosixFilePermissions.asFileAttribute(PRIVATE));
            } else {
                Files.createDirectory(root);
            }
        } catch (FileAlreadyExistsException _) {
            if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException(root.getFileName() + " is no folder");
            }
        }
    }

    /**
     * The lock file is there before the folder. A cleaner may have taken it between its making and
     * its locking; then it is gone, or about to be.
     */
    private static @Nullable Held tryMake(Path made, Path lockFile) throws IOException {
        FileChannel lock;
        try {
            lock =
                    FileChannel.open(
                            lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (NoSuchFileException _) {
            return null; // the last run to close removes the root
        }
        boolean kept = false;
        try {
            FileLock taken = lock.tryLock();
            if (taken == null || Files.notExists(lockFile)) {
                return null;
            }
            Path root = made.getParent();
            if (root != null && !Files.getOwner(root).equals(Files.getOwner(lockFile))) {
                throw new IOException(root.getFileName() + " is somebody else's");
            }
            Files.createDirectory(made);
            kept = true;
            return new Held(made, lockFile, lock);
        } finally {
            if (!kept) {
                Files.deleteIfExists(lockFile);
                lock.close();
            }
        }
    }

    private static void removeDead(Path root) throws IOException {
        if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> lockFiles = Files.newDirectoryStream(root, "*" + LOCK)) {
            for (Path lockFile : lockFiles) {
                if (!OURS.contains(lockFile)) {
                    removeIfDead(lockFile);
                }
            }
        }
        removeRoot(root);
    }

    private static void removeIfDead(Path lockFile) throws IOException {
        try (FileChannel lock = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
            if (lock.tryLock() != null) {
                String name = lockFile.getFileName().toString();
                String folderName = name.substring(0, name.length() - LOCK.length());
                remove(lockFile.resolveSibling(folderName), lockFile);
            }
        } catch (NoSuchFileException _) {
            // another cleaner, or its own run, was here first
        } catch (OverlappingFileLockException _) {
            // held by this process, through another class loader
        }
    }

    private static void remove(Path dead, Path lockFile) throws IOException {
        removeAll(dead);
        Files.deleteIfExists(lockFile);
    }

    /** Links are removed, not followed. */
    private static void removeAll(Path dead) throws IOException {
        if (Files.isDirectory(dead, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> left = Files.newDirectoryStream(dead)) {
                for (Path each : left) {
                    removeAll(each);
                }
            }
        }
        Files.deleteIfExists(dead);
    }

    private static void removeRoot(Path root) throws IOException {
        try {
            Files.deleteIfExists(root);
        } catch (DirectoryNotEmptyException | FileAlreadyExistsException _) {
            // other runs live in it
        }
    }
}
