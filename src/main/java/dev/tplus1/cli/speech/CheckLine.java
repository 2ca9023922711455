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
        /** Settings, permissions or a schema that must be put right. */
        SETTINGS,
        /** Something did not answer; it may the next time. */
        UNREACHABLE
    }

    public static CheckLine ok(String what, String found) {
        return new CheckLine(Failure.NONE, what, found);
    }

    public boolean failed() {
        return failure != Failure.NONE;
    }

    /** All of them, and how many failed. */
    public static List<String> lines(List<CheckLine> checks, Terminal terminal) {
        int width = checks.stream().mapToInt(check -> check.what.length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (CheckLine check : checks) {
            lines.add(
                    (check.failed()
                                    ? terminal.coloured(Terminal.State.BAD, "fail")
                                            + " ".repeat(WORD - "fail".length())
                                    : terminal.coloured(Terminal.State.GOOD, "ok")
                                            + " ".repeat(WORD - "ok".length()))
                            + Speech.padded(check.what, Math.max(width, WHAT) + 2)
                            + check.found);
        }
        long failed = checks.stream().filter(CheckLine::failed).count();
        lines.add(
                failed == 0
                        ? checks.size() + " of " + checks.size() + " fine."
                        : failed + " of " + checks.size() + " failed.");
        return lines;
    }
}
