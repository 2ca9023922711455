package dev.tplus1.report.sheet;

import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * One worksheet, written row by row. Its cells are typed texts, numbers, dates and times; there is
 * no way to write a formula. One thread.
 */
final class Sheet {
    /** Excel's number of rows. */
    static final int MOST_ROWS = 1_048_576;

    /** A number is a double in Excel: what has more digits is written as text. */
    private static final int MOST_DIGITS = 15;

    private static final LocalDate DAY_ZERO = LocalDate.of(1899, 12, 30);
    private static final LocalDate FIRST_DAY = LocalDate.of(1900, 3, 1);
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31);

    /** Finer than a double's own step. */
    private static final int DAY_DECIMALS = 12;

    private static final long DAY_UNIT = 1_000_000_000_000L;

    /** A day's nanoseconds times 5 / 432 are its units. */
    private static final long UNITS = 5;

    private static final long NANOS = 432;

    /** One more than the largest number that has no more than so many digits. */
    private static final long MANY = 1_000_000_000_000_000L;

    /** In points. */
    private static final int LINE_HEIGHT = 14;

    /** Excel's rows are no higher than 409 points. */
    private static final int MOST_LINES = 29;

    /** CJK begins there. */
    private static final int FIRST_WIDE = 0x2e80;

    /** Two lines. */
    private static final int HEADER_HEIGHT = 2 * LINE_HEIGHT;

    private static final XMLOutputFactory XML = XMLOutputFactory.newDefaultFactory();

    private static final byte[] ROW = Markup.ascii("<row r=\"");
    private static final byte[] END_OF_ROW = Markup.ascii("</row>");
    private static final byte[] END_OF_TEXT = Markup.ascii("</t></is></c>");
    private static final byte[] END_OF_NUMBER = Markup.ascii("</v></c>");

    private final Markup markup;
    private final XMLStreamWriter xml;
    private final Layout layout;
    private final List<String> letters;
    private final byte[][] cells;
    private final List<String> merged = new ArrayList<>();
    private int rows;
    private int column;

    /**
     * What does not depend on the rows.
     *
     * @param columns from the left
     * @param frozen how many columns stay in sight
     * @param pages how many sheets of paper wide it is printed
     * @param header whether the first row has the columns' titles, stays in sight and filters
     * @param choice the drop-down of one column, where there is one
     */
    record Layout(
            String name,
            List<Column> columns,
            int frozen,
            int pages,
            boolean header,
            @Nullable DropDown choice) {}

    /**
     * A column.
     *
     * @param width in characters
     * @param numbers whether it holds numbers, which stand on the right
     * @param hidden whether people need not see it
     */
    record Column(String title, int width, boolean numbers, boolean hidden) {}

    /** A drop-down: its column, its words, and what is said when something else is typed. */
    record DropDown(int column, List<String> words, String title, String text) {}

    /** Begins the sheet; with its header, where it has one. */
    Sheet(OutputStream out, Layout layout) throws IOException, XMLStreamException {
        this.layout = layout;
        this.markup = new Markup(out);
        this.xml = XML.createXMLStreamWriter(markup);
        this.letters = IntStream.range(0, layout.columns.size()).mapToObj(Sheet::name).toList();
        this.cells =
                letters.stream().map(each -> Markup.ascii("<c r=\"" + each)).toArray(byte[][]::new);
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("worksheet");
        xml.writeDefaultNamespace(Workbook.MAIN);
        xml.writeStartElement("sheetPr");
        empty("pageSetUpPr", "fitToPage", "1");
        xml.writeEndElement();
        view();
        empty("sheetFormatPr", "defaultRowHeight", "14.25");
        xml.writeStartElement("cols");
        for (int i = 0; i < layout.columns.size(); i++) {
            String at = Integer.toString(i + 1);
            String width = Integer.toString(layout.columns.get(i).width);
            String hidden = layout.columns.get(i).hidden ? "1" : "0";
            empty(
                    "col",
                    "min",
                    at,
                    "max",
                    at,
                    "width",
                    width,
                    "customWidth",
                    "1",
                    "hidden",
                    hidden);
        }
        xml.writeEndElement();
        xml.writeStartElement("sheetData");
        // ends the tag: the rows pass this writer by
        xml.writeCharacters("");
        xml.flush();
        if (layout.header) {
            begin(HEADER_HEIGHT);
            for (Column each : layout.columns) {
                text(each.title, each.numbers ? CellStyle.NUMBER_HEADER : CellStyle.HEADER);
            }
            end();
        }
    }

    private void view() throws XMLStreamException {
        xml.writeStartElement("sheetViews");
        xml.writeStartElement("sheetView");
        xml.writeAttribute("workbookViewId", "0");
        if (layout.header) {
            boolean columns = layout.frozen > 0;
            xml.writeEmptyElement("pane");
            if (columns) {
                xml.writeAttribute("xSplit", Integer.toString(layout.frozen));
            }
            xml.writeAttribute("ySplit", "1");
            xml.writeAttribute("topLeftCell", name(layout.frozen) + "2");
            xml.writeAttribute("activePane", columns ? "bottomRight" : "bottomLeft");
            xml.writeAttribute("state", "frozen");
        }
        xml.writeEndElement();
        xml.writeEndElement();
    }

    void begin() throws IOException {
        begin(0);
    }

    /**
     * @param height in points; 0 for the usual
     */
    void begin(int height) throws IOException {
        if (rows == MOST_ROWS) {
            throw new IllegalStateException(layout.name + " is full");
        }
        rows++;
        column = 0;
        markup.put(ROW).put(rows);
        if (height > 0) {
            markup.put("\" ht=\"").put(height).put("\" customHeight=\"1");
        }
        markup.put("\">");
    }

    void end() throws IOException {
        markup.put(END_OF_ROW);
    }

    /** A row of sentences as wide as the sheet, over as many lines as they need. */
    void sentences(String text) throws IOException {
        int width = layout.columns.stream().mapToInt(Column::width).sum();
        begin(height(text, width));
        text(text, CellStyle.WRAPPED);
        end();
        if (!text.isEmpty()) {
            merged.add("A" + rows + ":" + letters.getLast() + rows);
        }
    }

    /** What a wrapped text needs in so many characters' width; not every program finds it. */
    static int height(String text, int width) {
        // a Chinese character is as wide as two others; lines end before their last word does
        int needed = text.codePoints().map(each -> each < FIRST_WIDE ? 1 : 2).sum() * 9 / 8;
        return LINE_HEIGHT * Math.min(1 + needed / width, MOST_LINES);
    }

    /** How many rows there are, the header included. */
    int rows() {
        return rows;
    }

    void skip() {
        column++;
    }

    /** Text, whatever it looks like. */
    void text(String text, CellStyle style) throws IOException {
        if (text.isEmpty() && style != CellStyle.INPUT) {
            skip();
            return;
        }
        if (text.isEmpty()) {
            cell(style.nothing());
        } else {
            String content = CellText.of(text);
            cell(style.text(content)).content(content).put(END_OF_TEXT);
        }
    }

    void text(String text) throws IOException {
        text(text, CellStyle.TEXT);
    }

    void count(long number) throws IOException {
        if (number >= 0 && number < MANY) {
            cell(CellStyle.COUNT.number()).put(number).put(END_OF_NUMBER);
        } else {
            number(BigDecimal.valueOf(number), CellStyle.COUNT);
        }
    }

    void money(@Nullable Money money) throws IOException {
        if (money == null) {
            skip();
            return;
        }
        int decimals = money.currency().getDefaultFractionDigits();
        CellStyle style = CellStyle.amount(decimals);
        if (decimals != 2 || Math.abs(money.minor()) >= MANY) {
            number(money.value(), style);
            return;
        }
        long minor = Math.abs(money.minor());
        cell(style.number()).put(money.minor() < 0 ? "-" : "");
        markup.put(minor / 100).put('.').put(minor % 100, 2).put(END_OF_NUMBER);
    }

    void number(BigDecimal number, CellStyle style) throws IOException {
        if (number.stripTrailingZeros().precision() > MOST_DIGITS) {
            text(number.toPlainString());
        } else {
            value(number.toPlainString(), style);
        }
    }

    void date(@Nullable LocalDate date) throws IOException {
        if (date == null) {
            skip();
        } else if (counted(date)) {
            value(Long.toString(ChronoUnit.DAYS.between(DAY_ZERO, date)), CellStyle.DATE);
        } else {
            text(date.toString());
        }
    }

    /** The time that a clock in this zone shows. */
    void time(@Nullable Instant time, ZoneId zone) throws IOException {
        if (time == null) {
            skip();
            return;
        }
        LocalDateTime local = LocalDateTime.ofInstant(time, zone);
        if (!counted(local.toLocalDate())) {
            text(local.toString());
            return;
        }
        long nanos = local.toLocalTime().toNanoOfDay() * UNITS;
        long units = nanos / NANOS;
        long rest = 2 * (nanos % NANOS);
        // a half goes to the even one
        units += rest > NANOS || (rest == NANOS && units % 2 == 1) ? 1 : 0;
        units += ChronoUnit.DAYS.between(DAY_ZERO, local.toLocalDate()) * DAY_UNIT;
        cell(CellStyle.TIME.number()).put(units / DAY_UNIT).put('.');
        markup.put(units % DAY_UNIT, DAY_DECIMALS).put(END_OF_NUMBER);
    }

    /** Excel has no dates before 1900, and one too many in its February. */
    private static boolean counted(LocalDate date) {
        return !date.isBefore(FIRST_DAY) && !date.isAfter(LAST_DAY);
    }

    private void value(String number, CellStyle style) throws IOException {
        cell(style.number()).put(number).put(END_OF_NUMBER);
    }

    /** Begins the next cell. */
    private Markup cell(byte[] opening) throws IOException {
        return markup.put(cells[column++]).put(rows).put(opening);
    }

    /** Ends the sheet, which filters this range where it has a header; closes nothing. */
    void finish(String filtered) throws XMLStreamException {
        xml.writeEndElement();
        if (layout.header) {
            empty("autoFilter", "ref", filtered);
        }
        if (!merged.isEmpty()) {
            xml.writeStartElement("mergeCells");
            for (String each : merged) {
                empty("mergeCell", "ref", each);
            }
            xml.writeEndElement();
        }
        DropDown choice = layout.choice;
        if (choice != null && rows > 1) {
            String of = letters.get(choice.column);
            xml.writeStartElement("dataValidations");
            xml.writeAttribute("count", "1");
            xml.writeStartElement("dataValidation");
            xml.writeAttribute("type", "list");
            xml.writeAttribute("allowBlank", "1");
            xml.writeAttribute("showInputMessage", "1");
            xml.writeAttribute("showErrorMessage", "1");
            xml.writeAttribute("errorTitle", choice.title);
            xml.writeAttribute("error", choice.text);
            xml.writeAttribute("sqref", of + "2:" + of + rows);
            xml.writeStartElement("formula1");
            xml.writeCharacters("\"" + String.join(",", choice.words) + "\"");
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndElement();
        }
        empty(
                "pageMargins",
                "left",
                "0.5",
                "right",
                "0.5",
                "top",
                "0.6",
                "bottom",
                "0.6",
                "header",
                "0.3",
                "footer",
                "0.3");
        empty(
                "pageSetup",
                "paperSize",
                "9",
                "orientation",
                "landscape",
                "fitToWidth",
                Integer.toString(layout.pages),
                "fitToHeight",
                "0");
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    /** The range with a filter: {@code A1:X201}. */
    String filtered() {
        return "A1:" + name(layout.columns.size() - 1) + rows;
    }

    private void empty(String element, String... attributes) throws XMLStreamException {
        xml.writeEmptyElement(element);
        for (int i = 0; i < attributes.length; i += 2) {
            xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    /** {@code A}, {@code Z}, {@code AA}: a column's name. */
    static String name(int column) {
        String last = String.valueOf((char) ('A' + column % 26));
        return column < 26 ? last : name(column / 26 - 1) + last;
    }
}
