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
    private @Nullable Work asked;

    Session(Terminal terminal, Map<String, String> environment, Supplier<Work> work) {
        this.terminal = terminal;
        this.environment = environment;
        this.work = work;
    }

    public Terminal terminal() {
        return terminal;
    }

    /** Says what went wrong beside the work, and changes nothing of how it ended. */
    void trouble(String line) {
        terminal.complain(List.of("tplus1: " + Speech.line(line)));
    }

    /** Loads what does the work; only once everything that was asked for is known to make sense. */
    public Work work() {
        Work loaded = asked;
        if (loaded == null) {
            loaded = work.get();
            asked = loaded;
        }
        return loaded;
    }

    /** The command has ended; whatever did its work is told, where anything was loaded. */
    void ended(int code) {
        Work loaded = asked;
        if (loaded != null) {
            loaded.ended(code);
        }
    }

    public Work.Job job(Path path) {
        return new Work.Job(path, JobFile.read(path, environment));
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
