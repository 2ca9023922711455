package dev.tplus1.statement;

import dev.tplus1.entry.KeyRule;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.StatementRows.Description;
import dev.tplus1.statement.StatementRows.Place;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;

/** Statements with payments at given times. */
final class StatementFixture {
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private StatementFixture() {}

    static Statement of(
            @Nullable LocalDate declared, @Nullable String merchant, String sub, String... times) {
        StatementRows rows = new StatementRows(KeyRule.REFUND_NO, ZONE, Statements.scratch());
        for (int i = 0; i < times.length; i++) {
            rows.payment(
                    "tx-" + i,
                    "S" + i,
                    new Money(100, Money.currency("CNY")),
                    Instant.parse(times[i]),
                    new Place(i + 1, "raw"));
        }
        return rows.statement(
                new Description(
                        "wechatpay",
                        "wechatpay/all",
                        declared,
                        merchant,
                        sub,
                        Set.of(Kind.PAYMENT, Kind.REFUND),
                        true,
                        List.of()),
                new Fingerprint("", 0));
    }
}
