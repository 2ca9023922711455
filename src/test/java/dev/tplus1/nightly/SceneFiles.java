package dev.tplus1.nightly;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.nightly.SceneDay.Line;
import dev.tplus1.nightly.SceneDay.Question;
import dev.tplus1.nightly.SceneDay.Sale;
import dev.tplus1.provider.alipay.BusinessDetail;
import dev.tplus1.provider.alipay.BusinessZip;
import dev.tplus1.provider.stripe.BalanceRows;
import dev.tplus1.provider.wechatpay.TradeBillFixture;
import dev.tplus1.provider.wechatpay.WechatPayFake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A day's statement in its provider's own form: written into a folder, and handed out by the
 * provider's fake, which also answers what is asked before a replay.
 */
final class SceneFiles {
    /** Rows on one of Stripe's pages. */
    static final int PAGE = 20;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final String ANOTHER_MERCHANT = "1900000109";

    private final ThreeProviders providers;
    private final Path folder;

    SceneFiles(ThreeProviders providers, Path folder) {
        this.providers = providers;
        this.folder = folder;
    }

    /** A day with a bill, which may have no row. */
    void serve(SceneDay day) throws IOException {
        switch (day.provider) {
            case WECHATPAY -> {
                providers.wechatPay.bill(day.date, tradeBill(day));
                write(day, ".csv.gz", providers.wechatPay.packed(day.date));
            }
            case ALIPAY -> {
                byte[] zip = BusinessZip.zipped(detail(day));
                providers.alipay.bill(day.date, zip);
                write(day, ".zip", zip);
            }
            case STRIPE -> {
                BalanceRows rows = balance(day);
                rows.oldestFirst().forEach(row -> providers.stripe.add("", row));
                pages(day, rows);
            }
        }
        day.questions.forEach(question -> answer(day, question));
    }

    /** A day of which the provider says that it has no bill; Stripe has an empty list. */
    void without(SceneDay day) throws IOException {
        switch (day.provider) {
            case WECHATPAY -> write(day, ".no-bill.json", WechatPayFake.noBill());
            case ALIPAY -> write(day, ".no-bill.json", providers.alipay.noBill());
            case STRIPE -> pages(day, balance(day));
        }
    }

    private void pages(SceneDay day, BalanceRows rows) throws IOException {
        List<byte[]> pages = rows.pages(PAGE);
        for (int i = 0; i < pages.size(); i++) {
            write(day, "-%06d.json".formatted(i + 1), pages.get(i));
        }
    }

    private void write(SceneDay day, String suffix, byte[] bytes) throws IOException {
        Path in = Files.createDirectories(folder.resolve(day.provider.format));
        Files.write(in.resolve(day.provider.format + "-" + day.date + suffix), bytes);
    }

    private void answer(SceneDay day, Question question) {
        Sale sale = question.sale();
        String no = question.refundNo();
        Money amount = question.amount();
        switch (day.provider) {
            case WECHATPAY -> {
                if (no.isEmpty()) {
                    providers.wechatPay.order(
                            sale.orderNo(), sale.transaction(), "SUCCESS", amount.minor());
                } else {
                    providers.wechatPay.refund(no, sale.transaction(), "SUCCESS", amount.minor());
                }
            }
            case ALIPAY -> {
                providers.alipay.trade(
                        sale.orderNo(),
                        sale.transaction(),
                        Map.of(
                                "trade_status",
                                "TRADE_SUCCESS",
                                "total_amount",
                                text(sale.amount())));
                if (!no.isEmpty()) {
                    providers.alipay.refund(
                            sale.orderNo(),
                            sale.transaction(),
                            no,
                            Map.of(
                                    "refund_status",
                                    "REFUND_SUCCESS",
                                    "refund_amount",
                                    text(amount)));
                }
            }
            case STRIPE -> {
                // it knows what its list holds
            }
        }
    }

    private static String text(Money amount) {
        return amount.value().toPlainString();
    }

    private static LocalDateTime local(SceneDay day, Instant at) {
        return LocalDateTime.ofInstant(at, day.provider.zone);
    }

    private static byte[] tradeBill(SceneDay day) {
        TradeBillFixture bill = new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER);
        for (Line line : day.statement) {
            Map<String, String> cells = new HashMap<>();
            cells.put("交易时间", TIME.format(local(day, line.at())));
            cells.put("微信订单号", line.sale().transaction());
            cells.put("商户订单号", line.sale().orderNo());
            if (line.kind() == Kind.PAYMENT) {
                cells.put("应结订单金额", text(line.amount()));
                cells.put("订单金额", text(line.amount()));
                cells.put("手续费", "0.06000");
            } else {
                cells.put("交易状态", "REFUND");
                cells.put("微信退款单号", "50300" + line.refundNo());
                cells.put("商户退款单号", line.refundNo());
                cells.put("退款金额", text(line.amount()));
                cells.put("申请退款金额", text(line.amount()));
                cells.put("退款状态", line.state());
            }
            if (day.wrong) {
                cells.put("商户号", ANOTHER_MERCHANT);
            }
            bill.row(cells);
        }
        return bill.bytes();
    }

    private static byte[] detail(SceneDay day) {
        BusinessDetail detail =
                new BusinessDetail(day.wrong ? ANOTHER_MERCHANT : "2088000000000000", day.date);
        for (Line line : day.statement) {
            Sale sale = line.sale();
            LocalDateTime at = local(day, line.at());
            if (line.kind() == Kind.PAYMENT) {
                detail.payment(sale.transaction(), sale.orderNo(), line.amount(), at);
            } else {
                detail.refund(
                        sale.transaction(), sale.orderNo(), line.refundNo(), line.amount(), at);
            }
        }
        return detail.bytes();
    }

    private static BalanceRows balance(SceneDay day) {
        BalanceRows rows = new BalanceRows(day.date.toString().replace("-", ""));
        for (Line line : day.statement) {
            Sale sale = line.sale();
            String id = sale.transaction();
            switch (line.category()) {
                case "dispute" -> rows.dispute(id, sale.orderNo(), line.amount(), line.at());
                case "refund_failure" ->
                        rows.refundFailure(
                                id, sale.orderNo(), line.refundNo(), line.amount(), line.at());
                default -> {
                    if (line.kind() == Kind.PAYMENT) {
                        Money settled = line.settled() == null ? line.amount() : line.settled();
                        rows.charge(id, sale.orderNo(), line.amount(), settled, line.at());
                    } else {
                        rows.refund(
                                id,
                                sale.orderNo(),
                                line.refundNo(),
                                line.amount(),
                                line.state().equals("PROCESSING") ? "pending" : "succeeded",
                                line.at());
                    }
                }
            }
        }
        if (day.wrong) {
            rows.spoilt(day.money(1), day.start());
        }
        return rows;
    }
}
