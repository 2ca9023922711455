package dev.tplus1.cli.speech.alert;

import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.Terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * How delivering notices ended.
 *
 * @param delivered notices that the channels took
 * @param waiting notices that are left to deliver
 * @param dead and those that are not tried again
 * @param troubles a line for each channel that did not take what was tried
 * @param holder who delivers, where somebody else does; else empty
 * @param jobFile as it was given
 */
public record AlertAnswer(
        End end,
        long delivered,
        long waiting,
        long dead,
        List<String> troubles,
        String holder,
        String jobFile) {
    /** Why it ended. */
    public enum End {
        DONE,
        STOPPED,
        RUNNING_ELSEWHERE
    }

    public AlertAnswer {
        troubles = List.copyOf(troubles);
    }

    /** What it did, where it did anything. */
    public List<String> lines(Terminal terminal) {
        if (end == End.RUNNING_ELSEWHERE) {
            return List.of();
        }
        return List.of(
                "alerts: "
                        + terminal.coloured(
                                waiting + dead > 0 ? Terminal.State.WAITING : Terminal.State.GOOD,
                                "delivered")
                        + " "
                        + Speech.count(delivered, "notice", "notices")
                        + "; "
                        + Speech.number(waiting)
                        + " waiting, "
                        + Speech.number(dead)
                        + " dead");
    }

    /** What a person should know besides. */
    public List<String> complaints(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        switch (end) {
            case DONE -> {}
            case STOPPED ->
                    lines.add(
                            "tplus1: alerts: "
                                    + terminal.coloured(Terminal.State.WAITING, "stopped")
                                    + ": by a signal, between two notices; safe to run again.");
            case RUNNING_ELSEWHERE ->
                    lines.add(
                            "tplus1: alerts: "
                                    + terminal.coloured(Terminal.State.WAITING, "running elsewhere")
                                    + ": "
                                    + Speech.line(holder));
        }
        troubles.forEach(each -> lines.add("tplus1: alerts: " + Speech.line(each)));
        if (dead > 0) {
            lines.add(
                    "tplus1: alerts: "
                            + Speech.count(dead, "notice is", "notices are")
                            + " dead; look: tplus1 alert list --job "
                            + jobFile);
        }
        return lines;
    }
}
