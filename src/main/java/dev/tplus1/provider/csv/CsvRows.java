package dev.tplus1.provider.csv;

import dev.tplus1.delimited.Times;
import dev.tplus1.delimited.Vocabulary;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.provider.csv.Words.Status;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Currency;
import java.util.function.Supplier;

/** Reads the rows of one plain csv. */
final class CsvRows {
    private static final int FEE_SCALE = 6;

    private final LineReader lines;
    private final Words words;
    private final Vocabulary<Kind> kinds;
    private final Vocabulary<Status> statuses;
    private final Vocabulary<Currency> currencies = new Vocabulary<>(Money::currency);
    private final ZoneId zone;
    private final Times times;
    private final StatementRows rows;
    private final Supplier<String> raw;

    CsvRows(LineReader lines, Words words, ZoneId zone, StatementRows rows) {
        this.lines = lines;
        this.kinds = new Vocabulary<>(words.kinds()::get);
        this.statuses = new Vocabulary<>(words.statuses()::get);
        this.times = new Times(zone);
        this.words = words;
        this.zone = zone;
        this.rows = rows;
        this.raw = lines::raw;
    }

    /** The columns that are read; the last three may be missing. */
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
            int providerRefundId,
            int payer) {}

    /** Reads header and rows; how many rows there are. */
    long read() throws RefusedException, IOException {
        if (!lines.next()) {
            throw lines.refuse("it holds no header");
        }
        Cells cells = new Cells(lines, lines.cells());
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
                        cells.find(words.column("provider_refund_id")),
                        cells.find(words.column("payer")));
        Supplier<String> payer = () -> cells.text(columns.payer());
        long count = 0;
        while (lines.next()) {
            count++;
            cells.take();
            try {
                readRow(cells, columns, payer);
            } catch (IllegalArgumentException e) {
                throw lines.refuse(Shown.reason(e));
            }
        }
        return count;
    }

    private void readRow(Cells cells, Columns columns, Supplier<String> payer)
            throws RefusedException {
        Kind kind = cells.word(columns.kind(), kinds);
        if (kind == null) {
            throw cells.refuse(
                    columns.kind(),
                    Shown.quoted(cells.text(columns.kind()))
                            + " is neither PAYMENT nor REFUND; other words are mapped by"
                            + " csv.kinds");
        }
        Status status = cells.word(columns.status(), statuses);
        if (status == null) {
            rows.ignore(
                    lines.line(), "its status is " + Shown.quoted(cells.text(columns.status())));
            return;
        }
        if (status == Status.PROCESSING && kind == Kind.PAYMENT) {
            rows.ignore(lines.line(), "the payment is still in progress");
            return;
        }
        Currency currency = currency(cells, columns.currency());
        rows.begin(lines.line());
        rows.amount(cells.minor(columns.amount(), currency), currency);
        time(cells, columns.occurredAt());
        if (!cells.empty(columns.fee())) {
            rows.fee(currency, cells.scaled(columns.fee(), FEE_SCALE), FEE_SCALE);
        }
        rows.payer(payer);
        byte[] bytes = cells.bytes();
        rows.transactionId(
                bytes, cells.from(columns.transactionId()), cells.to(columns.transactionId()));
        rows.orderNo(bytes, cells.from(columns.orderNo()), cells.to(columns.orderNo()));
        if (kind == Kind.PAYMENT) {
            rows.payment(raw);
            return;
        }
        rows.refundNo(bytes, cells.from(columns.refundNo()), cells.to(columns.refundNo()));
        rows.providerRefundId(
                bytes,
                cells.from(columns.providerRefundId()),
                cells.to(columns.providerRefundId()));
        rows.refund(status == Status.PROCESSING, raw);
    }

    private Currency currency(Cells cells, int column) {
        Currency currency = cells.word(column, currencies);
        return currency == null ? Money.currency(cells.text(column)) : currency;
    }

    /** An instant, or a local time in the account's zone, with a T or a blank in the middle. */
    private void time(Cells cells, int column) throws RefusedException {
        if (cells.known(column, times)) {
            rows.time(times.second(), times.nano());
            return;
        }
        String text = cells.text(column);
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.replaceFirst(" ", "T") : text;
        try {
            boolean zoned =
                    iso.endsWith("Z") || iso.lastIndexOf('+') > 10 || iso.lastIndexOf('-') > 10;
            Instant time =
                    zoned
                            ? OffsetDateTime.parse(iso).toInstant()
                            : LocalDateTime.parse(iso).atZone(zone).toInstant();
            rows.time(time.getEpochSecond(), time.getNano());
        } catch (DateTimeException _) {
            throw cells.refuse(
                    column,
                    Shown.quoted(text)
                            + " is neither an ISO instant nor a local time yyyy-MM-dd HH:mm:ss");
        }
    }
}
