package dev.tplus1.report.sheet;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakIdentity;
import dev.tplus1.entry.Money;
import dev.tplus1.report.BreakRows;
import dev.tplus1.report.Difference;
import dev.tplus1.report.RunReport;
import dev.tplus1.report.Summary;
import dev.tplus1.report.life.Payers;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import javax.xml.stream.XMLStreamException;

/** A sheet with one row for each break, written while they pass by. One thread. */
final class BreakSheet {
    /** So many sheets of paper wide, so that it can be read. */
    private static final int PAGES = 2;

    private final Summary summary;
    private final Words words;
    private final Payers payers;
    private final boolean decided;
    private final List<BreakColumn> shown;
    private final Sheet sheet;
    private final Cell[] cells;
    private final String name;
    private final int most;
    private String hash = "";
    private int breaks;

    /** Writes a break's next cell. */
    private interface Cell {
        void put(Break each) throws IOException;
    }

    /**
     * @param key the sheet's words, {@code sheet.breaks} say
     * @param decided whether people decide here
     * @param most how many breaks it has at most
     * @param out stays open
     */
    BreakSheet(
            RunReport report, Words words, String key, boolean decided, int most, OutputStream out)
            throws IOException, XMLStreamException {
        this.summary = report.summary();
        this.payers = report.past().payers();
        this.words = words;
        this.decided = decided;
        this.most = most;
        this.name = words.get(key);
        this.shown = Stream.of(BreakColumn.values()).filter(this::has).toList();
        this.sheet = new Sheet(out, layout());
        this.cells = shown.stream().map(this::cell).toArray(Cell[]::new);
    }

    private Sheet.Layout layout() {
        List<Sheet.Column> columns =
                shown.stream().map(each -> each.column(words, summary.zone())).toList();
        Sheet.DropDown choice =
                decided
                        ? new Sheet.DropDown(
                                shown.indexOf(BreakColumn.DECISION),
                                Choice.words(words),
                                words.get("sheet.decision"),
                                words.get("sheet.choose"))
                        : null;
        return new Sheet.Layout(name, columns, 1, PAGES, true, choice);
    }

    private boolean has(BreakColumn column) {
        return (decided || !column.filledIn()) && (column != BreakColumn.PAYER || payers.shown());
    }

    private String payer(Break each) {
        return payers.shown(each)
                ? payers.of(each).orElseGet(() -> words.get("row.payerUnknown"))
                : "";
    }

    /** Writes the row of the next one, where there is room. */
    void add(Break each) throws IOException {
        breaks++;
        hash = each.identity().hash();
        sheet.begin();
        for (Cell cell : cells) {
            cell.put(each);
        }
        sheet.end();
    }

    /** One by one: put together, they would be compiled together, which takes a run a second. */
    private Cell cell(BreakColumn column) {
        return switch (column) {
            case ID -> _ -> sheet.text(BreakIdentity.id(hash));
            case DECISION, NOTE, WHO -> _ -> sheet.text("", CellStyle.INPUT);
            case TYPE -> each -> sheet.text(words.get("type." + each.type() + ".name"));
            case RISK -> each -> sheet.text(words.get("sheet.risk." + each.type().risk()));
            case STATUS -> each -> sheet.text(words.get("sheet.status." + each.status()));
            case KIND ->
                    each -> sheet.text(words.get("sheet.kind." + each.identity().key().kind()));
            case REFUND -> each -> sheet.text(each.refundNo());
            case PAYMENT -> each -> sheet.text(each.transactionId());
            case ORDER -> each -> sheet.text(each.orderNo());
            case CURRENCY -> each -> currency(each.statementAmount());
            case STATEMENT -> each -> sheet.money(Difference.signed(each, each.statementAmount()));
            case BOOKS_CURRENCY -> each -> currency(each.ledgerAmount());
            case BOOKS -> each -> sheet.money(Difference.signed(each, each.ledgerAmount()));
            case DIFFERENCE -> each -> difference(Difference.of(each));
            case STATEMENT_TIME -> each -> sheet.time(each.statementTime(), summary.zone());
            case BOOKS_TIME -> each -> sheet.time(each.ledgerTime(), summary.zone());
            case LINE -> this::line;
            case DUE -> each -> sheet.date(BreakRows.due(each, summary));
            case DETAIL -> each -> sheet.text(words.translated(each.note()));
            case PAYER -> each -> sheet.text(payer(each));
            case ACCOUNT -> each -> sheet.text(each.identity().account());
            case DATE -> each -> sheet.date(each.identity().date());
            case REVISION -> _ -> sheet.count(summary.revision());
            case IDENTITY -> _ -> sheet.text(hash);
        };
    }

    private void line(Break each) throws IOException {
        if (each.statementLine() > 0) {
            sheet.count(each.statementLine());
        } else {
            sheet.skip();
        }
    }

    private void currency(@Nullable Money money) throws IOException {
        sheet.text(money == null ? "" : money.currency().getCurrencyCode());
    }

    /** A number, or words where there are two currencies. */
    private void difference(List<Money> amounts) throws IOException {
        if (amounts.size() == 1) {
            sheet.money(amounts.getFirst());
        } else {
            sheet.text(String.join(", ", amounts.stream().map(Money::toString).toList()));
        }
    }

    /** How many breaks it has now. */
    int breaks() {
        return breaks;
    }

    boolean full() {
        return breaks == most;
    }

    /**
     * What is to be known of a sheet that does not have all: one sentence, or none.
     *
     * @param all how many there are
     */
    Optional<String> cut(long all) {
        return all == breaks
                ? Optional.empty()
                : Optional.of(words.get("sheet.cut", name, Shown.count(breaks), Shown.count(all)));
    }

    /**
     * Ends the sheet, all of which is in the stream then.
     *
     * @param all how many there are
     * @param content where it is
     */
    Workbook.Part end(long all, Workbook.@Nullable Content content)
            throws IOException, XMLStreamException {
        String filtered = sheet.filtered();
        if (all > breaks) {
            sheet.begin();
            sheet.text(words.get("sheet.more", Shown.count(all - breaks)));
            sheet.end();
        }
        sheet.finish(filtered);
        return new Workbook.Part(name, filtered, content);
    }
}
