package dev.tplus1.provider.alipay;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Makes the ZIP that Alipay hands out of a detail file. */
public final class BusinessZip {
    private BusinessZip() {}

    /** The ZIP of a day: its detail file, in GBK, and the summary that agrees with it. */
    public static byte[] zipped(byte[] detail) throws IOException {
        List<String> lines = new String(detail, BusinessStatementFixture.GBK).lines().toList();
        List<String> header = List.of(lines.get(4).split(",", -1));
        List<List<String>> rows =
                lines.stream()
                        .skip(5)
                        .filter(line -> !line.startsWith("#"))
                        .map(line -> List.of(line.split(",", -1)))
                        .toList();
        String summary =
                "#支付宝业务汇总查询\r\n"
                        + lines.get(1)
                        + "\r\n"
                        + lines.get(2)
                        + "\r\n#---业务汇总列表---\r\n"
                        + "门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,服务费（元）\r\n"
                        + "合计\t,\t,"
                        + rows.stream().filter(row -> row.get(2).startsWith("交易")).count()
                        + ","
                        + rows.stream().filter(row -> row.get(2).startsWith("退款")).count()
                        + ","
                        + sum(header, rows, "订单金额（元）")
                        + ","
                        + sum(header, rows, "商家实收（元）")
                        + ","
                        + sum(header, rows, "服务费（元）")
                        + "\r\n#---业务汇总列表结束---\r\n";
        return BusinessStatementFixture.zip(
                Map.of(
                        "detail_业务明细.csv",
                        detail,
                        "summary_业务明细(汇总).csv",
                        BusinessStatementFixture.gbk(summary)));
    }

    /**
     * The ZIP of 28 November 2026 with these rows alone.
     *
     * @param rows of {@link BusinessStatementFixture#row}, none of which has a discount
     */
    static byte[] zipped(String merchant, List<String> rows) throws IOException {
        List<String> begin = BusinessStatementFixture.DETAIL.subList(0, 5);
        List<String> header = List.of(begin.getLast().split(",", -1));
        Map<Boolean, List<List<String>>> kinds =
                rows.stream()
                        .map(row -> List.of(row.split(",", -1)))
                        .collect(Collectors.partitioningBy(row -> row.get(2).startsWith("退款")));
        List<String> lines = new ArrayList<>(begin);
        lines.set(1, "#账号：[" + merchant + "0156]");
        lines.addAll(rows);
        lines.add("#---业务明细列表结束---");
        for (boolean refund : new boolean[] {false, true}) {
            List<List<String>> kind = Objects.requireNonNull(kinds.get(refund));
            String word = refund ? "退款" : "";
            lines.add(
                    (refund ? "#退款" : "#交易")
                            + "合计："
                            + kind.size()
                            + "笔，商家实收"
                            + word
                            + "共"
                            + sum(header, kind, "商家实收（元）")
                            + "元，商家优惠"
                            + word
                            + "共0.00元");
        }
        lines.add("#导出时间：[2026年11月29日 05:46:49]");
        return zipped(BusinessStatementFixture.gbk(BusinessStatementFixture.text(lines)));
    }

    private static BigDecimal sum(List<String> header, List<List<String>> rows, String column) {
        int at = header.indexOf(column);
        return rows.stream()
                .map(row -> new BigDecimal(row.get(at).strip()))
                .reduce(new BigDecimal("0.00"), BigDecimal::add);
    }
}
