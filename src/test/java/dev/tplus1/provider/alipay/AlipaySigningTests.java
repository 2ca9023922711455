package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayApiRoom.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.RsaSha256;
import dev.tplus1.statement.StatementSource.Found;
import dev.tplus1.statement.StatementSource.Ready;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;

@Execution(ExecutionMode.CONCURRENT)
class AlipaySigningTests {
    private static final String NO_BILL = AlipayFake.failed("40004", "isp.bill_not_exist", "账单不存在");

    @TempDir Path folder;
    private AlipayApiRoom room;

    @BeforeEach
    void open() throws IOException {
        room = new AlipayApiRoom();
    }

    @AfterEach
    void close() {
        room.close();
    }

    private Found download() throws Exception {
        return room.api().download(DAY, folder);
    }

    @Test
    void bringsABillOfWhichBothSidesVerifiedWhatTheOtherSigned() throws Exception {
        byte[] bill = AlipayApiRoom.bill();
        room.alipay.bill(DAY, bill);

        Found found = download();

        assertThat(found).isEqualTo(new Ready(List.of(folder.resolve("alipay-2026-11-28.zip"))));
        assertThat(folder.resolve("alipay-2026-11-28.zip")).hasBinaryContent(bill);
        assertThat(names(folder)).containsExactly("alipay-2026-11-28.zip");
        assertThat(room.alipay.gatewayCalls()).isOne();
        assertThat(room.alipay.hostCalls()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"2026-11-28,2026-11-27", "trade,tradf", "RSA2,RSA1", "1.0,1.1", "JSON,JSOM"})
    void isRefusedWhenOneByteOfItsRequestChangesOnTheWay(String what, String with) {
        room.alipay.onRequest(form -> form.replace(what, with));

        assertThatThrownBy(this::download)
                .isInstanceOfAny(SettingException.class, CallException.class)
                .hasMessageContaining("40002");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesThePrivateKeyWhenItsSignatureIsRefused() {
        room.alipay.onRequest(form -> form.replace("2026-11-28", "2026-11-27"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::download)
                .withMessageContaining("api.private-key does not belong to the public key")
                .withMessageContaining("isv.invalid-signature");
        assertThat(room.alipay.gatewayCalls()).isOne();
    }

    @Test
    void believesNoAnswerOfWhichOneByteChanged() throws Exception {
        room.alipay.bill(DAY, AlipayApiRoom.bill());
        room.alipay.onAnswer(body -> body.replace("bizType=trade", "bizType=tradf"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::download)
                .withMessageContaining("api.public-key is not what Alipay's answer is signed with");
        assertThat(room.alipay.hostCalls()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void findsAChangeOfAnyOneByteOfTheSignedText() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        KeyPair keys = generator.generateKeyPair();
        String signature = RsaSha256.sign(keys.getPrivate(), NO_BILL.getBytes(UTF_8));
        String head = "{\"" + SignedText.responseOf(NoBill.METHOD) + "\":";
        byte[] body = (head + NO_BILL + ",\"sign\":\"" + signature + "\"}").getBytes(UTF_8);
        int from = head.length();
        int to = from + NO_BILL.getBytes(UTF_8).length;

        assertThat(SignedText.of(body, NoBill.METHOD).verified(keys.getPublic()))
                .isEqualTo(NO_BILL.getBytes(UTF_8));
        for (int i = from; i < to; i++) {
            byte[] changed = body.clone();
            changed[i] ^= 1;
            assertThat(verifies(changed, keys)).as("byte %d", i).isFalse();
        }
    }

    private static boolean verifies(byte[] body, KeyPair keys) {
        try {
            return SignedText.of(body, NoBill.METHOD).verified(keys.getPublic()) != null;
        } catch (IllegalArgumentException _) {
            return false; // no longer an answer at all
        }
    }

    @Test
    void verifiesTheRawTextWithWhateverStandsBetweenItsQuotes() throws Exception {
        room.alipay.says(
                "{ \"code\" : \"40004\",\"sub_msg\":\"}\\\"},{\\\\\",\"a\":{\"b\":[{}, \"]\"]},"
                        + "\"sub_code\":\"isp.bill_not_exist\" , \"中\":\"\\u4e2d\" }");

        Found found = download();

        assertThat(found)
                .isEqualTo(new Ready(List.of(folder.resolve("alipay-2026-11-28.no-bill.json"))));
    }

    @Test
    void verifiesAnAnswerWhoseSlashesWereEscapedAfterItWasSigned() throws Exception {
        room.alipay.bill(DAY, AlipayApiRoom.bill());
        room.alipay.onAnswer(body -> {
            int sign = body.indexOf(",\"sign\"");
            return body.substring(0, sign).replace("/", "\\/") + body.substring(sign);
        });

        Found found = download();

        assertThat(found).isInstanceOf(Ready.class);
    }

    @Test
    void believesNoSuccessWithoutASignature() throws Exception {
        room.alipay.bill(DAY, AlipayApiRoom.bill());
        room.alipay.unsigned();

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::download)
                .withMessageContaining("10000")
                .withMessageContaining("without a signature, so it is not believed");
        assertThat(room.alipay.hostCalls()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void keepsTheSignedAnswerThatThereIsNoBillAsItCame() throws Exception {
        Found found = download();

        Path file = folder.resolve("alipay-2026-11-28.no-bill.json");
        assertThat(found).isEqualTo(new Ready(List.of(file)));
        assertThat(Files.readString(file))
                .startsWith(
                        "{\"alipay_data_dataservice_bill_downloadurl_query_response\":"
                                + NO_BILL
                                + ",\"sign\":\"")
                .endsWith("\"}");
        assertThat(names(folder)).containsExactly("alipay-2026-11-28.no-bill.json");
    }

    @Test
    void makesNoEmptyDayOfAnUnsignedAnswerThatThereIsNoBill() {
        room.alipay.unsigned();

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::download)
                .withMessageContaining("isp.bill_not_exist")
                .withMessageContaining("without a signature, so it is not believed");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bill_not_exist", "40004", "Business", "账单"})
    void makesNoEmptyDayOfAnAnswerOfWhichOneByteChanged(String what) {
        room.alipay.onAnswer(body -> {
            int at = body.indexOf(what);
            char other = (char) (body.charAt(at) ^ 1);
            return body.substring(0, at) + other + body.substring(at + 1);
        });

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::download)
                .withMessageContaining("api.public-key");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void makesNoEmptyDayOfASuccessThatBecameARefusal() throws Exception {
        room.alipay.bill(DAY, AlipayApiRoom.bill());
        room.alipay.onAnswer(body -> {
            int from = body.indexOf(":{") + 1;
            return body.substring(0, from) + NO_BILL + body.substring(body.indexOf(",\"sign\""));
        });

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::download)
                .withMessageContaining("api.public-key");
        assertThat(folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "<html>busy</html>",
                "{\"alipay_trade_query_response\":{\"code\":\"10000\"},\"sign\":\"x\"}",
                "{\"error_response\":\"40004\",\"sign\":\"x\"}",
                "{\"error_response\":{\"code\":\"1\"},\"error_response\":{\"code\":\"2\"}}",
                "{\"error_response\":{\"code\":\"40004\"}} {}",
                "{\"error_response\":{\"code\":\"40004\""
            })
    void triesAgainWhatIsNoAnswerOfTheGatewayAndThenFails(String body) {
        room.alipay.onAnswer(_ -> body);

        assertThatExceptionOfType(CallException.class)
                .isThrownBy(this::download)
                .withMessageContaining("does not answer as the gateway does")
                .withMessageEndingWith("(tried 3 times)");
        assertThat(room.alipay.gatewayCalls()).isEqualTo(3);
        assertThat(room.pauses).hasSize(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void readsAnErrorThatIsNoAnswerOfTheMethod() {
        room.alipay.onAnswer(body ->
                body.replace(
                        "alipay_data_dataservice_bill_downloadurl_query_response",
                        "error_response"));
        room.alipay.says(AlipayFake.failed("40003", "isv.x", "条件异常"));

        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(this::download)
                .withMessageContaining(
                        "api.app-id is not allowed to call"
                                + " alipay.data.dataservice.bill.downloadurl.query")
                .withMessageContaining("40003 isv.x: 条件异常");
    }
}
