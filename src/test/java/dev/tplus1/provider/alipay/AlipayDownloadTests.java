package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayApiRoom.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tplus1.http.CallException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Ready;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import okio.Buffer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What goes wrong between the link and the file; the bill is there all the time. */
class AlipayDownloadTests {
    @TempDir Path folder;
    private AlipayApiRoom room;
    private byte[] bill;

    @BeforeEach
    void open() throws IOException {
        room = new AlipayApiRoom();
        bill = AlipayApiRoom.bill();
        room.alipay.bill(DAY, bill);
    }

    @AfterEach
    void close() {
        room.close();
    }

    private Throwable failure() {
        return failure(UnaryOperator.identity());
    }

    /** How it fails; then nothing is left, and no secret is told. */
    private Throwable failure(UnaryOperator<GivenValues> settings) {
        Throwable thrown = catchThrowable(() -> room.api(settings).download(DAY, folder));
        assertThat(thrown).isNotNull();
        assertThat(folder).isEmptyDirectory();
        assertThat(String.valueOf(thrown.getMessage()))
                .doesNotContain(AlipayFake.TOKEN)
                .doesNotContain("\n");
        return thrown;
    }

    private void brings() throws Exception {
        assertThat(room.api().download(DAY, folder)).isInstanceOf(Ready.class);
        assertThat(folder.resolve("alipay-2026-11-28.zip")).hasBinaryContent(bill);
        assertThat(names(folder)).containsExactly("alipay-2026-11-28.zip");
    }

    private void hostAnswers(int times, MockResponse answer) {
        for (int i = 0; i < times; i++) {
            room.alipay.hostAnswers(answer);
        }
    }

    private static MockResponse.Builder sends(byte[] bytes) {
        return new MockResponse.Builder().body(new Buffer().write(bytes));
    }

    private static MockResponse.Builder sends(String text) {
        return sends(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Where the bill is cut; negative counts from its end. */
    private int cut(String where) {
        int at = where.equals("half") ? bill.length / 2 : Integer.parseInt(where);
        return at < 0 || where.startsWith("-") ? bill.length + at : at;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "10", "half", "-8", "-1"})
    void failsWhenTheBillIsCutBeforeTheLengthThatWasAnnounced(String where) {
        byte[] part = Arrays.copyOf(bill, cut(where));
        hostAnswers(
                3,
                sends(part)
                        .setHeader("content-length", bill.length)
                        .onResponseEnd(new SocketEffect.CloseSocket())
                        .build());

        Throwable thrown = failure();

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageStartingWith("Alipay's statement of 2026-11-28: https://localhost:")
                .hasMessageContaining("broke off")
                .hasMessageEndingWith("(tried 3 times)");
        assertThat(room.alipay.gatewayCalls()).isEqualTo(3); // a link for each
    }

    @ParameterizedTest
    @CsvSource({
        "0,the host of bills sends an empty file",
        "1,the host of bills sends 1 bytes that are no ZIP: P"
    })
    void failsWhenAlmostNothingComesWithoutAnnouncedLength(int length, String message) {
        hostAnswers(3, unannounced(Arrays.copyOf(bill, length)));

        Throwable thrown = failure();

        assertThat(thrown).isInstanceOf(CallException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "half", "-8", "-1"})
    void refusesABillThatIsCutWithoutAnnouncedLength(String where) {
        hostAnswers(3, unannounced(Arrays.copyOf(bill, cut(where))));

        Throwable thrown = failure();

        assertThat(thrown)
                .isInstanceOf(RefusedException.class)
                .hasMessageStartingWith("alipay-2026-11-28.zip: the ZIP is damaged or cut off");
        assertThat(room.alipay.hostCalls()).isEqualTo(3);
    }

    private static MockResponse unannounced(byte[] bytes) {
        return sends(bytes)
                .removeHeader("content-length")
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "10", "half", "-8", "-1"})
    void bringsTheBillThatWasCutTheFirstTime(String where) throws Exception {
        hostAnswers(1, unannounced(Arrays.copyOf(bill, cut(where))));

        brings();

        assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
        assertThat(room.pauses).hasSize(1);
    }

    @Test
    void refusesBytesAfterTheEnd() {
        hostAnswers(3, sends(Arrays.copyOf(bill, bill.length + 3)).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessage(
                        "alipay-2026-11-28.zip: bytes follow the end of the ZIP: it is damaged");
    }

    @Test
    void refusesAZipWithOneByteChangedInside() throws Exception {
        byte[] damaged = bill.clone();
        damaged[bill.length / 3] ^= 0x10;
        hostAnswers(3, sends(damaged).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void refusesAZipWithoutBothFiles() throws Exception {
        byte[] detail = BusinessStatementFixture.zip(Map.of("a.csv", new byte[] {'#'}));
        hostAnswers(3, sends(detail).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("a detail file and a summary are expected, found 1 files");
    }

    @Test
    void refusesABomb() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (String name : List.of("a", "b")) {
                zip.putNextEntry(new ZipEntry(name));
                for (int i = 0; i < 64; i++) {
                    zip.write(new byte[1 << 20]);
                }
                zip.closeEntry();
            }
        }
        hostAnswers(3, sends(bytes.toByteArray()).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("unpacks to more than 200 times its size");
    }

    @Test
    void takesNoMoreBytesThanAreAllowed() {
        hostAnswers(1, unannounced(new byte[(1 << 20) + 1]));

        Throwable thrown = failure(values -> values.with("max-size-mib", "1"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("sends more than 1048576 bytes, the limit");
        assertThat(room.alipay.hostCalls()).isOne();
    }

    @ParameterizedTest
    @CsvSource({
        "<html><body>login</body></html>,<html><body>login</body></html>",
        "'{\"error\":\"no\"}','{\"error\":\"no\"}'",
        "'  ',bytes that are no ZIP"
    })
    void failsOnAPageWithStatus200(String page, String shown) {
        hostAnswers(3, sends(page).build());

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("bytes that are no ZIP")
                .hasMessageContaining(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK"})
    void asksForANewLinkWhenOneHasExpired(String charset) throws Exception {
        hostAnswers(1, sends("下载超时，请重新下载".getBytes(Charset.forName(charset))).build());

        brings();

        assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
        assertThat(room.alipay.hostCalls()).isEqualTo(2);
    }

    @Test
    void failsWhenEveryLinkHasExpired() {
        room.alipay.expires(3);

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "Alipay's statement of 2026-11-28: the link to the bill had expired (tried"
                                + " 3 times)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://other.example/bill.zip", "https://127.0.0.1:1/", "http://[::1]/"})
    void followsNoRedirect(String location) {
        hostAnswers(
                1, new MockResponse.Builder().code(301).addHeader("location", location).build());

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered 301: redirects are not followed");
        assertThat(room.alipay.hostCalls()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://dwbillcenter.alipay.com.evil.example/bill.zip",
                "http://localhost:1/",
                "http://169.254.169.254/latest",
                "https://evil.example#dwbillcenter.alipay.com",
                "https://dwbillcenter.alipay.com@evil.example/",
                "ftp://localhost/bill.zip"
            })
    void callsNoHostThatIsNotAllowed(String link) {
        room.alipay.onLink(_ -> link);

        assertThat(failure()).isInstanceOf(CallException.class).hasMessageContaining("is not called");
        assertThat(room.alipay.hostCalls()).isZero();
        assertThat(room.alipay.gatewayCalls()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bill.zip", "https://", "://", "http:///x", "ht tp://x"})
    void failsOnALinkThatIsNone(String link) {
        room.alipay.onLink(_ -> link);

        assertThat(failure()).isInstanceOf(CallException.class).hasMessageContaining("is no address");
    }

    @Test
    void refusesAPlainLinkWhereTheJobFileSaysSo() {
        Throwable thrown = failure(values -> values.with("plain-http", "refuse"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("is plain http, which plain-http: refuse does not allow");
        assertThat(room.alipay.hostCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 429, 500, 503})
    void failsWhenTheHostOfBillsKeepsSayingNo(int status) {
        hostAnswers(3, sends("no such\nbill").code(status).build());

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered " + status + ": no such bill")
                .hasMessageEndingWith("(tried 3 times)");
        assertThat(room.alipay.gatewayCalls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 429, 500})
    void bringsTheBillAfterTheHostOfBillsSaidNo(int status) throws Exception {
        hostAnswers(2, sends("no").code(status).build());

        brings();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404})
    void failsAtOnceWhenTheGatewaySaysNo(int status) {
        room.alipay.gatewayAnswers(sends("no").code(status).build());

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("/gateway.do answered " + status + ": no");
        assertThat(room.alipay.gatewayCalls()).isOne();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 500, 502})
    void bringsTheBillAfterTheGatewayWasBusy(int status) throws Exception {
        room.alipay.gatewayAnswers(sends("no").code(status).build());

        brings();

        assertThat(room.pauses).hasSize(1);
    }

    @Test
    void failsWhenTheBillTricklesInTooSlowly() {
        hostAnswers(1, sends(bill).throttleBody(1, 100, TimeUnit.MILLISECONDS).build());

        Throwable thrown =
                failure(values -> values.with("download-timeout", "PT0.5S").with("tries", "1"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("did not answer in time");
    }

    private enum Stage {
        HANDSHAKE(MockResponse.Builder::failHandshake),
        REQUEST(builder -> builder.onRequestStart(new SocketEffect.CloseSocket())),
        ANSWER(builder -> builder.onResponseStart(new SocketEffect.CloseSocket())),
        BODY(builder -> builder.onResponseBody(new SocketEffect.CloseSocket()));

        private final UnaryOperator<MockResponse.Builder> effect;

        Stage(UnaryOperator<MockResponse.Builder> effect) {
            this.effect = effect;
        }

        MockResponse of(MockResponse.Builder builder) {
            return effect.apply(builder).build();
        }
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void failsWhenTheHostOfBillsBreaksOff(Stage stage) {
        hostAnswers(3, stage.of(sends(bill)));

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("/downloadBillFile.resource")
                .hasMessageEndingWith("(tried 3 times)");
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void bringsTheBillAfterTheGatewayBrokeOff(Stage stage) throws Exception {
        room.alipay.gatewayAnswers(stage.of(sends("{\"error_response\":{}}")));

        brings();
    }

    @Test
    void leavesNothingWhenTheFolderIsNotThere() {
        assertThatThrownBy(() -> room.api().download(DAY, folder.resolve("none")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(CallException.class);
        assertThat(room.alipay.hostCalls()).isOne(); // a disk that fails is not tried again
    }
}
