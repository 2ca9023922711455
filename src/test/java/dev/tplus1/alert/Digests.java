package dev.tplus1.alert;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Digests to send in tests. */
public final class Digests {
    public static final Instant AT = Instant.parse("2026-11-29T02:31:00Z");
    public static final LocalDate DATE = LocalDate.parse("2026-11-28");
    public static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    private Digests() {}

    /** A night with something of everything. */
    public static Digest busy() {
        return busy("en");
    }

    /** The same in a language. */
    public static Digest busy(String language) {
        return make(
                language,
                11,
                List.of(
                        new Digest.Line(
                                "wechat-shop",
                                "WeChat Pay",
                                DATE,
                                1,
                                Digest.Ended.RECONCILED,
                                "",
                                new Digest.Tally(
                                        11, List.of(money("7423.51", "CNY"), money("95", "JPY"))),
                                new Digest.Tally(3, List.of(money("412.90", "CNY"))),
                                new Digest.Tally(9, List.of(money("4744.30", "CNY"))),
                                new Digest.StillOpen(
                                        2,
                                        List.of(money("59.00", "CNY")),
                                        LocalDate.parse("2026-11-25"),
                                        4),
                                "",
                                0,
                                "https://reports.example/shop/wechat-shop/2026-11-28/r1/report.html",
                                ""),
                        line(
                                "alipay-shop",
                                Digest.Ended.REFUSED,
                                "",
                                "The file ends at line 8,201 without its totals.")),
                List.of(
                        named("7kq2m9xa", BreakType.UNKNOWN_ORDER, "5000.00", "ORDER_20261128_7"),
                        named("b41c3d2e", BreakType.AMOUNT_MISMATCH, "2423.51", "O-2")),
                new Digest.AuditHead("0f".repeat(32), 4_132),
                List.of(
                        new Digest.Failing(
                                "ops", 2, 1, AT.minusSeconds(86_400), "no answer in time")));
    }

    /** A night in which all is well. */
    public static Digest clean(String language) {
        return make(
                language,
                0,
                List.of(line("wechat-shop", Digest.Ended.RECONCILED, "", "")),
                List.of(),
                null,
                List.of());
    }

    /** Only these accounts. */
    public static Digest of(List<Digest.Line> lines) {
        return make("en", 0, lines, List.of(), null, List.of());
    }

    /** An account without any break. */
    public static Digest.Line line(
            String account, Digest.Ended ended, String verdict, String reason) {
        return new Digest.Line(
                account,
                "Alipay",
                DATE,
                0,
                ended,
                verdict,
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.StillOpen.NONE,
                reason,
                ended == Digest.Ended.REFUSED ? 6 : 0,
                "reports/shop/" + account + "/2026-11-28/attempt/report.html",
                "");
    }

    /** A break worth naming. */
    public static Digest.Named named(String id, BreakType type, String amount, String orderNo) {
        return new Digest.Named(
                id, "wechat-shop", DATE, type, Risk.HIGH, money(amount, "CNY"), orderNo, 1);
    }

    /** An amount. */
    public static Money money(String amount, String currency) {
        return Money.parse(amount, Money.currency(currency));
    }

    /** A digest of these parts. */
    public static Digest make(
            String language,
            long counted,
            List<Digest.Line> lines,
            List<Digest.Named> named,
            Digest.@Nullable AuditHead audit,
            List<Digest.Failing> failing) {
        return new Digest(
                Digest.SCHEMA,
                "dg_0123456789abcdef0123456789abcdef",
                "shop",
                AT,
                ZONE,
                language,
                "run-7",
                false,
                counted,
                Digest.Totals.of(lines),
                lines,
                0,
                named,
                audit,
                failing,
                counted > 0 ? "tplus1 breaks list --job jobs/shop.yaml" : "",
                "reports/index.html");
    }
}
