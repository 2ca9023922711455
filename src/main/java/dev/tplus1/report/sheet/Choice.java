package dev.tplus1.report.sheet;

import dev.tplus1.report.words.Words;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person can decide in the sheet; leaving the cell empty is leaving the break open. */
public enum Choice {
    /** The break is settled: {@code tplus1 breaks resolve}. */
    RESOLVE,
    /** The missed callback is let be replayed: {@code tplus1 breaks approve}. */
    APPROVE,
    /** Nothing yet. */
    LEAVE_OPEN;

    /** The choice that a cell names, in the language of the sheet or another, in any case. */
    public static Optional<Choice> of(String cell) {
        String wanted = cell.strip().toLowerCase(Locale.ROOT);
        for (Choice each : values()) {
            if (Words.inEveryLanguage("sheet.choice." + each).stream()
                    .anyMatch(word -> word.toLowerCase(Locale.ROOT).equals(wanted))) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The words of the drop-down, none of which has a comma. */
    static List<String> words(Words words) {
        List<String> all = new ArrayList<>();
        for (Choice each : values()) {
            all.add(words.get("sheet.choice." + each));
        }
        return all;
    }
}
