package dev.tplus1.cli.speech;

import java.util.ArrayList;
import java.util.List;

/**
 * What was found by trying.
 *
 * @param grants the least that the job's logins need, as statements for a MySQL client; empty where
 *     its databases have no logins of their own, and where something failed that is not a grant
 */
public record CheckAnswer(List<CheckLine> checks, List<String> grants) {
    /** The checks, how many failed, and the grants as they can be copied. */
    public List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>(CheckLine.lines(checks, terminal));
        if (!grants.isEmpty()) {
            lines.add("");
            lines.add("-- the least that this job's logins need (CREATE, ALTER, INDEX and");
            lines.add("-- REFERENCES make and upgrade tables):");
            lines.addAll(grants);
        }
        return lines;
    }
}
