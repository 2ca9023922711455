package dev.tplus1.report.index;

import dev.tplus1.entry.Money;
import dev.tplus1.report.Outcome;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What the index says of one job, as its last run left it: kept in a file, so that the jobs that
 * share a reports folder share its page.
 *
 * @param accounts the first of them in the order of the job file
 * @param more how many accounts are left out
 */
record JobState(String schema, String job, Instant written, List<AccountState> accounts, int more) {
    static final String SCHEMA = "tplus1/index/1";

    /** The most accounts of a job. */
    static final int MOST_ACCOUNTS = 200;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final Pattern FOLDER = Pattern.compile("r[1-9][0-9]{0,8}|attempt");

    /** Every zone has a date for it. */
    private static final Instant LATEST = Instant.parse("9999-12-30T00:00:00Z");

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .build();

    JobState {
        checked(ID, job);
        if (written.isBefore(Instant.EPOCH) || written.isAfter(LATEST) || more < 0) {
            throw new IllegalArgumentException("no state of a job");
        }
        accounts = List.copyOf(accounts);
    }

    /**
     * An account.
     *
     * @param decide how many of its breaks, of all dates, wait for a person
     * @param about how much money those are about, by currency
     * @param oldest the date of the oldest of them
     * @param watched how many of its breaks, of all dates, are watched
     * @param days the newest dates, the newest first
     */
    record AccountState(
            String id,
            String provider,
            ZoneId zone,
            long decide,
            List<Amount> about,
            @Nullable LocalDate oldest,
            long watched,
            List<DayState> days) {
        AccountState {
            checked(ID, id);
            Objects.requireNonNull(provider, "provider");
            Objects.requireNonNull(zone, "zone");
            about = List.copyOf(about);
            days = List.copyOf(days);
        }
    }

    /**
     * A date.
     *
     * @param outcome none where its summary cannot be read
     * @param revision 0 for an attempt
     * @param folder where its report is, below the date's folder
     * @param breaks how many its revision found
     * @param repaired how many of them were replayed, or arrived by themselves
     * @param decide how many wait for a person now
     * @param watched how many are watched now
     * @param revised what the provider's statement says otherwise by now, where no revision used it
     */
    record DayState(
            LocalDate date,
            @Nullable Outcome outcome,
            int revision,
            String folder,
            long breaks,
            long repaired,
            long decide,
            long watched,
            List<Total> totals,
            @Nullable Revised revised) {
        DayState {
            checked(FOLDER, folder);
            if (date.getYear() < 0 || date.getYear() > 9999) {
                throw new IllegalArgumentException("no date of a report");
            }
            totals = List.copyOf(totals);
        }
    }

    /** How many entries another statement adds, changes and withdraws. */
    record Revised(long added, long changed, long withdrawn) {}

    /** An amount, as a decimal of its currency. */
    record Amount(String currency, String amount) {
        Amount {
            Money.parse(amount, Money.currency(currency));
        }

        static Amount of(Money money) {
            return new Amount(money.currency().getCurrencyCode(), money.decimal());
        }

        Money money() {
            return Money.parse(amount, Money.currency(currency));
        }
    }

    /** Both sides of a day in one currency, the books before any repair. */
    record Total(Amount statement, Amount books) {
        Total {
            Objects.requireNonNull(statement, "statement");
            Objects.requireNonNull(books, "books");
        }
    }

    /** Whether a folder of this name may be a job's. */
    static boolean names(String folder) {
        return ID.matcher(folder).matches();
    }

    /** The same, written at another time. */
    JobState writtenAt(Instant at) {
        return new JobState(schema, job, at, accounts, more);
    }

    String toJson() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /**
     * Reads what {@link #toJson} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static JobState fromJson(String json) {
        try {
            JobState state = JSON.readValue(json, JobState.class);
            if (!SCHEMA.equals(state.schema)) {
                throw new IllegalArgumentException("another schema than " + SCHEMA);
            }
            return state;
        } catch (JacksonException | NullPointerException e) {
            throw new IllegalArgumentException("no state of a job", e);
        }
    }

    private static void checked(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("no plain name");
        }
    }
}
