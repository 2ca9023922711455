package dev.tplus1.report.files;

import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.sorted.Breaks;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * breaks.csv: RFC 4180 with CRLF, raw values for machines. Absent values are empty fields; times
 * carry the offset that the account's zone has at that time. A bad day has millions of rows, so
 * they are put together by hand, without an object for each field.
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

    private static final String ROW_END = "\r\n";
    private static final int BUFFER = 32 << 10;
    private static final int DAY_SECONDS = 86_400;

    private final Writer out;
    private final ZoneRules zone;
    private final StringBuilder rows = new StringBuilder(BUFFER);
    private final char[] buffer = new char[BUFFER];
    private long lastDay = Long.MIN_VALUE;
    private String lastDate = "";

    private BreaksCsv(ZoneId zone, Writer out) {
        this.zone = zone.getRules();
        this.out = out;
    }

    /**
     * Writes header and rows; flushes, does not close.
     *
     * @param beside is shown each break too, so that they are looked through but once
     */
    public static void write(Breaks breaks, ZoneId zone, Writer out, Consumer<Break> beside)
            throws IOException {
        BreaksCsv csv = new BreaksCsv(zone, out);
        try {
            csv.rows.append(String.join(",", HEADER)).append(ROW_END);
            breaks.each(each -> {
                csv.add(each);
                beside.accept(each);
            });
            csv.flush();
            out.flush();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private void add(Break each) {
        rows.append(each.id());
        plain(each.type().name());
        plain(each.type().risk().name().toLowerCase(Locale.ROOT));
        plain(each.action().name().toLowerCase(Locale.ROOT));
        plain(each.status().name());
        plain(each.identity().key().kind().name());
        field(each.transactionId());
        field(each.orderNo());
        field(each.refundNo());
        amount(each.statementAmount());
        amount(each.ledgerAmount());
        time(each.statementTime());
        time(each.ledgerTime());
        rows.append(',');
        if (each.statementLine() > 0) {
            rows.append(each.statementLine());
        }
        field(each.note());
        rows.append(ROW_END);
        if (rows.length() >= BUFFER / 2) {
            flush();
        }
    }

    private void flush() {
        try {
            for (int from = 0; from < rows.length(); from += buffer.length) {
                int to = Math.min(from + buffer.length, rows.length());
                rows.getChars(from, to, buffer, 0);
                out.write(buffer, 0, to - from);
            }
            rows.setLength(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void plain(String word) {
        rows.append(',').append(word);
    }

    /** In quotes where it holds what would end it. */
    private void field(String text) {
        rows.append(',');
        if (!special(text)) {
            rows.append(text);
            return;
        }
        rows.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                rows.append('"');
            }
            rows.append(c);
        }
        rows.append('"');
    }

    private static boolean special(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }

    /** The amount and its currency. */
    private void amount(@Nullable Money money) {
        rows.append(',');
        if (money != null) {
            money.appendDecimal(rows);
        }
        rows.append(',');
        if (money != null) {
            rows.append(money.currency().getCurrencyCode());
        }
    }

    /** To the second, with a fraction only where there is one; UTC is {@code Z}. */
    private void time(@Nullable Instant time) {
        rows.append(',');
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
            lastDate = LocalDate.ofEpochDay(day).toString();
        }
        rows.append(lastDate).append('T');
        two(second / 3600);
        rows.append(':');
        two(second / 60 % 60);
        rows.append(':');
        two(second % 60);
        if (nano > 0) {
            fraction(nano);
        }
        rows.append(offset.getId());
    }

    private void two(int number) {
        rows.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }

    private void fraction(int nano) {
        rows.append('.');
        int rest = nano;
        for (int unit = 100_000_000; rest > 0; unit /= 10) {
            rows.append((char) ('0' + rest / unit));
            rest %= unit;
        }
    }
}
