package dev.tplus1.report.sheet;

import dev.tplus1.entry.SettingException;
import dev.tplus1.report.Shown;
import dev.tplus1.report.Words;

import org.dhatim.fastexcel.reader.Cell;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Row;
import org.dhatim.fastexcel.reader.Sheet;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads back what people filled in, from a report.xlsx that a spreadsheet program may have saved
 * again: columns are known by their titles, wherever they stand. The file is anybody's: what is no
 * such workbook, or a larger one than a report can be, is one clear line.
 */
public final class DecisionFile {
    /** The most decisions of a file. */
    public static final int MOST_DECISIONS = 10_000;

    /** The most bytes of a file. */
    static final long MOST_BYTES = 128L << 20;

    /** The most bytes of all its parts, unpacked. */
    static final long MOST_UNPACKED = 1L << 30;

    /** The most bytes of the part that is kept in memory, unpacked. */
    static final long MOST_SHARED = 96L << 20;

    private static final int MOST_PARTS = 1000;

    /** More than a number in a spreadsheet has; what has more is no amount. */
    private static final int MOST_DIGITS = 64;

    /** A document type stands before the root element; nothing that we write has one. */
    private static final int PROLOGUE = 4096;

    private static final String SHARED = "xl/sharedStrings.xml";

    private final Path file;
    private final List<SheetDecision> decisions = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
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
            reading.weigh();
            reading.sheets();
        } catch (SettingException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new SettingException(
                    file
                            + ": not a workbook that can be read: "
                            + reason(e)
                            + ". Nothing was changed; save it as .xlsx again.",
                    e);
        }
        return new Read(reading.decisions, reading.refused, reading.leftOpen);
    }

    private static String reason(Exception e) {
        String said = Shown.outside(String.valueOf(e.getMessage()));
        return said.length() > 120 ? said.substring(0, 120) + "…" : said;
    }

    /** Unpacks all of it once, so that nothing is believed about its size. */
    private void weigh() throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw tooLarge();
        }
        try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            if (zip.size() > MOST_PARTS) {
                throw tooLarge();
            }
            long all = 0;
            for (ZipEntry each : zip.stream().toList()) {
                long most =
                        each.getName().equals(SHARED)
                                ? Math.min(MOST_SHARED, MOST_UNPACKED - all)
                                : MOST_UNPACKED - all;
                try (InputStream in = zip.getInputStream(each)) {
                    all += weighed(in, most);
                }
            }
        }
    }

    private long weighed(InputStream in, long most) throws IOException {
        byte[] start = in.readNBytes(PROLOGUE);
        if (new String(start, StandardCharsets.ISO_8859_1).contains("<!DOCTYPE")) {
            throw new IOException("a part of it has a document type");
        }
        long all = start.length;
        byte[] buffer = new byte[1 << 16];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            all += read;
            if (all > most) {
                throw tooLarge();
            }
        }
        return all;
    }

    private SettingException tooLarge() {
        return new SettingException(
                file + ": larger than a report can be. Nothing was changed; name a report.xlsx");
    }

    private void sheets() throws IOException {
        boolean found = false;
        try (ReadableWorkbook book = new ReadableWorkbook(file.toFile())) {
            for (Sheet sheet : book.getSheets().toList()) {
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
        String said = cells.getOrDefault(BreakColumn.DECISION, "");
        if (said.isBlank() && !formulas.contains(BreakColumn.DECISION)) {
            leftOpen += cells.getOrDefault(BreakColumn.IDENTITY, "").isBlank() ? 0 : 1;
            return;
        }
        String which =
                sheet + " row " + row.getRowNum() + ", " + cells.getOrDefault(BreakColumn.ID, "");
        if (!formulas.isEmpty()) {
            refuse(which, "a cell of it is a formula; type what it shall be");
            return;
        }
        Optional<Choice> choice = Choice.of(said);
        if (choice.isEmpty()) {
            refuse(which, "\"" + said + "\" is no decision; choose one of the list");
        } else if (choice.get() == Choice.LEAVE_OPEN) {
            leftOpen++;
        } else {
            decisions.add(new SheetDecision(which, choice.get(), cells));
        }
        if (decisions.size() + refused.size() > MOST_DECISIONS) {
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
