package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.TradeBillFixture.FOOTER;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.REFUND;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.SUCCESS;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.format;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

class TradeBillRefusalTests {
    @TempDir Path folder;
    private String suffix = ".csv";

    private String refusal(byte[]... files) {
        RefusedException refused =
                catchThrowableOfType(
                        RefusedException.class,
                        () -> {
                            List<Path> paths = new ArrayList<>();
                            for (byte[] file : files) {
                                paths.add(write(folder, "bill" + paths.size() + suffix, file));
                            }
                            Statements.read(format(), paths);
                        });
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    private String refusal(String text) {
        return refusal(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void refusesAFileCutAtAnyByteBeforeItsLastLineEnd() {
        byte[] whole = TradeBillFixture.all().bytes();

        // without its line end alone, nothing of the totals line is missing
        for (int length = 0; length < whole.length - 2; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length))).startsWith("bill0.csv");
        }
    }

    @Test
    void refusesAFileThatEndsWithoutItsTotalsLine() {
        List<String> lines = TradeBillFixture.all().lines();

        String message = refusal(String.join("\r\n", lines.subList(0, 6)) + "\r\n");

        assertThat(message)
                .isEqualTo(
                        "bill0.csv, line 6: the file ends without its totals line; fetch the file"
                                + " again");
    }

    @Test
    void refusesGzipThatIsCutOrGoesOn() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(TradeBillFixture.all().bytes());
        }
        byte[] whole = packed.toByteArray();
        packed.write(whole);

        for (int length = 2; length < whole.length; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length))).contains("gzip");
        }
        assertThat(refusal(packed.toByteArray())).contains("one gzip member is expected");
        assertThat(refusal(Arrays.copyOf(whole, whole.length + 1))).contains("one gzip member");
    }

    @Test
    void refusesADroppedRow() {
        List<String> lines = new ArrayList<>(TradeBillFixture.all().lines());
        lines.remove(2);

        assertThat(refusal(String.join("\n", lines) + "\n"))
                .isEqualTo(
                        "bill0.csv, line 7: the totals line counts 5 rows, the file has 4; fetch"
                                + " the file again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "`8.00,=`8.01,",
                "`9.00,=`9.01,",
                "`0.04800=`0.04801",
                "`40.00,`0=`41.00,`0"
            })
    void refusesAChangedAmount(String change) {
        String[] parts = change.split("=", -1);
        String text = TradeBillFixture.all().text();

        String message = refusal(text.replaceFirst(parts[0], parts[1]));

        assertThat(message)
                .contains("the totals line says")
                .contains("the rows sum to")
                .endsWith("; fetch the file again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "交易时间", "商户号", "特约商户号", "微信订单号", "商户订单号", "交易状态", "货币种类", "应结订单金额", "微信退款单号",
                "商户退款单号", "退款金额", "退款状态", "手续费", "订单金额", "申请退款金额"
            })
    void namesAMissingColumn(String column) {
        String header = ("," + TradeBillFixture.ALL).replace("," + column + ",", ",").substring(1);

        String message = refusal(new TradeBillFixture(header, FOOTER).bytes());

        assertThat(message)
                .isEqualTo("bill0.csv, line 1: the column \"" + column + "\" is missing");
    }

    @Test
    void refusesAProductNameThatLooksLikeTwoCells() {
        TradeBillFixture bill = TradeBillFixture.all();
        bill.row(Map.of("微信订单号", "4200004", "商品名称", "tea,`milk"));

        assertThat(refusal(bill.bytes()))
                .isEqualTo("bill0.csv, line 7: the line has 28 cells, the header has 27");
    }

    @Test
    void namesTheLineOfAByteThatIsNoText() {
        byte[] bytes =
                TradeBillFixture.all().text().replace("S2", "S?").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xff : bytes[i];
        }

        assertThat(refusal(bytes)).startsWith("bill0.csv, line 3: byte").contains("0xFF");
    }

    @Test
    void refusesRowsOfTwoMerchants() {
        TradeBillFixture bill = TradeBillFixture.all();
        bill.row(Map.of("微信订单号", "4200004", "商户号", "1230000110", "订单金额", "1.00"));

        assertThat(refusal(bill.bytes())).contains("1230000110").contains("1230000109");
    }

    @Test
    void refusesAStateThatItDoesNotKnow() {
        TradeBillFixture bill = TradeBillFixture.all();
        bill.row(Map.of("微信订单号", "4200004", "交易状态", "NOTPAY"));

        assertThat(refusal(bill.bytes())).contains("line 7").contains("NOTPAY");
    }

    @Test
    void refusesAnAmountWithMoreDecimalsThanItsCurrencyAndAnIdWithControlCharacters() {
        TradeBillFixture yen = new TradeBillFixture(TradeBillFixture.ALL, FOOTER);
        yen.row(Map.of("微信订单号", "1", "货币种类", "JPY", "订单金额", "5.50"));
        TradeBillFixture bell = new TradeBillFixture(TradeBillFixture.ALL, FOOTER);
        bell.row(Map.of("微信订单号", "1\u0007", "订单金额", "5.50"));

        assertThat(refusal(yen.bytes())).contains("more decimals than JPY");
        assertThat(refusal(bell.bytes())).contains("control character");
    }

    @Test
    void refusesWhatIsNoBill() {
        assertThat(refusal("")).contains("empty (0 bytes)");
        assertThat(refusal("<!DOCTYPE html><html><body>login</body></html>")).contains("HTML page");
        assertThat(refusal("{\"code\":\"NO_AUTH\",\"message\":\"not allowed\"}"))
                .contains("JSON document that says \"NO_AUTH\"");
        assertThat(
                        refusal(
                                "<xml><return_code><![CDATA[FAIL]]></return_code><return_msg>"
                                        + "<![CDATA[No Bill Exist]]></return_msg></xml>"))
                .contains("XML error reply that says \"No Bill Exist\"");
        assertThat(refusal("记账时间,微信支付业务单号\n")).contains("fund bill");
        assertThat(refusal("微信支付账单明细,,,\n")).contains("wallet export");
        assertThat(refusal("PK\u0003\u0004 and so on")).contains("Excel workbook");
    }

    @Test
    void refusesWhatOnlyLooksLikeTheAnswerThatThereIsNoBill() {
        suffix = NoBill.SUFFIX;
        String answer = "{\"code\":\"NO_STATEMENT_EXIST\",\"message\":\"none\"}";
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);

        for (int length = 1; length < bytes.length; length++) {
            assertThat(refusal(Arrays.copyOf(bytes, length))).contains("it is a JSON document");
        }
        for (String other :
                List.of(
                        answer + answer,
                        answer + "x",
                        "{\"code\":\"STATEMENT_CREATING\",\"message\":\"NO_STATEMENT_EXIST\"}",
                        "{\"code\":\"no_statement_exist\"}",
                        "{\"code\":[\"NO_STATEMENT_EXIST\"]}",
                        "{\"code\":\"NO_STATEMENT_EXIST\",\"code\":\"NO_STATEMENT_EXIST\"}",
                        answer + " ".repeat(1 << 16))) {
            assertThat(refusal(other)).contains("it is a JSON document");
        }
        assertThat(refusal(bytes, bytes)).contains("it is a JSON document");
        assertThat(refusal(bytes, TradeBillFixture.all().bytes()))
                .contains("it is a JSON document");
    }

    @Test
    void refusesTheAnswerThatSomebodySavedUnderANameOfTheirOwn() {
        assertThat(refusal(WechatPayFake.errorBody("NO_STATEMENT_EXIST", "none")))
                .contains("it is a JSON document");
    }

    @Test
    void refusesTextAfterTheTotalsLine() {
        assertThat(refusal(TradeBillFixture.all().text() + "x\r\n")).contains("goes on after");
    }

    @Test
    void refusesFilesThatAreNoPair() {
        byte[] all = TradeBillFixture.all().bytes();
        byte[] success =
                new TradeBillFixture(SUCCESS, FOOTER)
                        .payment("4200001", "S1", "9.00", "9.00", "0.05400")
                        .bytes();
        TradeBillFixture later = new TradeBillFixture(REFUND, FOOTER);
        later.row(
                Map.of(
                        "退款申请时间",
                        "2026-11-29 13:00:00",
                        "微信订单号",
                        "4200001",
                        "交易状态",
                        "REFUND",
                        "商户退款单号",
                        "R1",
                        "申请退款金额",
                        "9.00"));

        assertThat(refusal(all, success)).contains("wechatpay/all and wechatpay/success");
        assertThat(refusal(success, success)).contains("wechatpay/success and wechatpay/success");
        assertThat(refusal(success, later.bytes(), all)).contains("3 files");
        assertThat(refusal(success, later.bytes())).contains("2026-11-29");
    }
}
