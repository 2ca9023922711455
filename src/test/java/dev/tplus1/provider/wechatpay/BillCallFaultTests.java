package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.Faults.status;
import static dev.tplus1.provider.wechatpay.WechatPayAccount.DAY;
import static dev.tplus1.provider.wechatpay.WechatPayFake.FILE;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.BrokenAnswers;
import dev.tplus1.provider.wechatpay.WechatPayAccount.Failure;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

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

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What goes wrong with asking, and with the answers that are no file. */
@Execution(ExecutionMode.CONCURRENT)
class BillCallFaultTests {
    private static final List<String> WHOLE = List.of("wechatpay-2026-11-28.csv.gz");

    @TempDir Path root;
    private WechatPayAccount account;

    @BeforeEach
    void open() throws Exception {
        account = new WechatPayAccount(root);
        account.fake.bill(DAY, TradeBillFixture.all().bytes());
    }

    @AfterEach
    void close() {
        account.close();
    }

    @Test
    void aPageInsteadOfTheLinkIsNotBelieved() throws Exception {
        Failure failure = account.always(LINK, status(200, "<html>login</html>"));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "call",
                                "WeChat Pay's bill of 2026-11-28: the answer is not signed, so it"
                                        + " is not believed (tried 3 times)",
                                List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example/v3", "https://10.0.0.1/v3", "http://localhost/"})
    void aRedirectIsNotFollowed(String to) throws Exception {
        Fault redirect =
                (_, _) -> new MockResponse.Builder().code(301).addHeader("Location", to).build();

        for (String path : List.of(LINK, FILE)) {
            account.fake.then(path, redirect);
            assertThat(account.failure())
                    .isEqualTo(
                            new Failure(
                                    "call",
                                    account.fake.url()
                                            + path
                                            + " answered 301: redirects are not followed",
                                    List.of()));
        }
        assertThat(account.pauses).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://evil.example/v3/file?token=1, it is none of the hosts allowed",
        "https://10.0.0.1/v3/file?token=1, it is none of the hosts allowed",
        "http://api.mch.weixin.qq.com/v3?token=1, it is no https address",
        "https://api.mch.weixin.qq.com@evil.example/, it holds a user",
        "https://evil.example\\\\@api.mch.weixin.qq.com/, that is no URL",
        "'', that is no URL"
    })
    void aLinkToElsewhereIsNotFollowed(String link, String why) throws Exception {
        account.fake.then(
                LINK,
                (fake, good) -> {
                    String json =
                            new String(good, StandardCharsets.UTF_8)
                                    .replaceFirst(
                                            "\"download_url\":\"[^\"]*\"",
                                            "\"download_url\":\""
                                                    + link.replace("\\", "\\\\")
                                                    + "\"");
                    return fake.signed(200, json.getBytes(StandardCharsets.UTF_8), true).build();
                });

        Failure failure = account.failure();

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message()).contains(why);
        assertThat(failure.left()).isEmpty();
        assertThat(account.fake.targets()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"SHA256, 00", "SHA1, 00", "MD5, ''", "'', ''"})
    void anAnswerWithoutASha1IsRefusedAtOnce(String type, String hash) throws Exception {
        account.fake.then(
                LINK,
                (fake, _) ->
                        fake.signed(
                                        200,
                                        "{\"hash_type\":\"%s\",\"hash_value\":\"%s\"}"
                                                .formatted(type, hash)
                                                .getBytes(StandardCharsets.UTF_8),
                                        true)
                                .build());

        assertThat(account.failure())
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: WeChat Pay gives no SHA-1 to check it"
                                        + " by, but \"%s\" \"%s\"".formatted(type, hash),
                                List.of()));
        assertThat(account.fake.targets()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | SIGN_ERROR | private-key is not accepted: ",
                "401 |            | private-key is not accepted: ",
                "403 | NO_AUTH    | serial-no signs in, but may not ask: ",
                "403 |            | serial-no signs in, but may not ask: "
            })
    void credentialsThatAreNotAcceptedNameTheirKeys(int status, String code, String why)
            throws Exception {
        account.fake.then(LINK, status(status, code == null ? "" : "{\"code\":\"" + code + "\"}"));

        Failure failure = account.failure();

        assertThat(failure.kind()).isEqualTo("setting");
        assertThat(failure.message())
                .startsWith("shop.yaml, " + why)
                .contains("merchant-id 1230000109");
        assertThat(failure.left()).isEmpty();
        assertThat(account.pauses).isEmpty();
    }

    @Test
    void credentialsThatAreNotAcceptedForTheFileNameTheirKeys() throws Exception {
        account.fake.then(FILE, status(401, "{\"code\":\"SIGN_ERROR\"}"));

        assertThat(account.failure().kind()).isEqualTo("setting");
    }

    @Test
    void otherRefusalsAreCallsThatFailed() throws Exception {
        for (Fault fault : List.of(status(404, "gone"), status(403, "{\"code\":\"RULE_LIMIT\"}"))) {
            account.fake.then(LINK, fault);

            Failure failure = account.failure();

            assertThat(failure.kind()).isEqualTo("call");
            assertThat(failure.message()).contains("/v3/bill/tradebill answered 40");
            assertThat(failure.left()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7                             | 7",
                "Sun, 29 Nov 2026 02:30:09 GMT | 9",
                "86400                         | 120"
            })
    void aWishToBeLeftAloneIsHeededUpToTwoMinutes(String wish, long seconds) throws Exception {
        Fault limited =
                (_, _) ->
                        new MockResponse.Builder().code(429).addHeader("Retry-After", wish).build();
        account.fake.then(LINK, limited).then(FILE, limited);

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses)
                .containsExactly(Duration.ofSeconds(seconds), Duration.ofSeconds(seconds));
    }

    @Test
    void aWishThatNobodyUnderstandsIsNone() throws Exception {
        account.fake.then(
                LINK,
                (_, _) ->
                        new MockResponse.Builder()
                                .code(429)
                                .addHeader("Retry-After", "soon")
                                .build());

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses).hasSize(1);
        assertThat(account.pauses.getFirst()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anErrorOfTheServerIsTriedAgainAndNamedWhenItStays() throws Exception {
        account.fake.then(LINK, status(500, "{\"code\":\"SYSTEM_ERROR\"}"));
        assertThat(account.failure().kind()).isEqualTo("nothing");

        Failure failure = account.always(LINK, status(500, "{\"code\":\"SYSTEM_ERROR\"}"));

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message())
                .endsWith(
                        "/v3/bill/tradebill answered 500: {\"code\":\"SYSTEM_ERROR\"} (tried 3"
                                + " times)");
    }

    @Test
    void anErrorThatBreaksOffIsTriedAgain() throws Exception {
        Fault torn =
                (_, _) ->
                        new MockResponse.Builder()
                                .code(403)
                                .body("{")
                                .setHeader("Content-Length", 100)
                                .onResponseEnd(BrokenAnswers.CLOSE)
                                .build();
        account.fake.then(LINK, torn).then(FILE, torn);

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {LINK, FILE})
    void aConnectionThatBreaksAtAnyStageIsACallThatFailed(String path) throws Exception {
        Fault atStart =
                (_, _) -> new MockResponse.Builder().onResponseStart(BrokenAnswers.CLOSE).build();
        Fault inBody =
                (_, good) ->
                        new MockResponse.Builder()
                                .body(new Buffer().write(good))
                                .onResponseBody(BrokenAnswers.CLOSE)
                                .build();
        Fault inChunk =
                (_, good) ->
                        new MockResponse.Builder()
                                .chunkedBody(new Buffer().write(good), 16)
                                .onResponseBody(BrokenAnswers.CLOSE)
                                .build();
        for (Fault fault : List.of(atStart, inBody, inChunk)) {
            Failure failure = account.always(path, fault);

            assertThat(failure.kind()).isEqualTo("call");
            assertThat(failure.message())
                    .contains(account.fake.url() + path + " broke off: ")
                    .endsWith(" (tried 3 times)");
            assertThat(failure.left()).isEmpty();

            account.fake.then(path, fault);
            assertThat(account.failure().kind()).isEqualTo("nothing");
            assertThat(account.folder.resolve(WHOLE.getFirst()).toFile().delete()).isTrue();
        }
    }

    @Test
    void aServerThatIsNotThereIsACallThatFailed() throws Exception {
        account.fake.close();

        Failure failure = account.failure();

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message()).contains("/v3/bill/tradebill").endsWith("(tried 3 times)");
        assertThat(failure.left()).isEmpty();
    }

    @Test
    void aStopEndsItBeforeAnotherTry() throws Exception {
        account.fake.then(
                FILE,
                (_, good) -> {
                    account.stopping.set(true);
                    return new MockResponse.Builder().body(new Buffer().write(good)).build();
                });

        assertThat(account.failure())
                .isEqualTo(
                        new Failure(
                                "call",
                                account.fake.url()
                                        + "/v3/billdownload/file: stopped before it answered",
                                List.of()));
    }
}
