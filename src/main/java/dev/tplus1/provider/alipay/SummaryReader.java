package dev.tplus1.provider.alipay;

import dev.tplus1.provider.alipay.DetailReader.Detail;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;
import dev.tplus1.statement.input.ScaledAmount;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Reads the summary file, whose total row must repeat what the detail file sums to. */
final class SummaryReader {
    private static final String TABLE = "业务汇总列表";
    private static final String TOTAL = "合计";

    private SummaryReader() {}

    /** A summary's total row, with the fees in hundredths; absent figures are null. */
    record Summary(
            String file,
            long line,
            Preamble preamble,
            long trades,
            long refunds,
            long orderAmounts,
            @Nullable Long received,
            @Nullable Long fees) {

        /** Refuses a summary that does not agree with its detail. */
        void check(Detail detail) throws RefusedException {
            if (!preamble.equals(detail.preamble())) {
                throw new RefusedException(
                        file,
                        0,
                        "the summary is of "
                                + preamble.merchantId()
                                + " on "
                                + preamble.date()
                                + ", the detail of "
                                + detail.preamble().merchantId()
                                + " on "
                                + detail.preamble().date());
            }
            check("交易订单总笔数", trades, detail.trades(), 0);
            check("退款订单总笔数", refunds, detail.refunds(), 0);
            check("订单金额", orderAmounts, detail.orderAmounts(), DetailReader.SCALE);
            if (received != null) {
                check("商家实收", received, detail.received(), DetailReader.SCALE);
            }
            if (fees != null && detail.fees() != null) {
                check("服务费", fees, detail.fees(), DetailReader.SCALE);
            }
        }

        private void check(String what, long said, long found, int scale) throws RefusedException {
            if (said != found) {
                throw new RefusedException(
                                file,
                                line,
                                what
                                        + ": the summary says "
                                        + (scale == 0 ? said : ScaledAmount.text(said, scale))
                                        + ", the detail has "
                                        + (scale == 0 ? found : ScaledAmount.text(found, scale)))
                        .advising("fetch both files again");
            }
        }
    }

    /** Reads on after the first line. */
    static Summary read(LineReader lines) throws RefusedException, IOException {
        Preamble preamble = Preamble.read(lines, TABLE);
        if (!lines.next()) {
            throw lines.refuse("the file ends before its table");
        }
        Cells cells = BusinessColumns.header(lines);
        int trades = cells.require("交易订单总笔数");
        int refunds = cells.require("退款订单总笔数");
        int amount = cells.require(BusinessColumns.ORDER_AMOUNT);
        int received = cells.find(BusinessColumns.RECEIVED);
        int fee = cells.find(BusinessColumns.SERVICE_FEE);
        Summary total = null;
        while (lines.next()) {
            String text = lines.text();
            if (text.startsWith("#")) {
                if (!text.contains(TABLE + "结束")) {
                    throw lines.refuse("a row or the end of the table is expected");
                }
                if (total == null) {
                    throw lines.refuse("the table ends without its total row (" + TOTAL + ")");
                }
                return total;
            }
            cells.take();
            if (cells.text(0).equals(TOTAL)) {
                if (total != null) {
                    throw lines.refuse("there are two total rows");
                }
                total =
                        new Summary(
                                lines.file(),
                                lines.number(),
                                preamble,
                                cells.scaled(trades, 0),
                                cells.scaled(refunds, 0),
                                cells.scaled(amount, DetailReader.SCALE),
                                received < 0 ? null : cells.scaled(received, DetailReader.SCALE),
                                fee < 0 ? null : cells.scaled(fee, DetailReader.SCALE));
            }
        }
        throw lines.refuse("the file ends without the end of its table");
    }
}
