package dev.tplus1.provider.wechatpay;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.ConfirmFaultContract;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import mockwebserver3.MockResponse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Whole nights on a WeChat Pay that fails when it is asked about an order. */
class WechatPayConfirmFaultTests extends ConfirmFaultContract {
    /** For the link to the bill, and for the bill. */
    private static final int CALLS_BEFORE = 2;

    private static final String UNBELIEVED = "so it is not believed";
    private static final List<String> FAULTS =
            List.of(
                    "order  | unseen 0          | 0 | 2 | " + UNBELIEVED,
                    "order  | unseen half       | 0 | 2 | " + UNBELIEVED,
                    "order  | unseen last       | 0 | 2 | " + UNBELIEVED,
                    "order  | twice             | 0 | 2 | " + UNBELIEVED,
                    "order  | trailing          | 0 | 2 | " + UNBELIEVED,
                    "order  | page              | 0 | 2 | " + UNBELIEVED,
                    "order  | 404               | 0 | 2 | " + UNBELIEVED,
                    "order  | unsigned          | 0 | 2 | " + UNBELIEVED,
                    "order  | another order     | 0 | 1 | and answered for",
                    "order  | 401               | 2 | 1 | private-key",
                    "order  | 403               | 2 | 1 | serial-no",
                    "refund | cut half          | 0 | 2 | broke off",
                    "refund | unseen half       | 0 | 2 | " + UNBELIEVED,
                    "refund | 404               | 0 | 2 | " + UNBELIEVED,
                    "refund | 500               | 0 | 2 | answered 500");

    WechatPayConfirmFaultTests() {
        super(
                "provider: wechatpay, merchant-id: \"" + WechatPayFake.MERCHANT + "\"",
                "CNY",
                "4200002849202611280000000",
                "token-0",
                "PRIVATE KEY");
    }

    @Override
    protected List<String> faults() {
        return FAULTS;
    }

    @Override
    protected Map<String, Object> failing(Missed of) throws IOException {
        TradeBillFixture bill =
                new TradeBillFixture(TradeBillFixture.ALL, TradeBillFixture.FOOTER)
                        .payment(of.transactionId(), of.orderNo(), "88.00", "88.00", "0.52800");
        WechatPayFake fake =
                closing(new WechatPayFake(CLOCK))
                        .order(of.orderNo(), of.transactionId(), "SUCCESS", AMOUNT);
        String asked = "/v3/pay/transactions/out-trade-no/" + of.orderNo();
        if (!of.refundNo().isEmpty()) {
            bill.refund(
                    of.transactionId(), of.orderNo(), "50300", of.refundNo(), "88.00", "SUCCESS");
            fake.refund(of.refundNo(), of.transactionId(), "SUCCESS", AMOUNT);
            asked = "/v3/refund/domestic/refunds/" + of.refundNo();
        }
        fake.bill(DATE, bill.bytes());
        if (BrokenAnswers.early(of.fault())) {
            MockResponse fault = BrokenAnswers.of(of.fault(), new byte[0]).build();
            fake.usual(CALLS_BEFORE);
            fake.next(fault, fault);
        } else {
            Fault fault = fault(of.fault());
            fake.then(asked, of.tries() == 1 ? new Fault[] {fault} : new Fault[] {fault, fault});
        }
        return fake.block(Files.createDirectories(folder.resolve("keys")));
    }

    private static Fault fault(String name) {
        return switch (name) {
            case "unsigned" -> (_, good) -> BrokenAnswers.sends(good).build();
            case "another order" ->
                    (of, good) -> {
                        String json = new String(good, StandardCharsets.UTF_8);
                        String other = json.replaceFirst("\"out_trade_no\":\"N", "$0x");
                        return of.signed(200, other.getBytes(StandardCharsets.UTF_8), true).build();
                    };
            default -> Faults.ofSigned(name);
        };
    }
}
