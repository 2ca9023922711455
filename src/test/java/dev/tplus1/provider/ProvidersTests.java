package dev.tplus1.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;
import dev.tplus1.statement.RefusedException;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.StatementDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;

import java.net.URL;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

class ProvidersTests {
    private static final LocalDate DATE = LocalDate.of(2026, 11, 28);

    private static Statement read(String provider, String name) throws Exception {
        URL sample = ProvidersTests.class.getResource(name);
        assertThat(sample).isNotNull();
        return Statements.read(
                Providers.format(StatementSettings.of(provider)), List.of(Path.of(sample.toURI())));
    }

    private static long count(Statement statement, Kind kind) {
        return Statements.entries(statement).stream().filter(e -> e.kind() == kind).count();
    }

    @Test
    void knowsEachProviderByItsName() {
        for (String name : Providers.NAMES) {
            assertThat(Providers.format(StatementSettings.of(name)).provider()).isEqualTo(name);
        }
        assertThatExceptionOfType(SettingException.class)
                .isThrownBy(() -> Providers.format(StatementSettings.of("paypal")))
                .withMessageContaining("\"paypal\" is none of wechatpay, alipay, stripe, csv");
    }

    @Test
    void takesTheAccountsZoneOrTheProvidersOwn() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        StatementSettings settings =
                new StatementSettings(
                        "stripe",
                        null,
                        "",
                        zone,
                        "order_no",
                        false,
                        StatementSettings.of("csv").csv());
        StatementFormat alipay = Providers.format(StatementSettings.of("alipay"));

        assertThat(Providers.format(settings).zone()).isEqualTo(zone);
        assertThat(alipay.zone()).isEqualTo(ZoneId.of("Asia/Shanghai"));
    }

    @Test
    void readsABillWithByteOrderMarkAndCarriageReturns() throws Exception {
        Statement statement = read("wechatpay", "wechatpay-all-bom-crlf.csv");

        assertThat(statement.layout()).isEqualTo("wechatpay/all");
        assertThat(count(statement, Kind.PAYMENT)).isEqualTo(3);
        assertThat(StatementDay.of(statement, ZoneId.of("Asia/Shanghai"))).isEqualTo(DATE);
    }

    @Test
    void readsABillOfPaymentsWhoseTotalsLineHasSevenColumns() throws Exception {
        Statement statement = read("wechatpay", "wechatpay-success-lf-seven-totals.csv");

        assertThat(statement.layout()).isEqualTo("wechatpay/success");
        assertThat(count(statement, Kind.PAYMENT)).isEqualTo(1);
    }

    @Test
    void refusesABillOfRefundsThatCountsMoreRowsThanItHas() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> read("wechatpay", "wechatpay-refund-too-few-rows.csv"))
                .withMessageEndingWith(
                        "the totals line counts 4 rows, the file has 1; fetch the file again");
    }

    @Test
    void readsADetailFileOutsideItsZip() throws Exception {
        Statement statement = read("alipay", "alipay-detail-refunds-gbk-crlf.csv");

        assertThat(statement.declaredDate()).isEqualTo(DATE);
        assertThat(statement.merchantId()).isEqualTo("2088111122223333");
        assertThat(count(statement, Kind.PAYMENT)).isEqualTo(6);
        assertThat(count(statement, Kind.REFUND)).isEqualTo(4);
    }

    @Test
    void saysThatAWalletExportIsOne() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> read("alipay", "alipay-wallet-export-gb18030.csv"))
                .withMessageContaining("wallet export");
    }
}
