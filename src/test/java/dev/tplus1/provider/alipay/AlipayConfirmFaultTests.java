package dev.tplus1.provider.alipay;

import dev.tplus1.provider.ConfirmFaultContract;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whole nights on an Alipay that fails when it is asked about an order. */
class AlipayConfirmFaultTests extends ConfirmFaultContract {
    private static final String MERCHANT = "2088101122136241";
    private static final String AMOUNT_TEXT = "88.00";
    private static final String NO_ANSWER = "does not answer as the gateway does";

    /** A payment's second question is whether some of it was refunded. */
    private static final String SECOND = "second";

    private static final List<String> FAULTS =
            List.of(
                    "order  | unseen 0         | 0 | 2 | " + NO_ANSWER,
                    "order  | unseen half      | 0 | 2 | " + NO_ANSWER,
                    "order  | unseen last      | 0 | 2 | " + NO_ANSWER,
                    "order  | twice            | 0 | 2 | " + NO_ANSWER,
                    "order  | trailing         | 0 | 2 | " + NO_ANSWER,
                    "order  | page             | 0 | 2 | " + NO_ANSWER,
                    "order  | 401              | 0 | 1 | answered 401",
                    "order  | 403              | 0 | 1 | answered 403",
                    "order  | 404              | 0 | 1 | answered 404",
                    "order  | unsigned         | 0 | 1 | without a signature",
                    "order  | another order    | 0 | 1 | it is about another order",
                    "order  | system error     | 0 | 2 | ACQ.SYSTEM_ERROR",
                    "order  | no right         | 2 | 1 | app-id",
                    "order  | changed          | 2 | 1 | public-key",
                    "second | cut half         | 0 | 2 | broke off",
                    "second | no handshake     | 0 | 2 | has no secure connection",
                    "second | unseen half      | 0 | 2 | " + NO_ANSWER,
                    "second | page             | 0 | 2 | " + NO_ANSWER,
                    "second | 404              | 0 | 1 | answered 404",
                    "second | 500              | 0 | 2 | answered 500",
                    "refund | cut half         | 0 | 2 | broke off",
                    "refund | unseen half      | 0 | 2 | " + NO_ANSWER,
                    "refund | 404              | 0 | 1 | answered 404",
                    "refund | 500              | 0 | 2 | answered 500");

    AlipayConfirmFaultTests() {
        super(
                "provider: alipay, merchant-id: \"" + MERCHANT + "\"",
                "CNY",
                "2026112822001458860500000",
                AlipayFake.TOKEN);
    }

    @Override
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(Missed of) throws IOException {
        AlipayFake fake = closing(new AlipayFake(CLOCK));
        fake.trade(
                of.orderNo(),
                of.transactionId(),
                Map.of("trade_status", "TRADE_SUCCESS", "total_amount", AMOUNT_TEXT));
        List<String> rows = new ArrayList<>();
        rows.add(row(of, "交易", "", ""));
        if (!of.refundNo().isEmpty()) {
            rows.add(row(of, "退款", "-", of.refundNo()));
            fake.refund(
                    of.orderNo(),
                    of.transactionId(),
                    of.refundNo(),
                    Map.of("refund_status", "REFUND_SUCCESS", "refund_amount", AMOUNT_TEXT));
        }
        fake.bill(DATE, BusinessZip.zipped(MERCHANT, rows));
        fake.gatewayAnswersAsUsual(of.stage().equals(SECOND) ? 2 : 1);
        for (int i = 0; i < of.tries(); i++) {
            fails(fake, of.fault());
        }
        Map<String, Object> block = new HashMap<>(fake.settings());
        block.put(
                "ca-file",
                Files.writeString(folder.resolve("ca.pem"), AlipayFake.certificate()).toString());
        return block;
    }

    private static String row(Missed of, String type, String sign, String refundNo) {
        return BusinessStatementFixture.row(
                of.transactionId(),
                of.orderNo(),
                type,
                "2026-11-28 10:00:00",
                sign + AMOUNT_TEXT,
                sign + AMOUNT_TEXT,
                "0.00",
                refundNo,
                "0.00");
    }

    private static void fails(AlipayFake fake, String fault) {
        switch (fault) {
            case "unsigned" ->
                    fake.gatewaySpoils(text -> text.replaceFirst(",\"sign\":\"[^\"]*\"", ""));
            case "another order" ->
                    fake.gatewaySays(
                            Orders.TRADE,
                            AlipayFake.done().put("out_trade_no", "another").toString());
            case "system error" -> says(fake, "40004", "ACQ.SYSTEM_ERROR");
            case "no right" -> says(fake, "40006", "isv.insufficient-isv-permissions");
            case "changed" -> fake.gatewaySpoils(text -> text.replace("Success", "success"));
            default -> fake.gatewayBreaks(fault);
        }
    }

    private static void says(AlipayFake fake, String code, String detail) {
        fake.gatewaySays(Orders.TRADE, AlipayFake.failed(code, detail, "不"));
    }
}
