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
    static final Comparator<Break> ORDER = BreaksCsv::compare;

    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder()
                    .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
                    .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                    .appendOffsetId()
                    .toFormatter(Locale.ROOT);

    private BreaksCsv() {}

    /**
     * Most breaks of a large file are of a few types: names are compared only where they differ.
     */
    private static int compare(Break a, Break b) {
        int order = name(a.type(), b.type());
        if (order == 0) {
            order = name(a.identity().key().kind(), b.identity().key().kind());
        }
        if (order == 0) {
            order = ByteOrder.compare(a.transactionId(), b.transactionId());
        }
        if (order == 0) {
            order = ByteOrder.compare(a.orderNo(), b.orderNo());
        }
        if (order == 0) {
            order = ByteOrder.compare(a.refundNo(), b.refundNo());
        }
        if (order == 0) {
            order = Long.compare(a.statementLine(), b.statementLine());
        }
        if (order == 0) {
            order = Integer.compare(a.identity().occurrence(), b.identity().occurrence());
        }
        return order == 0 ? ByteOrder.compare(a.id(), b.id()) : order;
    }

    private static int name(Enum<?> a, Enum<?> b) {
        return a == b ? 0 : ByteOrder.compare(a.name(), b.name());
    }

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
