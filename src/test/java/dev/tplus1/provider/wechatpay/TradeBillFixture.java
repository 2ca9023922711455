package dev.tplus1.provider.wechatpay;

import dev.tplus1.statement.StatementSettings;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes trade bills of any layout, with totals that add up. */
public final class TradeBillFixture {
    public static final String ALL =
            "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,"
                    + "应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,"
                    + "手续费,费率,订单金额,申请退款金额,费率备注";
    static final String SUCCESS =
            "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,"
                    + "应结订单金额,代金券金额,商品名称,商户数据包,手续费,费率,订单金额,费率备注";
    static final String REFUND =
            "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,"
                    + "应结订单金额,代金券金额,退款申请时间,退款成功时间,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,"
                    + "退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
    static final String LEGACY =
            "交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,总金额,"
                    + "代金券或立减优惠金额,微信退款单号,商户退款单号,退款金额,代金券或立减优惠退款金额,退款类型,退款状态,商品名称,"
                    + "商户数据包,手续费,费率";
    public static final List<String> FOOTER =
            List.of(
                    "应结订单总金额=应结订单金额",
                    "退款总金额=退款金额",
                    "充值券退款总金额=充值券退款金额",
                    "手续费总金额=手续费",
                    "订单总金额=订单金额",
                    "申请退款总金额=申请退款金额");
    static final List<String> LEGACY_FOOTER =
            List.of("总交易额=总金额", "总退款金额=退款金额", "总代金券或立减优惠退款金额=代金券或立减优惠退款金额", "手续费总金额=手续费");

    private static final Map<String, String> DEFAULTS =
            Map.ofEntries(
                    Map.entry("交易时间", "2026-11-28 10:00:00"),
                    Map.entry("退款申请时间", "2026-11-28 12:00:00"),
                    Map.entry("商户号", "1230000109"),
                    Map.entry("特约商户号", "0"),
                    Map.entry("子商户号", "0"),
                    Map.entry("交易状态", "SUCCESS"),
                    Map.entry("货币种类", "CNY"),
                    Map.entry("应结订单金额", "0.00"),
                    Map.entry("微信退款单号", "0"),
                    Map.entry("商户退款单号", "0"),
                    Map.entry("退款金额", "0.00"),
                    Map.entry("充值券退款金额", "0.00"),
                    Map.entry("代金券或立减优惠退款金额", "0"),
                    Map.entry("企业红包退款金额", "0"),
                    Map.entry("手续费", "0.00000"),
                    Map.entry("商品名称", "set A, with milk"),
                    Map.entry("订单金额", "0.00"),
                    Map.entry("总金额", "0.00"),
                    Map.entry("申请退款金额", "0.00"));

    private final List<String> columns;
    private final List<String> footer;
    private final List<Map<String, String>> rows = new ArrayList<>();

    public TradeBillFixture(String header, List<String> footer) {
        this.columns = List.of(header.split(",", -1));
        this.footer = footer;
    }

    /** A bill of layout ALL: two payments, two refunds of one of them, one that failed. */
    static TradeBillFixture all() {
        return new TradeBillFixture(ALL, FOOTER)
                .payment("4200001", "S1", "8.00", "9.00", "0.04800")
                .payment("4200002", "S2", "100.00", "100.00", "0.60000")
                .refund("4200002", "S2", "5030001", "R1", "30.00", "SUCCESS")
                .refund("4200002", "S2", "5030002", "R2", "30.00", "PROCESSING")
                .refund("4200002", "S2", "5030003", "R3", "40.00", "FAIL");
    }

    TradeBillFixture payment(String id, String order, String settled, String total, String fee) {
        return row(
                Map.of(
                        "微信订单号", id, "商户订单号", order, "应结订单金额", settled, "订单金额", total, "总金额", total,
                        "手续费", fee));
    }

    TradeBillFixture refund(
            String id,
            String order,
            String refundId,
            String refundNo,
            String amount,
            String state) {
        return row(
                Map.of(
                        "微信订单号",
                        id,
                        "商户订单号",
                        order,
                        "交易状态",
                        "REFUND",
                        "微信退款单号",
                        refundId,
                        "商户退款单号",
                        refundNo,
                        "退款金额",
                        amount,
                        "申请退款金额",
                        amount,
                        "退款状态",
                        state,
                        "手续费",
                        "-0.01800"));
    }

    /** A row of these cells; what is left out is as in any payment. */
    public TradeBillFixture row(Map<String, String> cells) {
        rows.add(cells);
        return this;
    }

    private static String cell(Map<String, String> row, String column) {
        return row.getOrDefault(column, DEFAULTS.getOrDefault(column, ""));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", columns));
        for (Map<String, String> row : rows) {
            lines.add("`" + String.join(",`", columns.stream().map(c -> cell(row, c)).toList()));
        }
        List<String> names = new ArrayList<>(List.of("总交易单数"));
        List<String> figures = new ArrayList<>(List.of(String.valueOf(rows.size())));
        for (String total : footer) {
            String[] parts = total.split("=", -1);
            names.add(parts[0]);
            BigDecimal sum = new BigDecimal("0.00");
            for (Map<String, String> row : rows) {
                if (columns.contains(parts[1])) {
                    sum = sum.add(new BigDecimal(cell(row, parts[1])));
                }
            }
            figures.add(sum.setScale(parts[1].equals("手续费") ? 5 : 2).toPlainString());
        }
        lines.add(String.join(",", names));
        lines.add("`" + String.join(",`", figures));
        return lines;
    }

    String text() {
        return String.join("\r\n", lines()) + "\r\n";
    }

    /** The bill as it is before it is packed. */
    public byte[] bytes() {
        return ("\ufeff" + text()).getBytes(StandardCharsets.UTF_8);
    }

    static Path write(Path folder, String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    static Path write(Path folder, String name, String text) throws IOException {
        return write(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static WechatPayFormat format() {
        return new WechatPayFormat(StatementSettings.of("wechatpay"));
    }
}
