package dev.tplus1.report.files;

import dev.tplus1.breaks.Action;
import dev.tplus1.breaks.BreakType;
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
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * breaks.csv: RFC 4180 with CRLF, raw values for machines. Absent values are empty fields; times
 * carry the offset that the account's zone has at that time. A bad day has millions of rows, so
 * they are put together as bytes, by hand.
 */
public final class BreaksCsv {
    public static final List<String> HEADER =
            List.of(
                    "break_id",
                    "type",
                    "risk",
                    "action",
                    "status",
                    "kind",
                    "transaction_id",
                    "order_no",
                    "refund_no",
                    "statement_amount",
                    "statement_currency",
                    "ledger_amount",
                    "ledger_currency",
                    "statement_time",
                    "ledger_time",
                    "statement_line",
                    "note");

    private static final int BUFFER = 64 << 10;

    /** All but the texts of a row, at most. */
    private static final int FIXED = 512;

    private static final int DAY_SECONDS = 86_400;

    private static final Map<BreakType, byte[]> TYPES =
            fields(BreakType.values(), type -> type.name() + "," + lower(type.risk()));
    private static final Map<Action, byte[]> ACTIONS = fields(Action.values(), BreaksCsv::lower);
    private static final Map<Status, byte[]> STATES = fields(Status.values(), Status::name);
    private static final Map<Kind, byte[]> KINDS = fields(Kind.values(), Kind::name);

    private final OutputStream out;
    private final ZoneRules zone;
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

    private static <E extends Enum<E>> Map<E, byte[]> fields(E[] all, Function<E, String> text) {
        return Stream.of(all)
                .collect(
                        Collectors.toMap(
                                Function.identity(), each -> ascii("," + text.apply(each))));
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
                new Handover<>("breaks.csv", block -> block.rows(row, csv::add))) {
            csv.put(ascii(String.join(",", HEADER)));
            csv.endRow();
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
            kept = new BreakBlock();
            kept.add(each);
        }
    }

    private void add(BreakRow each) {
        // each byte of a text twice, at most
        room(FIXED + 2 * each.bound());
        end = each.putId(rows, end);
        put(Objects.requireNonNull(TYPES.get(each.type())));
        put(Objects.requireNonNull(ACTIONS.get(each.action())));
        put(Objects.requireNonNull(STATES.get(each.status())));
        put(Objects.requireNonNull(KINDS.get(each.kind())));
        field(each, BreakRow.Text.TRANSACTION_ID);
        field(each, BreakRow.Text.ORDER_NO);
        field(each, BreakRow.Text.REFUND_NO);
        amount(each.statementAmount());
        amount(each.ledgerAmount());
        time(each.statementTime());
        time(each.ledgerTime());
        put(',');
        if (each.statementLine() > 0) {
            number(each.statementLine());
        }
        field(each, BreakRow.Text.NOTE);
        endRow();
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

    private void endRow() {
        put('\r');
        put('\n');
    }

    private void put(char ascii) {
        rows[end++] = (byte) ascii;
    }

    private void put(byte[] bytes) {
        System.arraycopy(bytes, 0, rows, end, bytes.length);
        end += bytes.length;
    }

    private void number(long number) {
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
    private void field(BreakRow each, BreakRow.Text text) {
        put(',');
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

    /** The amount and its currency. */
    private void amount(@Nullable Money money) {
        put(',');
        if (money != null) {
            end = money.putDecimal(rows, end);
        }
        put(',');
        if (money != null) {
            String code = money.currency().getCurrencyCode();
            put(code.charAt(0));
            put(code.charAt(1));
            put(code.charAt(2));
        }
    }

    /** To the second, with a fraction only where there is one; UTC is {@code Z}. */
    private void time(@Nullable Instant time) {
        put(',');
        if (time == null) {
            return;
        }
        ZoneOffset offset = zone.getOffset(time);
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
        if (time.getNano() > 0) {
            fraction(time.getNano());
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
