package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayAccount.NOW;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.replay.OrderQuery.State.Changed;
import dev.tplus1.replay.OrderQuery.State.Stands;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;

@Execution(ExecutionMode.CONCURRENT)
class OrderStatesTests {
    private static final String QUERY = "/v3/pay/transactions/out-trade-no/S1?mchid=1230000109";

    @TempDir Path root;
    private WechatPayAccount account;

    @BeforeEach
    void open() throws Exception {
        account = new WechatPayAccount(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private State state(Callback callback) throws IOException {
        try (ProviderApi api = account.api()) {
            return api.state(callback);
        }
    }

    private static Callback payment(String transactionId, String orderNo, String amount) {
        return callback(Kind.PAYMENT, transactionId, orderNo, "", amount, "CNY");
    }

    private static Callback refund(String transactionId, String refundNo, String amount) {
        return callback(Kind.REFUND, transactionId, "S1", refundNo, amount, "CNY");
    }

    private static Callback callback(
            Kind kind,
            String transactionId,
            String orderNo,
            String refundNo,
            String amount,
            String currency) {
        return new Callback(
                "wechat-shop",
                kind,
                "reference",
                transactionId,
                orderNo,
                refundNo,
                "",
                Money.parse(amount, Money.currency(currency)),
                NOW,
                "replay",
                "run");
    }

    @Test
    void aPaymentStandsThatIsPaidByTheSameTransactionWithTheSameAmount() throws Exception {
        account.fake.order("S1", "4200001", "SUCCESS", 900);

        assertThat(state(payment("4200001", "S1", "9.00"))).isEqualTo(new Stands());
        assertThat(account.fake.targets()).containsExactly(QUERY);
    }

    @Test
    void aPaymentWithAnotherAmountCurrencyOrTransactionIsChanged() throws Exception {
        account.fake.order("S1", "4200001", "SUCCESS", 900);

        assertThat(state(payment("4200001", "S1", "9.01")))
                .isEqualTo(
                        new Changed(
                                "it has another amount at WeChat Pay, 900 in minor units of"
                                        + " \"CNY\""));
        assertThat(state(callback(Kind.PAYMENT, "4200001", "S1", "", "9.00", "HKD")))
                .isEqualTo(
                        new Changed(
                                "it has another amount at WeChat Pay, 900 in minor units of"
                                        + " \"CNY\""));
        assertThat(state(payment("4200009", "S1", "9.00")))
                .isEqualTo(
                        new Changed(
                                "it is paid at WeChat Pay by another transaction, \"4200001\""));
    }

    @ParameterizedTest
    @CsvSource({
        "REFUND, ': money of it was returned'",
        "NOTPAY, ': it is not paid'",
        "CLOSED, ': it was closed'",
        "REVOKED, ': it was revoked'",
        "USERPAYING, ': it is not paid'",
        "PAYERROR, ': paying it failed'",
        "ACCEPT, ': it is not paid'",
        "success, ''",
        "SOMETHING_NEW, ''"
    })
    void aPaymentInAnyOtherStateIsChanged(String word, String meaning) throws Exception {
        account.fake.order("S1", "4200001", word, 900);

        assertThat(state(payment("4200001", "S1", "9.00")))
                .isEqualTo(new Changed("it is \"" + word + "\" at WeChat Pay now" + meaning));
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsAskedForByItsTransaction() throws Exception {
        account.fake.answers(
                "/v3/pay/transactions/id/4200001?mchid=1230000109",
                WechatPayFake.transaction("S1", "4200001", "SUCCESS", 900));

        assertThat(state(payment("4200001", "", "9.00"))).isEqualTo(new Stands());
        assertThat(state(payment("4200001", "..", "9.00"))).isEqualTo(new Stands());
        assertThat(state(payment("..", ".", "9.00")))
                .isEqualTo(new Changed("it has no number that WeChat Pay can be asked by"));
    }

    @Test
    void anOrderNumberIsAPartOfThePathWhateverItHolds() throws Exception {
        String order = "../a b?c#d|é%*";
        String encoded = "..%2Fa%20b%3Fc%23d%7C%C3%A9%25*";
        account.fake.answers(
                "/v3/pay/transactions/out-trade-no/" + encoded + "?mchid=1230000109",
                WechatPayFake.transaction(order, "4200001", "SUCCESS", 900));

        assertThat(state(payment("4200001", order, "9.00"))).isEqualTo(new Stands());
    }

    @Test
    void aPartnerAsksForItsSubMerchant() throws Exception {
        account.values.merchant(WechatPayFake.MERCHANT, "1900000109");
        String merchants = "?sp_mchid=1230000109&sub_mchid=1900000109";
        String order = WechatPayFake.transaction("S1", "4200001", "SUCCESS", 900);
        account.fake
                .answers("/v3/pay/partner/transactions/out-trade-no/S1" + merchants, order)
                .answers("/v3/pay/partner/transactions/id/4200001" + merchants, order)
                .answers(
                        "/v3/refund/domestic/refunds/R1?sub_mchid=1900000109",
                        """
                        {"out_refund_no":"R1","transaction_id":"4200001","status":"SUCCESS",\
                        "amount":{"refund":300,"currency":"CNY"}}\
                        """);

        assertThat(state(payment("4200001", "S1", "9.00"))).isEqualTo(new Stands());
        assertThat(state(payment("4200001", "", "9.00"))).isEqualTo(new Stands());
        assertThat(state(refund("4200001", "R1", "3.00"))).isEqualTo(new Stands());
    }

    @Test
    void aRefundStandsThatSucceededWithTheSameAmount() throws Exception {
        account.fake.refund("R1", "4200001", "SUCCESS", 300);

        assertThat(state(refund("4200001", "R1", "3.00"))).isEqualTo(new Stands());
        assertThat(state(refund("", "R1", "3.00"))).isEqualTo(new Stands());
        assertThat(state(refund("4200001", "R1", "6.00")))
                .isEqualTo(
                        new Changed(
                                "it has another amount at WeChat Pay, 300 in minor units of"
                                        + " \"CNY\""));
        assertThat(state(refund("4200002", "R1", "3.00")))
                .isEqualTo(new Changed("it is of another transaction at WeChat Pay, \"4200001\""));
    }

    @ParameterizedTest
    @CsvSource({
        "CLOSED, ': it was closed'",
        "PROCESSING, ': it is not through yet'",
        "ABNORMAL, ': the money did not arrive'"
    })
    void aRefundInAnyOtherStateIsChanged(String word, String meaning) throws Exception {
        account.fake.refund("R1", "4200001", word, 300);

        assertThat(state(refund("4200001", "R1", "3.00")))
                .isEqualTo(new Changed("it is \"" + word + "\" at WeChat Pay now" + meaning));
    }

    @Test
    void aRefundWithoutANumberCannotBeAskedFor() throws Exception {
        Changed changed =
                new Changed("it has no refund number, by which alone WeChat Pay can be asked");

        assertThat(state(refund("4200001", "", "3.00"))).isEqualTo(changed);
        assertThat(state(refund("4200001", "..", "3.00"))).isEqualTo(changed);
        assertThat(account.fake.targets()).isEmpty();
    }

    @Test
    void whatWeChatPayDoesNotKnowIsChangedWhenItSignsSo() throws Exception {
        assertThat(state(payment("4200001", "S1", "9.00")))
                .isEqualTo(new Changed("it is not known to WeChat Pay (\"RESOURCE_NOT_EXISTS\")"));
        assertThat(state(refund("4200001", "R1", "3.00")))
                .isEqualTo(new Changed("it is not known to WeChat Pay (\"RESOURCE_NOT_EXISTS\")"));
        WechatPayFake.Fault unsigned =
                (_, _) -> new MockResponse.Builder().code(404).body("gone").build();
        account.fake.then(QUERY.substring(0, QUERY.indexOf('?')), unsigned, unsigned, unsigned);

        assertThatThrownBy(() -> state(payment("4200001", "S1", "9.00")))
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "WeChat Pay's state of the payment 4200001: "
                                + account.fake.url()
                                + "/v3/pay/transactions/out-trade-no/S1 answered 404: gone, and"
                                + " that is not signed, so it is not believed (tried 3 times)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"out_trade_no\":\"S2\",\"trade_state\":\"SUCCESS\"}",
                "{\"trade_state\":\"SUCCESS\"}",
                "{\"out_trade_no\":\"S1\",\"trade_state\":\"SUCCESS\",\"transaction_id\":\"4200001\"}",
                "{\"out_trade_no\":\"S1\",\"trade_state\":\"SUCCESS\",\"transaction_id\":\"4200001\","
                    + "\"amount\":{\"total\":900.0}}",
                "{\"out_trade_no\":\"S1\",\"trade_state\":\"SUCCESS\",\"transaction_id\":\"4200001\","
                    + "\"amount\":{\"total\":\"900\"}}",
                "{\"out_trade_no\":\"S1\",\"out_trade_no\":\"S1\"}",
                "[]",
                ""
            })
    void anAnswerThatDoesNotSayItIsNone(String json) throws Exception {
        account.fake.answers(QUERY, json);

        assertThatThrownBy(() -> state(payment("4200001", "S1", "9.00")))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered");
    }

    @Test
    void noAnswerIsNoState() throws Exception {
        String path = QUERY.substring(0, QUERY.indexOf('?'));
        WechatPayFake.Fault error = (_, _) -> new MockResponse.Builder().code(503).build();
        account.fake
                .order("S1", "4200001", "SUCCESS", 900)
                .then(path, error, error, error, (fake, _) -> fake.error(400, "PARAM_ERROR", "x"));

        assertThatThrownBy(() -> state(payment("4200001", "S1", "9.00")))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered 503 (tried 3 times)");
        assertThatThrownBy(() -> state(payment("4200001", "S1", "9.00")))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered 400: PARAM_ERROR: x");
        account.fake.then(path, (fake, _) -> fake.error(403, "NO_AUTH", "x"));
        assertThatThrownBy(() -> state(payment("4200001", "S1", "9.00")))
                .isInstanceOf(SettingException.class);
    }
}
