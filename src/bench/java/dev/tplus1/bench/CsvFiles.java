package dev.tplus1.bench;

import dev.tplus1.bench.Day.Flaw;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes a day's statement and ledger as CSV, each in an order of its own. */
final class CsvFiles {
    static final String KEY = "420020251128";
    static final String REFUND = "503020251128";
    static final String ORDER = "2025112812";

    /** The digits that follow in keys and refund numbers. */
    static final int SERIAL = 16;

    /** The digits that follow in order numbers. */
    static final int ORDER_SERIAL = 10;

    private static final byte[] KEY_BYTES = KEY.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REFUND_BYTES = REFUND.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ORDER_BYTES = ORDER.getBytes(StandardCharsets.US_ASCII);

    /** What the keys of mixed files begin with, besides their digits. */
    private static final String[] MIXED = {
        "pi_", "ch_3PqLkJ2eZvKYlo2C", "Zahlung-ä-", "付款", "x", "A/B.c-", "TXN", "é:"
    };

    private final Day day;
    private final Shape shape;
    private final long repeated;

    /** How the files are written. */
    enum Shape {
        /** Digits, no quotes, LF. */
        PLAIN("\n", ""),
        /** Letters and any script in keys of any length, all fields quoted, CRLF. */
        MIXED("\r\n", "\"");

        private final String end;
        private final String quote;

        Shape(String end, String quote) {
            this.end = end;
            this.quote = quote;
        }
    }

    /**
     * @param repeated so many of the statement's first movements carry one and the same key
     */
    CsvFiles(Day day, Shape shape, long repeated) {
        this.day = day;
        this.shape = shape;
        this.repeated = repeated;
    }

    void statement(Path file) throws IOException {
        try (Text out = new Text(file)) {
            out.put(
                    "transaction_id,order_no,refund_no,kind,amount,currency,status,occurred_at"
                            + shape.end);
            Order order = day.statementOrder();
            for (long at = 0; at < day.rows(); at++) {
                long n = order.at(at);
                if (day.inStatement(n)) {
                    begin(out);
                    key(out, n < repeated ? 0 : n);
                    ids(out, n);
                    kind(out, n, true);
                    money(out, day.amount(n));
                    field(out, "SUCCESS");
                    end(out, day.second(n));
                }
            }
        }
    }

    void ledger(Path file) throws IOException {
        try (Text out = new Text(file)) {
            out.put(
                    "kind,transaction_id,order_no,refund_no,amount,currency,status,occurred_at"
                            + shape.end);
            Order order = day.booksOrder();
            for (long at = 0; at < day.rows(); at++) {
                long n = order.at(at);
                if (day.inBooks(n)) {
                    boolean pending = day.flaw(n) == Flaw.PENDING_IN_BOOKS;
                    begin(out);
                    kind(out, n, false);
                    if (!pending) {
                        key(out, n);
                    }
                    ids(out, n);
                    next(out);
                    money(out, day.bookedAmount(n));
                    field(out, pending ? "PENDING" : day.refund(n) ? "SUCCEEDED" : "PAID");
                    end(out, day.second(n));
                }
            }
        }
    }

    private void begin(Text out) throws IOException {
        out.put(shape.quote);
    }

    private void next(Text out) throws IOException {
        out.put(shape.quote).put(',').put(shape.quote);
    }

    private void field(Text out, String text) throws IOException {
        out.put(text);
        next(out);
    }

    private void kind(Text out, long n, boolean between) throws IOException {
        if (between) {
            next(out);
        }
        field(out, day.refund(n) ? "REFUND" : "PAYMENT");
    }

    private void money(Text out, long minor) throws IOException {
        out.amount(minor);
        next(out);
        field(out, "CNY");
    }

    private void key(Text out, long n) throws IOException {
        own(out, n, KEY_BYTES, 7).digits(day.serial(n), SERIAL);
    }

    /** Order and refund number, each after the border of the field before. */
    private void ids(Text out, long n) throws IOException {
        next(out);
        own(out, n, ORDER_BYTES, 8).digits(n, ORDER_SERIAL);
        next(out);
        if (day.refund(n)) {
            own(out, n, REFUND_BYTES, 9).digits(day.serial(n), SERIAL);
        }
    }

    private Text own(Text out, long n, byte[] plain, int what) throws IOException {
        if (shape == Shape.PLAIN) {
            return out.put(plain);
        }
        int random = (int) (day.random(n, what) >>> 40);
        out.put(MIXED[random % MIXED.length]);
        // 0 to 31 letters more, so that lengths differ
        for (int i = random >>> 3 & 31; i > 0; i--) {
            out.put((char) ('a' + (random >>> i % 20 & 15)));
        }
        return out.put('-');
    }

    private void end(Text out, int second) throws IOException {
        out.time(second, 'T').put(shape.quote).put(shape.end);
    }
}
