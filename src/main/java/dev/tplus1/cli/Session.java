package dev.tplus1.cli;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the commands of one process share: its terminal, its environment, and the work to call. */
public final class Session {
    private static final int MAX_LISTED = 10;

    private final Terminal terminal;
    private final Map<String, String> environment;
    private final Supplier<Work> work;
    private Work.@Nullable Job read;
    private @Nullable Work begun;

    Session(Terminal terminal, Map<String, String> environment, Supplier<Work> work) {
        this.terminal = terminal;
        this.environment = environment;
        this.work = work;
    }

    public Terminal terminal() {
        return terminal;
    }

    /** Loads what does the work; only once everything that was asked for is known to make sense. */
    public Work work() {
        Work loaded = begun;
        if (loaded == null) {
            loaded = work.get();
            begun = loaded;
            begins();
        }
        return loaded;
    }

    public Work.Job job(Path path) {
        Work.Job job = new Work.Job(path, JobFile.read(path, environment));
        read = job;
        begins();
        return job;
    }

    /** Whichever of the two a command asks for first. */
    private void begins() {
        if (begun != null && read != null) {
            begun.begins(read);
        }
    }

    /** The command ends early. */
    void failed(Failure failure, Throwable thrown) {
        if (begun != null) {
            begun.failed(failure.line(), thrown);
        }
    }

    /** The command has ended; whoever looked on is told, where anything was loaded. */
    void ended(int exit) {
        if (begun != null) {
            begun.ended(exit)
                    .forEach(line -> terminal.complain(List.of("tplus1: " + Speech.line(line))));
        }
    }

    /** Checks that the job has these accounts. */
    public static void requireAccounts(Work.Job job, List<String> accounts) {
        List<String> ids = job.file().accounts().stream().map(AccountFile::id).toList();
        for (String account : accounts) {
            if (!ids.contains(account)) {
                throw new SettingException(
                        "--account "
                                + Speech.bounded(account)
                                + ": no such account in "
                                + job.path()
                                + "; it has "
                                + String.join(
                                        ", ", ids.subList(0, Math.min(ids.size(), MAX_LISTED)))
                                + (ids.size() > MAX_LISTED ? " ..." : ""));
            }
        }
    }
}
