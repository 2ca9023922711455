package dev.tplus1.alert;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.Risk;
import dev.tplus1.entry.Money;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Currency;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What one run says to one channel; one digest for all accounts and dates of the run. Immutable;
 * every text and list in it is cut to its limit when it is made. It holds nothing of the payer.
 *
 * @param schema {@link #SCHEMA}
 * @param id the digest's identity, the same on every try; letters, digits, {@code _} and {@code -},
 *     at most 128; {@link #identity} makes one
 * @param job the job's id
 * @param at when the run ended
 * @param zone in which times are shown
 * @param language {@code en} or {@code zh}: that of the wording around the data
 * @param runId the run's name in logs, may be empty
 * @param sample whether it is a test message that says nothing about any account
 * @param counted how many breaks that need a person (of these dates, and of earlier ones that are
 *     still open) the channel's rule counts; all of them where the rule does not choose
 * @param totals of all accounts and dates, those too that are left out of {@code accounts}
 * @param accounts what became of each account and date, the one that needs a person first; at most
 *     {@link #MAX_ACCOUNTS}
 * @param moreAccounts how many were left out of {@code accounts}
 * @param largest the breaks worth naming among those counted, the largest first; at most {@link
 *     #MAX_NAMED}
 * @param audit the end of the audit trail's chain, so that it is known outside the database too;
 *     none where there is no event yet
 * @param failing the job's channels that lately could not be reached, this one too where it was; at
 *     most {@link #MAX_FAILING}
 * @param command what to type to go on; empty where there is nothing to do
 * @param index the report of all accounts, a path or an https URL; may be empty
 */
public record Digest(
        String schema,
        String id,
        String job,
        Instant at,
        ZoneId zone,
        String language,
        String runId,
        boolean sample,
        long counted,
        Totals totals,
        List<Line> accounts,
        int moreAccounts,
        List<Named> largest,
        @Nullable AuditHead audit,
        List<Failing> failing,
        String command,
        String index) {
    public static final String SCHEMA = "tplus1/digest/1";
    public static final int MAX_ACCOUNTS = 50;
    public static final int MAX_NAMED = 10;
    public static final int MAX_FAILING = 10;

    /** What {@link #json} has at most, in UTF-8. */
    public static final int MAX_JSON_BYTES = 64 << 10;

    /** A word, an id or a key. */
    static final int MAX_ID = 128;

    /** A sentence. */
    static final int MAX_SENTENCE = 300;

    /** A path, an address or a command. */
    static final int MAX_PLACE = 400;

    /** No run has more; what is more is a mistake of the job's. */
    static final int MAX_SUMS = 8;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,128}");
    private static final int HASH_BYTES = 16;

    public Digest {
        if (!schema.equals(SCHEMA)) {
            throw new IllegalArgumentException("no digest of " + SCHEMA);
        }
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("a digest's id is letters, digits, _ and -");
        }
        Objects.requireNonNull(at); // what is read may lack it
        Objects.requireNonNull(zone);
        // an earlier version did not store them, and such a digest may still wait to be delivered
        totals = totals == null ? Totals.of(accounts) : totals;
        job = bounded(job, MAX_ID);
        language = language.equals("zh") ? "zh" : "en";
        runId = bounded(runId, MAX_ID);
        moreAccounts += Math.max(0, accounts.size() - MAX_ACCOUNTS);
        accounts = first(accounts, MAX_ACCOUNTS);
        largest = first(largest, MAX_NAMED);
        failing = first(failing, MAX_FAILING);
        command = bounded(command, MAX_PLACE);
        index = bounded(index, MAX_PLACE);
    }

    /**
     * What became of one account and date.
     *
     * @param revision from 1; where the run concluded nothing, the one that the date stays with, or
     *     0 where there is none or it is not known
     * @param outcome what it came to
     * @param verdict the report's verdict as one sentence, in the digest's language; it may be
     *     empty, then the outcome's own wording stands for it
     * @param decide what a person must decide
     * @param watch what is watched
     * @param repaired what was replayed and checked
     * @param stillOpen what is still open of earlier dates
     * @param reason why it was refused, held back, or failed, one line; else empty
     * @param exit the exit code that this account and date alone gives
     * @param report the report of this revision, a path or an https URL; may be empty
     * @param workbook the path of its report.xlsx, for a channel that can attach it; may be empty
     */
    public record Line(
            String account,
            String provider,
            LocalDate businessDate,
            int revision,
            Ended outcome,
            String verdict,
            Tally decide,
            Tally watch,
            Tally repaired,
            StillOpen stillOpen,
            String reason,
            int exit,
            String report,
            String workbook) {
        public Line {
            Objects.requireNonNull(businessDate);
            Objects.requireNonNull(outcome);
            Objects.requireNonNull(decide);
            Objects.requireNonNull(watch);
            Objects.requireNonNull(repaired);
            Objects.requireNonNull(stillOpen);
            account = bounded(account, MAX_ID);
            provider = bounded(provider, MAX_ID);
            verdict = bounded(verdict, MAX_SENTENCE);
            reason = bounded(reason, MAX_SENTENCE);
            report = bounded(report, MAX_PLACE);
            workbook = bounded(workbook, MAX_PLACE);
        }

        /** Whether somebody must do something about it. */
        public boolean needsPerson() {
            return outcome.failure() || decide.count() > 0 || stillOpen.count() > 0;
        }

        /** Whether the date has any break, be it watched or repaired. */
        public boolean anyBreak() {
            return decide.count() + watch.count() + repaired.count() > 0;
        }
    }

    /** What one account and date came to. */
    public enum Ended {
        RECONCILED,
        /** Reconciled before; this run did nothing. */
        ALREADY,
        HELD,
        REFUSED,
        NOT_READY,
        SUSPECT_EMPTY,
        FAILED,
        /** Another run holds it. */
        BUSY,
        /** By SIGTERM. */
        STOPPED;

        /** Whether the date stays as it is until somebody looks at it. */
        public boolean failure() {
            return switch (this) {
                case HELD, REFUSED, NOT_READY, SUSPECT_EMPTY, FAILED -> true;
                case RECONCILED, ALREADY, BUSY, STOPPED -> false;
            };
        }
    }

    /**
     * Breaks and the money that they are about.
     *
     * @param sums the absolute differences, one sum per currency, the largest first
     */
    public record Tally(long count, List<Money> sums) {
        public static final Tally NONE = new Tally(0, List.of());

        public Tally {
            sums = first(sums, MAX_SUMS);
        }
    }

    /**
     * Breaks of earlier business dates that nobody has decided.
     *
     * @param oldest the business date of the oldest; none where there is no break
     * @param days how old that is: the run's day less the business date
     */
    public record StillOpen(long count, List<Money> sums, @Nullable LocalDate oldest, int days) {
        public static final StillOpen NONE = new StillOpen(0, List.of(), null, 0);

        public StillOpen {
            sums = first(sums, MAX_SUMS);
        }
    }

    /**
     * All accounts and dates together: what the digest's first line says.
     *
     * @param needing how many dates stay as they are until somebody looks at them
     * @param decide what a person must decide
     * @param open what is still open of earlier dates
     */
    public record Totals(long needing, Tally decide, Tally open) {
        public Totals {
            Objects.requireNonNull(decide); // what is read may lack it
            Objects.requireNonNull(open);
        }

        /** Of these, of which a digest may name fewer. */
        public static Totals of(List<Line> lines) {
            return new Totals(
                    lines.stream().filter(line -> line.outcome().failure()).count(),
                    together(lines.stream().map(Line::decide).toList()),
                    together(
                            lines.stream()
                                    .map(Line::stillOpen)
                                    .map(open -> new Tally(open.count(), open.sums()))
                                    .toList()));
        }

        /** Money of each currency, never added together. */
        private static Tally together(List<Tally> tallies) {
            Map<Currency, Money> sums = new HashMap<>();
            for (Tally each : tallies) {
                each.sums().forEach(sum -> sums.merge(sum.currency(), sum, Money::plus));
            }
            return new Tally(
                    tallies.stream().mapToLong(Tally::count).sum(),
                    sums.values().stream()
                            .sorted(
                                    Comparator.comparing(Money::value)
                                            .reversed()
                                            .thenComparing(sum -> sum.currency().getCurrencyCode()))
                            .toList());
        }
    }

    /**
     * One break.
     *
     * @param id what {@code tplus1 breaks show} takes
     * @param amount the absolute difference
     * @param orderNo the order's number or, where there is none, the transaction's id; as it came
     * @param days how old it is: the run's day less the business date
     */
    public record Named(
            String id,
            String account,
            LocalDate businessDate,
            BreakType type,
            Risk risk,
            Money amount,
            String orderNo,
            int days) {
        public Named {
            Objects.requireNonNull(businessDate);
            Objects.requireNonNull(type);
            Objects.requireNonNull(risk);
            Objects.requireNonNull(amount);
            id = bounded(id, MAX_ID);
            account = bounded(account, MAX_ID);
            orderNo = bounded(orderNo, MAX_ID);
        }
    }

    /**
     * The end of the audit trail's chain.
     *
     * @param hash of the last event, hex
     * @param events how many there are
     */
    public record AuditHead(String hash, long events) {
        public AuditHead {
            hash = bounded(hash, MAX_ID);
        }
    }

    /**
     * A channel that could not be reached, or that will not have what is sent.
     *
     * @param channel its name
     * @param waiting how many digests it did not get that are tried again
     * @param dead how many are not, until somebody says so
     * @param since when the oldest of both was made
     * @param reason what the last try came to, without any secret
     */
    public record Failing(String channel, long waiting, long dead, Instant since, String reason) {
        public Failing {
            Objects.requireNonNull(since);
            channel = bounded(channel, MAX_ID);
            reason = bounded(reason, MAX_SENTENCE);
        }
    }

    /**
     * The identity of what one run says to one channel: the same for the same three, so that no run
     * tells a channel twice.
     */
    public static String identity(String job, String runId, String channel) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(job, runId, channel)) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                sha256.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                sha256.update(bytes);
            }
            byte[] hash = Arrays.copyOf(sha256.digest(), HASH_BYTES);
            return "dg_" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The same with these accounts, and so many more that are only counted. */
    Digest with(List<Line> lines, int more) {
        return new Digest(
                schema, id, job, at, zone, language, runId, sample, counted, totals, lines, more,
                largest, audit, failing, command, index);
    }

    /** How many accounts and dates the run had. */
    public int size() {
        return accounts.size() + moreAccounts;
    }

    /**
     * The digest as JSON, at most {@link #MAX_JSON_BYTES} in UTF-8: accounts are left out from the
     * end, and counted in {@code moreAccounts}, until it fits. Amounts are decimal texts with their
     * currency.
     */
    public String json() {
        return DigestJson.write(this);
    }

    /**
     * Reads what {@link #json} wrote. Keys that this version does not know are passed over.
     *
     * @throws IllegalArgumentException where it is no digest
     */
    public static Digest parse(String json) {
        return DigestJson.read(json);
    }

    /** A text of at most so many characters, never ending in half of a surrogate pair. */
    static String bounded(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }

    private static <T> List<T> first(List<T> all, int most) {
        return List.copyOf(all.size() <= most ? all : all.subList(0, most));
    }
}
