package dev.tplus1.report.sheet;

import dev.tplus1.entry.SettingException;
import dev.tplus1.report.words.Shown;
import dev.tplus1.report.words.Words;

import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.dhatim.fastexcel.reader.SheetVisibility;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads back what people filled in, from a report.xlsx that a spreadsheet program may have saved
 * again: columns are known by their titles, wherever they stand. The file is anybody's: what is no
 * such workbook, or a larger one than a report can be, is one clear line.
 */
public final class DecisionFile {
    /** The most decisions of a file, those to leave a break open among them. */
    public static final int MOST_DECISIONS = 10_000;

    /** The most bytes of a file. */
    static final long MOST_BYTES = 128L << 20;

    /** The most bytes of all its parts, unpacked. */
    static final long MOST_UNPACKED = 1L << 30;

    /** The most bytes of the part that is kept in memory, unpacked. */
    static final long MOST_SHARED = 96L << 20;

    /** More than a number in a spreadsheet has; what has more is no amount. */
    private static final int MOST_DIGITS = 64;

    private final Path file;
    private final List<SheetDecision> decisions = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();

    /** How many rows say something about a break, by its identity. */
    private final Map<String, Integer> rows = new HashMap<>();

    private long said;
    private long leftOpen;

    /**
     * What a file says.
     *
     * @param refused rows whose cells make no decision
     * @param leftOpen how many rows decide nothing
     */
    public record Read(List<SheetDecision> decisions, List<Refused> refused, long leftOpen) {}

    /**
     * A row that was refused.
     *
     * @param row which, in words: {@code Breaks row 3, 7K3M9QX2}
     * @param why one plain sentence
     */
    public record Refused(String row, String why) {}

    private DecisionFile(Path file) {
        this.file = file;
    }

    /**
     * Reads a file's decisions, in its order.
     *
     * @throws SettingException when it is not a workbook with decisions, is damaged or too large
     */
    public static Read read(Path file) {
        DecisionFile reading = new DecisionFile(file);
        try {
            Parts.check(file);
            reading.sheets();
        } catch (SettingException e) {
            throw e;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            throw new SettingException(
                    file
                            + ": not a workbook that can be read: "
                            + reason(e)
                            + ". Nothing was changed; save it as .xlsx again.",
                    e);
        }
        return reading.once();
    }

    /** What several rows say about one break is nobody's decision. */
    private Read once() {
        List<SheetDecision> clear = new ArrayList<>();
        for (SheetDecision each : decisions) {
            int times = rows.getOrDefault(each.identity().toLowerCase(Locale.ROOT), 1);
            if (times == 1) {
                clear.add(each);
            } else {
                refuse(
                        each.row(),
                        "its break is decided in " + times + " rows of the file; keep one");
            }
        }
        return new Read(clear, refused, leftOpen);
    }

    private static String reason(Throwable e) {
        if (e instanceof OutOfMemoryError) {
            return "it takes more memory than there is";
        }
        String said = Shown.outside(String.valueOf(e.getMessage()));
        return said.length() > 120 ? said.substring(0, 120) + "…" : said;
    }

    private void sheets() throws IOException {
        boolean found = false;
        try (ReadableWorkbook book = new ReadableWorkbook(file.toFile())) {
            for (Sheet sheet : book.getSheets().toList()) {
                if (sheet.getVisibility() != SheetVisibility.VISIBLE) {
                    continue; // nobody saw what it says
                }
                try (Stream<Row> rows = sheet.openStream()) {
                    found |= sheet(sheet.getName(), rows.iterator());
                }
            }
        }
        if (!found) {
            throw new SettingException(
                    file
                            + ": no sheet with the columns of a report to decide in; name the"
                            + " report.xlsx of a revision (a dry run's has none). Nothing was"
                            + " changed.");
        }
    }

    /** Whether it is a sheet to decide in. */
    private boolean sheet(String name, Iterator<Row> rows) {
        if (!rows.hasNext()) {
            return false;
        }
        Map<BreakColumn, Integer> columns = columns(rows.next());
        if (!columns.containsKey(BreakColumn.DECISION)
                || !columns.containsKey(BreakColumn.IDENTITY)) {
            return false;
        }
        for (BreakColumn each : SheetDecision.NEEDED) {
            if (!columns.containsKey(each)) {
                throw new SettingException(
                        file
                                + ": sheet "
                                + Shown.outside(name)
                                + " lacks a column of the report, "
                                + each.title(Words.ENGLISH)
                                + ". Nothing was changed; decide in an unchanged report.xlsx");
            }
        }
        while (rows.hasNext()) {
            row(name, rows.next(), columns);
        }
        return true;
    }

    private static Map<BreakColumn, Integer> columns(Row header) {
        Map<BreakColumn, Integer> columns = new EnumMap<>(BreakColumn.class);
        for (int at = 0; at < header.getCellCount(); at++) {
            String title = text(cell(header, at));
            for (BreakColumn each : BreakColumn.values()) {
                if (each.titled(title)) {
                    columns.putIfAbsent(each, at);
                }
            }
        }
        return columns;
    }

    private void row(String sheet, Row row, Map<BreakColumn, Integer> columns) {
        Map<BreakColumn, String> cells = new EnumMap<>(BreakColumn.class);
        Set<BreakColumn> formulas = EnumSet.noneOf(BreakColumn.class);
        columns.forEach((column, at) -> {
            Cell cell = cell(row, at);
            if (cell != null && cell.getType() == CellType.FORMULA) {
                formulas.add(column);
            }
            cells.put(column, text(cell));
        });
        String choice = cells.getOrDefault(BreakColumn.DECISION, "");
        if (choice.isBlank() && !formulas.contains(BreakColumn.DECISION)) {
            leftOpen += cells.getOrDefault(BreakColumn.IDENTITY, "").isBlank() ? 0 : 1;
            return;
        }
        said(cells.getOrDefault(BreakColumn.IDENTITY, "").strip().toLowerCase(Locale.ROOT));
        String which =
                sheet + " row " + row.getRowNum() + ", " + cells.getOrDefault(BreakColumn.ID, "");
        Optional<Choice> known = Choice.of(choice);
        if (!formulas.isEmpty()) {
            refuse(which, "a cell of it is a formula; type what it shall be");
        } else if (known.isEmpty()) {
            refuse(which, "\"" + choice + "\" is no decision; choose one of the list");
        } else if (known.get() == Choice.LEAVE_OPEN) {
            leftOpen++;
        } else {
            decisions.add(new SheetDecision(which, known.get(), cells));
        }
    }

    private void said(String identity) {
        if (!identity.isEmpty()) {
            rows.merge(identity, 1, Integer::sum);
        }
        said++;
        if (said > MOST_DECISIONS) {
            throw new SettingException(
                    file
                            + ": more than "
                            + Shown.count(MOST_DECISIONS)
                            + " decisions. Nothing was changed; split the file.");
        }
    }

    private void refuse(String row, String why) {
        refused.add(new Refused(row, why));
    }

    private static @Nullable Cell cell(Row row, int at) {
        return at < row.getCellCount() ? row.getCell(at) : null;
    }

    /** What a cell holds, as text; a number as a plain decimal. */
    private static String text(@Nullable Cell cell) {
        if (cell == null || cell.getType() == CellType.EMPTY) {
            return "";
        }
        if (cell.getType() != CellType.NUMBER) {
            return String.valueOf(cell.getText());
        }
        String raw = String.valueOf(cell.getRawValue());
        try {
            BigDecimal number = raw.length() > MOST_DIGITS ? null : new BigDecimal(raw);
            return number == null || Math.abs((long) number.scale()) > MOST_DIGITS
                    ? raw
                    : number.toPlainString();
        } catch (NumberFormatException _) {
            return raw;
        }
    }
}
