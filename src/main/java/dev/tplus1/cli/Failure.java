package dev.tplus1.cli;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.database.DatabaseInUseException;
import dev.tplus1.entry.SettingException;
import dev.tplus1.nightly.told.FailureLine;
import dev.tplus1.statement.RefusedException;

/** What an exception means to the one who ran the command: an exit code and one line. */
public record Failure(ExitCode code, String line) {
    /** What it means. */
    public static Failure of(Throwable thrown) {
        String line = Speech.line(FailureLine.of(thrown));
        return switch (thrown) {
            case SettingException _ -> new Failure(ExitCode.USAGE, line);
            case RefusedException _ -> new Failure(ExitCode.REFUSED, "refused: " + line);
            case DatabaseInUseException _ -> new Failure(ExitCode.RUNNING, line);
            default -> new Failure(ExitCode.FAILED, line);
        };
    }
}
