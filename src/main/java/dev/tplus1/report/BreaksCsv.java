package dev.tplus1.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.ByteOrder;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * breaks.csv: RFC 4180 with CRLF, raw values for machines. Absent values are empty fields; times
 * carry the offset that the account's zone has at that time.
 */
final class BreaksCsv {
    static final List<String> HEADER =
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

    /**
     * Byte order of what the file's rows are ordered by, then the line, so that ties are stable.
     */
    static final Comparator<Break> ORDER =
            Comparator.comparing((Break b) -> b.type().name(), ByteOrder.OF_TEXT)
                    .thenComparing(b -> b.identity().key().kind().name(), ByteOrder.OF_TEXT)
                    .thenComparing(Break::transactionId, ByteOrder.OF_TEXT)
                    .thenComparing(Break::orderNo, ByteOrder.OF_TEXT)
                    .thenComparing(Break::refundNo, ByteOrder.OF_TEXT)
                    .thenComparingLong(Break::statementLine)
                    .thenComparingInt(b -> b.identity().occurrence())
                    .thenComparing(Break::id, ByteOrder.OF_TEXT);

    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder()
                    .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .appendOffsetId()
                    .toFormatter(Locale.ROOT);

    private BreaksCsv() {}

    /** Writes header and rows; flushes, does not close. */
    static void write(Collection<Break> breaks, ZoneId zone, Writer out) throws IOException {
        try {
            CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(out);
            csv.writeRecord(HEADER);
            for (Break each : breaks.stream().sorted(ORDER).toList()) {
                csv.writeRecord(row(each, zone));
            }
            csv.flush();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static List<String> row(Break each, ZoneId zone) {
        return List.of(
                each.id(),
                each.type().name(),
                each.type().risk().name().toLowerCase(Locale.ROOT),
                each.action().name().toLowerCase(Locale.ROOT),
                each.status().name(),
                each.identity().key().kind().name(),
                each.transactionId(),
                each.orderNo(),
                each.refundNo(),
                amount(each.statementAmount()),
                currency(each.statementAmount()),
                amount(each.ledgerAmount()),
                currency(each.ledgerAmount()),
                time(each.statementTime(), zone),
                time(each.ledgerTime(), zone),
                each.statementLine() > 0 ? Long.toString(each.statementLine()) : "",
                each.note());
    }

    private static String amount(@Nullable Money money) {
        return money == null ? "" : money.decimal();
    }

    private static String currency(@Nullable Money money) {
        return money == null ? "" : money.currency().getCurrencyCode();
    }

    /** To the second, with a fraction only where there is one; UTC is {@code Z}. */
    private static String time(@Nullable Instant time, ZoneId zone) {
        return time == null ? "" : TIME.format(time.atZone(zone));
    }
}
