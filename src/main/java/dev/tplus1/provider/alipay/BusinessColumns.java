package dev.tplus1.provider.alipay;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.input.Cells;
import dev.tplus1.statement.input.LineReader;

/** Alipay's tables: cells between bare commas, ids followed by tabs, brackets of either width. */
final class BusinessColumns {
    static final String ORDER_AMOUNT = "订单金额(元)";
    static final String RECEIVED = "商家实收(元)";
    static final String DISCOUNT = "商家优惠(元)";
    static final String SERVICE_FEE = "服务费(元)";

    private BusinessColumns() {}

    /** Binds the header that the reader stands on; brackets are taken as half-width. */
    static Cells header(LineReader lines) throws RefusedException {
        String[] names = lines.cells();
        for (int i = 0; i < names.length; i++) {
            names[i] = names[i].strip().replace('（', '(').replace('）', ')');
        }
        return new Cells(lines, names);
    }
}
