package dev.tplus1.bench;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a day's statement as a WeChat Pay trade bill of all movements, with right totals. */
final class WechatBill {
    static final String MERCHANT = "1230000109";

    private static final String HEADER =
            "\ufeff交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,"
                    + "货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,"
                    + "商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n";
    private static final String TOTALS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n";
    private static final String NEXT = ",`";

    /** 0.60 % of an amount in hundredths, in hundred-thousandths. */
    private static final long FEE = 6;

    private final Day day;
    private long count;
    private long paid;
    private long refunded;
    private long fees;

    WechatBill(Day day) {
        this.day = day;
    }

    void write(Path file) throws IOException {
        try (Text out = new Text(file)) {
            out.put(HEADER);
            Order order = day.statementOrder();
            for (long at = 0; at < day.rows(); at++) {
                long n = order.at(at);
                if (day.inStatement(n)) {
                    row(out, n);
                }
            }
            out.put(TOTALS).put('`').number(count).put(NEXT).amount(paid).put(NEXT);
            out.amount(refunded).put(NEXT).put("0.00").put(NEXT);
            fee(out, fees).put(NEXT).amount(paid).put(NEXT).amount(refunded).put("\r\n");
        }
    }

    private void row(Text out, long n) throws IOException {
        boolean refund = day.refund(n);
        long amount = day.amount(n);
        count++;
        out.put('`').time(day.second(n), ' ');
        out.put(",`wx8888888888888888,`" + MERCHANT + ",`0,`,`");
        out.put(CsvFiles.KEY).digits(day.serial(n), CsvFiles.SERIAL).put(NEXT);
        out.put(CsvFiles.ORDER).digits(n, CsvFiles.ORDER_SERIAL).put(NEXT);
        out.put("oBENCHopenid").digits(n, CsvFiles.SERIAL).put(",`JSAPI,`");
        if (refund) {
            refunded += amount;
            fees -= amount * FEE;
            out.put("REFUND,`OTHERS,`CNY,`0.00,`0.00,`");
            out.put(CsvFiles.REFUND).digits(day.serial(n), CsvFiles.SERIAL).put(NEXT);
            out.put(CsvFiles.REFUND).digits(day.serial(n), CsvFiles.SERIAL).put(NEXT);
            out.amount(amount).put(",`0.00,`ORIGINAL,`SUCCESS,`refund,`,`-");
            fee(out, amount * FEE).put(",`0.60%,`0.00,`").amount(amount).put(",`\r\n");
        } else {
            paid += amount;
            fees += amount * FEE;
            out.put("SUCCESS,`OTHERS,`CNY,`").amount(amount);
            out.put(",`0.00,`0,`0,`0.00,`0.00,`,`,`茶叶礼盒,`,`");
            fee(out, amount * FEE).put(",`0.60%,`").amount(amount).put(",`0.00,`\r\n");
        }
    }

    /** Five decimals. */
    private static Text fee(Text out, long hundredThousandths) throws IOException {
        return out.number(hundredThousandths / 100_000)
                .put('.')
                .digits(hundredThousandths % 100_000, 5);
    }
}
