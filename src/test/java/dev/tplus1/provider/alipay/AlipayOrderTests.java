package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayFake.failed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.callback.Callback;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.replay.OrderQuery.State;
import dev.tplus1.replay.OrderQuery.State.Changed;
import dev.tplus1.replay.OrderQuery.State.Stands;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Whether a payment or a refund still stands. */
@Execution(ExecutionMode.CONCURRENT)
class AlipayOrderTests {
    private static final Map<String, String> PAID =
            Map.of("trade_status", "TRADE_SUCCESS", "total_amount", "10.00");
    private static final Map<String, String> RETURNED =
            Map.of("refund_status", "REFUND_SUCCESS", "refund_amount", "5.00");

    private AlipayApiRoom room;

    @BeforeEach
    void open() throws IOException {
        room = new AlipayApiRoom();
    }

    @AfterEach
    void close() {
        room.close();
    }

    private static Callback callback(Kind kind, String orderNo, String refundNo, String amount) {
        return callback(kind, "T1", orderNo, refundNo, amount);
    }

    private static Callback callback(
            Kind kind, String tradeNo, String orderNo, String refundNo, String amount) {
        return new Callback(
                "alipay-shop",
                kind,
                "reference",
                tradeNo,
                orderNo,
                refundNo,
                "",
                Money.parse(amount, Money.currency("CNY")),
                Instant.parse("2026-11-28T01:00:07Z"),
                "replay",
                "run");
    }

    private State payment() throws IOException {
        return room.api().state(callback(Kind.PAYMENT, "S1", "", "10.00"));
    }

    private State refund() throws IOException {
        return room.api().state(callback(Kind.REFUND, "S1", "R1", "5.00"));
    }

    private static Map<String, String> but(Map<String, String> fields, String key, String value) {
        Map<String, String> changed = new HashMap<>(fields);
        changed.put(key, value);
        return changed;
    }

    @ParameterizedTest
    @CsvSource({
        "TRADE_SUCCESS,10.00",
        "TRADE_FINISHED,10.00",
        "TRADE_SUCCESS,10",
        "TRADE_SUCCESS,10.0"
    })
    void aPaidTradeOfTheSameNumberAndAmountStands(String status, String amount) throws Exception {
        room.alipay.trade("S1", "T1", Map.of("trade_status", status, "total_amount", amount));

        assertThat(payment()).isEqualTo(new Stands());

        assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
    }

    @Test
    void aTradeIsAskedForByItsOwnNumberWhereTheOrderHasNone() throws Exception {
        room.alipay.trade("S1", "T1", PAID);

        State state = room.api().state(callback(Kind.PAYMENT, "", "", "10.00"));

        assertThat(state).isEqualTo(new Stands());
    }

    @ParameterizedTest
    @CsvSource({
        "trade_status,TRADE_CLOSED,it was refunded in full",
        "trade_status,WAIT_BUYER_PAY,the buyer has not paid",
        "trade_status,TRADE_FROZEN,the trade is TRADE_FROZEN",
        "total_amount,10.01,the amount is 10.01 CNY",
        "total_amount,1000,the amount is 1000.00 CNY",
        "trade_no,T2,under another trade number",
        "trans_currency,USD,not in CNY",
        "refund_fee,0.01,that 0.01 CNY of it was refunded",
        "send_back_fee,3.00,that 3.00 CNY of it was refunded",
        "credit_pay_mode,creditAdvanceV2,the money is not here yet",
        "additional_status,SELLER_NOT_RECEIVED,the money is not here yet"
    })
    void aTradeThatIsOtherwiseIsChanged(String field, String value, String how) throws Exception {
        room.alipay.trade("S1", "T1", but(PAID, field, value));

        assertThat(payment())
                .isInstanceOfSatisfying(Changed.class, it -> assertThat(it.how()).contains(how));
    }

    @Test
    void aTradeThatIsNotThereIsChanged() throws Exception {
        assertThat(payment())
                .isEqualTo(
                        new Changed(
                                "Alipay does not know the trade (40004 ACQ.TRADE_NOT_EXIST:"
                                        + " 交易不存在)"));
    }

    @Test
    void aTradeOfWhichAPartWasRefundedUnderItsOwnNumberIsChanged() throws Exception {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "S1", Map.of("refund_amount", "0.50"));

        assertThat(payment())
                .isEqualTo(new Changed("Alipay says that 0.50 CNY of it was refunded"));
    }

    @Test
    void aTradeStandsWhenAlipayKnowsNoRefundInItsOtherWords() throws Exception {
        room.alipay.says(
                "{\"code\":\"10000\",\"out_trade_no\":\"S1\",\"trade_no\":\"T1\","
                        + "\"trade_status\":\"TRADE_SUCCESS\",\"total_amount\":10.00}");
        room.alipay.says(failed("40004", "ACQ.REFUND_NOT_EXIST", "退款不存在"));

        assertThat(payment()).isEqualTo(new Stands());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.001", "1e1", "ten", "-", "99999999999999999999"})
    void anAmountThatIsNoneIsNoAnswer(String amount) {
        room.alipay.trade("S1", "T1", but(PAID, "total_amount", amount));

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::payment)
                .withMessageStartingWith("Alipay's answer about the payment of \"S1\": ");
    }

    @ParameterizedTest
    @CsvSource({"10.00,true", "10,true", "10.010,false", "1E400000000,false", "9.99,false"})
    void anAmountThatIsANumberIsReadAsTheDecimalThatItIs(String amount, boolean stands)
            throws Exception {
        room.alipay.says(
                "{\"code\":\"10000\",\"out_trade_no\":\"S1\",\"trade_no\":\"T1\","
                        + "\"trade_status\":\"TRADE_SUCCESS\",\"total_amount\":"
                        + amount
                        + "}");
        room.alipay.trade("S1", "T1", PAID);

        boolean found;
        try {
            found = payment() instanceof Stands;
        } catch (CallException _) {
            found = false;
        }

        assertThat(found).isEqualTo(stands);
    }

    @Test
    void anAnswerAboutAnotherOrderIsNoAnswer() {
        room.alipay.trade("S1", "T1", but(PAID, "out_trade_no", "S2"));

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::payment)
                .withMessageEndingWith("it is about another order");
    }

    @ParameterizedTest
    @ValueSource(strings = {"trade_status", "total_amount"})
    void anAnswerWithoutWhatWasAskedIsNoAnswer(String field) {
        room.alipay.trade("S1", "T1", but(PAID, field, ""));

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::payment)
                .withMessageEndingWith("it has no " + field);
    }

    @Test
    void anAnswerIsWaitedForAndThenGivenUp() {
        room.alipay.trade("S1", "T1", PAID);
        MockResponse busy = new MockResponse.Builder().code(500).build();
        room.alipay.gatewayAnswers(busy, busy, busy);

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::payment)
                .withMessageContaining("answered 500")
                .withMessageEndingWith("(tried 3 times)");
        assertThat(room.pauses).hasSize(2);
    }

    @Test
    void anAnswerThatNobodySignedOrSomebodyChangedIsNotBelieved() {
        room.alipay.trade("S1", "T1", but(PAID, "trade_status", "TRADE_CLOSED"));
        room.alipay.onAnswer(body -> body.replace("TRADE_CLOSED", "TRADE_SUCCESS"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::payment)
                .withMessageContaining("api.public-key");

        room.alipay.unsigned();

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::payment)
                .withMessageContaining("without a signature");
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> room.api().state(callback(Kind.PAYMENT, "S9", "", "1.00")))
                .withMessageContaining("TRADE_NOT_EXIST")
                .withMessageContaining("without a signature");
    }

    @Test
    void aRefundThatSucceededWithTheSameAmountStands() throws Exception {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "R1", RETURNED);

        assertThat(refund()).isEqualTo(new Stands());
        assertThat(room.api().state(callback(Kind.REFUND, "", "R1", "5.00")))
                .isEqualTo(new Stands());
        assertThat(room.api().state(callback(Kind.REFUND, "", "S1", "R1", "5.00")))
                .isEqualTo(new Stands());
    }

    @Test
    void aRefundWithoutANumberHasThatOfItsOrder() throws Exception {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "S1", RETURNED);

        assertThat(room.api().state(callback(Kind.REFUND, "S1", "", "5.00")))
                .isEqualTo(new Stands());
    }

    @ParameterizedTest
    @CsvSource({
        "refund_status,REFUND_PROCESSING,the refund is REFUND_PROCESSING",
        "refund_status,'',knows no such refund",
        "refund_amount,'',knows no such refund",
        "refund_amount,5.01,the amount is 5.01 CNY",
        "trade_no,T2,under another trade number"
    })
    void aRefundThatIsOtherwiseIsChanged(String field, String value, String how) throws Exception {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "R1", but(RETURNED, field, value));

        assertThat(refund())
                .isInstanceOfSatisfying(Changed.class, it -> assertThat(it.how()).contains(how));
    }

    @Test
    void aRefundThatIsNotThereIsChanged() throws Exception {
        assertThat(refund())
                .isInstanceOfSatisfying(
                        Changed.class,
                        it -> assertThat(it.how()).startsWith("Alipay does not know the refund"));

        room.alipay.trade("S1", "T1", PAID);

        assertThat(refund()).isEqualTo(new Changed("Alipay knows no such refund, or it failed"));
    }

    @Test
    void aRefundWithoutAStatusStandsWhereTheJobFileSaysSo() throws Exception {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "R1", Map.of("refund_amount", "5.00"));

        State state =
                room.api(values -> values.with("refund-without-status", "succeeded"))
                        .state(callback(Kind.REFUND, "S1", "R1", "5.00"));

        assertThat(state).isEqualTo(new Stands());
    }

    @Test
    void anAnswerAboutAnotherRefundIsNoAnswer() {
        room.alipay.trade("S1", "T1", PAID);
        room.alipay.refund("S1", "T1", "R1", but(RETURNED, "out_request_no", "R2"));

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::refund)
                .withMessageEndingWith("it is about another refund");
    }

    @Test
    void aRefundThatHasNoNumberAtAllCannotBeAskedFor() {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() -> room.api().state(callback(Kind.REFUND, "", "", "5.00")))
                .withMessageContaining("without any number");
        assertThat(room.alipay.gatewayCalls()).isZero();
    }
}
