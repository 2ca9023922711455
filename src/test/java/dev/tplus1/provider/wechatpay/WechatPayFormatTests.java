package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.TradeBillFixture.FOOTER;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.LEGACY;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.LEGACY_FOOTER;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.REFUND;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.SUCCESS;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.format;
import static dev.tplus1.provider.wechatpay.TradeBillFixture.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statement.IgnoredRow;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

class WechatPayFormatTests {
    @TempDir Path folder;

    private Statement read(byte[] bytes) throws Exception {
        return Statements.read(format(), List.of(write(folder, "bill.csv", bytes)));
    }

    private Statement read(String text) throws Exception {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Money cny(String amount) {
        return Money.parse(amount, Money.currency("CNY"));
    }

    @Test
    void readsABillOfAllKinds() throws Exception {
        Statement statement = read(TradeBillFixture.all().bytes());

        assertThat(statement.layout()).isEqualTo("wechatpay/all");
        assertThat(statement.merchantId()).isEqualTo("1230000109");
        assertThat(statement.subMerchantId()).isEmpty();
        assertThat(statement.covers()).isEqualTo(Set.of(Kind.PAYMENT, Kind.REFUND));
        assertThat(statement.controlled()).isTrue();
        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::key, StatementEntry::amount, StatementEntry::inProgress)
                .containsExactly(
                        tuple(EntryKey.payment("4200001"), cny("9.00"), false),
                        tuple(EntryKey.payment("4200002"), cny("100.00"), false),
                        tuple(EntryKey.refund("R1"), cny("30.00"), false),
                        tuple(EntryKey.refund("R2"), cny("30.00"), true));
        assertThat(statement.ignored()).extracting(IgnoredRow::line).containsExactly(6L);
        assertThat(statement.ignored().getFirst().reason()).contains("FAIL");
        assertThat(statement.fees())
                .isEqualTo(Map.of(Money.currency("CNY"), new BigDecimal("0.594")));
    }

    @Test
    void readsTheAnswerThatThereIsNoBillAsAnEmptyDay() throws Exception {
        byte[] answer = WechatPayFake.errorBody("NO_STATEMENT_EXIST", "请求的账单文件不存在");

        Statement statement =
                Statements.read(format(), List.of(write(folder, "bill" + NoBill.SUFFIX, answer)));

        assertThat(statement.layout()).isEqualTo("wechatpay/no-bill");
        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.covers()).isEqualTo(Set.of(Kind.PAYMENT, Kind.REFUND));
        assertThat(statement.merchantId()).isNull();
        assertThat(statement.fees()).isEmpty();
        assertThat(statement.controlled()).isTrue();
    }

    @Test
    void keepsEachRowsOwnBytesAndLine() throws Exception {
        TradeBillFixture bill = TradeBillFixture.all();

        Statement statement = read(bill.bytes());

        StatementEntry entry = Statements.entries(statement).get(1);
        assertThat(entry.line()).isEqualTo(3);
        String raw =
                Statements.raw(format(), statement, List.of(folder.resolve("bill.csv")), entry);
        assertThat(raw.getBytes(StandardCharsets.ISO_8859_1))
                .isEqualTo(bill.lines().get(2).getBytes(StandardCharsets.UTF_8));
        assertThat(entry.time()).isEqualTo(Instant.parse("2026-11-28T02:00:00Z"));
        assertThat(entry.orderNo()).isEqualTo("S2");
    }

    @Test
    void readsLineFeedsAlikeAndDoesWithoutAByteOrderMark() throws Exception {
        Statement statement = read(TradeBillFixture.all().text().replace("\r\n", "\n"));

        assertThat(Statements.entries(statement)).hasSize(4);
    }

    @Test
    void readsGzip() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(TradeBillFixture.all().bytes());
        }

        Statement statement = read(packed.toByteArray());

        assertThat(Statements.entries(statement)).hasSize(4);
    }

    @Test
    void readsABillOfPaymentsWithEitherTotalsLine() throws Exception {
        List<String> four = List.of("应结订单总金额=应结订单金额", "手续费总金额=手续费", "订单总金额=订单金额");

        for (List<String> footer : List.of(four, FOOTER)) {
            Statement statement =
                    read(
                            new TradeBillFixture(SUCCESS, footer)
                                    .payment("4200001", "S1", "8.00", "9.00", "0.04800")
                                    .bytes());

            assertThat(statement.layout()).isEqualTo("wechatpay/success");
            assertThat(statement.covers()).isEqualTo(Set.of(Kind.PAYMENT));
            assertThat(Statements.entries(statement)).hasSize(1);
        }
    }

    @Test
    void takesTheTimeThatARefundWasAskedForInABillOfRefunds() throws Exception {
        TradeBillFixture bill = new TradeBillFixture(REFUND, FOOTER);
        bill.row(
                Map.of(
                        "交易时间",
                        "2026-11-15 09:00:00",
                        "退款申请时间",
                        "2026-11-28 13:00:00",
                        "微信订单号",
                        "4200009",
                        "商户订单号",
                        "S9",
                        "交易状态",
                        "REFUND",
                        "微信退款单号",
                        "5030009",
                        "退款金额",
                        "1.00",
                        "申请退款金额",
                        "2.00",
                        "退款状态",
                        "SUCCESS"));

        Statement statement = read(bill.bytes());

        StatementEntry entry = Statements.entries(statement).getFirst();
        assertThat(statement.layout()).isEqualTo("wechatpay/refund");
        assertThat(statement.covers()).isEqualTo(Set.of(Kind.REFUND));
        assertThat(entry.time()).isEqualTo(Instant.parse("2026-11-28T05:00:00Z"));
        assertThat(entry.amount()).isEqualTo(cny("2.00"));
        // its refund number is 0, so the provider's own id is the key
        assertThat(entry.key()).isEqualTo(EntryKey.refund("5030009"));
        assertThat(entry.refundNo()).isEmpty();
    }

    @Test
    void readsTheLegacyLayoutInBothSpellings() throws Exception {
        String text =
                new TradeBillFixture(LEGACY, LEGACY_FOOTER)
                        .payment("4200001", "S1", "", "9.00", "0.05000")
                        .refund("4200001", "S1", "5030001", "R1", "9.00", "SUCCESS")
                        .text();

        for (String spelled : List.of(text, text.replace("代金券或立减优惠", "企业红包"))) {
            Statement statement = read(spelled);

            assertThat(statement.layout()).isEqualTo("wechatpay/legacy");
            assertThat(Statements.entries(statement))
                    .extracting(StatementEntry::amount)
                    .containsExactly(cny("9.00"), cny("9.00"));
        }
    }

    @Test
    void countsAReversedPaymentAsARefundWhenMoneyWentBack() throws Exception {
        TradeBillFixture bill = TradeBillFixture.all();
        bill.row(
                Map.of(
                        "微信订单号", "4200002", "商户订单号", "S2", "交易状态", "REVOKED", "微信退款单号", "5030004",
                        "退款金额", "3.00", "申请退款金额", "3.00", "退款状态", "SUCCESS"));
        bill.row(Map.of("微信订单号", "4200003", "商户订单号", "S3", "交易状态", "REVOKED"));

        Statement statement = read(bill.bytes());

        assertThat(Statements.entries(statement).getLast().key())
                .isEqualTo(EntryKey.refund("5030004"));
        assertThat(statement.ignored()).hasSize(2);
    }

    @Test
    void bindsColumnsByNameInAnyOrderAndWithMoreOfThem() throws Exception {
        List<String> columns =
                new ArrayList<>(List.of((TradeBillFixture.ALL + ",新增列").split(",", -1)));
        Collections.reverse(columns);
        TradeBillFixture bill =
                new TradeBillFixture(String.join(",", columns), FOOTER)
                        .payment("4200001", "S1", "8.00", "9.00", "0.04800");

        Statement statement = read(bill.bytes());

        assertThat(Statements.entries(statement).getFirst().key())
                .isEqualTo(EntryKey.payment("4200001"));
    }

    @Test
    void takesIdsThatDifferInCaseForTwo() throws Exception {
        TradeBillFixture bill =
                new TradeBillFixture(TradeBillFixture.ALL, FOOTER)
                        .payment("tx-a", "S1", "1.00", "1.00", "0.00000")
                        .payment("TX-A ", "S2", "1.00", "1.00", "0.00000");

        Statement statement = read(bill.bytes());

        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::transactionId)
                .containsExactly("tx-a", "TX-A ");
    }

    @Test
    void takesAFileWithoutRowsForAnEmptyDay() throws Exception {
        Statement statement = read(new TradeBillFixture(TradeBillFixture.ALL, FOOTER).bytes());

        assertThat(Statements.entries(statement)).isEmpty();
        assertThat(statement.merchantId()).isNull();
    }

    @Test
    void takesABillOfPaymentsAndOneOfRefundsTogether() throws Exception {
        TradeBillFixture payments =
                new TradeBillFixture(SUCCESS, FOOTER)
                        .payment("4200001", "S1", "9.00", "9.00", "0.05400");
        TradeBillFixture refunds =
                new TradeBillFixture(REFUND, FOOTER)
                        .refund("4200001", "S1", "5030001", "R1", "9.00", "SUCCESS");

        Statement statement =
                Statements.read(
                        format(),
                        List.of(
                                write(folder, "b-success.csv", payments.bytes()),
                                write(folder, "a-refund.csv", refunds.bytes())));

        assertThat(statement.covers()).isEqualTo(Set.of(Kind.PAYMENT, Kind.REFUND));
        assertThat(Statements.entries(statement))
                .extracting(StatementEntry::kind)
                .containsExactlyInAnyOrder(Kind.REFUND, Kind.PAYMENT);
        assertThat(statement.fees())
                .isEqualTo(Map.of(Money.currency("CNY"), new BigDecimal("0.036")));
    }
}
