package dev.tplus1.report.index;

import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.RevisedStatements.Seen;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.files.LocalFiles;
import dev.tplus1.report.html.HtmlPages;
import dev.tplus1.report.index.JobState.AccountState;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code index.html} of a reports folder. Each job leaves how it stands in a file of its own,
 * {@code <reports>/<job>/.index.json}; the page is made from those of all jobs in the folder, in
 * the language of the job that writes it.
 *
 * <p>Writers take turns by a lock on a file. The database is asked before, so that nobody waits for
 * it; whoever has asked it earlier than the state that stands there leaves that state, so the last
 * of several runs that end at once shows them all. Thread-safe.
 */
public final class ReportIndex {
    /** The page's name. */
    public static final String NAME = "index.html";

    /** The most jobs of a folder; in the order of their names. */
    static final int MOST_JOBS = 50;

    private static final String STATE = ".index.json";
    private static final String LOCK = ".index.lock";

    /** The most bytes of a job's state. */
    private static final int MOST_BYTES = 16 << 20;

    /** How often the lock is asked for, so long apart, before it is given up. */
    private static final int TRIES = 200;

    private static final int BETWEEN_TRIES_MS = 50;

    private static final String TEMPLATE = "index/index.ftlh";

    /** What the template includes. */
    private static final String MARKS = "marks.ftlh";

    private static final String STYLE =
            HtmlPages.resource("report.css") + HtmlPages.resource("index/index.css");

    private final ReportFolder reports;
    private final String job;
    private final Clock clock;

    /**
     * An account of the job.
     *
     * @param provider its provider's name for people
     * @param open what it has open or in suspense, of all dates
     * @param revised statements that say otherwise than its revisions, and are not used yet
     */
    public record Account(
            String id, String provider, ZoneId zone, List<Standing> open, List<Seen> revised) {}

    /** What there is to show, and the comment that says what the page over it is made of. */
    private record Source(IndexPage.Jobs jobs, String madeOf) {}

    public ReportIndex(ReportFolder reports, String job, Clock clock) {
        this.reports = reports;
        this.job = job;
        this.clock = clock;
    }

    /**
     * Writes the job's state and the page.
     *
     * @param sparing whether to leave both as they are where they would say the same on this day
     * @param accounts the job's, in the order of its file; asked before the lock is
     * @throws ReportException when they cannot be written
     */
    public void write(boolean sparing, Supplier<List<Account>> accounts) {
        Path root = reports.root();
        Instant asked = clock.instant();
        List<Account> known = accounts.get();
        if (sparing && saysTheSame(root, known, asked)) {
            return;
        }
        LocalFiles.attempt(
                root.resolve(NAME),
                () -> {
                    Files.createDirectories(root);
                    try (FileChannel file =
                                    FileChannel.open(
                                            root.resolve(LOCK),
                                            StandardOpenOption.CREATE,
                                            StandardOpenOption.WRITE,
                                            LinkOption.NOFOLLOW_LINKS);
                            FileLock _ = locked(file)) {
                        locked(root, known, asked);
                    }
                    return root;
                });
    }

    /**
     * Whether the state that stands there is what would be written, and the page was made of it and
     * of all else that it would be made of now. A run that died between them, or before, left
     * another state or another page, as does a job that was removed or restored, or another
     * release. From another day it tells other ages.
     */
    private boolean saysTheSame(Path root, List<Account> accounts, Instant asked) {
        try {
            JobState stands = read(root.resolve(job));
            JobState now = state(accounts, asked);
            boolean sameDay =
                    accounts.stream()
                            .map(Account::zone)
                            .allMatch(zone ->
                                    LocalDate.ofInstant(stands.written(), zone)
                                            .equals(LocalDate.ofInstant(asked, zone)));
            return sameDay
                    && stands.equals(now.writtenAt(stands.written()))
                    && MadeOf.ends(root.resolve(NAME), source(root).madeOf);
        } catch (IOException | IllegalArgumentException _) {
            return false;
        }
    }

    private void locked(Path root, List<Account> accounts, Instant asked) throws IOException {
        Path folder = root.resolve(job);
        LocalFiles.ownFolder(folder);
        LocalFiles.sweep(root);
        LocalFiles.sweep(folder);
        if (!later(folder, asked)) {
            JobState state = state(accounts, asked);
            LocalFiles.writeText(folder.resolve(STATE), out -> out.write(state.toJson()));
        }
        Source source = source(root);
        IndexPage page = IndexPage.of(source.jobs, reports.words());
        LocalFiles.writeText(
                root.resolve(NAME),
                out -> {
                    HtmlPages.write(TEMPLATE, STYLE, "page", page, reports.words(), out);
                    out.write(source.madeOf);
                });
    }

    /** Whether another run left a state that knows more. */
    private boolean later(Path folder, Instant asked) {
        try {
            Instant written = read(folder).written();
            return written.isAfter(asked) && !written.isAfter(clock.instant());
        } catch (IOException | IllegalArgumentException _) {
            // none, or none that counts: it is written anew
            return false;
        }
    }

    private JobState state(List<Account> accounts, Instant asked) {
        List<AccountState> states = new ArrayList<>();
        for (Account each :
                accounts.subList(0, Math.min(accounts.size(), JobState.MOST_ACCOUNTS))) {
            states.add(new AccountDays(reports, job, each, asked).state());
        }
        return new JobState(JobState.SCHEMA, job, asked, states, accounts.size() - states.size());
    }

    /** The folders of the jobs that have a state, in the order of their names. */
    private static List<Path> stateFolders(Path root) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (DirectoryStream<Path> names =
                Files.newDirectoryStream(
                        root,
                        each ->
                                JobState.names(String.valueOf(each.getFileName()))
                                        && Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                                        && !Files.notExists(
                                                each.resolve(STATE), LinkOption.NOFOLLOW_LINKS))) {
            names.forEach(folders::add);
        }
        folders.sort(null);
        return folders;
    }

    /** The states of the jobs in the folder; what cannot be read is told by its job's name. */
    private Source source(Path root) throws IOException {
        List<Path> folders = stateFolders(root);
        int more = folders.size() - MOST_JOBS;
        MadeOf madeOf = program(reports.words()).add(Integer.toString(more));
        List<JobState> states = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (Path each : folders.subList(0, Math.min(folders.size(), MOST_JOBS))) {
            String name = String.valueOf(each.getFileName());
            try {
                byte[] state = bytes(each);
                madeOf.add(name).add(state);
                states.add(parsed(each, state));
            } catch (NoSuchFileException _) {
                // its owner has just taken it away
            } catch (IOException _) {
                madeOf.add(name).add("unread");
                unread.add(name);
            } catch (IllegalArgumentException _) {
                unread.add(name);
            }
        }
        return new Source(new IndexPage.Jobs(states, unread, more), madeOf.comment());
    }

    /** What the program has its part of the page from; the release, for its code. */
    private static MadeOf program(Words words) {
        String release = ReportIndex.class.getPackage().getImplementationVersion();
        return new MadeOf()
                .add(String.valueOf(release))
                .add(HtmlPages.resource(TEMPLATE))
                .add(HtmlPages.resource(MARKS))
                .add(STYLE)
                .add(words.language())
                .add(words.all());
    }

    /**
     * The state that stands in a job's folder.
     *
     * @throws IllegalArgumentException when it is something else
     */
    private static JobState read(Path folder) throws IOException {
        return parsed(folder, bytes(folder));
    }

    private static byte[] bytes(Path folder) throws IOException {
        try (InputStream in =
                Files.newInputStream(folder.resolve(STATE), LinkOption.NOFOLLOW_LINKS)) {
            return in.readNBytes(MOST_BYTES);
        }
    }

    private static JobState parsed(Path folder, byte[] bytes) {
        JobState state = JobState.fromJson(new String(bytes, StandardCharsets.UTF_8));
        if (!state.job().equals(String.valueOf(folder.getFileName()))) {
            throw new IllegalArgumentException("the state of another job");
        }
        return state;
    }

    private static FileLock locked(FileChannel file) throws IOException {
        for (int tried = 0; tried < TRIES; tried++) {
            FileLock lock = tried(file);
            if (lock != null) {
                return lock;
            }
            try {
                Thread.sleep(BETWEEN_TRIES_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException stopped = new InterruptedIOException("interrupted");
                stopped.initCause(e);
                throw stopped;
            }
        }
        throw new IOException(
                "another run has been writing it for "
                        + TRIES * BETWEEN_TRIES_MS / 1000
                        + " s, or was stopped while it did");
    }

    /** None while another process or thread has it. */
    private static @Nullable FileLock tried(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }
}
