package dev.tplus1.callback;

import dev.tplus1.database.NamedParameters;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.SettingException;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.BadSqlGrammarException;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One of the user's own statements, with named parameters.
 *
 * @param key what it is called in the job file
 * @param sql one UPDATE with a WHERE that names the callback's order, payment or refund
 */
record OwnUpdate(String key, String sql) {
    /** Of what a database says, so much is shown: the name that it misses comes late. */
    private static final int MESSAGE = 300;

    private static final List<String> OF_PAYMENTS =
            List.of(
                    "account",
                    "orderNo",
                    "transactionId",
                    "amount",
                    "amountMinor",
                    "currency",
                    "occurredAt");
    private static final List<String> OF_REFUNDS =
            List.of(
                    "account",
                    "orderNo",
                    "transactionId",
                    "refundNo",
                    "providerRefundId",
                    "amount",
                    "amountMinor",
                    "currency",
                    "occurredAt");
    private static final Pattern UPDATE = Pattern.compile("(?is)update\\s.*");
    private static final Pattern WHERE = Pattern.compile("(?i)\\bwhere\\b");

    static OwnUpdate of(String key, Kind kind, String text) {
        String sql = text.strip();
        while (sql.endsWith(";")) {
            sql = sql.substring(0, sql.length() - 1).strip();
        }
        if (!UPDATE.matcher(sql).matches() || sql.contains(";")) {
            throw new SettingException(
                    key + ": must be one UPDATE statement, without a \";\" inside; correct it");
        }
        List<String> known =
                switch (kind) {
                    case PAYMENT -> OF_PAYMENTS;
                    case REFUND -> OF_REFUNDS;
                };
        for (String name : parameters(key, sql, known)) {
            if (!known.contains(name)) {
                throw new SettingException(
                        key + ": uses :" + Refusals.shown(name) + "; it may use " + list(known));
            }
        }
        List<String> ids =
                switch (kind) {
                    case PAYMENT -> List.of("orderNo", "transactionId");
                    case REFUND -> List.of("refundNo", "providerRefundId");
                };
        Matcher where = WHERE.matcher(sql);
        Set<String> guards =
                where.find() ? parameters(key, sql.substring(where.end()), known) : Set.of();
        if (ids.stream().noneMatch(guards::contains)) {
            throw new SettingException(
                    key
                            + ": its WHERE must name "
                            + ids.stream().map(id -> ":" + id).collect(Collectors.joining(" or "))
                            + ", or it would meet other rows; add it");
        }
        return new OwnUpdate(key, sql);
    }

    /**
     * The values of a callback; absent ids are NULL, which equals nothing.
     *
     * @param zone in which the books keep their times
     */
    static Map<String, @Nullable Object> values(Callback callback, ZoneId zone) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("account", callback.account());
        values.put("orderNo", given(callback.orderNo()));
        values.put("transactionId", given(callback.transactionId()));
        values.put("refundNo", given(callback.refundNo()));
        values.put("providerRefundId", given(callback.providerRefundId()));
        values.put("amount", callback.amount().value());
        values.put("amountMinor", callback.amount().minor());
        values.put("currency", callback.amount().currency().getCurrencyCode());
        values.put(
                "occurredAt",
                LocalDateTime.ofInstant(
                        callback.occurredAt().truncatedTo(ChronoUnit.MICROS), zone));
        return values;
    }

    /** The database does not know what it names, or the login may not do it. */
    SettingException notTaken(BadSqlGrammarException e) {
        return new SettingException(
                key
                        + ": the database does not take it: "
                        + Refusals.shown(
                                String.valueOf(e.getMostSpecificCause().getMessage()), MESSAGE)
                        + "; correct the statement, or the user's grants",
                e);
    }

    private static @Nullable String given(String id) {
        return BundledBooks.given(id) ? id : null;
    }

    private static Set<String> parameters(String key, String sql, List<String> known) {
        return NamedParameters.of(sql)
                .orElseThrow(() ->
                        new SettingException(
                                key
                                        + ": has a ? placeholder; it may use "
                                        + list(known)
                                        + " instead"));
    }

    private static String list(List<String> names) {
        return names.stream().map(name -> ":" + name).collect(Collectors.joining(", "));
    }

    /** Its first word only: what the user wrote is for the job file. */
    @Override
    public String toString() {
        return key + ": " + sql.substring(0, "update".length()).toUpperCase(Locale.ROOT) + " ...";
    }
}
