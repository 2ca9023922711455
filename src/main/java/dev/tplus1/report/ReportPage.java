package dev.tplus1.report;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.life.BreakLife;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.life.BesideSection;
import dev.tplus1.report.life.SinceSection;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A report as its page shows it: worded and ordered, in the order of the page.
 *
 * @param notShown where the breaks are that the page does not show, for who searches it; or empty
 */
record ReportPage(
        VerdictWriter.Verdict verdict,
        String foot,
        List<String> who,
        String provider,
        boolean concluded,
        boolean indexed,
        List<StripWriter.Strip> strip,
        boolean proven,
        String proofTitle,
        List<ProofTable.Table> proof,
        boolean planned,
        String notShown,
        List<Section> sections,
        boolean decides,
        List<BesideSection> beside,
        @Nullable SinceSection since,
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
        private final Map<Group, List<BreakGroups.OfType>> all = new EnumMap<>(Group.class);
        private final BreakRows rows;

        Builder(RunReport report, BreakGroups groups, Words words) {
            this.report = report;
            this.summary = report.summary();
            this.words = words;
            this.groups = groups;
            this.coded = summary.proof().size() > 1 || groups.sums().minor().size() > 1;
            this.planned = summary.mode() != Summary.Mode.RUN;
            for (Group group : Group.values()) {
                all.put(group, groups.in(group));
            }
            this.rows = rows(report, all, coded, words);
        }

        ReportPage page() {
            Outcome outcome = summary.outcome();
            ComparedFacts compared = new ComparedFacts(summary, report.past(), words);
            boolean shown = outcome.concludes() || outcome == Outcome.FAILED;
            boolean proven = outcome.concludes() || (shown && !summary.proof().isEmpty());
            return new ReportPage(
                    VerdictWriter.of(report, groups, words),
                    foot(),
                    who(),
                    provider(),
                    outcome.concludes(),
                    summary.mode() != Summary.Mode.DIFF,
                    outcome == Outcome.RECONCILED
                            ? StripWriter.of(summary, groups, words, coded)
                            : List.of(),
                    proven,
                    words.get("proof.title", provider()),
                    proven ? ProofTable.of(report, groups, words) : List.of(),
                    planned,
                    shown ? notShown() : "",
                    shown ? sections() : List.of(),
                    shown && groups.count(Group.DECIDE) > 0,
                    BesideSection.of(report.past().beside(), words),
                    SinceSection.of(report.past().since(), words),
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

        /** Those that are in breaks.csv only. */
        private String notShown() {
            long left = 0;
            for (BreakGroups.OfType type : all.values().stream().flatMap(List::stream).toList()) {
                left += type.count() - type.shown().size();
            }
            String key = summary.outcome().concludes() ? "tools.more" : "tools.moreOnly";
            return left == 0 ? "" : words.get(key, Shown.count(left));
        }

        /** The breaks' rows with what had happened to each of them. */
        private static BreakRows rows(
                RunReport report,
                Map<Group, List<BreakGroups.OfType>> types,
                boolean coded,
                Words words) {
            Set<String> hashes = new HashSet<>();
            types.values().stream()
                    .flatMap(List::stream)
                    .flatMap(type -> type.shown().stream())
                    .forEach(each -> hashes.add(each.identity().hash()));
            Map<String, BreakLife> lives = report.past().histories().of(hashes);
            return new BreakRows(
                    report.summary(),
                    words,
                    coded,
                    each -> lives.isEmpty() ? null : lives.get(each.identity().hash()),
                    report.past().payers());
        }

        private List<Section> sections() {
            List<Section> sections = new ArrayList<>();
            for (Group group : Group.values()) {
                List<BreakGroups.OfType> types = all.getOrDefault(group, List.of());
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
                                StripWriter.title(group, planned, words),
                                sum(groups.count(group), groups.sums(group)),
                                command ? report.resolveCommand(example) : "",
                                types.stream().map(type -> section(group, type)).toList()));
            }
            return sections;
        }

        private TypeSection section(Group group, BreakGroups.OfType of) {
            BreakType type = of.type();
            List<Iterable<BreakRows.Row>> tables = new ArrayList<>();
            long count = of.count();
            int shown = of.shown().size();
            for (int from = 0; from < shown; from += ROWS_OF_A_TABLE) {
                int to = Math.min(from + ROWS_OF_A_TABLE, shown);
                List<Break> part = of.shown().subList(from, to);
                tables.add(() -> part.stream().map(rows::row).iterator());
            }
            return new TypeSection(
                    groups.anchor(type, group),
                    name(type),
                    words.get("risk." + type.risk()),
                    sum(count, of.sums()),
                    words.get("type." + type + ".why"),
                    words.get(of.next()),
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
