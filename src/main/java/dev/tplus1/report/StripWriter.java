package dev.tplus1.report;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

/** The columns under the verdict: how many breaks of what, and about how much. */
final class StripWriter {
    private final Summary summary;
    private final BreakGroups groups;
    private final Words words;
    private final boolean coded;
    private final boolean planned;

    private StripWriter(Summary summary, BreakGroups groups, Words words, boolean coded) {
        this.summary = summary;
        this.groups = groups;
        this.words = words;
        this.coded = coded;
        this.planned = summary.mode() != Summary.Mode.RUN;
    }

    /** One of the columns. */
    record Strip(
            String mark,
            String anchor,
            String title,
            String count,
            String about,
            List<StripLine> lines,
            String why) {}

    record StripLine(String label, String anchor, String count, String amount) {}

    /**
     * @param coded whether amounts carry their currency's code
     */
    static List<Strip> of(Summary summary, BreakGroups groups, Words words, boolean coded) {
        return new StripWriter(summary, groups, words, coded).columns();
    }

    /** What a group is called; where a run only looks, the repaired would be repaired. */
    static String title(Group group, boolean planned, Words words) {
        boolean plan = group == Group.REPAIRED && planned;
        return words.get("group." + group + (plan ? ".planned" : ""));
    }

    private List<Strip> columns() {
        List<Strip> columns = new ArrayList<>();
        for (Group group : EnumSet.of(Group.DECIDE, Group.WATCH, Group.REPAIRED)) {
            List<StripLine> lines = group == Group.REPAIRED ? repairedLines() : typeLines(group);
            long count = groups.count(group);
            columns.add(
                    new Strip(
                            count == 0 ? "none" : group.mark(),
                            count == 0 ? "" : group.anchor(),
                            title(group, planned, words),
                            Shown.count(count),
                            groups.sums(group).sentence(words),
                            lines,
                            count == 0 ? words.get("strip.none") : ""));
        }
        columns.add(unexplained());
        return columns;
    }

    private List<StripLine> typeLines(Group group) {
        List<StripLine> lines = new ArrayList<>();
        for (BreakGroups.OfType each : groups.in(group)) {
            String label = words.get("type." + each.type() + ".name");
            LocalDate due = BreakRows.due(each.shown().getFirst(), summary);
            if (due != null) {
                label = words.get("strip.due", label, words.day(due));
            }
            addLines(lines, label, groups.anchor(each.type(), group), each.count(), each.sums());
        }
        return lines;
    }

    private List<StripLine> repairedLines() {
        List<StripLine> lines = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            BreakGroups.Counted repaired = groups.of(Group.REPAIRED, kind);
            if (repaired.count() > 0) {
                String key = kind == Kind.PAYMENT ? "strip.missedPayment" : "strip.missedRefund";
                // nothing else is ever repaired
                addLines(
                        lines,
                        words.get(key),
                        groups.anchor(BreakType.MISSED_CALLBACK, Group.REPAIRED),
                        repaired.count(),
                        repaired.sums());
            }
        }
        return lines;
    }

    private void addLines(
            List<StripLine> lines, String label, String anchor, long count, Sums sums) {
        List<Money> amounts = sums.amounts();
        if (amounts.isEmpty()) {
            lines.add(new StripLine(label, anchor, Shown.count(count), ""));
        }
        for (int i = 0; i < amounts.size(); i++) {
            Money money = amounts.get(i);
            lines.add(
                    new StripLine(
                            i == 0 ? label : "",
                            anchor,
                            i == 0 ? Shown.count(count) : "",
                            coded ? words.coded(money) : Shown.amount(money)));
        }
    }

    private Strip unexplained() {
        List<ProofRow> proof = summary.proof();
        String zero = proof.isEmpty() ? "0" : Shown.amount(proof.getFirst().money(0));
        String why;
        if (proof.size() == 1) {
            why = gap(proof.getFirst());
        } else if (proof.isEmpty()) {
            why = words.get("lede.emptyDay");
        } else {
            zero = "0";
            List<String> codes =
                    proof.stream().map(row -> row.currency().getCurrencyCode()).toList();
            why = words.get("strip.currencies", Shown.count(codes.size()), words.list(codes));
        }
        String title = words.get("strip.unexplained");
        return new Strip("", "proof", title, zero, "", List.of(), why);
    }

    /** How far apart both totals are, before and after the repairs. */
    private String gap(ProofRow row) {
        Money before = row.money(Math.subtractExact(row.statement(), row.ledger()));
        Money repaired = row.money(groups.parts().repaired(row.currency()));
        boolean changed = groups.count(Group.REPAIRED) > 0 && !planned;
        String was = changed ? "strip." : "strip.is";
        String text = words.get(was + side(before, changed), amount(before));
        if (changed) {
            Money after = before.minus(repaired);
            text += words.get("strip.after" + side(after, false), amount(after));
        }
        return text + words.get(before.minor() == 0 ? "strip.agree" : "strip.explained");
    }

    private static String side(Money gap, boolean lower) {
        String side = gap.minor() > 0 ? "Below" : gap.minor() < 0 ? "Above" : "Equal";
        return lower ? side.toLowerCase(Locale.ROOT) : side;
    }

    private String amount(Money gap) {
        return words.plain(gap.absolute());
    }
}
