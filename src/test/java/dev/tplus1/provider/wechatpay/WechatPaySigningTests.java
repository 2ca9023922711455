package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayAccount.DAY;
import static dev.tplus1.provider.wechatpay.WechatPayAccount.NOW;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.Proof;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.provider.wechatpay.WechatPayAccount.Failure;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;
import dev.tplus1.statement.StatementSource.NotReady;

import mockwebserver3.MockResponse;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Both sides really sign and really look; a byte of what is signed makes the difference. */
@Execution(ExecutionMode.CONCURRENT)
class WechatPaySigningTests {
    private static final byte[] BILL = TradeBillFixture.all().bytes();
    private static final Pattern HEADER =
            Pattern.compile(
                    "WECHATPAY2-SHA256-RSA2048 mchid=\"1230000109\",nonce_str=\"([0-9a-f]{32})\","
                        + "timestamp=\"([0-9]+)\",serial_no=\"5157F09EFDC096DE15EBE81A47057A7232F1B8E1\""
                        + ",signature=\"([A-Za-z0-9+/=]+)\"");

    @TempDir Path root;
    private WechatPayAccount account;

    @BeforeEach
    void open() throws Exception {
        account = new WechatPayAccount(root);
        account.fake.bill(DAY, BILL);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private WechatPayAccount another(Instant ours, Instant theirs) throws Exception {
        account.close();
        account = new WechatPayAccount(Files.createDirectory(root.resolve("again")), ours, theirs);
        account.fake.bill(DAY, BILL);
        return account;
    }

    private Failure always(Fault fault) throws Exception {
        return account.always(LINK, fault);
    }

    private static Failure failed(String why) {
        return new Failure(
                "call", "WeChat Pay's bill of 2026-11-28: " + why + " (tried 3 times)", List.of());
    }

    @Test
    void everyByteOfARequestIsSigned() {
        MerchantKey merchant =
                new MerchantKey(
                        WechatPayFake.MERCHANT,
                        WechatPayFake.SERIAL_NO,
                        WechatPayKeys.MERCHANT.getPrivate());

        String authorization = merchant.authorization("/v3/x?a=1&b=%20", NOW);

        Matcher parts = HEADER.matcher(authorization);
        assertThat(parts.matches()).as(authorization).isTrue();
        assertThat(parts.group(2)).isEqualTo("1795919400");
        String text = "GET\n/v3/x?a=1&b=%20\n1795919400\n" + parts.group(1) + "\n\n";
        assertThat(WechatPayKeys.verified(text, parts.group(3))).isTrue();
        for (int i = 0; i < text.length(); i++) {
            String other =
                    text.substring(0, i) + (char) (text.charAt(i) ^ 1) + text.substring(i + 1);
            assertThat(WechatPayKeys.verified(other, parts.group(3))).as(other).isFalse();
        }
        assertThat(merchant.authorization("/v3/x", NOW))
                .isNotEqualTo(merchant.authorization("/v3/x", NOW));
    }

    @Test
    void aRequestThatIsSignedWithAnotherKeyOrOfAnotherMerchantIsNotAccepted() throws Exception {
        String key = WechatPayKeys.pem(WechatPayKeys.rsa().getPrivate());
        account.values.with("private-key", key);
        Failure otherKey = account.failure();
        account.values.without("private-key").with("serial-no", "ABCDEF");
        Failure otherSerial = account.failure();

        assertThat(otherKey.kind()).isEqualTo("setting");
        assertThat(otherKey.message())
                .isEqualTo(
                        "shop.yaml, private-key is not accepted: "
                                + account.fake.url()
                                + "/v3/bill/tradebill answered 401: SIGN_ERROR: another signature;"
                                + " private-key must belong to the API certificate that serial-no"
                                + " names, that to merchant-id 1230000109, and this machine's clock"
                                + " must be right");
        assertThat(otherSerial.message()).contains("another merchant or certificate");
    }

    @Test
    void eachTryIsSignedAnew() throws Exception {
        // the fake takes no nonce twice
        Fault error = (_, _) -> new MockResponse.Builder().code(500).build();
        account.fake.then(LINK, error, error).then(WechatPayFake.FILE, error);
        account.values.with("tries", 4);

        assertThat(account.failure().kind()).isEqualTo("nothing");
    }

    @Test
    void noByteOfAnAnswerMayChange() throws Exception {
        account.values.with("tries", 1);
        int length = 150;

        for (int at = 0; at < length; at++) {
            int position = at;
            account.fake.then(
                    LINK,
                    (fake, good) -> {
                        MockResponse.Builder signed = fake.signed(200, good, true);
                        byte[] changed = good.clone();
                        changed[position % good.length] ^= 1;
                        return signed.body(new Buffer().write(changed)).build();
                    });
        }
        try (ProviderApi api = account.api()) {
            for (int at = 0; at < length; at++) {
                assertThatThrownBy(() -> api.download(DAY, account.folder))
                        .isInstanceOf(CallException.class)
                        .hasMessageContaining("the answer's signature is wrong");
            }
            assertThat(api.download(DAY, account.folder)).isNotInstanceOf(NotReady.class);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Wechatpay-Timestamp | 1795919401 | the answer's signature is wrong",
                "Wechatpay-Timestamp | -1795919400 | the answer's time is none",
                "Wechatpay-Nonce     | d5ac7061fccab6bf3e254dcf98995b8c | signature is wrong",
                "Wechatpay-Signature | AAAA | the answer's signature is wrong",
                "Wechatpay-Signature | no base64! | the answer's signature is wrong",
                "Wechatpay-Signature | WECHATPAY/SIGNTEST/AAAA | the answer's signature is a probe",
                "Wechatpay-Signature-Type | WECHATPAY2-SM2-WITH-SM3 | the answer is signed by"
            })
    void noHeaderOfAnAnswerMayChange(String header, String value, String why) throws Exception {
        Failure failure =
                always((fake, good) ->
                        fake.signed(200, good, true).setHeader(header, value).build());

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message()).contains(why).endsWith("(tried 3 times)");
        assertThat(failure.left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Wechatpay-Timestamp",
                "Wechatpay-Nonce",
                "Wechatpay-Serial",
                "Wechatpay-Signature"
            })
    void anAnswerWithoutAPartOfItsSignatureIsNotBelieved(String header) throws Exception {
        Failure failure =
                always((fake, good) -> fake.signed(200, good, true).removeHeader(header).build());

        assertThat(failure).isEqualTo(failed("the answer is not signed, so it is not believed"));
    }

    @Test
    void aProbeOnceIsAskedAgain() throws Exception {
        account.fake.then(
                LINK,
                (fake, good) ->
                        fake.signed(200, good, true)
                                .setHeader("Wechatpay-Signature", "WECHATPAY/SIGNTEST/AAAA")
                                .build());

        assertThat(account.failure().kind()).isEqualTo("nothing");
    }

    @ParameterizedTest
    @CsvSource({"-301, false", "-300, false", "-299, true", "299, true", "300, false"})
    void anAnswerIsOfNowWithinFiveMinutesBothWays(int seconds, boolean believed) throws Exception {
        Failure failure =
                always((fake, good) -> {
                    long at = NOW.getEpochSecond() + seconds;
                    return fake.signed(200, good, true, Long.toString(at)).build();
                });

        assertThat(failure.kind()).isEqualTo(believed ? "nothing" : "call");
        if (!believed) {
            assertThat(failure.message()).contains("is that clock right?");
        }
    }

    @Test
    void anEmptyDayMustBeSigned() throws Exception {
        byte[] body = WechatPayFake.errorBody("NO_STATEMENT_EXIST", "none");
        Failure unsigned =
                always((_, _) ->
                        new MockResponse.Builder()
                                .code(400)
                                .body(new Buffer().write(body))
                                .build());
        Failure wrong =
                always((fake, _) ->
                        fake.signed(400, body, true)
                                .body(new Buffer().write(body).writeByte(' '))
                                .build());

        assertThat(unsigned)
                .isEqualTo(
                        failed(
                                "the answer NO_STATEMENT_EXIST is not signed, so it is not believed"
                                        + " that the day is empty"));
        assertThat(wrong)
                .isEqualTo(failed("the answer's signature is wrong, so it is not believed"));
    }

    @Test
    void thatABillIsBeingMadeNeedNotBeSignedButMayNotBeSignedWrongly() throws Exception {
        byte[] body = WechatPayFake.errorBody("STATEMENT_CREATING", "later");
        account.fake.then(
                LINK,
                (_, _) ->
                        new MockResponse.Builder()
                                .code(400)
                                .body(new Buffer().write(body))
                                .build());

        assertThat(account.download()).isInstanceOf(NotReady.class);
        assertThat(
                        always((fake, _) ->
                                fake.signed(400, body, true, "1795919399")
                                        .setHeader("Wechatpay-Timestamp", "1795919400")
                                        .build()))
                .isEqualTo(failed("the answer's signature is wrong, so it is not believed"));
    }

    @Test
    void aPlatformCertificateIsTrustedWhileItIsValid() throws Exception {
        assertThat(withCertificate(NOW.minusSeconds(1), NOW.plusSeconds(1)).kind())
                .isEqualTo("nothing");

        Failure over = withCertificate(NOW.minusSeconds(9), NOW.minusSeconds(1));
        Failure tooEarly = withCertificate(NOW.plusSeconds(1), NOW.plusSeconds(9));

        assertThat(over.kind()).isEqualTo("setting");
        assertThat(over.message())
                .isEqualTo(
                        "shop.yaml, platform-keys has the certificate \"3A5B6C7D8E9F0A1B\", which"
                            + " is valid from 2026-11-29T02:29:51Z to 2026-11-29T02:29:59Z only, so"
                            + " it is not trusted: get the one that follows it");
        assertThat(tooEarly.kind()).isEqualTo("setting");
        assertThat(tooEarly.message()).contains("is not trusted");
    }

    private Failure withCertificate(Instant from, Instant to) throws Exception {
        String file =
                WechatPayKeys.written(
                        root.resolve("platform.pem"), WechatPayKeys.certificate(from, to));
        account.values.with("platform-keys", Map.of("3a5b6c7d8e9f0a1b", file));
        Failure failure = account.failure();
        Files.deleteIfExists(account.folder.resolve("wechatpay-2026-11-28.csv.gz"));
        return failure;
    }

    @Test
    void aKeyThatIsNotKnownIsNamed() throws Exception {
        Failure failure =
                always((fake, good) ->
                        fake.signed(200, good, true)
                                .setHeader("Wechatpay-Serial", "PUB_KEY_ID_9")
                                .build());

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "setting",
                                "shop.yaml, platform-keys does not name \"PUB_KEY_ID_9\", which"
                                        + " WeChat Pay signed its answer with: get that public key"
                                        + " or platform certificate from the merchant platform and"
                                        + " add it",
                                List.of()));
    }

    @Test
    void clocksThatDifferAreNamed() throws Exception {
        Failure failure = another(NOW, NOW.plusSeconds(3600)).failure();

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message()).contains("is that clock right?");
    }

    @Test
    void provesThatBothSidesKnowEachOther() throws Exception {
        try (ProviderApi api = account.api()) {
            Proof statements = api.proofs().getFirst();
            assertThat(statements.prove())
                    .isEqualTo(
                            "signed in as merchant 1230000109, the answer's signature is WeChat"
                                    + " Pay's");
            assertThat(account.fake.targets())
                    .containsExactly(
                            "/v3/bill/tradebill?bill_date=2026-11-27&bill_type=ALL&tar_type=GZIP");
            account.fake.then(LINK, (fake, _) -> fake.error(400, "PARAM_ERROR", "sub_mchid"));
            assertThatThrownBy(statements::prove)
                    .isInstanceOf(SettingException.class)
                    .hasMessageStartingWith("shop.yaml, bill-type is not what")
                    .hasMessageEndingWith("PARAM_ERROR: sub_mchid");
        }
        Fault unsigned =
                (_, _) ->
                        new MockResponse.Builder()
                                .code(400)
                                .body("{\"code\":\"NO_STATEMENT_EXIST\"}")
                                .build();
        account.fake.then(LINK, unsigned, unsigned, unsigned);
        try (ProviderApi api = account.api()) {
            assertThatThrownBy(() -> api.proofs().getFirst().prove())
                    .hasMessageContaining("that is not signed");
        }
    }

    @Test
    void noMessageAndNoTextOfAnObjectHoldsTheKey() throws Exception {
        String key = Files.readString(Path.of(account.values.text("private-key-file")));
        Failure failure =
                always((_, _) ->
                        new MockResponse.Builder()
                                .code(403)
                                .body(
                                        "{\"code\":\"X\",\"message\":\""
                                                + key.replace("\n", "\\n")
                                                + "\"}")
                                .build());

        assertThat(failure.message())
                .contains("answered 403: X: ***")
                .doesNotContain(key.lines().skip(1).findFirst().orElseThrow().substring(0, 20));
        assertThat(WechatPayApiSettings.read(account.values))
                .hasToString("WeChat Pay as merchant 1230000109");
    }
}
