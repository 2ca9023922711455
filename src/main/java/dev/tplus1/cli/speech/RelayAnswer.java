package dev.tplus1.cli.speech;

import java.util.ArrayList;
import java.util.List;

/**
 * How the outbox relay ended.
 *
 * @param published messages that it published
 * @param waiting messages that are left to publish
 * @param dead and dead letters beside them
 * @param what who holds it, or what the sink said; empty where neither is to be told
 * @param jobFile as it was given
 */
public record RelayAnswer(
        End end, long published, long waiting, long dead, String what, String jobFile) {
    /** Why it ended. */
    public enum End {
        DONE,
        STOPPED,
        LEFT_ALONE,
        RUNNING_ELSEWHERE
    }

    /** What it did, where it did anything. */
    public List<String> lines(Terminal terminal) {
        if (end == End.RUNNING_ELSEWHERE) {
            return List.of();
        }
        return List.of(
                "outbox: "
                        + terminal.coloured(
                                dead > 0 ? Terminal.State.WAITING : Terminal.State.GOOD,
                                "published")
                        + " "
                        + Speech.count(published, "message", "messages")
                        + "; "
                        + Speech.number(waiting)
                        + " waiting, "
                        + Speech.count(dead, "dead letter", "dead letters"));
    }

    /** What a person should know besides. */
    public List<String> troubles(Terminal terminal) {
        List<String> troubles = new ArrayList<>();
        switch (end) {
            case DONE -> {}
            case STOPPED ->
                    troubles.add(
                            "tplus1: outbox: "
                                    + terminal.coloured(Terminal.State.WAITING, "stopped")
                                    + ": by a signal, between two messages; safe to run again.");
            case LEFT_ALONE ->
                    troubles.add(
                            "tplus1: outbox: "
                                    + terminal.coloured(Terminal.State.BAD, "stopped")
                                    + ": several tries in a row came to nothing: "
                                    + Speech.line(what)
                                    + ". Nothing is lost; mend the sink and run again.");
            case RUNNING_ELSEWHERE ->
                    troubles.add(
                            "tplus1: outbox: "
                                    + terminal.coloured(Terminal.State.WAITING, "running elsewhere")
                                    + ": "
                                    + Speech.line(what));
        }
        if (dead > 0) {
            troubles.add(dead(dead, jobFile));
        }
        return troubles;
    }

    /** That there are dead letters, and how to look at them. */
    public static String dead(long dead, String jobFile) {
        return "tplus1: outbox: "
                + Speech.count(dead, "dead letter holds", "dead letters hold")
                + " back what waits behind; look: tplus1 outbox list --job "
                + jobFile
                + " --dead";
    }
}
