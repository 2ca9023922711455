package dev.tplus1.job;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Locale;

/** Finds the word that somebody probably meant. */
final class Likeness {
    /** So many letters may be wrong in a short word; a slip such as two swapped ones counts two. */
    private static final int FEW = 2;

    /** In a longer word, a part of it may be: beyond, a guess is more often wrong than right. */
    private static final int PART = 3;

    /** Longer words are not compared: the effort grows with the square. */
    private static final int MAX_LENGTH = 64;

    private Likeness() {}

    static @Nullable String nearest(String word, Collection<String> known) {
        String plain = plain(word);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            String other = plain(candidate);
            int distance = distance(plain, other);
            int most = Math.max(FEW, Math.max(plain.length(), other.length()) / PART);
            if (distance <= most && distance < least && distance < candidate.length()) {
                least = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Case and the choice of hyphen, underscore or none are the commonest slips. */
    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
    }

    private static int distance(String a, String b) {
        if (a.length() > MAX_LENGTH || b.length() > MAX_LENGTH) {
            return Integer.MAX_VALUE;
        }
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
