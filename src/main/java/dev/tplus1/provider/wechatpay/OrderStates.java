package dev.tplus1.provider.wechatpay;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Money;
import dev.tplus1.http.CallException;
import dev.tplus1.http.Retries;
import dev.tplus1.http.TryAgainException;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.statement.Shown;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Asks what became of an order or a refund (pay.weixin.qq.com, "商户订单号查询订单", "微信支付订单号查询订单",
 * "查询单笔退款（通过商户退款单号）"). Amounts are in fen. Thread-safe.
 */
final class OrderStates {
    private static final String TRANSACTIONS = "/v3/pay/transactions/";
    private static final String PARTNER_TRANSACTIONS = "/v3/pay/partner/transactions/";
    private static final String REFUNDS = "/v3/refund/domestic/refunds/";
    private static final int NOT_FOUND = 404;
    private static final String SUCCESS = "SUCCESS";

    private final WechatPayApiSettings settings;
    private final SignedCalls calls;
    private final Retries retries;

    OrderStates(WechatPayApiSettings settings, SignedCalls calls, Retries retries) {
        this.settings = settings;
        this.calls = calls;
        this.retries = retries;
    }

    State state(Callback callback) throws IOException {
        return switch (callback.kind()) {
            case PAYMENT -> payment(callback);
            case REFUND -> refund(callback);
        };
    }

    private State payment(Callback callback) throws IOException {
        boolean byOrder = askable(callback.orderNo());
        if (!byOrder && !askable(callback.transactionId())) {
            return changed("has no number that WeChat Pay can be asked by");
        }
        String sub = settings.subMerchantId();
        String merchant = settings.merchant().merchantId();
        String target =
                (sub.isEmpty() ? TRANSACTIONS : PARTNER_TRANSACTIONS)
                        + (byOrder
                                ? "out-trade-no/" + encoded(callback.orderNo())
                                : "id/" + encoded(callback.transactionId()))
                        + (sub.isEmpty()
                                ? "?mchid=" + merchant
                                : "?sp_mchid=" + merchant + "&sub_mchid=" + sub);
        String whom = "WeChat Pay's state of the payment " + callback.transactionId();
        return retries.run(Shown.reason(whom), () -> paid(callback, asked(target), byOrder));
    }

    private State refund(Callback callback) throws IOException {
        if (!askable(callback.refundNo())) {
            return changed("has no refund number, by which alone WeChat Pay can be asked");
        }
        String sub = settings.subMerchantId();
        String target =
                REFUNDS + encoded(callback.refundNo()) + (sub.isEmpty() ? "" : "?sub_mchid=" + sub);
        String whom = "WeChat Pay's state of the refund " + callback.refundNo();
        return retries.run(Shown.reason(whom), () -> returned(callback, asked(target)));
    }

    /** What decides is proven: a good answer always is, that there is none must be. */
    private Reply asked(String target) throws TryAgainException, CallException {
        Reply reply = calls.get(target);
        if (reply.ok() || (reply.status() == NOT_FOUND && reply.proven())) {
            return reply;
        }
        String said = calls.said(reply, target);
        if (reply.status() == NOT_FOUND) {
            throw new TryAgainException(said + ", and that is not signed, so it is not believed");
        }
        throw new CallException(said);
    }

    private static State paid(Callback callback, Reply reply, boolean byOrder)
            throws CallException {
        if (reply.status() == NOT_FOUND) {
            return changed("is not known to WeChat Pay (" + Shown.quoted(reply.code()) + ")");
        }
        if (byOrder) {
            same("out_trade_no", callback.orderNo(), reply);
        }
        String state = reply.text("trade_state");
        if (!state.equals(SUCCESS)) {
            return changed("is " + Shown.quoted(state) + " at WeChat Pay now" + meaning(state));
        }
        String transaction = reply.text("transaction_id");
        if (!transaction.equals(callback.transactionId())) {
            return changed(
                    "is paid at WeChat Pay by another transaction, " + Shown.quoted(transaction));
        }
        return amount(callback.amount(), reply, "total");
    }

    private static State returned(Callback callback, Reply reply) throws CallException {
        if (reply.status() == NOT_FOUND) {
            return changed("is not known to WeChat Pay (" + Shown.quoted(reply.code()) + ")");
        }
        same("out_refund_no", callback.refundNo(), reply);
        String state = reply.text("status");
        if (!state.equals(SUCCESS)) {
            return changed("is " + Shown.quoted(state) + " at WeChat Pay now" + meaning(state));
        }
        String transaction = reply.text("transaction_id");
        if (!callback.transactionId().isEmpty() && !transaction.equals(callback.transactionId())) {
            return changed("is of another transaction at WeChat Pay, " + Shown.quoted(transaction));
        }
        return amount(callback.amount(), reply, "refund");
    }

    /** An answer about something else is none. */
    private static void same(String name, String asked, Reply reply) throws CallException {
        String answered = reply.text(name);
        if (!answered.equals(asked)) {
            throw new CallException(
                    "WeChat Pay was asked for "
                            + name
                            + " "
                            + Shown.quoted(asked)
                            + " and answered for "
                            + Shown.quoted(answered));
        }
    }

    private static State amount(Money expected, Reply reply, String name) throws CallException {
        JsonNode amount = reply.body().path("amount");
        JsonNode fen = amount.path(name);
        if (!fen.isIntegralNumber() || !fen.canConvertToLong()) {
            throw new CallException("WeChat Pay answered without the amount in fen (" + name + ")");
        }
        // "only CNY for merchants of the mainland", who may find it left out
        String currency = amount.path("currency").stringValue("CNY");
        if (!currency.equals(expected.currency().getCurrencyCode())
                || fen.longValue() != expected.minor()) {
            return changed(
                    "has another amount at WeChat Pay, "
                            + fen.longValue()
                            + " in minor units of "
                            + Shown.quoted(currency));
        }
        return new State.Stands();
    }

    private static String meaning(String state) {
        return switch (state) {
            case "REFUND" -> ": money of it was returned";
            case "NOTPAY", "USERPAYING", "ACCEPT" -> ": it is not paid";
            case "CLOSED" -> ": it was closed";
            case "REVOKED" -> ": it was revoked";
            case "PAYERROR" -> ": paying it failed";
            case "PROCESSING" -> ": it is not through yet";
            case "ABNORMAL" -> ": the money did not arrive";
            default -> "";
        };
    }

    private static State changed(String how) {
        return new State.Changed("it " + how);
    }

    /** Whether an id can be a part of a path: one of dots alone would lead out of it. */
    private static boolean askable(String id) {
        return !id.isEmpty() && !id.equals(".") && !id.equals("..");
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
