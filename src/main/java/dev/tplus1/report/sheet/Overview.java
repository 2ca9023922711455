package dev.tplus1.report.sheet;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.entry.Money;
import dev.tplus1.report.BreakGroups;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.ProofTable;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.VerdictWriter;
import dev.tplus1.report.words.Words;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.xml.stream.XMLStreamException;

/** The sheets that need no row for each break: Summary, Proof, Ignored. */
final class Overview {
    /** In points. */
    private static final int TITLE_HEIGHT = 22;

    /** Of the summary, in characters: together a sheet of paper that can be read. */
    private static final List<Integer> WIDTHS = List.of(30, 26, 14, 14, 14, 18, 38, 38);

    /** The titles of columns with numbers. */
    private static final Set<String> NUMBERS =
            Set.of(
                    "page.entries",
                    "page.detail",
                    "page.amount",
                    "page.count",
                    "page.gross",
                    "page.fee",
                    "page.net",
                    "sheet.rows",
                    "sheet.about");

    private final RunReport report;
    private final Summary summary;
    private final BreakGroups groups;
    private final List<String> cuts;
    private final Words words;

    /**
     * @param cuts a sentence for each sheet that does not have all of its breaks
     */
    Overview(RunReport report, BreakGroups groups, List<String> cuts, Words words) {
        this.report = report;
        this.summary = report.summary();
        this.groups = groups;
        this.cuts = List.copyOf(cuts);
        this.words = words;
    }

    Workbook.Part summary() {
        String name = words.get("sheet.summary");
        return new Workbook.Part(name, "", out -> summary(name, out));
    }

    Workbook.Part proof() {
        String name = words.get("sheet.proof");
        List<Sheet.Column> columns =
                columns(
                        "sheet.currency",
                        10,
                        "page.line",
                        46,
                        "page.entries",
                        12,
                        "page.detail",
                        18,
                        "page.amount",
                        18);
        return new Workbook.Part(
                name, "A1:E" + (1 + proofLines()), out -> proof(name, columns, out));
    }

    Workbook.Part ignored() {
        String name = words.get("sheet.ignored");
        List<Sheet.Column> columns = columns("sheet.reason", 80, "sheet.rows", 12);
        int rows = 1 + summary.statement().ignoredReasons().size();
        return new Workbook.Part(
                name,
                "A1:B" + rows,
                out -> {
                    Sheet sheet = new Sheet(out, new Sheet.Layout(name, columns, 0, 1, true, null));
                    for (Map.Entry<String, Long> each :
                            summary.statement().ignoredReasons().entrySet()) {
                        sheet.begin();
                        sheet.text(words.translated(each.getKey()));
                        sheet.count(each.getValue());
                        sheet.end();
                    }
                    sheet.finish(sheet.filtered());
                });
    }

    private List<Sheet.Column> columns(Object... titlesAndWidths) {
        List<Sheet.Column> columns = new ArrayList<>();
        for (int i = 0; i < titlesAndWidths.length; i += 2) {
            String key = (String) titlesAndWidths[i];
            int width = (Integer) titlesAndWidths[i + 1];
            columns.add(new Sheet.Column(words.get(key), width, NUMBERS.contains(key), false));
        }
        return columns;
    }

    private boolean proven() {
        return summary.outcome().concludes() || !summary.proof().isEmpty();
    }

    private List<ProofTable.Table> tables() {
        return proven() ? ProofTable.of(report, groups, words) : List.of();
    }

    private int proofLines() {
        return tables().stream().mapToInt(table -> table.lines().size()).sum();
    }

    private void proof(String name, List<Sheet.Column> columns, OutputStream out)
            throws IOException, XMLStreamException {
        Sheet sheet = new Sheet(out, new Sheet.Layout(name, columns, 0, 1, true, null));
        for (ProofTable.Table table : tables()) {
            Currency currency = Money.currency(table.currency());
            for (ProofTable.Line line : table.lines()) {
                boolean part = line.style().equals("sub");
                sheet.begin();
                sheet.text(table.currency());
                sheet.text((part ? "    " : "") + line.label());
                if (table.entriesKnown()) {
                    sheet.count(line.entries());
                } else {
                    sheet.skip();
                }
                if (!part) {
                    sheet.skip();
                }
                sheet.money(new Money(line.minor(), currency));
                sheet.end();
            }
        }
        sheet.finish(sheet.filtered());
    }

    private void summary(String name, OutputStream out) throws IOException, XMLStreamException {
        List<Sheet.Column> columns = new ArrayList<>();
        for (int width : WIDTHS) {
            columns.add(new Sheet.Column("", width, false, false));
        }
        Sheet sheet = new Sheet(out, new Sheet.Layout(name, columns, 0, 1, false, null));
        VerdictWriter.Verdict verdict = VerdictWriter.of(report, groups, words);
        sheet.begin(TITLE_HEIGHT);
        sheet.text(verdict.sentence(), CellStyle.TITLE);
        sheet.end();
        line(sheet, verdict.state());
        sheet.sentences(verdict.lede());
        for (String cut : cuts) {
            sheet.sentences(cut);
        }
        for (VerdictWriter.Fact fact : verdict.facts()) {
            sheet.begin();
            sheet.text(fact.term(), CellStyle.TERM);
            sheet.text(String.join(" ", fact.id(), fact.command(), fact.text()).strip());
            sheet.end();
        }
        gap(sheet);
        facts(sheet);
        types(sheet);
        movements(sheet);
        sheet.finish(sheet.filtered());
    }

    private void facts(Sheet sheet) throws IOException {
        Summary.StatementFacts statement = summary.statement();
        term(sheet, "sheet.job", summary.job());
        term(sheet, "sheet.account", summary.account());
        term(sheet, "sheet.provider", words.provider(report.providerName()));
        dated(sheet, "sheet.date", summary.businessDate());
        term(sheet, "sheet.zone", summary.zone().getId());
        counted(sheet, "sheet.revision", summary.revision());
        label(sheet, "sheet.finished");
        sheet.time(summary.finishedAt(), summary.zone());
        sheet.end();
        for (String file : statement.files()) {
            term(sheet, "page.file", file);
        }
        term(sheet, "page.sha", statement.sha256());
        term(sheet, "page.layout", statement.layout());
        term(sheet, "sheet.merchant", statement.merchantId());
        term(
                sheet,
                "page.checked",
                words.commas(statement.checks().stream().map(words::translated).toList()));
        term(
                sheet,
                "sheet.controlled",
                words.get(statement.controlled() ? "sheet.yes" : "page.uncontrolled"));
        counted(sheet, "sheet.entries", statement.entries());
        counted(sheet, "sheet.payments", statement.payments());
        counted(sheet, "sheet.ignoredRows", statement.ignored());
        counted(sheet, "sheet.otherDay", statement.otherDay());
        counted(sheet, "sheet.bookEntries", summary.ledger().entries());
        counted(sheet, "sheet.agree", summary.matched());
        counted(sheet, "sheet.across", summary.matchedAcrossCutoff());
        counted(sheet, "sheet.replayed", summary.replays().applied());
        counted(sheet, "sheet.arrived", summary.replays().alreadyApplied());
        counted(
                sheet,
                "sheet.notArrived",
                summary.replays().refused() + summary.replays().failed());
        gap(sheet);
    }

    /** Each type of break in each group, its sum in each currency. */
    private void types(Sheet sheet) throws IOException {
        headers(
                sheet,
                "sheet.group",
                "sheet.type",
                "sheet.risk",
                "page.count",
                "sheet.currency",
                "sheet.about",
                "page.why",
                "page.next");
        for (Group group : Group.values()) {
            for (BreakGroups.OfType each : groups.in(group)) {
                List<Money> sums = each.sums().amounts();
                for (int i = 0; i < Math.max(1, sums.size()); i++) {
                    BreakType type = each.type();
                    String why = i == 0 ? words.get("type." + type + ".why") : "";
                    String next = i == 0 ? words.get(each.next()) : "";
                    int width = WIDTHS.getLast();
                    sheet.begin(Math.max(Sheet.height(why, width), Sheet.height(next, width)));
                    sheet.text(words.get("group." + group));
                    sheet.text(words.get("type." + type + ".name"));
                    sheet.text(words.get("sheet.risk." + type.risk()));
                    if (i == 0) {
                        sheet.count(each.count());
                    } else {
                        sheet.skip();
                    }
                    sheet.text(sums.isEmpty() ? "" : sums.get(i).currency().getCurrencyCode());
                    sheet.money(sums.isEmpty() ? null : sums.get(i));
                    sheet.text(why, CellStyle.WRAPPED);
                    sheet.text(next, CellStyle.WRAPPED);
                    sheet.end();
                }
            }
        }
        gap(sheet);
    }

    private void movements(Sheet sheet) throws IOException {
        if (!summary.otherMovements().isEmpty()) {
            headers(
                    sheet,
                    "page.category",
                    "page.currency",
                    "page.count",
                    "page.gross",
                    "page.fee",
                    "page.net");
            for (Summary.Movement each : summary.otherMovements()) {
                sheet.begin();
                sheet.text(each.category());
                sheet.text(each.currency().getCurrencyCode());
                sheet.count(each.count());
                exact(sheet, each.gross(), each.currency());
                exact(sheet, each.fee(), each.currency());
                exact(sheet, each.net(), each.currency());
                sheet.end();
            }
            gap(sheet);
        }
        if (!summary.fees().isEmpty()) {
            headers(sheet, "page.fees", "page.currency", "page.fee");
            for (Summary.Fee each : summary.fees()) {
                sheet.begin();
                sheet.skip();
                sheet.text(each.currency().getCurrencyCode());
                exact(sheet, each.amount(), each.currency());
                sheet.end();
            }
        }
    }

    private static void exact(Sheet sheet, BigDecimal amount, Currency currency)
            throws IOException {
        int decimals = currency.getDefaultFractionDigits();
        sheet.number(
                amount, amount.scale() > decimals ? CellStyle.EXACT : CellStyle.amount(decimals));
    }

    private void headers(Sheet sheet, String... keys) throws IOException {
        sheet.begin();
        for (String key : keys) {
            sheet.text(
                    words.get(key),
                    NUMBERS.contains(key) ? CellStyle.NUMBER_HEADER : CellStyle.HEADER);
        }
        sheet.end();
    }

    private static void line(Sheet sheet, String text) throws IOException {
        sheet.begin();
        sheet.text(text);
        sheet.end();
    }

    private static void gap(Sheet sheet) throws IOException {
        sheet.begin();
        sheet.end();
    }

    private void label(Sheet sheet, String key) throws IOException {
        sheet.begin();
        sheet.text(words.get(key), CellStyle.TERM);
    }

    private void term(Sheet sheet, String key, String text) throws IOException {
        if (!text.isEmpty()) {
            label(sheet, key);
            sheet.text(text);
            sheet.end();
        }
    }

    private void counted(Sheet sheet, String key, long number) throws IOException {
        label(sheet, key);
        sheet.number(BigDecimal.valueOf(number), CellStyle.FIGURE);
        sheet.end();
    }

    private void dated(Sheet sheet, String key, LocalDate date) throws IOException {
        label(sheet, key);
        sheet.date(date);
        sheet.end();
    }
}
