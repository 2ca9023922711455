package dev.tplus1.nightly;

import dev.tplus1.entry.BusinessDate;
import dev.tplus1.nightly.known.MissedDates;
import dev.tplus1.nightly.told.Account;
import dev.tplus1.provider.api.ProviderApi;
import dev.tplus1.reconcile.AccountDay;
import dev.tplus1.statement.StatementFormat;
import dev.tplus1.statement.StatementSettings;
import dev.tplus1.statement.StatementSource;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/**
 * One payment account of a job, composed: how its statements are read, and by which limits its days
 * are reconciled.
 *
 * @param source where its statements come from
 * @param poll how long to leave it be when it is not ready, before it is asked again
 * @param api the account at the provider's own API, where it has one
 */
record AccountPlan(
        String id,
        StatementFormat format,
        StatementSettings settings,
        StatementSource source,
        Duration poll,
        @Nullable ProviderApi api,
        Duration cutoffGrace,
        int suspenseDays,
        BigDecimal maxAlertShare) {

    ZoneId zone() {
        ZoneId zone = settings.zone();
        return zone == null ? format.zone() : zone;
    }

    Account told() {
        return new Account(id, format.providerName(), zone());
    }

    BusinessDate yesterday(Clock clock) {
        return day(LocalDate.ofInstant(clock.instant(), zone()).minusDays(1));
    }

    BusinessDate day(LocalDate date) {
        return new BusinessDate(date, zone());
    }

    /** What it missed, and then a night's own date. */
    List<BusinessDate> nights(MissedDates missed, BusinessDate night) {
        return Stream.concat(missed.dates().stream().map(this::day), Stream.of(night)).toList();
    }

    AccountDay of(BusinessDate day) {
        return new AccountDay(id, day, cutoffGrace, suspenseDays, maxAlertShare);
    }
}
