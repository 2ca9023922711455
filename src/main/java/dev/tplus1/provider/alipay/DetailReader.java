package dev.tplus1.provider.alipay;

import dev.tplus1.delimited.Times;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.StatementRows.Place;
import dev.tplus1.statement.StatementRows.RefundIds;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.ScaledAmount;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Currency;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the detail file: a preamble, a table, an end marker, the totals of trades and of refunds,
 * and the time of export, with which a whole file ends.
 */
final class DetailReader {
    static final int SCALE = 2;
    static final Currency CNY = Money.currency("CNY");
    static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");
    private static final String TABLE = "业务明细列表";

    private static final Pattern TRADES =
            Pattern.compile("#交易合计[：:](\\d+)笔[，,]商家实收共(-?[0-9.]+)元(?:[，,]商家优惠共(-?[0-9.]+)元)?\\s*");
    private static final Pattern REFUNDS =
            Pattern.compile(
                    "#退款合计[：:](\\d+)笔[，,]商家实收退款共(-?[0-9.]+)元(?:[，,]商家优惠退款共(-?[0-9.]+)元)?\\s*");
    private static final Pattern EXPORTED = Pattern.compile("#导出时间[：:]\\[[^\\]]+]\\s*");

    private final LineReader lines;
    private final StatementRows rows;
    private final Times times = new Times(BEIJING);
    private final Sums trades = new Sums();
    private final Sums refunds = new Sums();
    private long orderAmounts;
    private long fees;

    /** What one kind of rows sums to. */
    private static final class Sums {
        private long count;
        private long received;
        private long discount;
    }

    /**
     * A detail file that was read, with the figures that its summary must repeat, in hundredths.
     *
     * @param fees as the file signs them: negative when they cost; null without such a column
     */
    record Detail(
            Preamble preamble,
            long trades,
            long refunds,
            long orderAmounts,
            long received,
            @Nullable Long fees) {}

    private DetailReader(LineReader lines, StatementRows rows) {
        this.lines = lines;
        this.rows = rows;
    }

    /** Reads on after the first line. */
    static Detail read(LineReader lines, StatementRows rows) throws RefusedException, IOException {
        Preamble preamble = Preamble.read(lines, TABLE);
        DetailReader reader = new DetailReader(lines, rows);
        boolean withFees = reader.readTable();
        reader.readEnd();
        return new Detail(
                preamble,
                reader.trades.count,
                reader.refunds.count,
                reader.orderAmounts,
                Math.addExact(reader.trades.received, reader.refunds.received),
                withFees ? reader.fees : null);
    }

    /** The columns that are read. */
    private record Columns(
            int transactionId,
            int orderNo,
            int type,
            int time,
            int amount,
            int received,
            int discount,
            int refundNo,
            int fee,
            int payer) {
        static Columns of(Cells cells) throws RefusedException {
            return new Columns(
                    cells.require("支付宝交易号"),
                    cells.require("商户订单号"),
                    cells.require("业务类型"),
                    cells.require("完成时间"),
                    cells.require(BusinessColumns.ORDER_AMOUNT),
                    cells.require(BusinessColumns.RECEIVED),
                    cells.require(BusinessColumns.DISCOUNT),
                    cells.require("退款批次号/请求号", "退款批次号", "退款请求号"),
                    cells.find(BusinessColumns.SERVICE_FEE),
                    cells.find("对方账户"));
        }
    }

    /** Reads the table and its end marker; whether it has a column of fees. */
    private boolean readTable() throws RefusedException, IOException {
        if (!lines.next()) {
            throw lines.refuse("the file ends before its table");
        }
        Cells cells = BusinessColumns.header(lines);
        Columns columns = Columns.of(cells);
        while (lines.next()) {
            String text = lines.text();
            if (text.startsWith("#")) {
                if (!text.contains(TABLE + "结束")) {
                    throw lines.refuse(
                            "a row or the end of the table (#---"
                                    + TABLE
                                    + "结束---) is expected, found "
                                    + Shown.quoted(text));
                }
                return columns.fee() >= 0;
            }
            cells.take();
            try {
                readRow(cells, columns);
            } catch (IllegalArgumentException e) {
                throw lines.refuse(Shown.reason(e));
            } catch (ArithmeticException _) {
                throw lines.refuse("the amounts add up to more than can be counted");
            }
        }
        throw lines.refuse("the file ends without the end of its table and its totals");
    }

    private void readRow(Cells cells, Columns columns) throws RefusedException {
        String type = cells.text(columns.type());
        Kind kind =
                switch (type) {
                    case "交易" -> Kind.PAYMENT;
                    case "退款" -> Kind.REFUND;
                    default ->
                            throw cells.refuse(
                                    columns.type(),
                                    "交易 or 退款 is expected, found " + Shown.quoted(type));
                };
        Sums sums = kind == Kind.PAYMENT ? trades : refunds;
        sums.count++;
        sums.received = Math.addExact(sums.received, cells.scaled(columns.received(), SCALE));
        sums.discount = Math.addExact(sums.discount, cells.scaled(columns.discount(), SCALE));
        long fee = cells.scaled(columns.fee(), SCALE);
        fees = Math.addExact(fees, fee);
        if (columns.fee() >= 0) {
            rows.fee(CNY, BigDecimal.valueOf(Math.negateExact(fee), SCALE));
        }
        Money signed = new Money(cells.minor(columns.amount(), CNY), CNY);
        orderAmounts = Math.addExact(orderAmounts, signed.minor());
        String raw = lines.raw();
        Place place = new Place(lines.number(), () -> raw, () -> cells.text(columns.payer()));
        Instant time = cells.time(columns.time(), times);
        String transactionId = cells.text(columns.transactionId());
        String orderNo = cells.text(columns.orderNo());
        if (kind == Kind.PAYMENT) {
            rows.payment(transactionId, orderNo, signed, time, place);
        } else {
            // refunds are negative in the file, positive everywhere else
            String refundNo = cells.text(columns.refundNo());
            rows.refund(
                    new RefundIds(transactionId, orderNo, refundNo, ""),
                    signed.negated(),
                    time,
                    false,
                    place);
        }
    }

    private void readEnd() throws RefusedException, IOException {
        boolean tradesSeen = false;
        boolean refundsSeen = false;
        boolean exported = false;
        while (lines.next()) {
            String text = lines.text();
            if (text.startsWith("#交易合计") && !exported) {
                checkTotals(TRADES, text, trades);
                tradesSeen = true;
            } else if (text.startsWith("#退款合计") && !exported) {
                checkTotals(REFUNDS, text, refunds);
                refundsSeen = true;
            } else if (EXPORTED.matcher(text).matches() && !exported) {
                exported = true;
            } else if (!text.isEmpty() || !exported) {
                throw lines.refuse(
                        "the totals (#交易合计, #退款合计) and the end (#导出时间) are expected, found "
                                + Shown.quoted(text));
            }
        }
        if (!tradesSeen || !refundsSeen || !exported) {
            throw lines.refuse(
                            "the file ends without its totals (#交易合计, #退款合计) and its last line"
                                    + " (#导出时间)")
                    .advising(RefusedException.FETCH_AGAIN);
        }
    }

    private void checkTotals(Pattern pattern, String text, Sums sums) throws RefusedException {
        Matcher said = pattern.matcher(text);
        if (!said.matches()) {
            throw lines.refuse("the totals cannot be read: " + Shown.quoted(text));
        }
        try {
            check("rows", ScaledAmount.parse(said.group(1), 0), sums.count, 0);
            check("商家实收", ScaledAmount.parse(said.group(2), SCALE), sums.received, SCALE);
            if (said.group(3) != null) {
                // no source tells with which sign returned discounts are summed
                long discount = ScaledAmount.parse(said.group(3), SCALE);
                check("商家优惠", Math.abs(discount), Math.abs(sums.discount), SCALE);
            }
        } catch (IllegalArgumentException e) {
            throw lines.refuse(Shown.reason(e));
        }
    }

    private void check(String what, long said, long found, int scale) throws RefusedException {
        if (said != found) {
            throw lines.refuse(
                            what
                                    + ": the totals say "
                                    + (scale == 0 ? said : ScaledAmount.text(said, scale))
                                    + ", the file has "
                                    + (scale == 0 ? found : ScaledAmount.text(found, scale)))
                    .advising(RefusedException.FETCH_AGAIN);
        }
    }
}
