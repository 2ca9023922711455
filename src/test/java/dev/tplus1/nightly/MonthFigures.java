package dev.tplus1.nightly;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one revision of a date must come to, added up while its entries are planned. Amounts are in
 * minor units; what a refund moves is negative.
 */
final class MonthFigures {
    private static final class Proof {
        private long statement;
        private long onlyInStatement;
        private long onlyInLedger;
        private long amountDifference;
        private long crossCutoff;
        private long ledger;
    }

    private final SortedMap<String, Proof> proof = new TreeMap<>();
    private final SortedMap<String, Integer> breaks = new TreeMap<>();
    private int statementEntries;
    private int ledgerEntries;
    private int matched;
    private int across;
    private int carried;
    private int applied;

    private Proof of(String currency) {
        return proof.computeIfAbsent(currency, _ -> new Proof());
    }

    void stated(long minor, String currency) {
        statementEntries++;
        of(currency).statement += minor;
    }

    void booked(long minor, String currency) {
        ledgerEntries++;
        of(currency).ledger += minor;
    }

    void matched(long minor, String currency) {
        stated(minor, currency);
        booked(minor, currency);
        matched++;
    }

    void onlyStated(String type, long minor, String currency) {
        stated(minor, currency);
        of(currency).onlyInStatement += minor;
        found(type);
    }

    void onlyBooked(long minor, String currency) {
        booked(minor, currency);
        of(currency).onlyInLedger += minor;
    }

    void onlyBooked(String type, long minor, String currency) {
        onlyBooked(minor, currency);
        found(type);
    }

    void differs(String type, long stated, long booked, String currency) {
        stated(stated, currency);
        booked(booked, currency);
        of(currency).amountDifference += stated - booked;
        found(type);
    }

    /** A statement entry that the books have on another day. */
    void across(long minor, String currency) {
        stated(minor, currency);
        of(currency).crossCutoff += minor;
        across++;
    }

    /** A booking that another date's statement has. */
    void carried(long minor, String currency) {
        booked(minor, currency);
        of(currency).crossCutoff -= minor;
        carried++;
    }

    void applied() {
        applied++;
    }

    private void found(String type) {
        breaks.merge(type, 1, Integer::sum);
    }

    /** As {@link MonthChecks} tells a summary.json. */
    String told() {
        StringBuilder told = new StringBuilder();
        told.append("statement ").append(statementEntries);
        told.append(", ledger ").append(ledgerEntries);
        told.append(", matched ").append(matched);
        told.append(", across ").append(across);
        told.append(", carried ").append(carried);
        told.append(", breaks ").append(breaks);
        told.append(", applied ").append(applied);
        proof.forEach((currency, row) ->
                told.append(
                                "\n%s statement %s onlyInStatement %s onlyInLedger %s amountDifference %s"
                                        .formatted(
                                                currency,
                                                decimal(row.statement, currency),
                                                decimal(row.onlyInStatement, currency),
                                                decimal(row.onlyInLedger, currency),
                                                decimal(row.amountDifference, currency)))
                        .append(
                                " crossCutoff %s ledger %s unexplained %s"
                                        .formatted(
                                                decimal(row.crossCutoff, currency),
                                                decimal(row.ledger, currency),
                                                decimal(0, currency))));
        return told.toString();
    }

    static String decimal(long minor, String currency) {
        int digits = Currency.getInstance(currency).getDefaultFractionDigits();
        return BigDecimal.valueOf(minor, digits).toPlainString();
    }
}
