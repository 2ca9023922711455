package dev.tplus1.provider.alipay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** One day of a merchant: two payments and two refunds, as detail and as summary. */
final class BusinessStatementFixture {
    static final Charset GBK = Charset.forName("GBK");
    static final String NAME = "20880000000000000156_20261128";

    static final List<String> DETAIL =
            List.of(
                    "#支付宝业务明细查询",
                    "#账号：[20880000000000000156]",
                    "#起始日期：[2026年11月28日 00:00:00]   终止日期：[2026年11月29日 00:00:00]",
                    "#-----------------------------------------业务明细列表----------------------------------------",
                    "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,"
                            + "商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,"
                            + "商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注",
                    row(
                            "2026112822001",
                            "S1",
                            "交易",
                            "2026-11-28 09:00:07",
                            "10.00",
                            "9.00",
                            "1.00",
                            "",
                            "-0.05"),
                    row(
                            "2026112822002",
                            "S2",
                            "交易",
                            "2026-11-28 10:00:07",
                            "20.00",
                            "20.00",
                            "0.00",
                            "",
                            "-0.12"),
                    row(
                            "2026112822002",
                            "S2",
                            "退款",
                            "2026-11-28 11:00:00",
                            "-5.00",
                            "-5.00",
                            "0.00",
                            "RR1",
                            "0.00"),
                    row(
                            "2026112822002",
                            "S2",
                            "退款",
                            "2026-11-28 12:00:00",
                            "-6.00",
                            "-6.00",
                            "0.00",
                            "",
                            "0.00"),
                    "#-----------------------------------------业务明细列表结束------------------------------------",
                    "#交易合计：2笔，商家实收共29.00元，商家优惠共1.00元",
                    "#退款合计：2笔，商家实收退款共-11.00元，商家优惠退款共0.00元",
                    "#导出时间：[2026年11月29日 05:46:49]");

    static final List<String> SUMMARY =
            List.of(
                    "#支付宝业务汇总查询",
                    "#账号：[20880000000000000156]",
                    "#起始日期：[2026年11月28日 00:00:00]   终止日期：[2026年11月29日 00:00:00]",
                    "#-----------------------------------------业务汇总列表----------------------------------------",
                    "门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,"
                            + "卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）",
                    "合计\t,\t,2,2,19.00,18.00,0.00,1.00,0.00,-0.17,0.00,17.83",
                    "#----------------------------------------业务汇总列表结束-------------------------------------",
                    "#导出时间：[2026年11月29日 05:46:49]");

    private BusinessStatementFixture() {}

    static String row(
            String id,
            String order,
            String type,
            String time,
            String amount,
            String received,
            String discount,
            String refundNo,
            String fee) {
        return String.join(
                ",",
                id + "\t",
                order + "\t",
                type + "\t",
                "茶叶，两盒",
                "2026-11-28 08:59:00",
                time,
                "store\t",
                "store\t",
                "op\t",
                "\t",
                "*某(100***@example.com)\t",
                amount,
                received,
                "0.00",
                "0.00",
                "0.00",
                discount,
                "0.00",
                "",
                "0.00\t",
                "0.00",
                refundNo + "\t",
                fee,
                "0.00",
                "备注");
    }

    static byte[] gbk(String text) {
        return text.getBytes(GBK);
    }

    static String text(List<String> lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    static byte[] zip(String detail, String summary) throws IOException {
        return zip(Map.of(NAME + "_业务明细.csv", gbk(detail), NAME + "_业务明细(汇总).csv", gbk(summary)));
    }

    /** Names in GBK without the flag that says UTF-8, as Alipay writes them. */
    static byte[] zip(Map<String, byte[]> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, GBK)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
