package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A report as its page shows it: worded and ordered, in the order of the page. */
record ReportPage(
        VerdictWriter.Verdict verdict,
        String foot,
        List<String> who,
        String provider,
        boolean concluded,
        boolean indexed,
        List<Strip> strip,
        boolean proven,
        String proofTitle,
        List<ProofTable.Table> proof,
        boolean planned,
        List<Section> sections,
        boolean decides,
        List<Movement> movements,
        List<String> fees,
        @Nullable RevisedSection revised,
        List<Fact> facts,
        String signature) {

    /** More rows than that are shown in several tables, which browsers lay out one by one. */
    private static final int ROWS_OF_A_TABLE = 250;

    /**
     * The most rows of a page, which a browser still opens, searches and prints. Above it each type
     * shows its largest breaks; all are in breaks.csv, and in the sums.
     */
    static final int MOST_ROWS = 50_000;

    /** A type of at most so many breaks is kept on one printed sheet. */
    private static final int FEW = 5;

    /** One of the columns under the verdict. */
    record Strip(
            String mark,
            String anchor,
            String title,
            String count,
            String about,
            List<StripLine> lines,
            String why) {}

    record StripLine(String label, String anchor, String count, String amount) {}

    /** All breaks of a group. */
    record Section(
            String anchor,
            String mark,
            String title,
            String sum,
            String command,
            List<TypeSection> types) {}

    /**
     * The breaks of a type in a group, in tables of limited length.
     *
     * @param more where the others are, when not all are shown; or empty
     */
    record TypeSection(
            String anchor,
            String name,
            String risk,
            String sum,
            String why,
            String next,
            boolean few,
            boolean decide,
            boolean done,
            boolean planned,
            String more,
            List<Iterable<BreakRows.Row>> tables) {}

    record Movement(
            String category, String currency, String count, String gross, String fee, String net) {}

    /**
     * @param id an id, or empty
     * @param text plain words, or empty
     */
    record Fact(String term, String id, String text) {}

    static ReportPage of(RunReport report, BreakGroups groups, Words words) {
        return new Builder(report, groups, words).page();
    }

    private static final class Builder {
        private final RunReport report;
        private final Summary summary;
        private final Words words;
        private final BreakGroups groups;
        private final boolean coded;
        private final boolean planned;
        private final Set<String> anchors = new HashSet<>();

        Builder(RunReport report, BreakGroups groups, Words words) {
            this.report = report;
            this.summary = report.summary();
            this.words = words;
            this.groups = groups;
            this.coded = summary.proof().size() > 1 || groups.sums().minor().size() > 1;
            this.planned = summary.mode() != Summary.Mode.RUN;
        }

        ReportPage page() {
            Outcome outcome = summary.outcome();
            ComparedFacts compared = new ComparedFacts(summary, words);
            boolean shown = outcome.concludes() || outcome == Outcome.FAILED;
            boolean proven = outcome.concludes() || (shown && !summary.proof().isEmpty());
            return new ReportPage(
                    VerdictWriter.of(report, groups, words),
                    foot(),
                    who(),
                    provider(),
                    outcome.concludes(),
                    summary.mode() != Summary.Mode.DIFF,
                    outcome == Outcome.RECONCILED ? strip() : List.of(),
                    proven,
                    words.get("proof.title", provider()),
                    proven ? ProofTable.of(report, groups, words) : List.of(),
                    planned,
                    shown ? sections() : List.of(),
                    shown && groups.count(Group.DECIDE) > 0,
                    compared.movements(),
                    compared.fees(),
                    RevisedSection.of(summary, words),
                    compared.all(),
                    outcome == Outcome.RECONCILED && !planned ? signature() : "");
        }

        private String provider() {
            return words.provider(report.providerName());
        }

        private String revision() {
            return switch (summary.mode()) {
                case DRY_RUN -> words.get("page.dryRun");
                case DIFF -> words.get("page.diff");
                case RUN ->
                        summary.revision() > 0
                                ? words.get("page.revision", Integer.toString(summary.revision()))
                                : words.get("page.attempt");
            };
        }

        private String foot() {
            String which =
                    words.commas(
                            List.of(
                                    Shown.outside(summary.account()),
                                    summary.businessDate().toString(),
                                    revision()));
            String when = words.moment(summary.finishedAt(), summary.zone());
            return words.get("page.foot", which, words.get("page.written", when));
        }

        private List<String> who() {
            return List.of(
                    Shown.outside(summary.account()),
                    words.longDayAndWeekday(summary.businessDate()),
                    revision(),
                    words.get("page.times", words.zone(summary.zone(), summary.finishedAt())));
        }

        private List<Strip> strip() {
            List<Strip> columns = new ArrayList<>();
            for (Group group : EnumSet.of(Group.DECIDE, Group.WATCH, Group.REPAIRED)) {
                List<StripLine> lines =
                        group == Group.REPAIRED ? repairedLines() : typeLines(group);
                long count = groups.count(group);
                columns.add(
                        new Strip(
                                count == 0 ? "none" : group.mark(),
                                count == 0 ? "" : group.anchor(),
                                title(group),
                                Shown.count(count),
                                groups.sums(group).sentence(words),
                                lines,
                                count == 0 ? words.get("strip.none") : ""));
            }
            columns.add(unexplained());
            return columns;
        }

        private String title(Group group) {
            boolean plan = group == Group.REPAIRED && planned;
            return words.get("group." + group + (plan ? ".planned" : ""));
        }

        private List<StripLine> typeLines(Group group) {
            List<StripLine> lines = new ArrayList<>();
            for (BreakGroups.OfType each : groups.in(group)) {
                String label = name(each.type());
                LocalDate due = BreakRows.due(each.shown().getFirst(), summary);
                if (due != null) {
                    label = words.get("strip.due", label, words.day(due));
                }
                addLines(lines, label, each.type(), each.count(), each.sums());
            }
            return lines;
        }

        private List<StripLine> repairedLines() {
            List<StripLine> lines = new ArrayList<>();
            for (Kind kind : Kind.values()) {
                BreakGroups.Counted repaired = groups.of(Group.REPAIRED, kind);
                if (repaired.count() > 0) {
                    String key =
                            kind == Kind.PAYMENT ? "strip.missedPayment" : "strip.missedRefund";
                    // nothing else is ever repaired
                    addLines(
                            lines,
                            words.get(key),
                            BreakType.MISSED_CALLBACK,
                            repaired.count(),
                            repaired.sums());
                }
            }
            return lines;
        }

        private void addLines(
                List<StripLine> lines, String label, BreakType type, long count, Sums sums) {
            List<Money> amounts = sums.amounts();
            if (amounts.isEmpty()) {
                lines.add(new StripLine(label, type.name(), Shown.count(count), ""));
            }
            for (int i = 0; i < amounts.size(); i++) {
                Money money = amounts.get(i);
                lines.add(
                        new StripLine(
                                i == 0 ? label : "",
                                type.name(),
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

        private List<Section> sections() {
            List<Section> sections = new ArrayList<>();
            for (Group group : Group.values()) {
                List<BreakGroups.OfType> types = groups.in(group);
                if (types.isEmpty()) {
                    continue;
                }
                String example = types.getFirst().shown().getFirst().id();
                boolean command =
                        group == Group.DECIDE
                                && summary.outcome() == Outcome.RECONCILED
                                && !planned;
                sections.add(
                        new Section(
                                group.anchor(),
                                group.mark(),
                                title(group),
                                sum(groups.count(group), groups.sums(group)),
                                command ? report.resolveCommand(example) : "",
                                types.stream().map(type -> section(group, type)).toList()));
            }
            return sections;
        }

        private TypeSection section(Group group, BreakGroups.OfType of) {
            BreakType type = of.type();
            String anchor = type.name();
            if (!anchors.add(anchor)) {
                anchor += "-" + group.anchor();
            }
            BreakRows rows = new BreakRows(summary, words, coded);
            List<Iterable<BreakRows.Row>> tables = new ArrayList<>();
            long count = of.count();
            int shown = of.shown().size();
            for (int from = 0; from < shown; from += ROWS_OF_A_TABLE) {
                int to = Math.min(from + ROWS_OF_A_TABLE, shown);
                List<Break> part = of.shown().subList(from, to);
                tables.add(() -> part.stream().map(rows::row).iterator());
            }
            return new TypeSection(
                    anchor,
                    name(type),
                    words.get("risk." + type.risk()),
                    sum(count, of.sums()),
                    words.get("type." + type + ".why"),
                    words.get(next(group, of)),
                    count <= FEW,
                    group == Group.DECIDE,
                    group == Group.REPAIRED,
                    planned,
                    shown == count ? "" : more(shown, count),
                    tables);
        }

        private String more(int shown, long count) {
            String key = summary.outcome().concludes() ? "page.more" : "page.moreOnly";
            return words.get(key, Shown.count(shown), Shown.count(count));
        }

        private String next(Group group, BreakGroups.OfType of) {
            if (group == Group.SETTLED) {
                return "type.settled.next";
            }
            String key = "type." + of.type() + ".next";
            if (of.type() != BreakType.MISSED_CALLBACK) {
                return key;
            }
            if (group == Group.DECIDE) {
                return key + (of.held() ? ".held" : ".decide");
            }
            return group == Group.REPAIRED && planned ? key + ".planned" : key;
        }

        private String name(BreakType type) {
            return words.get("type." + type + ".name");
        }

        private String sum(long count, Sums sums) {
            String about = sums.sentence(words);
            return words.count("breaks", count) + (about.isEmpty() ? "" : " · " + about);
        }

        private String signature() {
            List<String> zeros =
                    summary.proof().stream()
                            .map(row -> words.coded(row.money(row.unexplained())))
                            .toList();
            return words.get(
                    "page.sign",
                    words.longDay(summary.businessDate()),
                    Shown.outside(summary.account()),
                    revision(),
                    Stream.of(
                                    Shown.count(groups.count(Group.DECIDE)),
                                    groups.sums(Group.DECIDE).sentence(words))
                            .filter(text -> !text.isEmpty())
                            .reduce((a, b) -> words.commas(List.of(a, b)))
                            .orElse("0"),
                    zeros.isEmpty() ? "0" : words.list(zeros));
        }
    }
}
