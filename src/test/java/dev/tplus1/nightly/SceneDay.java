package dev.tplus1.nightly;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Status;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One account's business date: what its statement and its books have, and what must be found of it.
 */
final class SceneDay {
    /** The payment service provider whose statement it is, and the account there. */
    enum Psp {
        WECHATPAY("wechat-shop", "wechatpay", "Asia/Shanghai", "CNY"),
        ALIPAY("alipay-shop", "alipay", "Asia/Shanghai", "CNY"),
        STRIPE("stripe-shop", "stripe", "UTC", "EUR");

        final String account;
        final String format;
        final ZoneId zone;
        private final String currency;

        Psp(String account, String format, String zone, String currency) {
            this.account = account;
            this.format = format;
            this.zone = ZoneId.of(zone);
            this.currency = currency;
        }
    }

    /** A payment, and the order that is paid. */
    record Sale(String transaction, String orderNo, Money amount, Instant at) {
        Sale of(Money another) {
            return new Sale(transaction, orderNo, another, at);
        }

        Sale at(Instant another) {
            return new Sale(transaction, orderNo, amount, another);
        }

        Sale under(String anotherTransaction) {
            return new Sale(anotherTransaction, orderNo, amount, at);
        }
    }

    /**
     * A line of the statement, in no provider's form.
     *
     * @param category of a movement that is neither payment nor refund; else empty
     * @param settled what it moved, where that is in another currency
     */
    record Line(
            Kind kind,
            Sale sale,
            String refundNo,
            Money amount,
            Instant at,
            String state,
            String category,
            @Nullable Money settled) {}

    /** What a provider is asked about before a replay. */
    record Question(Sale sale, String refundNo, Money amount) {}

    final Psp provider;
    final LocalDate date;
    final List<Line> statement = new ArrayList<>();
    final List<Consumer<Shop>> books = new ArrayList<>();
    final List<Question> questions = new ArrayList<>();

    /** {@code TYPE,KIND,transaction,order,refund,STATUS} of each break. */
    final Set<String> breaks = new TreeSet<>();

    /** Whether its bill is another merchant's, or does not add up. */
    boolean wrong;

    private int count;

    SceneDay(Psp provider, LocalDate date) {
        this.provider = provider;
        this.date = date;
    }

    Instant start() {
        return date.atStartOfDay(provider.zone).toInstant();
    }

    Instant end() {
        return date.plusDays(1).atStartOfDay(provider.zone).toInstant();
    }

    Money money(long minor) {
        return new Money(minor, Money.currency(provider.currency));
    }

    // --- ids and amounts, each once

    /** A payment after noon that nobody knows yet. */
    Sale sale() {
        Instant noon = start().plus(Duration.ofHours(12));
        return new Sale(
                transaction(),
                id(provider.name().substring(0, 1), ""),
                money(1000L + ++count),
                noon.plusSeconds(count * 60L));
    }

    String transaction() {
        return switch (provider) {
            case WECHATPAY -> id("42000028", "0000");
            case ALIPAY -> id("", "22001");
            case STRIPE -> id("pi_", "x");
        };
    }

    String refundNo() {
        return provider == Psp.STRIPE ? id("re_", "x") : id("R", "");
    }

    private String id(String before, String between) {
        return before + date.toString().replace("-", "") + between + (1000 + ++count);
    }

    // --- the two sides

    void listed(Sale sale) {
        listed(sale, "", null);
    }

    void listed(Sale sale, String category, @Nullable Money settled) {
        Instant at = category.isEmpty() ? sale.at() : sale.at().plusSeconds(40);
        statement.add(
                new Line(Kind.PAYMENT, sale, "", sale.amount(), at, "SUCCESS", category, settled));
    }

    void returned(Sale sale, String no, Money amount, String state) {
        Instant at = sale.at().plusSeconds(20);
        statement.add(new Line(Kind.REFUND, sale, no, amount, at, state, "", null));
    }

    void returned(Sale sale, String no, long minor) {
        returned(sale, no, money(minor), "SUCCESS");
    }

    void booked(Sale sale) {
        booked(sale, "PAID");
    }

    void booked(Sale sale, String status) {
        books.add(shop ->
                shop.order(
                        provider.account,
                        sale.orderNo(),
                        sale.amount().minor(),
                        sale.amount().currency().getCurrencyCode(),
                        status,
                        sale.transaction(),
                        sale.at().toString()));
    }

    /** An order without a transaction id; one that is paid was paid three days before. */
    void ordered(Sale sale, String status) {
        Instant paid = sale.at().minus(Duration.ofDays(3));
        books.add(shop ->
                shop.order(
                        provider.account,
                        sale.orderNo(),
                        sale.amount().minor(),
                        sale.amount().currency().getCurrencyCode(),
                        status,
                        null,
                        status.equals("PAID") ? paid.toString() : null));
    }

    void refund(Sale sale, String no, long minor, String status, @Nullable Instant at) {
        books.add(shop ->
                shop.refund(
                        provider.account,
                        no,
                        sale.orderNo(),
                        money(minor),
                        status,
                        at == null ? null : at.toString()));
    }

    void refundBooked(Sale sale, String no, long minor) {
        refund(sale, no, minor, "SUCCEEDED", sale.at().plusSeconds(25));
    }

    void refundPending(Sale sale, String no, long minor) {
        refund(sale, no, minor, "PENDING", null);
    }

    void found(BreakType type, Kind kind, Sale sale, String refundNo, Status status) {
        breaks.add(
                String.join(
                        ",",
                        type.name(),
                        kind.name(),
                        sale.transaction(),
                        sale.orderNo(),
                        refundNo,
                        status.name()));
    }

    void found(BreakType type, Sale sale) {
        found(type, Kind.PAYMENT, sale, "", Status.OPEN);
    }

    void found(BreakType type, Sale sale, String refundNo) {
        found(type, Kind.REFUND, sale, refundNo, Status.OPEN);
    }
}
