package dev.tplus1.report.files;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.breaks.Status;
import dev.tplus1.breaks.sorted.BreakBlock;
import dev.tplus1.breaks.sorted.BreakRow;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * breaks.csv: RFC 4180 with CRLF, raw values for machines. Absent values are empty fields; times
 * carry the offset that the account's zone has at that time. A bad day has millions of rows, so
 * they are put together as bytes, by hand. One thread at a time.
 */
public final class BreaksCsv {
    private static final Map<BreakType, byte[]> TYPES = words(BreakType.values(), Enum::name);
    private static final Map<Risk, byte[]> RISKS = words(Risk.values(), BreaksCsv::lower);
    private static final Map<Action, byte[]> ACTIONS = words(Action.values(), BreaksCsv::lower);
    private static final Map<Status, byte[]> STATES = words(Status.values(), Enum::name);
    private static final Map<Kind, byte[]> KINDS = words(Kind.values(), Enum::name);

    /**
     * What is in a row, one by one: put together, they would be compiled together, which takes a
     * run seconds.
     */
    private static final List<Column> COLUMNS =
            List.of(
                    new Column("break_id", BreaksCsv::id),
                    new Column("type", (csv, each) -> csv.word(TYPES, each.type())),
                    new Column("risk", (csv, each) -> csv.word(RISKS, each.type().risk())),
                    new Column("action", (csv, each) -> csv.word(ACTIONS, each.action())),
                    new Column("status", (csv, each) -> csv.word(STATES, each.status())),
                    new Column("kind", (csv, each) -> csv.word(KINDS, each.kind())),
                    text("transaction_id", BreakRow.Text.TRANSACTION_ID),
                    text("order_no", BreakRow.Text.ORDER_NO),
                    text("refund_no", BreakRow.Text.REFUND_NO),
                    amount("statement_amount", BreakRow::statementAmount),
                    currency("statement_currency", BreakRow::statementAmount),
                    amount("ledger_amount", BreakRow::ledgerAmount),
                    currency("ledger_currency", BreakRow::ledgerAmount),
                    time("statement_time", BreakRow::statementTime),
                    time("ledger_time", BreakRow::ledgerTime),
                    new Column("statement_line", (csv, each) -> csv.line(each.statementLine())),
                    text("note", BreakRow.Text.NOTE));

    public static final List<String> HEADER = COLUMNS.stream().map(Column::name).toList();

    private static final int BUFFER = 64 << 10;

    /** All but the texts of a row, at most. */
    private static final int FIXED = 512;

    private static final int DAY_SECONDS = 86_400;

    /** Writes a field at the end of the row, for which there is room. */
    private interface Field {
        void put(BreaksCsv csv, BreakRow each);
    }

    private record Column(String name, Field field) {}

    private interface Amount {
        @Nullable Money of(BreakRow each);
    }

    private interface Time {
        @Nullable Instant of(BreakRow each);
    }

    private final OutputStream out;
    private final ZoneRules zone;
    private final Column[] columns = COLUMNS.toArray(Column[]::new);
    private final Queue<BreakBlock> empty = new ConcurrentLinkedQueue<>();
    private BreakBlock kept = new BreakBlock();
    private byte[] rows = new byte[BUFFER];
    private int end;
    private long lastDay = Long.MIN_VALUE;
    private byte[] lastDate = new byte[0];
    private ZoneOffset lastOffset = ZoneOffset.UTC;
    private byte[] lastOffsetId = ascii(lastOffset.getId());

    private BreaksCsv(ZoneId zone, OutputStream out) {
        this.zone = zone.getRules();
        this.out = out;
    }

    private static <E extends Enum<E>> Map<E, byte[]> words(E[] all, Function<E, String> text) {
        return Stream.of(all)
                .collect(Collectors.toMap(Function.identity(), each -> ascii(text.apply(each))));
    }

    private static Column text(String name, BreakRow.Text text) {
        return new Column(name, (csv, each) -> csv.text(each, text));
    }

    private static Column amount(String name, Amount amount) {
        return new Column(name, (csv, each) -> csv.amount(amount.of(each)));
    }

    private static Column currency(String name, Amount amount) {
        return new Column(name, (csv, each) -> csv.currency(amount.of(each)));
    }

    private static Column time(String name, Time time) {
        return new Column(name, (csv, each) -> csv.time(time.of(each)));
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Writes header and rows, in UTF-8, many of them in a thread of their own; flushes, does not
     * close.
     *
     * @param beside is shown each row too, so that they are looked through but once
     */
    public static void write(
            Breaks breaks, ZoneId zone, OutputStream out, Consumer<BreakRow> beside)
            throws IOException {
        BreaksCsv csv = new BreaksCsv(zone, out);
        BreakRow row = new BreakRow();
        try (Handover<BreakBlock> full =
                new Handover<>("breaks.csv", block -> csv.take(block, row))) {
            csv.put(ascii(String.join(",", HEADER) + "\r\n"));
            breaks.rows(each -> {
                beside.accept(each);
                csv.keep(each, full);
                return true;
            });
            full.end();
            csv.kept.rows(row, csv::add);
            csv.flush();
            out.flush();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Keeps a row until there are enough to be worth handing over. */
    private void keep(BreakRow each, Handover<BreakBlock> full) {
        if (!kept.add(each)) {
            full.add(kept);
            BreakBlock used = empty.poll();
            kept = used == null ? new BreakBlock() : used;
            kept.add(each);
        }
    }

    /** The other thread's part: the block can be filled again after it. */
    private void take(BreakBlock block, BreakRow row) {
        block.rows(row, this::add);
        block.clear();
        empty.add(block);
    }

    private void add(BreakRow each) {
        // each byte of a text twice, at most
        room(FIXED + 2 * each.bound());
        for (Column column : columns) {
            column.field.put(this, each);
            put(',');
        }
        // in place of the last comma
        end--;
        put('\r');
        put('\n');
    }

    private void room(int wanted) {
        if (wanted > rows.length - end) {
            flush();
            rows = wanted > rows.length ? new byte[wanted] : rows;
        }
    }

    private void flush() {
        try {
            out.write(rows, 0, end);
            end = 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(char ascii) {
        rows[end++] = (byte) ascii;
    }

    private void put(byte[] bytes) {
        System.arraycopy(bytes, 0, rows, end, bytes.length);
        end += bytes.length;
    }

    private void id(BreakRow each) {
        end = each.putId(rows, end);
    }

    private <E extends Enum<E>> void word(Map<E, byte[]> words, E word) {
        put(Objects.requireNonNull(words.get(word)));
    }

    /** None for an entry that only the books have. */
    private void line(long number) {
        if (number <= 0) {
            return;
        }
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        end += digits;
        long rest = number;
        for (int i = end - 1; i >= end - digits; i--) {
            rows[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** In quotes where it holds what would end it. */
    private void text(BreakRow each, BreakRow.Text text) {
        int from = end;
        end = each.put(text, rows, from);
        int quotes = 0;
        boolean special = false;
        for (int i = from; i < end; i++) {
            byte c = rows[i];
            quotes += c == '"' ? 1 : 0;
            special |= c == ',' || c == '"' || c == '\n' || c == '\r';
        }
        if (special) {
            quote(from, quotes);
        }
    }

    /** Moves what stands from there on apart, from its end, and doubles its quotes. */
    private void quote(int from, int quotes) {
        int to = end + quotes + 2;
        int at = to;
        rows[--at] = '"';
        for (int i = end - 1; i >= from; i--) {
            byte c = rows[i];
            rows[--at] = c;
            if (c == '"') {
                rows[--at] = c;
            }
        }
        rows[from] = '"';
        end = to;
    }

    private void amount(@Nullable Money money) {
        if (money != null) {
            end = money.putDecimal(rows, end);
        }
    }

    private void currency(@Nullable Money money) {
        if (money != null) {
            String code = money.currency().getCurrencyCode();
            put(code.charAt(0));
            put(code.charAt(1));
            put(code.charAt(2));
        }
    }

    /** To the second, with a fraction only where there is one; UTC is {@code Z}. */
    private void time(@Nullable Instant time) {
        if (time == null) {
            return;
        }
        ZoneOffset offset = zone.getOffset(time);
        int nano = time.getNano();
        long local = time.getEpochSecond() + offset.getTotalSeconds();
        long day = Math.floorDiv(local, DAY_SECONDS);
        int second = (int) Math.floorMod(local, (long) DAY_SECONDS);
        if (day != lastDay) {
            lastDay = day;
            lastDate = ascii(LocalDate.ofEpochDay(day).toString());
        }
        if (!offset.equals(lastOffset)) {
            lastOffset = offset;
            lastOffsetId = ascii(offset.getId());
        }
        put(lastDate);
        put('T');
        two(second / 3600);
        put(':');
        two(second / 60 % 60);
        put(':');
        two(second % 60);
        if (nano > 0) {
            fraction(nano);
        }
        put(lastOffsetId);
    }

    private void two(int number) {
        put((char) ('0' + number / 10));
        put((char) ('0' + number % 10));
    }

    private void fraction(int nano) {
        put('.');
        int rest = nano;
        for (int unit = 100_000_000; rest > 0; unit /= 10) {
            put((char) ('0' + rest / unit));
            rest %= unit;
        }
    }
}
