package dev.tplus1.cli.speech;

import java.util.ArrayList;
import java.util.List;

/**
 * One thing that {@code check} looked at.
 *
 * @param failure what kind of failure it is, or that it is none
 * @param what {@code books}, or an account's id
 * @param found what is so, or what is wrong and what to do
 */
public record CheckLine(Failure failure, String what, String found) {
    private static final int WORD = 6;
    private static final int WHAT = 12;

    /** How a check ended. */
    public enum Failure {
        NONE,
        /** Works, and is worth a look. */
        WARNING,
        /** Settings, permissions or a schema that must be put right. */
        SETTINGS,
        /** Something did not answer; it may the next time. */
        UNREACHABLE
    }

    public static CheckLine ok(String what, String found) {
        return new CheckLine(Failure.NONE, what, found);
    }

    public static CheckLine warning(String what, String found) {
        return new CheckLine(Failure.WARNING, what, found);
    }

    public boolean failed() {
        return switch (failure) {
            case NONE, WARNING -> false;
            case SETTINGS, UNREACHABLE -> true;
        };
    }

    private String word(Terminal terminal) {
        String word =
                switch (failure) {
                    case NONE -> "ok";
                    case WARNING -> "warn";
                    case SETTINGS, UNREACHABLE -> "fail";
                };
        Terminal.State state =
                switch (failure) {
                    case NONE -> Terminal.State.GOOD;
                    case WARNING -> Terminal.State.WAITING;
                    case SETTINGS, UNREACHABLE -> Terminal.State.BAD;
                };
        return terminal.coloured(state, word) + " ".repeat(WORD - word.length());
    }

    /** All of them, and how many failed. */
    public static List<String> lines(List<CheckLine> checks, Terminal terminal) {
        int width = checks.stream().mapToInt(check -> check.what.length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (CheckLine check : checks) {
            lines.add(
                    check.word(terminal)
                            + Speech.padded(check.what, Math.max(width, WHAT) + 2)
                            + check.found);
        }
        long failed = checks.stream().filter(CheckLine::failed).count();
        long fine = checks.stream().filter(check -> check.failure == Failure.NONE).count();
        lines.add(
                failed == 0
                        ? fine + " of " + checks.size() + " fine."
                        : failed + " of " + checks.size() + " failed.");
        return lines;
    }
}
