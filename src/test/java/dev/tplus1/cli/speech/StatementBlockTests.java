package dev.tplus1.cli.speech;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tplus1.entry.EntryKey;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.statement.Statement;
import dev.tplus1.statement.Statements;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;

class StatementBlockTests {
    private static final Instant NOON = Instant.parse("2026-11-28T04:00:00Z");

    private static StatementEntry entry(Kind kind, String id, String currency, String amount) {
        EntryKey key = kind == Kind.PAYMENT ? EntryKey.payment(id) : EntryKey.refund(id);
        Money money = Money.parse(amount, Money.currency(currency));
        return new StatementEntry(key, id, "O" + id, "", "", money, NOON, false, 2, "raw");
    }

    /** What is checked of a file that nothing vouches for. */
    private static final List<String> CELLS = List.of("cells");

    private static StatementBlock block(
            List<StatementEntry> entries, Map<Currency, BigDecimal> fees, List<String> checks) {
        return block(entries, fees, checks, List.of("CLOSED"));
    }

    private static StatementBlock block(
            List<StatementEntry> entries,
            Map<Currency, BigDecimal> fees,
            List<String> checks,
            List<String> ignored) {
        Statement statement =
                new Statement(
                        "wechatpay",
                        "wechatpay/all",
                        LocalDate.of(2026, 11, 28),
                        "1230000109",
                        "",
                        Set.of(Kind.PAYMENT, Kind.REFUND),
                        "9f2c43e0",
                        Statements.counted(ZoneOffset.UTC, entries),
                        ignored.stream().map(why -> new Statement.IgnoredRow(9, why)).toList(),
                        List.of(),
                        fees,
                        !checks.equals(CELLS),
                        checks);
        return new StatementBlock(statement, LocalDate.of(2026, 11, 28));
    }

    private static String text(StatementBlock block) {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream());
        return String.join("\n", block.lines(new Terminal(nowhere, nowhere, false, false)));
    }

    @Test
    void saysWhatASoundStatementHolds() {
        StatementBlock block =
                block(
                        List.of(
                                entry(Kind.PAYMENT, "1", "CNY", "1200.50"),
                                entry(Kind.PAYMENT, "2", "CNY", "0.50"),
                                entry(Kind.REFUND, "3", "CNY", "7.00")),
                        Map.of(Money.currency("CNY"), new BigDecimal("1255.74000")),
                        List.of("rows", "totals"));

        assertThat(text(block))
                .isEqualTo(
                        """
                        wechatpay/all, 2026-11-28, merchant 1230000109: sound
                          3 entries, 1 ignored      payments 2, 1,201.00 CNY      refunds 1, 7.00 CNY      fees 1,255.74000 CNY
                          rows ignored: CLOSED (1)
                          rows and totals checked; sha256 9f2c43e0\
                        """);
        assertThat(block.json())
                .isEqualTo(
                        """
                        {"provider":"wechatpay","layout":"wechatpay/all","businessDate":"2026-11-28",\
                        "merchantId":"1230000109","sha256":"9f2c43e0","entries":3,"ignored":1,\
                        "totals":[{"currency":"CNY","payments":{"count":2,"amount":"1201.00"},\
                        "refunds":{"count":1,"amount":"7.00"},"fees":"1255.74000"}]}\
                        """);
    }

    @Test
    void givesEachCurrencyATotalOfItsOwn() {
        StatementBlock block =
                block(
                        List.of(
                                entry(Kind.PAYMENT, "1", "JPY", "1200"),
                                entry(Kind.REFUND, "2", "BHD", "0.005")),
                        Map.of(),
                        CELLS);

        assertThat(text(block))
                .isEqualTo(
                        """
                        wechatpay/all, 2026-11-28, merchant 1230000109: sound
                          2 entries, 1 ignored      payments 0, 0.000 BHD      refunds 1, 0.005 BHD      fees 0.000 BHD
                                                    payments 1, 1,200 JPY      refunds 0, 0 JPY      fees 0 JPY
                          rows ignored: CLOSED (1)
                          nothing in or beside the file vouches for its being whole; sha256 9f2c43e0\
                        """);
    }

    @Test
    void namesTheReasonsWhyMostRowsAreIgnored() {
        List<String> ignored =
                List.of("b", "e", "a", "c", "d\u001b", "c", "d\u001b", "c", "e", "e");

        assertThat(text(block(List.of(), Map.of(), List.of(), ignored)))
                .contains("\n  rows ignored: c (3); e (3); d? (2); and 2 more reasons\n");
        assertThat(text(block(List.of(), Map.of(), List.of(), List.of())))
                .contains("0 ignored\n")
                .doesNotContain("rows ignored");
    }

    @Test
    void saysWhatAnEmptyStatementIs() {
        StatementBlock block = block(List.of(), Map.of(), List.of("end"));

        assertThat(text(block)).contains("\n  0 entries, 1 ignored\n  rows ignored: CLOSED (1)\n");
        assertThat(block.json()).endsWith("\"entries\":0,\"ignored\":1,\"totals\":[]}");
    }
}
