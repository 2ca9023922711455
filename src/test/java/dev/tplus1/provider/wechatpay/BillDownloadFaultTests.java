package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.Faults.status;
import static dev.tplus1.provider.wechatpay.WechatPayAccount.DAY;
import static dev.tplus1.provider.wechatpay.WechatPayFake.FILE;
import static dev.tplus1.provider.wechatpay.WechatPayFake.LINK;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.http.Bomb;
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

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What goes wrong on the way of a bill: nothing of it is believed, and nothing is left of it. */
@Execution(ExecutionMode.CONCURRENT)
class BillDownloadFaultTests {
    private static final byte[] BILL = TradeBillFixture.all().bytes();
    private static final Map<String, String> LAST_LINK =
            Map.of(
                    "GZIP",
                    FILE + "?token=token-000003&tartype=gzip",
                    "none",
                    FILE + "?token=token-000003&tartype=");
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

    @ParameterizedTest
    @CsvSource({
        "0, GZIP", "1, GZIP", "10, GZIP", "half, GZIP", "last 8, GZIP", "last, GZIP",
        "0, none", "1, none", "10, none", "half, none", "last 8, none", "last, none"
    })
    void aFileShorterThanItWasAnnouncedIsACallThatFailed(String where, String tar)
            throws Exception {
        account.values.with("tar-type", tar);

        Failure failure = account.always(FILE, Faults.cut(where, true));

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

        Failure failure = account.always(FILE, Faults.cut(where, false));

        assertThat(failure.kind()).isEqualTo("refused");
        assertThat(failure.message()).startsWith("wechatpay-2026-11-28.csv").contains(why);
        assertThat(failure.left()).isEmpty();
        assertThat(account.fake.targets()).hasSize(6);
    }

    @Test
    void aFileThatIsWholeAtTheSecondTryIsTaken() throws Exception {
        account.fake.then(FILE, Faults.cut("half", true), Faults.cut("last", false));

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
        assertThat(account.pauses).hasSize(2);
    }

    @Test
    void aFileWithAnotherHashIsRefused() throws Exception {
        byte[] other = BILL.clone();
        other[other.length - 10]++;

        Failure failure = account.always(FILE, Faults.body(WechatPayKeys.gzip(other)));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: its bytes, unpacked, have the SHA-1 "
                                        + WechatPayKeys.sha1(other)
                                        + ", expected "
                                        + WechatPayKeys.sha1(BILL)
                                        + ", which WeChat Pay signed: it did not arrive as it was"
                                        + " sent",
                                List.of()));
    }

    @Test
    void aFileWithAnotherHashOnceIsFetchedAgain() throws Exception {
        account.fake.then(FILE, Faults.body(WechatPayKeys.gzip(new byte[] {'x'})));

        assertThat(account.failure()).isEqualTo(new Failure("nothing", "", WHOLE));
    }

    @Test
    void twoGzipMembersAndTrailingBytesAreRefusedThoughTheFirstHasTheHash() throws Exception {
        byte[] packed = WechatPayKeys.gzip(BILL);
        byte[] trailing = Arrays.copyOf(packed, packed.length + 1);
        ByteArrayOutputStream two = new ByteArrayOutputStream();
        two.writeBytes(packed);
        two.writeBytes(WechatPayKeys.gzip(new byte[0]));

        for (byte[] bytes : List.of(trailing, two.toByteArray())) {
            assertThat(account.always(FILE, Faults.body(bytes)))
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

        Failure failure = account.always(FILE, Faults.body(Arrays.copyOf(BILL, BILL.length + 1)));

        assertThat(failure.kind()).isEqualTo("refused");
        assertThat(failure.message()).contains("have the SHA-1");
        assertThat(failure.left()).isEmpty();
    }

    @Test
    void aPageWithStatus200IsRefusedWhateverItsHash() throws Exception {
        Failure failure =
                account.always(
                        FILE, Faults.body("<html>login</html>".getBytes(StandardCharsets.UTF_8)));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: it is an HTML page, not a statement:"
                                        + " was the download redirected to a login?",
                                List.of()));
    }

    @Test
    void aBombIsRefused() throws Exception {
        Failure failure = account.always(FILE, Faults.body(Bomb.gzip()));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "refused",
                                "wechatpay-2026-11-28.csv.gz: it unpacks to more than 200 times its"
                                        + " size, the limit: no statement is like that",
                                List.of()));
    }

    @Test
    void aFileAboveTheLimitIsNotTaken() throws Exception {
        account.values.with("max-size-mib", 1);
        account.fake.then(FILE, Faults.body(new byte[(1 << 20) + 1]));

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
                .contains(
                        FILE + "?token=token-000001&tartype=gzip",
                        FILE + "?token=token-000002&tartype=gzip");
    }

    @Test
    void linksThatAllExpireAreACallThatFailedAndNoTokenIsShown() throws Exception {
        Failure failure =
                account.always(
                        FILE,
                        status(403, "{\"code\":\"NO_AUTH\",\"message\":\"token-000003 is old\"}"));

        assertThat(failure)
                .isEqualTo(
                        new Failure(
                                "call",
                                "WeChat Pay's bill of 2026-11-28: "
                                        + account.fake.url()
                                        + "/v3/billdownload/file answered 403: NO_AUTH: *** is"
                                        + " old (tried 3 times)",
                                List.of()));
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
                .contains(FILE + "?token=token-000001&name=%27bill%27&tartype=gzip");
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

        Failure failure = account.always(FILE, trickle);

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
}
