package dev.tplus1.provider.alipay;

import static dev.tplus1.provider.alipay.BusinessStatementFixture.DETAIL;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.SUMMARY;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.gbk;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.text;
import static dev.tplus1.provider.alipay.BusinessStatementFixture.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

class AlipayFormatTests {
    @TempDir Path folder;

    private Statement read(byte[] bytes) throws Exception {
        Path file = Files.write(folder.resolve("statement.bin"), bytes);
        return Statements.read(new AlipayFormat(StatementSettings.of("alipay")), List.of(file));
    }

    private String refusal(byte[] bytes) {
        RefusedException refused = catchThrowableOfType(RefusedException.class, () -> read(bytes));
        assertThat(refused).isNotNull();
        return String.valueOf(refused.getMessage());
    }

    private String refusal(String detail) {
        return refusal(gbk(detail));
    }

    private static Money cny(String amount) {
        return Money.parse(amount, Money.currency("CNY"));
    }

    @Test
    void readsTheZipAsAlipaySendsIt() throws Exception {
        Statement statement = read(zip(text(DETAIL), text(SUMMARY)));

        assertThat(statement.layout()).isEqualTo("alipay/trade");
        assertThat(statement.merchantId()).isEqualTo("2088000000000000");
        assertThat(statement.declaredDate()).isEqualTo(LocalDate.of(2026, 11, 28));
        assertThat(statement.controlled()).isTrue();
        assertThat(statement.fees())
                .isEqualTo(Map.of(Money.currency("CNY"), new BigDecimal("0.17")));
        assertThat(Statements.entries(statement))
                .extracting(
                        StatementEntry::key,
                        StatementEntry::amount,
                        StatementEntry::time,
                        StatementEntry::line)
                .containsExactly(
                        tuple(
                                EntryKey.payment("2026112822001"),
                                cny("10.00"),
                                Instant.parse("2026-11-28T01:00:07Z"),
                                6L),
                        tuple(
                                EntryKey.payment("2026112822002"),
                                cny("20.00"),
                                Instant.parse("2026-11-28T02:00:07Z"),
                                7L),
                        tuple(
                                EntryKey.refund("S2\u001fRR1"),
                                cny("5.00"),
                                Instant.parse("2026-11-28T03:00:00Z"),
                                8L),
                        tuple(
                                EntryKey.refund("S2\u001f2026112822002\u001f2026-11-28T04:00:00Z"),
                                cny("6.00"),
                                Instant.parse("2026-11-28T04:00:00Z"),
                                9L));
    }

    @Test
    void readsTheDetailFileAloneWithEitherWidthOfBrackets() throws Exception {
        String half = text(DETAIL).replace('（', '(').replace('）', ')').replace("/请求号", "");

        for (String detail : List.of(text(DETAIL), half, text(DETAIL).replace("\r\n", "\n"))) {
            assertThat(Statements.entries(read(gbk(detail)))).hasSize(4);
        }
    }

    @Test
    void readsADayWithoutRows() throws Exception {
        List<String> lines = new ArrayList<>(DETAIL);
        lines.subList(5, 9).clear();
        String detail =
                text(lines).replaceAll("合计：2笔", "合计：0笔").replaceAll("共-?[0-9]+\\.00", "共0.00");

        assertThat(Statements.entries(read(gbk(detail)))).isEmpty();
    }

    @Test
    void refusesADetailFileCutAtAnyByteBeforeItsLastBracket() {
        byte[] whole = gbk(text(DETAIL));

        // a cut that takes the last line end alone takes nothing that is checked
        for (int length = 0; length < whole.length - 2; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length))).startsWith("statement.bin");
        }
    }

    @Test
    void refusesAZipCutAtAnyByte() throws Exception {
        byte[] whole = zip(text(DETAIL), text(SUMMARY));

        for (int length = 0; length < whole.length; length += 7) {
            assertThat(refusal(Arrays.copyOf(whole, length))).startsWith("statement.bin");
        }
    }

    @Test
    void refusesADroppedRow() {
        List<String> lines = new ArrayList<>(DETAIL);
        lines.remove(6);

        assertThat(refusal(text(lines)))
                .isEqualTo(
                        "statement.bin, line 10: rows: the totals say 2, the file has 1; fetch the"
                                + " file again");
    }

    @Test
    void refusesAChangedAmount() {
        assertThat(refusal(text(DETAIL).replace(",9.00,", ",9.01,")))
                .contains("line 11")
                .contains("商家实收: the totals say 29.00, the file has 29.01");
        assertThat(refusal(text(DETAIL).replace(",-5.00,-5.00,", ",-5.00,-5.10,")))
                .contains("line 12");
    }

    @Test
    void refusesASummaryThatDoesNotAgree() throws Exception {
        String detail = text(DETAIL);
        String summary = text(SUMMARY);

        assertThat(refusal(zip(detail, summary.replace(",2,2,", ",3,2,")))).contains("交易订单总笔数");
        assertThat(refusal(zip(detail, summary.replace(",2,2,", ",2,1,")))).contains("退款订单总笔数");
        assertThat(refusal(zip(detail, summary.replace("19.00", "19.01"))))
                .endsWith(
                        "订单金额: the summary says 19.01, the detail has 19.00; fetch both files"
                                + " again");
        assertThat(refusal(zip(detail, summary.replace("-0.17", "-0.18")))).contains("服务费");
        assertThat(
                        refusal(
                                zip(
                                        detail,
                                        summary.replace("11月28日", "11月27日")
                                                .replace("29日 00", "28日 00"))))
                .contains("2026-11-27");
        // an amount that the detail's own totals do not sum
        assertThat(refusal(zip(detail.replace(",20.00,20.00,", ",21.00,20.00,"), summary)))
                .contains("订单金额");
    }

    @Test
    void refusesAZipWithoutItsSummaryOrWithTwoDetails() throws Exception {
        byte[] detail = gbk(text(DETAIL));

        assertThat(refusal(zip(Map.of("a.csv", detail)))).contains("the summary is missing");
        assertThat(refusal(zip(Map.of("a.csv", detail, "b.csv", detail))))
                .contains("second detail");
    }

    @Test
    void neverUsesNamesInsideTheZipAsPaths() throws Exception {
        byte[] zip =
                zip(
                        Map.of(
                                "../../escaped.csv",
                                gbk(text(DETAIL)),
                                "/escaped.csv",
                                gbk(text(SUMMARY))));

        Statement statement = read(zip);

        assertThat(Statements.entries(statement)).hasSize(4);
        assertThat(folder.resolve("../escaped.csv")).doesNotExist();
        assertThat(folder).isDirectoryNotContaining(f -> !f.endsWith("statement.bin"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"支付宝交易号", "商户订单号", "业务类型", "完成时间", "订单金额（元）", "商家实收（元）", "退款批次号/请求号"})
    void namesAMissingColumn(String column) {
        String message = refusal(text(DETAIL).replace(column, "别的"));

        assertThat(message)
                .startsWith("statement.bin, line 5: the column ")
                .contains(column.substring(0, 4))
                .endsWith("is missing");
    }

    @Test
    void namesTheLineOfAByteThatIsNoText() {
        byte[] bytes = gbk(text(DETAIL).replace("两盒", "??"));
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xff : bytes[i];
        }

        assertThat(refusal(bytes)).startsWith("statement.bin, line 6: byte").contains("0xFF");
    }

    @Test
    void refusesAnAccountOrDayThatItCannotBe() {
        assertThat(refusal(text(DETAIL).replace("00000156", "00000157"))).contains("ends in 0156");
        assertThat(refusal(text(DETAIL).replace("11月29日 00:00", "12月01日 00:00")))
                .contains("one whole day");
        assertThat(refusal(text(DETAIL.subList(0, 1)) + text(DETAIL.subList(2, 13))))
                .contains("#账号");
    }

    @Test
    void saysWhatAnotherExportIs() throws Exception {
        assertThat(refusal(text(List.of("#支付宝账务明细查询", "#账号：[20880000000000000156]"))))
                .contains("balance ledger");
        assertThat(refusal(text(SUMMARY))).contains("summary alone");
        assertThat(refusal(text(List.of("------------", "导出信息：", "姓名：某", "支付宝账户：a@example.com"))))
                .contains("wallet export");
        assertThat(refusal("下载超时，请重新下载")).contains("下载超时");
        assertThat(refusal("<html></html>")).contains("HTML page");
        assertThat(refusal("{\"sub_code\":\"isp.x\",\"sub_msg\":\"none\"}")).contains("JSON");
        assertThat(refusal(text(DETAIL).getBytes(StandardCharsets.UTF_8))).contains("line 1");
    }

    private static String answer(String code, String detail) {
        return "{\"alipay_data_dataservice_bill_downloadurl_query_response\":"
                + AlipayFake.failed(code, detail, "账单不存在")
                + ",\"sign\":\"abc\"}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"isp.bill_not_exist", "BILL_NOT_EXIST"})
    void readsTheAnswerThatThereIsNoBillAsAnEmptyDay(String detail) throws Exception {
        byte[] answer = answer("40004", detail).getBytes(StandardCharsets.UTF_8);

        Statement statement = noBill(answer);

        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.layout()).isEqualTo("alipay/no-bill");
        assertThat(statement.declaredDate()).isNull();
        assertThat(statement.controlled()).isTrue();
        assertThat(statement.checks()).containsExactly("answer");
        assertThat(statement.sha256())
                .isEqualTo(
                        HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(answer)));
    }

    @Test
    void readsTheAnswerThatTheDownloadKeptUnderACodeOfTheJobFile() throws Exception {
        Statement statement =
                noBill(answer("40004", "isp.nothing").getBytes(StandardCharsets.UTF_8));

        assertThat(Statements.entries(statement)).isEmpty();
    }

    @Test
    void refusesTheAnswerThatSomebodySavedUnderANameOfTheirOwn() {
        byte[] answer = answer("40004", "isp.bill_not_exist").getBytes(StandardCharsets.UTF_8);

        assertThat(refusal(answer)).contains("it is a JSON document");
    }

    private Statement noBill(byte[] bytes) throws Exception {
        Path file = Files.write(folder.resolve("alipay-2026-11-28" + NoBill.SUFFIX), bytes);
        return Statements.read(new AlipayFormat(StatementSettings.of("alipay")), List.of(file));
    }

    @Test
    void readsNoOtherAnswerOfTheGatewayAsAnEmptyDay() {
        String none = answer("40004", "isp.bill_not_exist");

        for (String answer :
                List.of(
                        answer("10000", "isp.bill_not_exist"),
                        none.replace("bill_downloadurl", "bill_upload"),
                        none.substring(0, none.length() - 1),
                        none + none)) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> noBill(answer.getBytes(StandardCharsets.UTF_8)))
                    .withMessageContaining("it is a JSON document");
        }
    }
}
