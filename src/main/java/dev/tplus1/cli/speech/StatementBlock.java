package dev.tplus1.cli.speech;

import dev.tplus1.diff.Total;
import dev.tplus1.entry.Money;
import dev.tplus1.statement.Statement;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What {@code statement} answers about a statement that is sound.
 *
 * @param businessDate none where the statement has nothing to tell it by
 */
public record StatementBlock(Statement statement, @Nullable LocalDate businessDate) {
    private static final String GAP = "      ";

    /** What the entries of one currency come to. */
    private static final class Sum {
        private final Currency currency;
        private long payments;
        private Money paid;
        private long refunds;
        private Money refunded;
        private BigDecimal fees;

        Sum(Currency currency) {
            this.currency = currency;
            paid = new Money(0, currency);
            refunded = new Money(0, currency);
            fees = BigDecimal.ZERO.setScale(currency.getDefaultFractionDigits());
        }

        void add(Total total) {
            Money sum = new Money(total.minor(), currency);
            switch (total.kind()) {
                case PAYMENT -> {
                    payments = total.count();
                    paid = sum;
                }
                case REFUND -> {
                    refunds = total.count();
                    refunded = sum;
                }
            }
        }
    }

    /** The block, verdict first. */
    public List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        lines.add(
                statement.layout()
                        + ", "
                        + (businessDate == null ? "no day" : businessDate)
                        + (statement.merchantId() == null
                                ? ""
                                : ", merchant " + Speech.bounded(statement.merchantId()))
                        + ": "
                        + terminal.coloured(Terminal.State.GOOD, "sound"));
        String counts =
                Speech.count(statement.counted().count(), "entry", "entries")
                        + ", "
                        + Speech.number(statement.ignored().size())
                        + " ignored";
        String lead = counts;
        for (Sum sum : sums()) {
            lines.add("  " + lead + GAP + text(sum));
            lead = " ".repeat(counts.length());
        }
        if (sums().isEmpty()) {
            lines.add("  " + counts);
        }
        if (!statement.ignored().isEmpty()) {
            lines.add(
                    "  rows ignored: "
                            + Speech.line(Statement.inWords(statement.ignoredReasons())));
        }
        lines.add(
                "  "
                        + (statement.controlled()
                                ? Speech.list(statement.checks()) + " checked"
                                : "nothing in or beside the file vouches for its being whole")
                        + "; sha256 "
                        + statement.sha256());
        return lines;
    }

    private static String text(Sum sum) {
        String code = " " + sum.currency.getCurrencyCode();
        return "payments "
                + Speech.number(sum.payments)
                + ", "
                + Speech.amount(sum.paid)
                + GAP
                + "refunds "
                + Speech.number(sum.refunds)
                + ", "
                + Speech.amount(sum.refunded)
                + GAP
                + "fees "
                + Speech.decimal(sum.fees)
                + code;
    }

    /** The same for programs: one JSON object, amounts as decimal strings. */
    public String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json =
                new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeStringProperty("provider", statement.provider());
            json.writeStringProperty("layout", statement.layout());
            json.writeStringProperty(
                    "businessDate", businessDate == null ? null : businessDate.toString());
            json.writeStringProperty("merchantId", statement.merchantId());
            json.writeStringProperty("sha256", statement.sha256());
            json.writeNumberProperty("entries", statement.counted().count());
            json.writeNumberProperty("ignored", statement.ignored().size());
            json.writeName("totals");
            json.writeStartArray();
            for (Sum sum : sums()) {
                json.writeStartObject();
                json.writeStringProperty("currency", sum.currency.getCurrencyCode());
                side(json, "payments", sum.payments, sum.paid);
                side(json, "refunds", sum.refunds, sum.refunded);
                json.writeStringProperty("fees", sum.fees.toPlainString());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return text.toString();
    }

    private static void side(JsonGenerator json, String name, long count, Money amount) {
        json.writeName(name);
        json.writeStartObject();
        json.writeNumberProperty("count", count);
        json.writeStringProperty("amount", amount.decimal());
        json.writeEndObject();
    }

    private List<Sum> sums() {
        Map<Currency, Sum> sums = new TreeMap<>(Comparator.comparing(Currency::getCurrencyCode));
        for (Total total : statement.counted().totals()) {
            sums.computeIfAbsent(total.currency(), Sum::new).add(total);
        }
        statement
                .fees()
                .forEach((currency, fee) -> sums.computeIfAbsent(currency, Sum::new).fees = fee);
        return List.copyOf(sums.values());
    }
}
