package dev.tplus1.provider.wechatpay;

import dev.tplus1.entry.Kind;

import java.util.List;
import java.util.Set;

/**
 * The layouts of a trade bill: what a row's amount is, and which column each figure of the totals
 * line sums. Headers as documented by WeChat Pay (pay.weixin.qq.com, "format-trade"); the legacy
 * one is still sent to merchants of long standing, in two spellings.
 */
enum TradeBillLayout {
    ALL(
            "wechatpay/all",
            Set.of(Kind.PAYMENT, Kind.REFUND),
            "订单金额",
            "申请退款金额",
            List.of(
                    Total.required("应结订单总金额", "应结订单金额"),
                    Total.required("退款总金额", "退款金额"),
                    Total.optional("充值券退款总金额", "充值券退款金额"),
                    Total.required("手续费总金额", "手续费"),
                    Total.required("订单总金额", "订单金额"),
                    Total.required("申请退款总金额", "申请退款金额"))),
    /** Its totals line may have the refunds' figures all the same; they must then be zero. */
    SUCCESS(
            "wechatpay/success",
            Set.of(Kind.PAYMENT),
            "订单金额",
            "",
            List.of(
                    Total.required("应结订单总金额", "应结订单金额"),
                    Total.none("退款总金额"),
                    Total.none("充值券退款总金额"),
                    Total.required("手续费总金额", "手续费"),
                    Total.required("订单总金额", "订单金额"),
                    Total.none("申请退款总金额"))),
    REFUND("wechatpay/refund", Set.of(Kind.REFUND), "订单金额", "申请退款金额", ALL.totals),
    LEGACY(
            "wechatpay/legacy",
            Set.of(Kind.PAYMENT, Kind.REFUND),
            "总金额",
            "退款金额",
            List.of(
                    Total.required("总交易额", "总金额"),
                    Total.required("总退款金额", "退款金额"),
                    new Total(
                            List.of("总代金券或立减优惠退款金额", "总企业红包退款金额"),
                            List.of("代金券或立减优惠退款金额", "企业红包退款金额"),
                            true),
                    Total.required("手续费总金额", "手续费")));

    private static final List<String> REFUND_COLUMNS =
            List.of("微信退款单号", "商户退款单号", "退款金额", "退款类型", "退款状态", "申请退款金额");
    private static final List<String> LEGACY_COLUMNS =
            List.of("总金额", "代金券或立减优惠金额", "企业红包金额", "代金券或立减优惠退款金额", "企业红包退款金额");

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<Kind> covers;

    private final String paymentAmount;
    private final String refundAmount;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<Total> totals;

    TradeBillLayout(
            String id,
            Set<Kind> covers,
            String paymentAmount,
            String refundAmount,
            List<Total> totals) {
        this.id = id;
        this.covers = covers;
        this.paymentAmount = paymentAmount;
        this.refundAmount = refundAmount;
        this.totals = totals;
    }

    /**
     * A figure of the totals line.
     *
     * @param names how its header may be spelled
     * @param columns how the header of the column that it sums may be spelled; none, and it is zero
     */
    record Total(List<String> names, List<String> columns, boolean required) {
        static Total required(String name, String column) {
            return new Total(List.of(name), List.of(column), true);
        }

        static Total optional(String name, String column) {
            return new Total(List.of(name), List.of(column), false);
        }

        static Total none(String name) {
            return new Total(List.of(name), List.of(), false);
        }
    }

    /** The layout that a header is of, whichever of its columns may be missing. */
    static TradeBillLayout of(Set<String> header) {
        if (!header.contains("订单金额") && LEGACY_COLUMNS.stream().anyMatch(header::contains)) {
            return LEGACY;
        }
        if (header.contains("退款申请时间") || header.contains("退款成功时间")) {
            return REFUND;
        }
        return REFUND_COLUMNS.stream().anyMatch(header::contains) ? ALL : SUCCESS;
    }

    /** The name on the command line. */
    String id() {
        return id;
    }

    Set<Kind> covers() {
        return covers;
    }

    boolean hasRefunds() {
        return covers.contains(Kind.REFUND);
    }

    /** The column with a payment's amount: what the merchant's own order holds. */
    String paymentAmount() {
        return paymentAmount;
    }

    /** The column with a refund's amount: what the merchant asked for. */
    String refundAmount() {
        return refundAmount;
    }

    List<Total> totals() {
        return totals;
    }
}
