package dev.tplus1.report;

import dev.tplus1.breaks.Revision;
import dev.tplus1.entry.Kind;
import dev.tplus1.report.life.Origin;
import dev.tplus1.report.life.Past;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What was compared: the statement's identity, what vouches for it, and which books. */
final class ComparedFacts {
    /** So many reasons for ignored rows are named; the count is of all. */
    private static final int REASONS = 12;

    private final Summary summary;
    private final @Nullable Origin origin;
    private final List<Revision.Approval> approvals;
    private final Words words;
    private final List<ReportPage.Fact> facts = new ArrayList<>();

    ComparedFacts(Summary summary, Past past, Words words) {
        this.summary = summary;
        this.origin = past.origin();
        this.approvals = past.approvals();
        this.words = words;
    }

    List<ReportPage.Fact> all() {
        Summary.StatementFacts statement = summary.statement();
        if (statement.sha256().isEmpty()) {
            return List.of();
        }
        String files = statement.files().size() == 1 ? "page.file" : "page.files";
        for (String file : statement.files()) {
            add(files, Shown.outside(file), size(file));
        }
        add("page.sha", statement.sha256(), "");
        received();
        add("page.layout", "", Shown.outside(statement.layout()));
        declared(statement);
        String checks = words.list(notes(statement.checks()));
        String uncontrolled = words.get("page.uncontrolled");
        add(
                "page.checked",
                "",
                statement.controlled()
                        ? checks
                        : checks.isEmpty()
                                ? uncontrolled
                                : words.semicolons(List.of(checks, uncontrolled)));
        counted(statement);
        if (summary.outcome().concludes() || summary.ledger().entries() > 0) {
            books();
        }
        for (Revision.Approval approval : approvals) {
            add(
                    "page.approval",
                    "",
                    words.get(
                            "page.approvalBy",
                            words.moment(approval.at(), summary.zone()),
                            Shown.outside(approval.by()),
                            Shown.outside(approval.note())));
        }
        return facts;
    }

    List<ReportPage.Movement> movements() {
        return summary.otherMovements().stream()
                .map(each ->
                        new ReportPage.Movement(
                                Shown.outside(each.category()),
                                each.currency().getCurrencyCode(),
                                Shown.count(each.count()),
                                Shown.grouped(each.gross()),
                                Shown.grouped(each.fee()),
                                Shown.grouped(each.net())))
                .toList();
    }

    List<String> fees() {
        return summary.fees().stream()
                .map(fee -> words.coded(fee.currency(), Shown.grouped(fee.amount())))
                .toList();
    }

    private void declared(Summary.StatementFacts statement) {
        LocalDate date = statement.declaredDate();
        String merchant = Shown.outside(statement.merchantId());
        List<String> declared = new ArrayList<>();
        if (date != null) {
            declared.add(words.get("page.declaresDate", date.toString()));
        }
        if (!merchant.isEmpty()) {
            declared.add(words.get("page.declaresMerchant", merchant));
        }
        String nothing = words.get("page.declaresNothing");
        add("page.declares", "", declared.isEmpty() ? nothing : words.commas(declared));
    }

    private String size(String file) {
        if (origin == null) {
            return "";
        }
        return origin.files().stream()
                .filter(each -> each.name().equals(file))
                .findFirst()
                .map(each -> words.count("page.bytes", each.size()))
                .orElse("");
    }

    /** When it was received, and from where. */
    private void received() {
        if (origin == null || origin.receivedAt() == null) {
            return;
        }
        String at = words.moment(origin.receivedAt(), summary.zone());
        String from = Shown.outside(origin.from());
        add("page.received", "", from.isEmpty() ? at : words.get("page.receivedFrom", at, from));
    }

    private void counted(Summary.StatementFacts statement) {
        String kinds = "";
        if (statement.covers().size() == 1) {
            Kind only = statement.covers().iterator().next();
            kinds = words.get("page.coversOnly", words.get("page.covers." + only));
        }
        add("page.counted", "", words.count("entries", statement.entries()));
        for (Summary.Total total : statement.totals()) {
            String amount = words.coded(total.currency(), Shown.grouped(total.amount()));
            add(
                    "page.total." + total.kind(),
                    "",
                    words.commas(List.of(words.count("entries", total.count()), amount)));
        }
        if (!kinds.isEmpty()) {
            add("page.covers", "", kinds);
        }
        if (statement.ignored() > 0) {
            List<String> reasons = new ArrayList<>();
            statement.ignoredReasons().entrySet().stream()
                    .limit(REASONS)
                    .forEach(each ->
                            reasons.add(
                                    words.get(
                                            "page.reason",
                                            Shown.count(each.getValue()),
                                            words.note(each.getKey()))));
            String count = words.count("page.rows", statement.ignored());
            add(
                    "page.ignored",
                    "",
                    reasons.isEmpty()
                            ? count
                            : words.get("page.reasons", count, words.semicolons(reasons)));
        }
        if (statement.otherDay() > 0) {
            add("page.otherDay", "", words.count("page.otherDayText", statement.otherDay()));
        }
    }

    private void books() {
        Summary.LedgerFacts ledger = summary.ledger();
        String text =
                words.get(
                        "page.booksText",
                        words.count("entries", ledger.entries()),
                        words.day(summary.businessDate()),
                        words.day(summary.businessDate().plusDays(1)));
        if (ledger.settledDuringRun() > 0) {
            text =
                    words.semicolons(
                            List.of(text, words.count("page.settled", ledger.settledDuringRun())));
        }
        add("page.books", "", text);
        List<String> neighbours = new ArrayList<>();
        if (summary.matchedAcrossCutoff() > 0) {
            neighbours.add(words.count("page.across", summary.matchedAcrossCutoff()));
        }
        if (summary.carriedByOtherDates() > 0) {
            neighbours.add(words.count("page.carried", summary.carriedByOtherDates()));
        }
        if (!neighbours.isEmpty()) {
            add("page.neighbours", "", words.semicolons(neighbours));
        }
    }

    private List<String> notes(List<String> texts) {
        return texts.stream().map(words::note).toList();
    }

    private void add(String term, String id, String text) {
        facts.add(new ReportPage.Fact(words.get(term), id, text));
    }
}
