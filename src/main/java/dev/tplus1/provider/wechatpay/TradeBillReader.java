package dev.tplus1.provider.wechatpay;

import dev.tplus1.delimited.Style;
import dev.tplus1.delimited.Times;
import dev.tplus1.delimited.Vocabulary;
import dev.tplus1.entry.Money;
import dev.tplus1.provider.wechatpay.TradeBillLayout.Total;
import dev.tplus1.statement.Fingerprint;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Shown;
import dev.tplus1.statement.StatementRows;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.ScaledAmount;
import dev.tplus1.statement.input.StatementInput;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads one trade bill: a header, rows whose cells each begin with a backtick, the totals' header,
 * one totals line. Cells are not quoted, and product names hold commas, so rows are split where a
 * comma and a backtick meet.
 */
final class TradeBillReader {
    /** Fees have five decimals, amounts two. */
    private static final int SCALE = 5;

    private static final int AMOUNT_DECIMALS = 2;
    private static final String ROW_COUNT = "总交易单数";
    private static final ZoneId BEIJING = ZoneId.of("Asia/Shanghai");

    private final LineReader lines;
    private final TradeBillLayout layout;
    private final Cells cells;
    private final StatementRows rows;
    private final Supplier<String> raw;
    private final Supplier<String> payer;
    private final Times times = new Times(BEIJING);
    private final Vocabulary<Currency> currencies = new Vocabulary<>(Money::currency);

    /** States and merchants: few words in many rows. */
    private final Vocabulary<String> words = new Vocabulary<>(word -> word);

    private final int time;
    private final int merchant;
    private final int subMerchant;
    private final int transactionId;
    private final int orderNo;
    private final int state;
    private final int currency;
    private final int fee;
    private final int amount;
    private final int refundAmount;
    private final int refundTime;
    private final int refundId;
    private final int refundNo;
    private final int refundState;
    private final int[] summed;
    private final long[] sums;
    private long count;
    private @Nullable String merchantId;
    private String subMerchantId = "";

    /**
     * A bill that was read.
     *
     * @param merchantId null when it has no rows
     */
    record Bill(
            Path file, TradeBillLayout layout, @Nullable String merchantId, String subMerchantId) {}

    /** Reads a bill and checks it by its totals line. */
    static Bill read(Path file, StatementRows rows, Fingerprint.Taking taking)
            throws RefusedException, IOException {
        try (LineReader lines = StatementInput.records(file, Style.BACKTICK, taking)) {
            TradeBillReader reader = new TradeBillReader(lines, rows);
            reader.readRows();
            reader.readTotals();
            return new Bill(file, reader.layout, reader.merchantId, reader.subMerchantId);
        }
    }

    private TradeBillReader(LineReader lines, StatementRows rows)
            throws RefusedException, IOException {
        this.lines = lines;
        this.rows = rows;
        this.raw = lines::raw;
        if (!lines.next()) {
            throw lines.refuse("it holds no line");
        }
        String[] header = header(lines);
        layout = TradeBillLayout.of(Set.of(header));
        cells = new Cells(lines, header);
        time = cells.require("交易时间");
        merchant = cells.require("商户号");
        subMerchant = cells.require("特约商户号", "子商户号");
        int openid = cells.find("用户标识");
        payer = () -> cells.text(openid);
        transactionId = cells.require("微信订单号");
        orderNo = cells.require("商户订单号");
        state = cells.require("交易状态");
        currency = cells.require("货币种类");
        fee = cells.require("手续费");
        amount = cells.require(layout.paymentAmount());
        if (layout.hasRefunds()) {
            refundAmount = cells.require(layout.refundAmount());
            refundTime =
                    layout == TradeBillLayout.REFUND
                            ? cells.require("退款申请时间")
                            : cells.find("退款申请时间");
            refundId = cells.require("微信退款单号");
            refundNo = cells.require("商户退款单号");
            refundState = cells.require("退款状态");
        } else {
            refundAmount = -1;
            refundTime = -1;
            refundId = -1;
            refundNo = -1;
            refundState = -1;
        }
        List<Total> totals = layout.totals();
        summed = new int[totals.size()];
        sums = new long[totals.size()];
        for (int i = 0; i < summed.length; i++) {
            String[] names = totals.get(i).columns().toArray(String[]::new);
            summed[i] = totals.get(i).required() ? cells.require(names) : cells.find(names);
        }
    }

    private static String[] header(LineReader lines) throws RefusedException {
        String text = lines.text();
        if (text.startsWith("微信支付账单明细")) {
            throw lines.refuse("it is a wallet export, not a merchant's trade bill");
        }
        if (text.startsWith("记账时间")) {
            throw lines.refuse("it is a fund bill (资金账单), not a trade bill (交易账单)");
        }
        String[] names = text.split(",", -1);
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i].strip();
        }
        List<String> known = List.of(names);
        if (!known.contains("微信订单号") && !known.contains("交易时间")) {
            throw lines.refuse(
                    "the header of a WeChat Pay trade bill (交易时间,...) is expected, found "
                            + Shown.quoted(text));
        }
        if (Set.copyOf(known).size() < names.length) {
            throw lines.refuse("a column is there twice in the header");
        }
        return names;
    }

    /** Reads rows up to the totals' header, which it leaves as the line in hand. */
    private void readRows() throws RefusedException, IOException {
        while (lines.next()) {
            boolean row = lines.records().begins('`');
            if (!row && List.of(lines.cells()).contains(ROW_COUNT)) {
                return;
            }
            if (!row) {
                throw lines.refuse(
                                lines.ended()
                                        ? "a row (beginning with a backtick) or the totals' header"
                                                + " is expected, found "
                                                + Shown.quoted(lines.text())
                                        : "the file ends without its totals line")
                        .advising(RefusedException.FETCH_AGAIN);
            }
            cells.take();
            try {
                readRow();
            } catch (IllegalArgumentException e) {
                throw lines.refuse(Shown.reason(e));
            } catch (ArithmeticException _) {
                throw lines.refuse("the amounts add up to more than can be counted");
            }
        }
        throw lines.refuse("the file ends without its totals line")
                .advising(RefusedException.FETCH_AGAIN);
    }

    private void readRow() throws RefusedException {
        count++;
        for (int i = 0; i < summed.length; i++) {
            sums[i] = Math.addExact(sums[i], cells.scaled(summed[i], SCALE));
        }
        checkMerchant();
        Currency rowCurrency = known(currency, currencies);
        rows.fee(rowCurrency, cells.scaled(fee, SCALE), SCALE);
        String word = known(state, words);
        switch (word) {
            case "SUCCESS" -> {
                if (layout == TradeBillLayout.REFUND) {
                    throw cells.refuse(state, "a payment in a bill of refunds");
                }
                begin(cells.minor(amount, rowCurrency), rowCurrency, time);
                rows.payment(raw);
            }
            case "REFUND", "REVOKED" -> {
                if (!layout.hasRefunds()) {
                    throw cells.refuse(state, Shown.quoted(word) + " in a bill of payments");
                }
                readRefund(word, rowCurrency);
            }
            default ->
                    throw cells.refuse(
                            state,
                            "SUCCESS, REFUND or REVOKED is expected, found " + Shown.quoted(word));
        }
    }

    private void readRefund(String word, Currency rowCurrency) throws RefusedException {
        long refunded = cells.minor(refundAmount, rowCurrency);
        String progress = known(refundState, words);
        if (progress.equals("FAIL")) {
            rows.ignore(lines.number(), "退款状态 is FAIL: the refund failed and moved nothing");
        } else if (refunded == 0 && word.equals("REVOKED")) {
            rows.ignore(lines.number(), "REVOKED without a refund: it moved nothing");
        } else {
            // any word but SUCCESS says that the money has left and has not yet arrived
            begin(refunded, rowCurrency, refundTime >= 0 ? refundTime : time);
            rows.refundNo(cells.bytes(), cells.from(refundNo), cells.to(refundNo));
            rows.providerRefundId(cells.bytes(), cells.from(refundId), cells.to(refundId));
            rows.refund(!progress.equals("SUCCESS"), raw);
        }
    }

    /** What a payment and a refund both have. Bills are in Beijing time, whatever the account's. */
    private void begin(long minor, Currency rowCurrency, int timeColumn) throws RefusedException {
        rows.begin(lines.number());
        rows.amount(minor, rowCurrency);
        cells.readTime(timeColumn, times);
        rows.time(times.second(), times.nano());
        rows.transactionId(cells.bytes(), cells.from(transactionId), cells.to(transactionId));
        rows.orderNo(cells.bytes(), cells.from(orderNo), cells.to(orderNo));
        rows.payer(payer);
    }

    private void checkMerchant() throws RefusedException {
        String id = known(merchant, words);
        String sub = known(subMerchant, words);
        sub = sub.equals("0") ? "" : sub;
        if (merchantId == null) {
            if (id.isEmpty()) {
                throw cells.refuse(merchant, "it is empty");
            }
            merchantId = id;
            subMerchantId = sub;
        } else if (!id.equals(merchantId)) {
            throw cells.refuse(merchant, another(id, merchantId));
        } else if (!sub.equals(subMerchantId)) {
            throw cells.refuse(subMerchant, another(sub, subMerchantId));
        }
    }

    private <T> T known(int column, Vocabulary<T> vocabulary) {
        return Objects.requireNonNull(cells.word(column, vocabulary));
    }

    private static String another(String found, String expected) {
        return Shown.quoted(found)
                + " after rows of "
                + Shown.quoted(expected)
                + ": the bill of one merchant is expected";
    }

    /** The line in hand is the totals' header. */
    private void readTotals() throws RefusedException, IOException {
        String[] header = lines.cells();
        Cells totals = new Cells(lines, header);
        int counted = totals.require(ROW_COUNT);
        int[] columns = new int[summed.length];
        for (int i = 0; i < columns.length; i++) {
            Total total = layout.totals().get(i);
            String[] names = total.names().toArray(String[]::new);
            columns[i] = total.required() ? totals.require(names) : totals.find(names);
        }
        if (!lines.next() || !lines.records().begins('`')) {
            throw lines.refuse("the file ends without its totals line")
                    .advising(RefusedException.FETCH_AGAIN);
        }
        totals.take();
        if (!lines.ended()) {
            checkWhole(header[header.length - 1], totals.text(header.length - 1));
        }
        long said = totals.scaled(counted, 0);
        if (said != count) {
            throw lines.refuse("the totals line counts " + said + " rows, the file has " + count)
                    .advising(RefusedException.FETCH_AGAIN);
        }
        for (int i = 0; i < columns.length; i++) {
            long figure = totals.scaled(columns[i], SCALE);
            if (columns[i] >= 0 && figure != sums[i]) {
                throw totals.refuse(
                                columns[i],
                                "the totals line says "
                                        + text(figure)
                                        + ", the rows sum to "
                                        + text(sums[i]))
                        .advising(RefusedException.FETCH_AGAIN);
            }
        }
        while (lines.next()) {
            if (!lines.text().isEmpty()) {
                throw lines.refuse("the file goes on after its totals line")
                        .advising(RefusedException.FETCH_AGAIN);
            }
        }
    }

    /** Without a line end, a last figure that is shorter than it should be was cut off. */
    private void checkWhole(String name, String figure) throws RefusedException {
        int point = figure.indexOf('.');
        int decimals = point < 0 ? 0 : figure.length() - 1 - point;
        int expected = name.equals("手续费总金额") ? SCALE : AMOUNT_DECIMALS;
        if (decimals < expected) {
            throw lines.refuse("the file ends inside its totals line")
                    .advising(RefusedException.FETCH_AGAIN);
        }
    }

    private static String text(long sum) {
        return ScaledAmount.text(sum, SCALE);
    }
}
