package dev.tplus1.cli.speech;

import dev.tplus1.breaks.Break;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * A stored break as {@code breaks} lists it.
 *
 * @param zone of the account
 * @param ageDays whole days from its business date to today, in the zone
 * @param owner who looks after it, or empty
 * @param approvedBy who approved it last, or empty
 * @param takesSecond whether a second person has to, before it is replayed
 */
public record FiledBreak(
        Break found,
        ZoneId zone,
        long ageDays,
        String owner,
        String approvedBy,
        boolean takesSecond) {

    /** One that nobody looks after and nobody approved. */
    public FiledBreak(Break found, ZoneId zone, long ageDays) {
        this(found, zone, ageDays, "", "", false);
    }

    /** What it is about: the statement's amount, or the books' where the statement has none. */
    @Nullable Money amount() {
        return found.statementAmount() != null ? found.statementAmount() : found.ledgerAmount();
    }

    /**
     * Writes the columns of breaks.csv, {@code account} and {@code business_date}, and what people
     * said of it.
     */
    public void write(JsonGenerator json) {
        json.writeStringProperty("account", found.identity().account());
        json.writeStringProperty("business_date", found.identity().date().toString());
        json.writeStringProperty("break_id", found.id());
        json.writeStringProperty("type", found.type().name());
        json.writeStringProperty("risk", lower(found.type().risk()));
        json.writeStringProperty("action", lower(found.action()));
        json.writeStringProperty("status", found.status().name());
        json.writeStringProperty("kind", found.identity().key().kind().name());
        json.writeStringProperty("transaction_id", found.transactionId());
        json.writeStringProperty("order_no", found.orderNo());
        json.writeStringProperty("refund_no", found.refundNo());
        amount(json, "statement", found.statementAmount());
        amount(json, "ledger", found.ledgerAmount());
        json.writeStringProperty("statement_time", time(found.statementTime()));
        json.writeStringProperty("ledger_time", time(found.ledgerTime()));
        json.writeStringProperty(
                "statement_line",
                found.statementLine() == 0 ? "" : Long.toString(found.statementLine()));
        json.writeStringProperty("note", found.note());
        json.writeStringProperty("owner", owner);
        json.writeStringProperty("approved_by", approvedBy);
        json.writeStringProperty("second_approval", takesSecond ? "needed" : "");
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ENGLISH);
    }

    private static void amount(JsonGenerator json, String side, @Nullable Money amount) {
        json.writeStringProperty(side + "_amount", amount == null ? "" : amount.decimal());
        json.writeStringProperty(
                side + "_currency", amount == null ? "" : amount.currency().getCurrencyCode());
    }

    private String time(@Nullable Instant time) {
        return time == null
                ? ""
                : DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                        time.atZone(zone).toOffsetDateTime());
    }
}
