package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayApiRoom.names;
import static dev.tplus1.provider.alipay.AlipayApiRoom.sends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.http.CallException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.StatementSource.Ready;

import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** What goes wrong between the link and the file; the bill is there all the time. */
@Execution(ExecutionMode.CONCURRENT)
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
        return room.failure(folder, UnaryOperator.identity());
    }

    private void brings() throws Exception {
        assertThat(room.api().download(DAY, folder)).isInstanceOf(Ready.class);
        assertThat(folder.resolve("alipay-2026-11-28.zip")).hasBinaryContent(bill);
        assertThat(names(folder)).containsExactly("alipay-2026-11-28.zip");
    }

    @ParameterizedTest
    @CsvSource({
        "<html><body>login</body></html>,<html><body>login</body></html>",
        "'{\"error\":\"no\"}','{\"error\":\"no\"}'",
        "'  ',bytes that are no ZIP"
    })
    void refusesAPageWithStatus200(String page, String shown) {
        room.hostAnswers(3, sends(page).build());

        assertThat(failure())
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("bytes that are no ZIP")
                .hasMessageContaining(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK"})
    void asksForANewLinkWhenOneHasExpired(String charset) throws Exception {
        room.hostAnswers(1, sends("下载超时，请重新下载".getBytes(Charset.forName(charset))).build());

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
    @ValueSource(
            strings = {"https://other.example/bill.zip", "https://127.0.0.1:1/", "http://[::1]/"})
    void followsNoRedirect(String location) {
        room.hostAnswers(
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

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("is not called");
        assertThat(room.alipay.hostCalls()).isZero();
        assertThat(room.alipay.gatewayCalls()).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "bill.zip", "https://", "://", "http:///x", "ht tp://x"})
    void failsOnALinkThatIsNone(String link) {
        room.alipay.onLink(_ -> link);

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("is no address");
    }

    @Test
    void refusesAPlainLinkWhereTheJobFileSaysSo() {
        Throwable thrown = room.failure(folder, values -> values.with("plain-http", "refuse"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("is plain http, which plain-http: refuse does not allow");
        assertThat(room.alipay.hostCalls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 429, 500, 503})
    void failsWhenTheHostOfBillsKeepsSayingNo(int status) {
        room.hostAnswers(3, sends("no such\nbill").code(status).build());

        assertThat(failure())
                .isInstanceOf(CallException.class)
                .hasMessageContaining("answered " + status + ": no such bill")
                .hasMessageEndingWith("(tried 3 times)");
        assertThat(room.alipay.gatewayCalls()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404, 429, 500})
    void bringsTheBillAfterTheHostOfBillsSaidNo(int status) throws Exception {
        room.hostAnswers(2, sends("no").code(status).build());

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
        room.hostAnswers(1, sends(bill).throttleBody(1, 100, TimeUnit.MILLISECONDS).build());

        Throwable thrown =
                room.failure(
                        folder,
                        values -> values.with("download-timeout", "PT0.5S").with("tries", "1"));

        assertThat(thrown)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("did not answer in time");
    }

    /** Where a connection breaks. */
    enum Stage {
        HANDSHAKE,
        REQUEST,
        ANSWER,
        BODY;

        MockResponse of(MockResponse.Builder builder) {
            SocketEffect close = new SocketEffect.CloseSocket();
            return switch (this) {
                case HANDSHAKE -> builder.failHandshake().build();
                case REQUEST -> builder.onRequestStart(close).build();
                case ANSWER -> builder.onResponseStart(close).build();
                case BODY -> builder.onResponseBody(close).build();
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void failsWhenTheHostOfBillsBreaksOff(Stage stage) {
        room.hostAnswers(3, stage.of(sends(bill)));

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
