package dev.tplus1.report;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Chooses and words the verdict of a report: the first that applies. */
public final class VerdictWriter {
    /**
     * What the page says first.
     *
     * @param mark decide, watch, fixed, stop or wait
     * @param state the state in a few words
     * @param sentence the answer to "is the day all right?"
     * @param lede what stands behind it
     * @param facts what a person needs who must act before anything else
     * @param title the page's title
     */
    public record Verdict(
            String mark,
            String state,
            String sentence,
            String lede,
            List<Fact> facts,
            String title) {}

    /**
     * One line of the list.
     *
     * @param id an id or file name, or empty
     * @param command something to type, or empty
     * @param text plain words, or empty
     */
    public record Fact(String term, String id, String command, String text) {}

    /** A share is told to a tenth of a percent, or as finely as it takes to pass its limit. */
    private static final int FINEST_PERCENT = 4;

    private final RunReport report;
    private final Summary summary;
    private final BreakGroups groups;
    private final Words words;
    private final List<Fact> facts = new ArrayList<>();

    private VerdictWriter(RunReport report, BreakGroups groups, Words words) {
        this.report = report;
        this.summary = report.summary();
        this.groups = groups;
        this.words = words;
    }

    public static Verdict of(RunReport report, BreakGroups groups, Words words) {
        VerdictWriter writer = new VerdictWriter(report, groups, words);
        return switch (report.summary().outcome()) {
            case FAILED -> writer.failed();
            case REFUSED -> writer.refused();
            case SUSPECT_EMPTY -> writer.empty();
            case NOT_READY -> writer.notReady();
            case HELD -> writer.held();
            case RECONCILED -> writer.reconciled();
        };
    }

    private Verdict verdict(
            String mark, String state, String sentence, List<String> lede, String title) {
        String marked =
                switch (summary.mode()) {
                    case RUN -> words.get(state);
                    case DRY_RUN -> words.get("verdict.dryRun") + " · " + words.get(state);
                    case DIFF -> words.get("verdict.diff") + " · " + words.get(state);
                };
        String page =
                words.dayOfYear(summary.businessDate())
                        + " · "
                        + summary.account()
                        + " · "
                        + title
                        + (summary.mode() == Summary.Mode.DRY_RUN
                                ? " · " + words.get("title.dryRun")
                                : "");
        return new Verdict(mark, marked, sentence, words.sentences(lede), facts, page);
    }

    private Verdict failed() {
        List<String> lede = new ArrayList<>();
        List<String> unexplained =
                summary.proof().stream()
                        .filter(row -> row.unexplained() != 0)
                        .map(row -> words.coded(row.money(row.unexplained()).absolute()))
                        .toList();
        if (unexplained.isEmpty()) {
            problem("fact.found");
            lede.add(words.get("lede.failed"));
        } else {
            lede.add(words.get("lede.unexplained", words.list(unexplained)));
        }
        fact("fact.next", "", "", words.get("fact.next.failed"));
        return verdict(
                "stop",
                "verdict.failed",
                words.get("sentence.failed"),
                lede,
                words.get("title.failed"));
    }

    private Verdict refused() {
        List<String> lede = new ArrayList<>();
        Summary.Problem problem = summary.problem();
        if (problem != null) {
            lede.add(sentence(words.note(problem.reason())));
            fact("fact.file", Shown.outside(problem.file()), "", "");
            if (problem.line() > 0) {
                String line = words.get("fact.line", Shown.count(problem.line()));
                fact("fact.where", "", "", line);
            }
        }
        fact("fact.next", "", "", words.get("fact.next.refused"));
        rerunLater();
        return verdict(
                "stop",
                "verdict.refused",
                words.get("sentence.refused"),
                lede,
                words.get("title.refused"));
    }

    private Verdict empty() {
        long entries = summary.ledger().entries();
        List<String> totals =
                summary.proof().stream().map(row -> words.coded(row.money(row.ledger()))).toList();
        String about = totals.isEmpty() ? "" : words.get("sentence.total", words.list(totals));
        String merchant = Shown.outside(summary.statement().merchantId());
        fact(
                "fact.next",
                "",
                "",
                merchant.isEmpty()
                        ? words.get("fact.next.emptyPlain")
                        : words.get("fact.next.empty", merchant));
        rerunLater();
        return verdict(
                "stop",
                "verdict.empty",
                words.count("sentence.empty", entries, about),
                List.of(words.count("lede.empty", entries)),
                words.get("title.empty"));
    }

    private Verdict notReady() {
        problem("fact.found");
        return verdict(
                "wait",
                "verdict.notReady",
                words.get("sentence.notReady", words.provider(report.providerName())),
                List.of(words.get("lede.notReady")),
                words.get("title.notReady"));
    }

    private Verdict held() {
        Summary.Hold hold = summary.held();
        if (hold != null && hold.by() == Summary.Breaker.SUSPECT_BOOKS) {
            rerun("fact.runAgain", "fact.rerun.suspect");
            approve("fact.approveAnyway", words.get("fact.approves.suspect"));
            String of = Shown.count(hold.of());
            return verdict(
                    "stop",
                    "verdict.suspect",
                    words.count("sentence.suspect", hold.count(), of),
                    List.of(words.get("lede.suspect", Shown.count(hold.count()))),
                    words.get("title.held"));
        }
        List<BreakGroups.OfType> waiting =
                groups.in(Group.DECIDE).stream()
                        .filter(t -> t.type() == BreakType.MISSED_CALLBACK)
                        .toList();
        long count = waiting.stream().mapToLong(BreakGroups.OfType::count).sum();
        Sums sums = Sums.total(waiting.stream().map(BreakGroups.OfType::sums).toList());
        fact("fact.decide", "", "", words.get("fact.decide.held"));
        approve("fact.approve", words.count("fact.approves", count));
        rerun("fact.rerun", "fact.rerun.held");
        String lede =
                hold == null || hold.of() == 0
                        ? words.get("lede.heldPlain")
                        : words.get("lede.held", share(hold), percent(hold.limit()));
        return verdict(
                "stop",
                "verdict.held",
                words.count("sentence.held", count, sums.sentence(words)),
                List.of(lede),
                words.get("title.held"));
    }

    private Verdict reconciled() {
        long decide = groups.count(Group.DECIDE);
        long watch = groups.count(Group.WATCH);
        long repaired = groups.count(Group.REPAIRED);
        boolean planned = summary.mode() != Summary.Mode.RUN;
        if (decide > 0) {
            return verdict(
                    "decide",
                    "verdict.decide",
                    words.count("sentence.decide", decide, about(Group.DECIDE)),
                    lede(),
                    words.get("title.decide", Shown.count(decide)));
        }
        if (watch > 0) {
            return verdict(
                    "watch",
                    "verdict.watching",
                    words.count("sentence.watching", watch, about(Group.WATCH), watched(), until()),
                    lede(),
                    words.get("title.watching", Shown.count(watch)));
        }
        if (repaired > 0) {
            String key = planned ? "planned" : "repaired";
            return verdict(
                    "fixed",
                    "verdict." + key,
                    words.count("sentence." + key, repaired, about(Group.REPAIRED)),
                    lede(),
                    words.get("title." + key, Shown.count(repaired)));
        }
        return verdict(
                "fixed",
                "verdict.reconciled",
                words.get("sentence.clean"),
                lede(),
                words.get("title.clean"));
    }

    /** Agreeing, repaired, watched, decided before, unexplained: each said once, where it is so. */
    private List<String> lede() {
        List<String> lede = new ArrayList<>();
        long entries = summary.statement().entries();
        long agree = summary.matched() + summary.matchedAcrossCutoff();
        long repaired = groups.count(Group.REPAIRED);
        long decide = groups.count(Group.DECIDE);
        long watch = groups.count(Group.WATCH);
        boolean planned = summary.mode() != Summary.Mode.RUN;
        boolean told = false;
        if (entries == 0) {
            if (summary.ledger().entries() == 0) {
                lede.add(words.get("lede.emptyDay"));
            }
        } else if (agree == entries && decide + watch == 0) {
            lede.add(words.count("lede.allAgree", entries, bothSides()));
        } else if (decide + watch == 0 && !planned && agree + repaired == entries) {
            lede.add(words.get("lede.agreed", Shown.count(agree), Shown.count(entries)));
            lede.add(words.count("lede.repairedRest", repaired, Shown.count(entries)));
            told = true;
        } else {
            lede.add(words.get("lede.agree", Shown.count(agree), Shown.count(entries)));
        }
        if (repaired > 0 && !told && decide + watch > 0) {
            String key = planned ? "lede.planned" : "lede.repaired";
            lede.add(words.count(key, repaired, about(Group.REPAIRED)));
        }
        if (watch > 0 && decide > 0) {
            lede.add(words.count("lede.watched", watch, about(Group.WATCH), watched(), until()));
        } else if (watch > 0 && cutOffsOnly()) {
            lede.add(words.count("lede.nearMidnight", watch));
        }
        long settled = groups.count(Group.SETTLED);
        if (settled > 0) {
            lede.add(words.count("lede.settled", settled));
        }
        lede.add(words.get("lede.nothingUnexplained"));
        if (!summary.statement().controlled()) {
            lede.add(words.get("lede.uncontrolled"));
        }
        return lede;
    }

    /** The common total, where there is one in every currency. */
    private String bothSides() {
        List<String> totals = new ArrayList<>();
        for (ProofRow row : summary.proof()) {
            if (row.statement() != row.ledger()) {
                return "";
            }
            totals.add(words.coded(new Money(row.statement(), row.currency())));
        }
        return totals.isEmpty() ? "" : words.get("lede.bothSides", words.list(totals));
    }

    private boolean cutOffsOnly() {
        return groups.in(Group.WATCH).stream().allMatch(t -> t.type() == BreakType.CUT_OFF);
    }

    private String watched() {
        boolean refunds =
                groups.in(Group.WATCH).stream()
                        .allMatch(t -> t.type() == BreakType.REFUND_IN_PROGRESS);
        String noun = cutOffsOnly() ? "bookings" : refunds ? "refunds" : "entries";
        return words.count(noun, groups.count(Group.WATCH));
    }

    private String until() {
        LocalDate last = null;
        for (BreakGroups.OfType each : groups.in(Group.WATCH)) {
            LocalDate due = BreakRows.due(each.shown().getFirst(), summary);
            if (due != null && (last == null || due.isAfter(last))) {
                last = due;
            }
        }
        return last == null ? words.get("until.open") : words.get("until", words.day(last));
    }

    private String about(Group group) {
        return groups.sums(group).sentence(words);
    }

    private static String share(Summary.Hold hold) {
        BigDecimal part = BigDecimal.valueOf(hold.count()).movePointRight(2);
        BigDecimal whole = BigDecimal.valueOf(hold.of());
        BigDecimal limit = hold.limit().movePointRight(2);
        for (int scale = 1; ; scale++) {
            BigDecimal share = part.divide(whole, scale, RoundingMode.HALF_UP);
            if (share.compareTo(limit) > 0 || scale == FINEST_PERCENT) {
                return share.toPlainString();
            }
        }
    }

    private static String percent(BigDecimal share) {
        BigDecimal percent = share.movePointRight(2).stripTrailingZeros();
        return (percent.scale() < 0 ? percent.setScale(0) : percent).toPlainString();
    }

    private void problem(String term) {
        Summary.Problem problem = summary.problem();
        if (problem != null) {
            if (!problem.file().isEmpty()) {
                fact("fact.file", Shown.outside(problem.file()), "", "");
            }
            fact(term, "", "", words.note(problem.reason()));
        }
    }

    private void approve(String term, String effect) {
        fact(term, "", report.approveCommand(), effect);
    }

    private void rerun(String term, String effect) {
        fact(term, "", report.reconcileCommand() + " --rerun", words.get(effect));
    }

    private void rerunLater() {
        if (!report.jobFile().isEmpty()) {
            fact("fact.runAgain", "", report.reconcileCommand(), "");
        }
    }

    private void fact(String term, String id, String command, String text) {
        facts.add(new Fact(words.get(term), id, command, text));
    }

    /** With a capital and a full stop. */
    private String sentence(String text) {
        if (text.isEmpty()) {
            return text;
        }
        String start = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
        return start.endsWith(".") || start.endsWith("。") ? start : start + words.get("end");
    }
}
