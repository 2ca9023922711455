package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayAccount.DAY;
import static dev.tplus1.provider.wechatpay.WechatPayFake.FILE;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.provider.wechatpay.WechatPayAccount.Failure;
import dev.tplus1.provider.wechatpay.WechatPayFake.Fault;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/** What goes wrong on the way of a bill: nothing of it is believed, and nothing is left of it. */
class BillDownloadFaultTests {
    private static final byte[] BILL = TradeBillFixture.all().bytes();
    private static final SocketEffect CLOSE = new SocketEffect.CloseSocket();
    private static final Map<String, String> LAST_LINK =
            Map.of(
                    "GZIP",
                    FILE + "?token=token-3&tartype=gzip",
                    "none",
                    FILE + "?token=token-3&tartype=");
    private static final List<String> WHOLE = List.of("wechatpay-2026-11-28.csv.gz");

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

    /** The same for each of the three tries. */
    private Failure always(String path, Fault fault) throws Exception {
        account.fake.then(path, fault, fault, fault);
        return account.failure();
    }

    private static Fault body(byte[] bytes) {
        return (_, _) -> new MockResponse.Builder().body(new Buffer().write(bytes)).build();
    }

    private static Fault status(int status, String text) {
        return (_, _) -> new MockResponse.Builder().code(status).body(text).build();
    }

    private static Fault cut(String where, boolean announced) {
        return (_, good) -> {
            int length =
                    switch (where) {
                        case "half" -> good.length / 2;
                        case "last 8" -> good.length - 8;
                        case "last" -> good.length - 1;
                        default -> Integer.parseInt(where);
                    };
            MockResponse.Builder cut =
                    new MockResponse.Builder()
                            .body(new Buffer().write(Arrays.copyOf(good, length)))
                            .onResponseEnd(CLOSE);
            return announced
                    ? cut.setHeader("Content-Length", good.length).build()
                    : cut.removeHeader("Content-Length").addHeader("Connection: close").build();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "0, GZIP", "1, GZIP", "10, GZIP", "half, GZIP", "last 8, GZIP", "last, GZIP",
        "0, none", "1, none", "10, none", "half, none", "last 8, none", "last, none"
    })
    void aFileShorterThanItWasAnnouncedIsACallThatFailed(String where, String tar)
            throws Exception {
        account.values.with("tar-type", tar);

        Failure failure = always(FILE, cut(where, true));

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message())
                .startsWith(
                        "WeChat Pay's bill of 2026-11-28: "
                                + account.fake.url()
                                + "/v3/billdownload/file broke off: ")
                .endsWith(" (tried 3 times)");
        assertThat(failure.left()).isEmpty();
        assertThat(account.fake.targets()).hasSize(6).contains(LAST_LINK.get(tar));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0      | GZIP | the file is empty (0 bytes)",
                "1      | GZIP | it holds nothing but blanks",
                "10     | GZIP | its gzip data ends early: the file is cut off",
                "half   | GZIP | its gzip data ends early: the file is cut off",
                "last 8 | GZIP | its gzip data ends early: the file is cut off",
                "last   | GZIP | its gzip data ends early: the file is cut off",
                "0      | none | the file is empty (0 bytes)",
                "1      | none | have the SHA-1",
                "10     | none | have the SHA-1",
                "half   | none | have the SHA-1",
                "last 8 | none | have the SHA-1",
                "last   | none | have the SHA-1"
            })
    void aFileThatIsCutWithoutASignIsRefused(String where, String tar, String why)
            throws Exception {
        account.values.with("tar-type", tar);

        Failure failure = always(FILE, cut(where, false));

        assertThat(failure.kind()).isEqualTo("refused");
        assertThat(failure.message()).startsWith("wechatpay-2026-11-28.csv").contains(why);
        assertThat(failure.left()).isEmpty();
        assertThat(account.fake.targets()).hasSize(6);
    }

    @Test
    void aFileThatIsWholeAtTheSecondTryIsTaken() throws Exception {
        account.fake.then(FILE, cut("half", true), cut("last", false));

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses).hasSize(2);
    }

    @Test
    void aFileWithAnotherHashIsRefused() throws Exception {
        byte[] other = BILL.clone();
        other[other.length - 10]++;

        Failure failure = always(FILE, body(WechatPayFake.gzip(other)));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: its bytes, unpacked, have the SHA-1 "
                                        + WechatPayFake.sha1(other)
                                        + ", expected "
                                        + WechatPayFake.sha1(BILL)
                                        + ", which WeChat Pay signed: it did not arrive as it was"
                                        + " sent",
                                List.of()));
    }

    @Test
    void aFileWithAnotherHashOnceIsFetchedAgain() throws Exception {
        account.fake.then(FILE, body(WechatPayFake.gzip(new byte[] {'x'})));

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
    }

    @Test
    void twoGzipMembersAndTrailingBytesAreRefusedThoughTheFirstHasTheHash() throws Exception {
        byte[] packed = WechatPayFake.gzip(BILL);
        byte[] trailing = Arrays.copyOf(packed, packed.length + 1);
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(packed);
        two.writeBytes(WechatPayFake.gzip(new byte[0]));

        for (byte[] bytes : List.of(trailing, two.toByteArray())) {
            assertThat(always(FILE, body(bytes)))
                    .isEqualTo(
                            new Failure(
                                    "refused",
                                    "wechatpay-2026-11-28.csv.gz: it goes on after the end of its"
                                            + " gzip data: one gzip member is expected",
                                    List.of()));
        }
    }

    @Test
    void trailingBytesOfAPlainFileAreRefused() throws Exception {
        account.values.with("tar-type", "none");

        Failure failure = always(FILE, body(Arrays.copyOf(BILL, BILL.length + 1)));

        assertThat(failure.kind()).isEqualTo("refused");
        assertThat(failure.message()).contains("have the SHA-1");
        assertThat(failure.left()).isEmpty();
    }

    @Test
    void aPageWithStatus200IsRefusedWhateverItsHash() throws Exception {
        Failure failure = always(FILE, body("<html>login</html>".getBytes(StandardCharsets.UTF_8)));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: it is an HTML page, not a statement:"
                                        + " was the download redirected to a login?",
                                List.of()));
    }

    @Test
    void aPageInsteadOfTheLinkIsNotBelieved() throws Exception {
        Failure failure = always(LINK, status(200, "<html>login</html>"));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "call",
                                "WeChat Pay's bill of 2026-11-28: the answer is not signed, so it"
                                        + " is not believed (tried 3 times)",
                                List.of()));
    }

    @Test
    void aBombIsRefused() throws Exception {
        Failure failure = always(FILE, body(bomb()));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: it unpacks to more than 200 times its"
                                        + " size, the limit: no statement is like that",
                                List.of()));
    }

    /** Ten gigabytes of blanks, a thousand times the same packed piece. */
    private static byte[] bomb() {
        byte[] blanks = new byte[10 << 20];
        Arrays.fill(blanks, (byte) ' ');
        byte[] piece = new byte[1 << 16];
        Deflater deflater = new Deflater(9, true);
        deflater.setInput(blanks);
        int length = deflater.deflate(piece, 0, piece.length, Deflater.SYNC_FLUSH);
        deflater.end();
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes(Arrays.copyOf(WechatPayFake.gzip(new byte[0]), 10));
        for (int i = 0; i < 1024; i++) {
            bomb.write(piece, 0, length);
        }
        return bomb.toByteArray();
    }

    @Test
    void aFileAboveTheLimitIsNotTaken() throws Exception {
        account.values.with("max-size-mib", 1);
        account.fake.then(FILE, body(new byte[(1 << 20) + 1]));

        assertThat(account.failure())
                .isEqualTo(
                        new Failure(
                                "call",
                                account.fake.url()
                                        + "/v3/billdownload/file sends more than 1048576 bytes, the"
                                        + " limit",
                                List.of()));
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 410, 500, 502})
    void anExpiredLinkIsFollowedByANewOne(int status) throws Exception {
        account.fake.then(FILE, status(status, "{\"code\":\"INVALID_REQUEST\"}"));

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.fake.targets())
                .contains(FILE + "?token=token-1&tartype=gzip", FILE + "?token=token-2&tartype=gzip");
    }

    @Test
    void linksThatAllExpireAreACallThatFailedAndNoTokenIsShown() throws Exception {
        Failure failure =
                always(FILE, status(403, "{\"code\":\"NO_AUTH\",\"message\":\"token-1 token-3 is\"}"));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "call",
                                "WeChat Pay's bill of 2026-11-28: "
                                        + account.fake.url()
                                        + "/v3/billdownload/file answered 403: NO_AUTH: token-1"
                                        + " token-3 is (tried 3 times)",
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
                                            "\"download_url\":\"" + link.replace("\\", "\\\\") + "\"");
                    return fake.signed(200, json.getBytes(StandardCharsets.UTF_8), true).build();
                });

        Failure failure = account.failure();

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message()).contains(why);
        assertThat(failure.left()).isEmpty();
        assertThat(account.fake.targets()).hasSize(1);
    }

    @Test
    void aLinkIsSignedAsItIsSent() throws Exception {
        account.fake.then(
                LINK,
                (fake, good) -> {
                    // a character that is sent in another way than it is written
                    String json =
                            new String(good, StandardCharsets.UTF_8)
                                    .replace("&tartype=gzip", "&name='bill'&tartype=gzip");
                    return fake.signed(200, json.getBytes(StandardCharsets.UTF_8), true).build();
                });

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.fake.targets())
                .contains(FILE + "?token=token-1&name=%27bill%27&tartype=gzip");
    }

    @Test
    void anErrorThatBreaksOffIsTriedAgain() throws Exception {
        Fault torn =
                (_, _) ->
                        new MockResponse.Builder()
                                .code(403)
                                .body("{")
                                .setHeader("Content-Length", 100)
                                .onResponseEnd(CLOSE)
                                .build();
        account.fake.then(LINK, torn).then(FILE, torn);

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses).hasSize(2);
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
        account.fake.then(
                LINK, status(status, code == null ? "" : "{\"code\":\"" + code + "\"}"));

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

        Failure failure = always(LINK, status(500, "{\"code\":\"SYSTEM_ERROR\"}"));

        assertThat(failure.kind()).isEqualTo("call");
        assertThat(failure.message())
                .endsWith(
                        "/v3/bill/tradebill answered 500: {\"code\":\"SYSTEM_ERROR\"} (tried 3"
                                + " times)");
    }

    @Test
    void aTrickleThatOutlastsTheWholeCallIsCutOff() throws Exception {
        account.values.with("download-timeout", "PT0.25S");
        Fault trickle =
                (_, good) ->
                        new MockResponse.Builder()
                                .body(new Buffer().write(good))
                                .throttleBody(1, 20, TimeUnit.MILLISECONDS)
                                .build();

        Failure failure = always(FILE, trickle);

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "call",
                                "WeChat Pay's bill of 2026-11-28: "
                                        + account.fake.url()
                                        + "/v3/billdownload/file did not answer in time (tried 3"
                                        + " times)",
                                List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {LINK, FILE})
    void aConnectionThatBreaksAtAnyStageIsACallThatFailed(String path) throws Exception {
        Fault atStart = (_, _) -> new MockResponse.Builder().onResponseStart(CLOSE).build();
        Fault inBody =
                (_, good) ->
                        new MockResponse.Builder()
                                .body(new Buffer().write(good))
                                .onResponseBody(CLOSE)
                                .build();
        Fault inChunk =
                (_, good) ->
                        new MockResponse.Builder()
                                .chunkedBody(new Buffer().write(good), 16)
                                .onResponseBody(CLOSE)
                                .build();
        for (Fault fault : List.of(atStart, inBody, inChunk)) {
            Failure failure = always(path, fault);

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
}
