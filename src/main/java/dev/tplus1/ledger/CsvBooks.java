package dev.tplus1.ledger;

import dev.tplus1.delimited.DelimitedException;
import dev.tplus1.delimited.Records;
import dev.tplus1.delimited.Style;
import dev.tplus1.delimited.Times;
import dev.tplus1.diff.Spool;
import dev.tplus1.diff.scratch.Scratch;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Books from a CSV file: RFC 4180, strict UTF-8, the ledger queries' columns as its header. Booked
 * rows are the entries; rows in any state are the orders and refunds to look up.
 */
public final class CsvBooks implements Books {
    /** How many look through the rows at once. */
    private static final int THREADS = 2;

    private static final int MAX_LINE_BYTES = 1 << 20;
    private static final int MAX_COLUMNS = 500;

    private final String account;
    private final Spool<BookEntry> rows;

    private CsvBooks(String account, Spool<BookEntry> rows) {
        this.account = account;
        this.rows = rows;
    }

    /**
     * Reads the file whole.
     *
     * @param zone in which a time without offset is read
     * @throws SettingException when the file cannot be opened, or its header is not the one
     * @throws LedgerException naming file and line that cannot be read
     */
    public static Books.OfDay read(
            Path file, String account, KeyRule rule, ZoneId zone, Scratch scratch) {
        String name = BookRows.shown(String.valueOf(file.getFileName()), 100);
        try (Records lines =
                new Records(
                        Files.newInputStream(file),
                        StandardCharsets.UTF_8,
                        Style.QUOTED,
                        MAX_LINE_BYTES,
                        MAX_COLUMNS)) {
            if (!lines.next()) {
                throw new SettingException(name + ": empty; expected a header line");
            }
            Spool<BookEntry> rows = Spool.ofBooks(scratch, account);
            read(lines, new LineFields(lines, name, zone), new BookRows(account, rule), rows);
            return new Books.OfDay(rows, new CsvBooks(account, rows));
        } catch (DelimitedException e) {
            throw new LedgerException(
                    name
                            + ", line "
                            + e.line()
                            + ": "
                            + (e.undecodable() ? "not UTF-8; save it as UTF-8" : e.reason()),
                    e);
        } catch (IOException e) {
            throw new SettingException(
                    "--ledger " + name + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    private static void read(
            Records lines, LineFields fields, BookRows reader, Spool<BookEntry> rows)
            throws DelimitedException, IOException {
        while (lines.next()) {
            fields.take();
            rows.add(reader.any(fields));
        }
    }

    @Override
    public List<BookEntry> orders(Collection<String> orderNos) {
        return find(List.of(), orderNos, List.of());
    }

    @Override
    public List<BookEntry> transactions(Collection<String> transactionIds) {
        return find(transactionIds, List.of(), List.of());
    }

    @Override
    public List<BookEntry> refunds(Collection<String> refundNos) {
        return find(List.of(), List.of(), refundNos);
    }

    /** In one pass over the rows. */
    @Override
    public List<BookEntry> find(
            Collection<String> transactionIds,
            Collection<String> orderNos,
            Collection<String> refundNos) {
        Set<String> orders = new HashSet<>(orderNos);
        return rows.find(transactionIds, orders, refundNos, THREADS).stream()
                .filter(row -> row.account().equals(account) || isOrder(row, orders))
                .toList();
    }

    /** Orders are looked up in all accounts, all else in this one. */
    private static boolean isOrder(BookEntry row, Set<String> orderNos) {
        return row.kind() == Kind.PAYMENT && orderNos.contains(row.orderNo());
    }

    @Override
    public boolean unchanging() {
        return true;
    }

    @Override
    public void close() {
        rows.close();
    }

    /** The line in hand of a ledger CSV; its columns are checked once. */
    private static final class LineFields implements Fields {
        private static final int ABSENT = -1;

        private final Records lines;
        private final String name;
        private final ZoneId zone;
        private final Times times;
        private final int width;
        private final int[] cells = new int[Column.COUNT];
        private int from;
        private int to;

        /**
         * Binds the header, the record in hand.
         *
         * @throws SettingException when it is not the ledger's
         */
        LineFields(Records lines, String name, ZoneId zone) {
            this.lines = lines;
            this.name = name;
            this.zone = zone;
            this.times = new Times(zone);
            this.width = lines.count();
            List<String> header = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                header.add(lines.text(i));
            }
            Arrays.fill(cells, ABSENT);
            Column.positions(header, message -> new SettingException(name + ", line 1: " + message))
                    .forEach((column, at) -> cells[column.place()] = at);
        }

        /** Takes the record in hand as a row. */
        void take() {
            if (lines.count() != width) {
                throw new LedgerException(
                        where() + ": " + lines.count() + " fields, expected " + width);
            }
        }

        @Override
        public boolean has(Column column) {
            return cells[column.place()] != ABSENT;
        }

        @Override
        public boolean turnTo(Column column) {
            int at = cells[column.place()];
            if (at == ABSENT) {
                return false;
            }
            from = lines.from(at);
            to = lines.to(at);
            // a file tells no NULL from an empty text
            return from < to;
        }

        @Override
        public byte[] bytes() {
            return lines.bytes();
        }

        @Override
        public int from() {
            return from;
        }

        @Override
        public int to() {
            return to;
        }

        @Override
        public @Nullable String text(Column column) {
            int at = cells[column.place()];
            return at == ABSENT ? null : lines.text(at);
        }

        @Override
        public @Nullable BigDecimal number(Column column) {
            String text = text(column);
            return text == null || text.isEmpty() ? null : Texts.number(text);
        }

        @Override
        public Times times() {
            return times;
        }

        @Override
        public @Nullable Instant time() {
            String text = text(Column.OCCURRED_AT);
            return text == null || text.isEmpty() ? null : Texts.time(text, zone);
        }

        @Override
        public String where() {
            return name + ", line " + lines.line();
        }

        @Override
        public String mend() {
            return "correct the file";
        }
    }
}
