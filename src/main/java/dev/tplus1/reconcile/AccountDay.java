package dev.tplus1.reconcile;

import dev.tplus1.entry.BusinessDate;

import java.math.BigDecimal;
import java.time.Duration;

/**
 * Whose day is reconciled, and by which limits.
 *
 * @param cutoffGrace how far around the day's ends bookings are read, and may be explained by the
 *     cut-off
 * @param suspenseDays after how many days a cut-off that nobody carries becomes missing at provider
 * @param maxAlertShare of the statement's entries; more unknown entries than this make the books
 *     suspect
 */
public record AccountDay(
        String account,
        BusinessDate day,
        Duration cutoffGrace,
        int suspenseDays,
        BigDecimal maxAlertShare) {}
