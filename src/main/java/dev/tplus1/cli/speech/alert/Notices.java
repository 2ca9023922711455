package dev.tplus1.cli.speech.alert;

import dev.tplus1.cli.speech.Speech;

import java.util.ArrayList;
import java.util.List;

/** Notices in words. */
public final class Notices {
    private Notices() {}

    /** {@code 1 notice waits}, {@code 1 notice waits and 2 are dead}. */
    public static String outstanding(long waiting, long dead) {
        List<String> parts = new ArrayList<>();
        if (waiting > 0) {
            parts.add(Speech.count(waiting, "notice waits", "notices wait"));
        }
        if (dead > 0) {
            parts.add(Speech.count(dead, "notice is dead", "notices are dead"));
        }
        return String.join(" and ", parts);
    }
}
