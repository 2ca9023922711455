package dev.tplus1.nightly;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.reconcile.AccountDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * One payment account of a job, composed: how its statements are read, and by which limits its days
 * are reconciled.
 */
record AccountPlan(
        String id,
        StatementFormat format,
        StatementSettings settings,
        Path directory,
        String pattern,
        Duration cutoffGrace,
        int suspenseDays,
        BigDecimal maxAlertShare) {

    ZoneId zone() {
        ZoneId zone = settings.zone();
        return zone == null ? format.zone() : zone;
    }

    BusinessDate yesterday(Clock clock) {
        return day(LocalDate.ofInstant(clock.instant(), zone()).minusDays(1));
    }

    BusinessDate day(LocalDate date) {
        return new BusinessDate(date, zone());
    }

    AccountDay of(BusinessDate day) {
        return new AccountDay(id, day, cutoffGrace, suspenseDays, maxAlertShare);
    }
}
