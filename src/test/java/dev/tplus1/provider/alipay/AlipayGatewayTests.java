package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.AlipayApiRoom.DAY;
import static dev.tplus1.provider.alipay.AlipayFake.failed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.entry.SettingException;
import dev.tplus1.http.CallException;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;

import mockwebserver3.MockResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the gateway's codes mean, and when a day has no bill. */
@Execution(ExecutionMode.CONCURRENT)
class AlipayGatewayTests {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "20000,isp.unknow-error",
        "20000,aop.unknow-error",
        "40005,isv.app-call-limited",
        "40004,ACQ.SYSTEM_ERROR",
        "40004,UNKNOW_ERROR"
    })
    void bringsTheBillAfterTheGatewayWasNotWell(String code, String detail) throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            room.alipay.bill(DAY, AlipayApiRoom.bill());
            room.alipay.says(failed(code, detail, "服务暂不可用"));

            assertThat(room.api().download(DAY, folder)).isInstanceOf(Ready.class);

            assertThat(room.alipay.gatewayCalls()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "20001,aop.invalid-app-auth-token,app-id",
        "40001,isv.missing-app-id,app-id",
        "40001,isv.missing-signature-key,private-key",
        "40002,isv.invalid-app-id,app-id",
        "40002,isv.invalid-signature,private-key",
        "40002,isv.invalid-signature-type,private-key",
        "40006,isv.insufficient-isv-permissions,app-id"
    })
    void namesTheKeyThatAlipayDoesNotAccept(String code, String detail, String key)
            throws Exception {
        for (boolean signed : List.of(true, false)) {
            try (AlipayApiRoom room = new AlipayApiRoom()) {
                room.alipay.says(failed(code, detail, "无效"));
                if (!signed) {
                    room.alipay.unsigned();
                }

                assertThatExceptionOfType(SettingException.class)
                        .isThrownBy(() -> room.api().proofs().getFirst().prove())
                        .withMessageStartingWith("job.yaml: api." + key + " ")
                        .withMessageContaining(code + " " + detail + ": 无效");
                assertThat(room.alipay.gatewayCalls()).isOne();
            }
        }
    }

    @Test
    void namesTheClockWhenItIsWrong() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            room.alipay.onRequest(form -> form);
            room.alipay.says(failed("40002", "isv.invalid-timestamp", "非法的时间戳参数"));

            assertThatExceptionOfType(SettingException.class)
                    .isThrownBy(() -> room.api().proofs().getFirst().prove())
                    .withMessageContaining("set this machine's clock");
        }
    }

    @ParameterizedTest
    @CsvSource({"40004,isp.other", "40002,isv.invalid-format", "50000,x", "'',x"})
    void failsOnWhatItDoesNotKnow(String code, String detail) throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            room.alipay.says(failed(code, detail, "?"));

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> room.api().download(DAY, folder))
                    .withMessage(
                            "Alipay gives no bill of 2026-11-28: it answers "
                                    + (code + " " + detail + ": ?").strip());
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void provesWhoAsksWithoutDownloadingAnything() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            assertThat(room.api().proofs().getFirst().prove())
                    .isEqualTo("signed in as application 2014072300007148");

            room.alipay.bill(DAY.minusDays(1), AlipayApiRoom.bill());
            assertThat(room.api().proofs().getFirst().prove())
                    .isEqualTo("signed in as application 2014072300007148");

            assertThat(room.alipay.hostCalls()).isZero();
        }
    }

    @Test
    void provesNothingToAnApplicationThatAlipayDoesNotKnow() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            assertThatExceptionOfType(SettingException.class)
                    .isThrownBy(() ->
                            room.api(values -> values.with("app-id", "2014072300007149"))
                                    .proofs()
                                    .getFirst()
                                    .prove())
                    .withMessageContaining("api.app-id is not accepted by Alipay")
                    .withMessageContaining("无效的AppID参数");
        }
    }

    @Test
    void tellsFromWhereStatementsComeWithoutAKey() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            assertThat(room.api().from())
                    .matches(
                            "Alipay, https://localhost:\\d+/gateway.do, application"
                                    + " 2014072300007148, bill type trade");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-28T15:59:59Z", "2026-11-28T03:00:00Z"})
    void isNotReadyBeforeTheDayIsOverInBeijing(Instant now) throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom(now)) {
            assertThat(room.api().download(DAY, folder))
                    .isEqualTo(new NotReady("Alipay's day 2026-11-28 is not over"));
            assertThat(room.alipay.gatewayCalls()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "isp.bill_not_exist",
                "BILL_NOT_EXIST",
                "isv.invalid-arguments",
                "INVAILID_ARGUMENTS"
            })
    void isNotReadyBeforeAllBillsAreThere(String detail) throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom(Instant.parse("2026-11-29T01:59:59Z"))) {
            room.alipay.says(failed("40004", detail, "账单不存在"));

            assertThat(room.api().download(DAY, folder))
                    .isEqualTo(
                            new NotReady(
                                    "Alipay has no bill of 2026-11-28 yet: it answers 40004 "
                                            + detail
                                            + ": 账单不存在"));
            assertThat(folder).isEmptyDirectory();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"isp.bill_not_exist", "BILL_NOT_EXIST", "isp.Bill_Not_Exist.x"})
    void hasAnEmptyDayOnceAllBillsAreThere(String detail) throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom(Instant.parse("2026-11-29T02:00:00Z"))) {
            room.alipay.says(failed("40004", detail, "账单不存在"));

            assertThat(room.api().download(DAY, folder))
                    .isEqualTo(
                            new Ready(List.of(folder.resolve("alipay-2026-11-28.no-bill.json"))));
        }
    }

    @Test
    void believesNoEmptyDayThatIsOlderThanWhatAlipayKeeps() throws Exception {
        String none = failed("40004", "isp.bill_not_exist", "账单不存在");
        try (AlipayApiRoom room = new AlipayApiRoom(Instant.parse("2029-05-28T15:59:59Z"))) {
            room.alipay.says(none);

            assertThat(room.api().download(DAY, folder)).isInstanceOf(Ready.class);
        }
        Path empty = Files.createDirectory(folder.resolve("empty"));
        try (AlipayApiRoom room = new AlipayApiRoom(Instant.parse("2029-05-28T16:00:00Z"))) {
            room.alipay.says(none);

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> room.api().download(DAY, empty))
                    .withMessage(
                            "Alipay has no bill of 2026-11-28 any more: it keeps them for some 30"
                                    + " months (it answers 40004 isp.bill_not_exist: 账单不存在);"
                                    + " give the file by --statement");
            assertThat(empty).isEmptyDirectory();
        }
    }

    @Test
    void losesNoMoreInDownloadAndQuestionsTogetherThanOneBudget() throws Exception {
        MockResponse busy =
                new MockResponse.Builder().code(429).addHeader("Retry-After", "50").build();
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            ProviderApi api = room.api(values -> values.with("retry-budget", "PT1M"));
            room.alipay.bill(DAY, AlipayApiRoom.bill());
            room.alipay.gatewayAnswers(busy);

            assertThat(api.download(DAY, folder)).isInstanceOf(Ready.class);
            room.alipay.gatewayAnswers(busy);

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> api.proofs().getFirst().prove())
                    .withMessageEndingWith(
                            "; this run has no time left to try again (retry-budget)");
            assertThat(room.pauses).containsExactly(Duration.ofSeconds(50));
        }
    }

    @Test
    void failsOnArgumentsThatAreRefusedOnceAllBillsAreThere() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom()) {
            room.alipay.says(failed("40002", "isv.invalid-arguments", "参数有误"));

            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> room.api().download(DAY, folder))
                    .withMessageContaining("isv.invalid-arguments");
        }
    }

    @Test
    void takesTheCodesAndTheHourOfTheJobFile() throws Exception {
        try (AlipayApiRoom room = new AlipayApiRoom(Instant.parse("2026-11-28T17:00:00Z"))) {
            room.alipay.says(failed("40004", "isp.nothing", "无"));
            room.alipay.says(failed("40004", "isp.later", "稍后"));

            var api =
                    room.api(values ->
                            values.with("no-bill-codes", List.of("NOTHING"))
                                    .with("too-early-codes", List.of("later"))
                                    .with("no-bill-after", "PT1H"));

            assertThat(api.download(DAY, folder)).isInstanceOf(Ready.class);
            assertThatExceptionOfType(CallException.class)
                    .isThrownBy(() -> api.download(DAY, folder))
                    .withMessageContaining("isp.later");
        }
    }
}
