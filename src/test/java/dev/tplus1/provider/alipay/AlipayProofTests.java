package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayFake.failed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.Proof.Of;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.util.function.UnaryOperator;

/** What is asked of Alipay to prove that a night can ask for it. */
@Execution(ExecutionMode.CONCURRENT)
class AlipayProofTests {
    private AlipayApiRoom room;

    @BeforeEach
    void open() throws IOException {
        room = new AlipayApiRoom();
    }

    @AfterEach
    void close() {
        room.close();
    }

    private String prove(Of of) throws IOException {
        return prove(of, UnaryOperator.identity());
    }

    private String prove(Of of, UnaryOperator<GivenValues> settings) throws IOException {
        for (Proof proof : room.api(settings).proofs()) {
            if (proof.of() == of) {
                return proof.prove();
            }
        }
        throw new AssertionError("no proof of " + of);
    }

    @Test
    void asksForATradeAndARefundThatNobodyHas() throws Exception {
        assertThat(prove(Of.ORDERS)).isEqualTo("orders and refunds can be asked for");

        assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
    }

    @Test
    void namesTheMethodThatTheApplicationMayNotCall() {
        String no = failed("40006", "isv.insufficient-isv-permissions", "ISV权限不足");
        room.alipay.says(no);

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.ORDERS))
                .withMessageStartingWith(
                        "job.yaml: api.app-id is not allowed to call alipay.trade.query at Alipay");

        room.alipay.says(failed("40004", "ACQ.TRADE_NOT_EXIST", "交易不存在"));
        room.alipay.says(no);
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.ORDERS))
                .withMessageContaining("alipay.trade.fastpay.refund.query");
    }

    @Test
    void reachesTheHostsOfBillsWithoutALink() throws Exception {
        assertThat(prove(Of.DOWNLOADS))
                .isEqualTo("bills can be fetched from " + room.alipay.settings().get("bill-hosts"));

        assertThat(room.alipay.hostCalls()).isOne();
        assertThat(room.alipay.gatewayCalls()).isZero();
    }

    @Test
    void saysThatTheHostOfBillsDoesNotAnswer() {
        assertThatExceptionOfType(CallException.class)
                .isThrownBy(() ->
                        prove(Of.DOWNLOADS, values -> values.with("bill-hosts", "localhost:1")))
                .withMessageStartingWith("Alipay's host of bills: https://localhost:1")
                .matches(CallException::unanswered);
    }

    @Test
    void namesTheHostThatMayNotBeDownloadedFrom() throws Exception {
        room.alipay.bill(DAY.minusDays(1), AlipayApiRoom.bill());
        room.alipay.onLink(link -> link.replace("localhost", "elsewhere.example"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.STATEMENTS))
                .withMessageStartingWith(
                        "job.yaml: api.bill-hosts does not allow the link to a bill,"
                                + " https://elsewhere.example")
                .withMessageContaining("it is none of the hosts allowed")
                .matches(e -> !String.valueOf(e.getMessage()).contains(AlipayFake.TOKEN));
    }

    @Test
    void namesWhatDecidesWhetherADayHasABill() {
        room.alipay.says(failed("40004", "isp.nothing-of-that-day", "?"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> prove(Of.STATEMENTS))
                .withMessage(
                        "job.yaml: api.bill-type brings no bill of 2026-11-27: Alipay answers"
                                + " 40004 isp.nothing-of-that-day: ?; where that means that the"
                                + " day has none, add it to no-bill-codes");
    }
}
