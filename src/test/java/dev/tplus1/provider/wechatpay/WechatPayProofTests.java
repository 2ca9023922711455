package dev.tplus1.provider.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.Proof.Of;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;

/** What is asked of WeChat Pay to prove that a night can ask for it. */
@Execution(ExecutionMode.CONCURRENT)
class WechatPayProofTests {
    private static final String ORDER =
            "/v3/pay/transactions/out-trade-no/tplus1_check_no_such_order";
    private static final String REFUND = "/v3/refund/domestic/refunds/tplus1_check_no_such_order";

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

    private String prove(Of of) throws IOException {
        try (ProviderApi api = account.api()) {
            for (Proof proof : api.proofs()) {
                if (proof.of() == of) {
                    return proof.prove();
                }
            }
        }
        throw new AssertionError("no proof of " + of);
    }

    @Test
    void asksForAnOrderAndARefundThatNobodyHas() throws Exception {
        assertThat(prove(Of.ORDERS)).isEqualTo("orders and refunds can be asked for");

        assertThat(account.fake.targets())
                .containsExactly(ORDER + "?mchid=" + WechatPayFake.MERCHANT, REFUND);
    }

    @ParameterizedTest
    @ValueSource(strings = {ORDER, REFUND})
    void namesTheKeyWhereTheMerchantMayNotAsk(String path) {
        account.fake.then(path, (fake, _) -> fake.error(403, "NO_AUTH", "商户号该产品权限未开通"));

        assertThatThrownBy(() -> prove(Of.ORDERS))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml, serial-no signs in, but may not ask: ")
                .hasMessageContaining(path + " answered 403: NO_AUTH: 商户号该产品权限未开通");
    }

    @Test
    void doesNotTakeItFromJustAnybodyThatThereIsNoSuchOrder() {
        Fault unsigned = (_, _) -> new MockResponse.Builder().code(404).body("gone").build();
        account.fake.then(ORDER, unsigned, unsigned, unsigned);

        assertThatThrownBy(() -> prove(Of.ORDERS))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("that is not signed");
    }

    @Test
    void namesTheHostThatMayNotBeDownloadedFrom() {
        linkTo("https://elsewhere.example");

        assertThatThrownBy(() -> prove(Of.STATEMENTS))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith(
                        "shop.yaml, hosts does not allow the link to a bill,"
                                + " https://elsewhere.example/file: it is none of the hosts")
                .hasMessageNotContaining("Ticket");
    }

    @Test
    void reachesAnotherHostThatIsDownloadedFromAndTellsItNothing() throws Exception {
        try (WechatPayFake host = new WechatPayFake(Clock.systemUTC())) {
            linkTo(host.url());
            account.values.with("hosts", host.url().replace("https://", ""));

            assertThat(prove(Of.STATEMENTS)).startsWith("signed in as merchant 1230000109");

            assertThat(host.targets()).containsExactly("/");
        }
    }

    @Test
    void saysThatTheHostOfBillsDoesNotAnswer() {
        linkTo("https://localhost:1");
        account.values.with("hosts", "localhost:1");

        assertThatThrownBy(() -> prove(Of.STATEMENTS))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.unanswered()).isTrue())
                .hasMessageStartingWith("the host of WeChat Pay's bills: https://localhost:1/ ")
                .hasMessageEndingWith("(tried 3 times)");
    }

    @Test
    void namesTheAddressThatIsNoneOfTheApi() {
        account.fake.then(WechatPayFake.LINK, (fake, _) -> fake.error(404, "NOT_FOUND", "?"));

        assertThatThrownBy(() -> prove(Of.STATEMENTS))
                .isInstanceOf(SettingException.class)
                .hasMessageStartingWith("shop.yaml, url is not what WeChat Pay gives bills by: ");
    }

    private void linkTo(String host) {
        byte[] link =
                """
                {"hash_type":"SHA1","hash_value":"%s","download_url":"%s/file?token=Ticket"}\
                """
                        .formatted("0".repeat(40), host)
                        .getBytes(StandardCharsets.UTF_8);
        account.fake.then(WechatPayFake.LINK, (fake, _) -> fake.signed(200, link, true).build());
    }
}
