package dev.tplus1.ledger;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Books from a CSV file: RFC 4180, strict UTF-8, the ledger queries' columns as its header. Booked
 * rows are the entries; rows in any state are the orders and refunds to look up.
 */
public final class CsvBooks implements Books {
    /** More rows than this do not fit the memory of a machine that compares files. */
    static final int MAX_ROWS = 5_000_000;

    private final String account;
    private final List<BookEntry> rows;
    private final Map<String, List<BookEntry>> byOrder;
    private final Map<String, List<BookEntry>> byTransaction;
    private final Map<String, List<BookEntry>> byRefund;

    private CsvBooks(String account, List<BookEntry> rows) {
        this.account = account;
        this.rows = rows;
        this.byOrder = new HashMap<>();
        this.byTransaction = new HashMap<>();
        this.byRefund = new HashMap<>();
        for (BookEntry row : rows) {
            boolean ours = row.account().equals(account);
            if (row.kind() == Kind.PAYMENT) {
                index(byOrder, row.orderNo(), row);
            } else if (ours) {
                index(byRefund, row.refundNo(), row);
            }
            if (ours) {
                index(byTransaction, row.transactionId(), row);
            }
        }
    }

    private static void index(Map<String, List<BookEntry>> index, String id, BookEntry row) {
        if (!id.isEmpty()) {
            index.computeIfAbsent(id, _ -> new ArrayList<>(1)).add(row);
        }
    }

    /**
     * Reads the file whole.
     *
     * @param zone in which a time without offset is read
     * @throws SettingException when the file cannot be opened, or its header is not the one
     * @throws LedgerException naming file and line that cannot be read
     */
    public static CsvBooks read(Path file, String account, KeyRule rule, ZoneId zone) {
        String name = BookRows.shown(String.valueOf(file.getFileName()), 100);
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        try (BufferedReader text =
                        new BufferedReader(
                                new InputStreamReader(Files.newInputStream(file), decoder));
                CsvReader<CsvRecord> csv =
                        CsvReader.builder()
                                .allowExtraFields(true)
                                .allowMissingFields(true)
                                .ofCsvRecord(withoutMark(text))) {
            return new CsvBooks(account, rows(csv, name, account, rule, zone));
        } catch (UncheckedIOException | IOException e) {
            if (e instanceof CharacterCodingException
                    || e.getCause() instanceof CharacterCodingException) {
                throw new LedgerException(
                        name + ", line " + undecodable(file) + ": not UTF-8; save it as UTF-8", e);
            }
            throw new SettingException(
                    "--ledger " + name + " cannot be read: " + e.getClass().getSimpleName(), e);
        } catch (CsvParseException e) {
            throw new LedgerException(
                    name + ": " + BookRows.shown(String.valueOf(e.getMessage()), 200), e);
        }
    }

    private static List<BookEntry> rows(
            CsvReader<CsvRecord> csv, String name, String account, KeyRule rule, ZoneId zone) {
        Iterator<CsvRecord> records = csv.iterator();
        if (!records.hasNext()) {
            throw new SettingException(name + ": empty; expected a header line");
        }
        List<String> header = records.next().getFields();
        Function<String, SettingException> complaint =
                message -> new SettingException(name + ", line 1: " + message);
        Map<Column, Integer> positions = Column.positions(header, complaint);
        BookRows reader = new BookRows(account, rule);
        List<BookEntry> rows = new ArrayList<>();
        while (records.hasNext()) {
            CsvRecord line = records.next();
            String where = name + ", line " + line.getStartingLineNumber();
            if (line.getFieldCount() != header.size()) {
                throw new LedgerException(
                        where + ": " + line.getFieldCount() + " fields, expected " + header.size());
            }
            BookEntry row = reader.read(new LineFields(line, positions, zone, where), _ -> true);
            if (row != null) {
                rows.add(row);
            }
            if (rows.size() > MAX_ROWS) {
                throw new SettingException(
                        name + ": more than " + MAX_ROWS + " rows; load it into a database");
            }
        }
        return rows;
    }

    private static BufferedReader withoutMark(BufferedReader text) throws IOException {
        text.mark(1);
        if (text.read() != '\ufeff') {
            text.reset();
        }
        return text;
    }

    /** The line of the first byte that is not UTF-8: looked for only once it is known to be. */
    private static long undecodable(Path file) {
        long line = 1;
        try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file))) {
            ByteArrayOutputStream current = new ByteArrayOutputStream();
            for (int b = bytes.read(); b >= 0; b = bytes.read()) {
                current.write(b);
                if (b == '\n') {
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(current.toByteArray()));
                    current.reset();
                    line++;
                }
            }
        } catch (CharacterCodingException _) {
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line;
    }

    @Override
    public void entries(Instant from, Instant to, Consumer<BookEntry> sink) {
        for (BookEntry row : rows) {
            Instant time = row.time();
            if (row.booked()
                    && row.account().equals(account)
                    && time != null
                    && !time.isBefore(from)
                    && time.isBefore(to)) {
                sink.accept(row);
            }
        }
    }

    @Override
    public List<BookEntry> orders(Collection<String> orderNos) {
        return found(byOrder, orderNos);
    }

    @Override
    public List<BookEntry> transactions(Collection<String> transactionIds) {
        return found(byTransaction, transactionIds);
    }

    @Override
    public List<BookEntry> refunds(Collection<String> refundNos) {
        return found(byRefund, refundNos);
    }

    private static List<BookEntry> found(
            Map<String, List<BookEntry>> index, Collection<String> ids) {
        List<BookEntry> found = new ArrayList<>();
        for (String id : new HashSet<>(ids)) {
            found.addAll(index.getOrDefault(id, List.of()));
        }
        return found;
    }

    @Override
    public void close() {
        // everything was read already
    }

    private record LineFields(
            CsvRecord line, Map<Column, Integer> positions, ZoneId zone, String where)
            implements Fields {
        @Override
        public boolean has(Column column) {
            return positions.containsKey(column);
        }

        @Override
        public @Nullable String text(Column column) {
            Integer at = positions.get(column);
            return at == null ? null : line.getField(at);
        }

        @Override
        public @Nullable BigDecimal number(Column column) {
            String text = text(column);
            return text == null || text.isEmpty() ? null : Texts.number(text);
        }

        @Override
        public @Nullable Instant time() {
            String text = text(Column.OCCURRED_AT);
            return text == null || text.isEmpty() ? null : Texts.time(text, zone);
        }
    }
}
