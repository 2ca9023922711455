package dev.tplus1.provider.csv;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.provider.csv.Words.Status;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Place;
import dev.tplus1.statement.StatementRows.RefundIds;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.QuotedRecords;
import dev.tplus1.statement.input.ScaledAmount;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Currency;

/** Reads the rows of one plain csv. */
final class CsvRows {
    private static final int FEE_SCALE = 6;

    private final LineReader lines;
    private final QuotedRecords records;
    private final Words words;
    private final ZoneId zone;
    private final StatementRows rows;

    CsvRows(LineReader lines, Words words, ZoneId zone, StatementRows rows) {
        this.lines = lines;
        this.records = new QuotedRecords(lines);
        this.words = words;
        this.zone = zone;
        this.rows = rows;
    }

    /** The columns that are read; the last two may be missing. */
    private record Columns(
            int transactionId,
            int orderNo,
            int refundNo,
            int kind,
            int amount,
            int currency,
            int status,
            int occurredAt,
            int fee,
            int providerRefundId) {}

    /** Reads header and rows; how many rows there are. */
    long read() throws RefusedException, IOException {
        if (!records.next()) {
            throw lines.refuse("it holds no header");
        }
        Cells cells = new Cells(lines, records.cells());
        Columns columns =
                new Columns(
                        cells.require(words.column("transaction_id")),
                        cells.require(words.column("order_no")),
                        cells.require(words.column("refund_no")),
                        cells.require(words.column("kind")),
                        cells.require(words.column("amount")),
                        cells.require(words.column("currency")),
                        cells.require(words.column("status")),
                        cells.require(words.column("occurred_at")),
                        cells.find(words.column("fee")),
                        cells.find(words.column("provider_refund_id")));
        long count = 0;
        while (records.next()) {
            count++;
            cells.take(records.cells());
            try {
                readRow(cells, columns);
            } catch (IllegalArgumentException e) {
                throw lines.refuse(Shown.reason(e));
            }
        }
        return count;
    }

    private void readRow(Cells cells, Columns columns) throws RefusedException {
        Kind kind = words.kinds().get(cells.text(columns.kind()));
        if (kind == null) {
            throw cells.refuse(
                    columns.kind(),
                    Shown.quoted(cells.text(columns.kind()))
                            + " is neither PAYMENT nor REFUND; other words are mapped by"
                            + " csv.kinds");
        }
        String word = cells.text(columns.status());
        Status status = words.statuses().get(word);
        if (status == null) {
            rows.ignore(records.line(), "its status is " + Shown.quoted(word));
            return;
        }
        if (status == Status.PROCESSING && kind == Kind.PAYMENT) {
            rows.ignore(records.line(), "the payment is still in progress");
            return;
        }
        Currency currency = Money.currency(cells.text(columns.currency()));
        Money amount = Money.parse(cells.text(columns.amount()), currency);
        Instant time = time(cells, columns.occurredAt());
        Place place = new Place(records.line(), records.raw());
        String fee = cells.text(columns.fee());
        if (!fee.isEmpty()) {
            rows.fee(currency, BigDecimal.valueOf(fee(cells, columns.fee(), fee), FEE_SCALE));
        }
        String transactionId = cells.text(columns.transactionId());
        String orderNo = cells.text(columns.orderNo());
        if (kind == Kind.PAYMENT) {
            rows.payment(transactionId, orderNo, amount, time, place);
        } else {
            rows.refund(
                    new RefundIds(
                            transactionId,
                            orderNo,
                            cells.text(columns.refundNo()),
                            cells.text(columns.providerRefundId())),
                    amount,
                    time,
                    status == Status.PROCESSING,
                    place);
        }
    }

    private static long fee(Cells cells, int column, String fee) throws RefusedException {
        try {
            return ScaledAmount.parse(fee, FEE_SCALE);
        } catch (IllegalArgumentException e) {
            throw cells.refuse(column, Shown.reason(e));
        }
    }

    /** An instant, or a local time in the account's zone, with a T or a blank in the middle. */
    private Instant time(Cells cells, int column) throws RefusedException {
        String text = cells.text(column);
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.replaceFirst(" ", "T") : text;
        try {
            boolean zoned =
                    iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
            return zoned
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).atZone(zone).toInstant();
        } catch (DateTimeException _) {
            throw cells.refuse(
                    column,
                    Shown.quoted(text)
                            + " is neither an ISO instant nor a local time yyyy-MM-dd HH:mm:ss");
        }
    }
}
