package dev.tplus1.bench;

import dev.tplus1.bench.Figures.What;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The results as Markdown: what they were taken on, then three lines for each work. */
final class Table {
    private static final String HEAD =
            """
            | work | measured | ours | rival | ratio | of the pairs | must | aim | held |
            |---|---|---|---|---|---|---|---|---|
            """;

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder notes = new StringBuilder();

    Table(Map<String, String> facts) {
        facts.forEach((what, value) ->
                text.append("- ").append(what).append(": ").append(value).append('\n'));
        text.append('\n').append(HEAD);
    }

    /** Adds a work's lines, and gives them back. */
    String add(Work work, Figures figures) {
        StringBuilder lines = new StringBuilder();
        for (What what : What.values()) {
            Optional<Limit> limit =
                    work.limits().stream().filter(l -> l.what() == what).findFirst();
            boolean rival = !figures.rivals().isEmpty();
            List<String> cells = new ArrayList<>();
            cells.add(what == What.WALL ? work.title() : "");
            cells.add(
                    switch (what) {
                        case WALL -> "wall";
                        case CPU -> "CPU";
                        case PEAK -> "peak memory";
                    });
            cells.add(side(what, figures.ours()));
            cells.add(rival ? side(what, figures.rivals()) : "");
            cells.add(rival ? Figures.thousandths(figures.ratio(what)) + " x" : "");
            cells.add(rival ? Figures.range(figures.ratios(what)) : "");
            cells.add(limit.map(Limit::mustText).orElse(""));
            cells.add(limit.map(Limit::aimText).orElse(""));
            cells.add(limit.map(l -> l.held(figures)).orElse(""));
            lines.append("| ").append(String.join(" | ", cells)).append(" |\n");
        }
        text.append(lines);
        notes.append("- ").append(work.title()).append(": ").append(work.note()).append('\n');
        return lines.toString();
    }

    /** A work that could not be measured, and why. */
    void leaveOut(String work, String why) {
        text.append("| ")
                .append(work)
                .append(" | not measured: ")
                .append(why)
                .append(" | | | | | | | |\n");
    }

    /** Median, and from the smallest to the largest. */
    private static String side(What what, List<Measured> runs) {
        long[] spread = what.spread(runs);
        return what.text(what.median(runs))
                + " ("
                + what.text(spread[0])
                + ".."
                + what.text(spread[1])
                + ")";
    }

    String markdown() {
        return text + "\n" + notes;
    }
}
