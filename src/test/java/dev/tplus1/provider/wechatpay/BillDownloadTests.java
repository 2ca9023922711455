package dev.tplus1.provider.wechatpay;

import static dev.tplus1.provider.wechatpay.WechatPayAccount.DAY;
import static dev.tplus1.provider.wechatpay.WechatPayAccount.NOW;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.http.CallException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementSource.NotReady;
import dev.tplus1.statement.StatementSource.Ready;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

class BillDownloadTests {
    private static final byte[] BILL = TradeBillFixture.all().bytes();

    @TempDir Path root;
    private WechatPayAccount account;

    @BeforeEach
    void open() throws Exception {
        account = new WechatPayAccount(root);
    }

    @AfterEach
    void close() {
        account.close();
    }

    private void reopen(Instant now) throws Exception {
        account.close();
        account = new WechatPayAccount(Files.createDirectory(root.resolve("again")), now, now);
    }

    @Test
    void bringsTheBillAsItCameAndPacked() throws Exception {
        account.fake.bill(DAY, BILL);

        var found = account.download();

        Path file = account.folder.resolve("wechatpay-2026-11-28.csv.gz");
        assertThat(found).isEqualTo(new Ready(List.of(file)));
        assertThat(file).hasBinaryContent(WechatPayKeys.gzip(BILL));
        assertThat(account.left()).containsExactly("wechatpay-2026-11-28.csv.gz");
        assertThat(account.fake.targets())
                .containsExactly(
                        "/v3/bill/tradebill?bill_date=2026-11-28&bill_type=ALL&tar_type=GZIP",
                        "/v3/billdownload/file?token=token-000001&tartype=gzip");
        assertThat(account.pauses).isEmpty();
        try (Statement statement = Statements.read(TradeBillFixture.format(), List.of(file))) {
            assertThat(statement.layout()).isEqualTo("wechatpay/all");
        }
    }

    @Test
    void bringsAPlainBillOfOneKindWhereTheSettingsSaySo() throws Exception {
        account.fake.bill(DAY, BILL);
        account.values.with("tar-type", "none").with("bill-type", "SUCCESS");

        var found = account.download();

        Path file = account.folder.resolve("wechatpay-2026-11-28.csv");
        assertThat(found).isEqualTo(new Ready(List.of(file)));
        assertThat(file).hasBinaryContent(BILL);
        assertThat(account.fake.targets().getFirst())
                .isEqualTo("/v3/bill/tradebill?bill_date=2026-11-28&bill_type=SUCCESS");
    }

    @Test
    void asksForTheBillOfTheSubMerchant() throws Exception {
        account.fake.bill(DAY, BILL);
        account.values.merchant(WechatPayFake.MERCHANT, "1900000109");

        account.download();

        assertThat(account.fake.targets().getFirst())
                .isEqualTo(
                        "/v3/bill/tradebill?bill_date=2026-11-28&bill_type=ALL"
                                + "&sub_mchid=1900000109&tar_type=GZIP");
    }

    @Test
    void takesAPlainBillWhereAPackedOneWasAskedFor() throws Exception {
        account.fake.packedBill(DAY, BILL, WechatPayKeys.sha1(BILL));

        account.download();

        assertThat(account.folder.resolve("wechatpay-2026-11-28.csv.gz")).hasBinaryContent(BILL);
    }

    @Test
    void isNotReadyWhileTheBillIsBeingMade() throws Exception {
        account.fake.creating(DAY);

        var found = account.download();

        assertThat(found)
                .isEqualTo(
                        new NotReady(
                                "WeChat Pay is still making the bill of 2026-11-28"
                                        + " (STATEMENT_CREATING); it makes bills from 09:00"
                                        + " Beijing time on"));
        assertThat(account.left()).isEmpty();
    }

    @Test
    void keepsTheSignedAnswerThatThereIsNoBillAsTheDaysStatement() throws Exception {
        var found = account.download();

        Path file = account.folder.resolve("wechatpay-2026-11-28.no-bill.json");
        assertThat(found).isEqualTo(new Ready(List.of(file)));
        assertThat(file)
                .hasBinaryContent(WechatPayFake.errorBody("NO_STATEMENT_EXIST", "请求的账单文件不存在"));
        try (Statement statement = Statements.read(TradeBillFixture.format(), List.of(file))) {
            assertThat(statement.layout()).isEqualTo("wechatpay/no-bill");
            assertThat(Statements.entries(statement)).isEmpty();
        }
    }

    @Test
    void doesNotBelieveThatADayIsEmptyBeforeItsBillWouldBeThere() throws Exception {
        reopen(Instant.parse("2026-11-29T01:59:59Z"));

        var found = account.download();

        assertThat(found)
                .isEqualTo(
                        new NotReady(
                                "WeChat Pay has no bill of 2026-11-28 (NO_STATEMENT_EXIST), and may"
                                        + " yet make one until 2026-11-29T10:00 Beijing time"
                                        + " (no-bill-after)"));
        assertThat(account.left()).isEmpty();
    }

    @Test
    void believesThatADayIsEmptyAsSoonAsTheSettingSays() throws Exception {
        reopen(Instant.parse("2026-11-29T01:00:00Z"));
        account.values.with("no-bill-after", "PT9H");

        assertThat(account.download()).isInstanceOf(Ready.class);
    }

    @Test
    void asksNothingOfADayThatIsNotOverInBeijing() throws Exception {
        reopen(Instant.parse("2026-11-28T15:59:59Z"));

        var found = account.download();

        assertThat(found)
                .isEqualTo(
                        new NotReady(
                                "2026-11-28 is not over in Beijing, where WeChat Pay's days end"));
        assertThat(account.fake.targets()).isEmpty();
    }

    @Test
    void saysThatBillsAreKeptForThreeMonthsOnly() throws Exception {
        LocalDate old = LocalDate.parse("2026-08-28");
        account.fake.then(
                WechatPayFake.LINK,
                (fake, _) -> fake.error(400, "PARAM_ERROR", "bill_date"),
                (fake, _) -> fake.error(400, "NO_STATEMENT_EXIST", "none"));

        for (String code : List.of("PARAM_ERROR: bill_date", "NO_STATEMENT_EXIST: none")) {
            assertThatThrownBy(() -> account.download(old))
                    .isInstanceOf(CallException.class)
                    .hasMessage(
                            "WeChat Pay has no bill of 2026-08-28 any more: it keeps them for three"
                                    + " months ("
                                    + account.fake.url()
                                    + "/v3/bill/tradebill answered 400: "
                                    + code
                                    + "); give the file by --statement");
        }
        assertThat(account.pauses).isEmpty();
        assertThat(account.left()).isEmpty();
    }

    @Test
    void saysWhatWeChatPaySaysOfAQuestionThatItDoesNotTake() throws Exception {
        account.fake.then(
                WechatPayFake.LINK, (fake, _) -> fake.error(400, "PARAM_ERROR", "sub_mchid\\n!"));

        assertThatThrownBy(() -> account.download())
                .isInstanceOf(CallException.class)
                .hasMessage(
                        "WeChat Pay's bill of 2026-11-28: "
                                + account.fake.url()
                                + "/v3/bill/tradebill answered 400: PARAM_ERROR: sub_mchid !");
        assertThat(account.fake.targets()).hasSize(1);
    }

    @Test
    void saysWhereStatementsComeFrom() {
        try (var api = account.api()) {
            assertThat(api.from())
                    .isEqualTo(account.fake.url() + "/v3/bill/tradebill?bill_type=ALL");
        }
        assertThat(NOW).isAfter(BillDownload.end(DAY));
    }
}
