package dev.tplus1.report;

import com.fasterxml.jackson.annotation.JsonInclude;

import dev.tplus1.breaks.BreakType;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.entry.Kind;
import dev.tplus1.entry.ProofRow;
import dev.tplus1.entry.StatementChange;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one run of an account and date found, in figures: the content of summary.json, in the order
 * of its keys. Immutable. The keys up to {@code proof} are stable; amounts are decimal strings in
 * the file. Only {@code runId}, {@code finishedAt} and {@code audit} differ between two runs on the
 * same input.
 *
 * @param job the job's id; {@code diff} where there is none
 * @param account the account's id
 * @param revision from 1; 0 for a run that took none (an attempt, a dry run, a plain comparison)
 * @param matched statement entries that the books have, equal and in the day
 * @param matchedAcrossCutoff statement entries that the books have, equal, outside the day
 * @param carriedByOtherDates booked entries of the day that another date's statement has
 * @param breaks how many of each type this revision classified; types without any are left out
 * @param otherMovements what moved the balance but is no payment or refund of an order
 * @param proof one row for each currency with an entry
 * @param held why the repairs are held back; only for {@link Outcome#HELD}
 * @param problem what kept the run from concluding; only where it did not
 * @param watchedUntil the date whose run decides this date's cut-off breaks, where there are any
 * @param revisedStatement where the statement is not the bytes that the revision before used; the
 *     key is there only then
 * @param audit the audit trail's end when the date was concluded; the key is there only then
 * @param runId the run's name in logs and callback log, may be empty
 * @param finishedAt when the run ended
 */
public record Summary(
        String job,
        String account,
        String provider,
        LocalDate businessDate,
        ZoneId zone,
        int revision,
        Outcome outcome,
        StatementFacts statement,
        LedgerFacts ledger,
        long matched,
        long matchedAcrossCutoff,
        long carriedByOtherDates,
        Map<BreakType, Long> breaks,
        Replays replays,
        Alerts alerts,
        List<Fee> fees,
        List<Movement> otherMovements,
        List<ProofRow> proof,
        Mode mode,
        @Nullable Hold held,
        @Nullable Problem problem,
        @Nullable LocalDate watchedUntil,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RevisedStatement revisedStatement,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AuditHead audit,
        String runId,
        Instant finishedAt) {

    /** What the file's {@code schema} key says. */
    public static final String SCHEMA = "tplus1/summary/1";

    public Summary {
        SortedMap<BreakType, Long> counts = new TreeMap<>(Comparator.comparing(BreakType::name));
        breaks.forEach((type, count) -> {
            if (count != 0) {
                counts.put(type, count);
            }
        });
        breaks = Collections.unmodifiableSortedMap(counts);
        fees = List.copyOf(fees);
        otherMovements = List.copyOf(otherMovements);
        proof = List.copyOf(proof);
    }

    /** Whether the run could and did act on what it found. */
    public enum Mode {
        /** A run of a job. */
        RUN,
        /** A run of a job that applies, files and concludes nothing. */
        DRY_RUN,
        /** Two files compared, without books to act on. */
        DIFF
    }

    /**
     * The statement, as it was read. For a run that read none all counts are 0 and texts empty.
     *
     * @param entries what counts
     * @param ignored the rows that moved nothing
     * @param otherDay the payments that count, whose time is not on the day
     * @param covers the kinds that the layout lists at all
     * @param sha256 of the files' bytes in the order of their names, hex
     * @param payments how many of the entries are payments
     * @param layout which of the provider's layouts
     * @param merchantId the merchant that the file declares, or empty
     * @param declaredDate the business date that the file declares, where it does
     * @param controlled whether anything in or beside the file vouches for its being whole
     * @param checks what was checked, in plain words
     * @param files the files' names, without folders
     * @param ignoredReasons how many rows were ignored for which reason
     * @param totals what counts, summed by kind and currency; none in files of before there were
     *     any
     */
    public record StatementFacts(
            long entries,
            long ignored,
            long otherDay,
            Set<Kind> covers,
            String sha256,
            long payments,
            String layout,
            String merchantId,
            @Nullable LocalDate declaredDate,
            boolean controlled,
            List<String> checks,
            List<String> files,
            Map<String, Long> ignoredReasons,
            List<Total> totals) {

        public StatementFacts {
            EnumSet<Kind> kinds = EnumSet.noneOf(Kind.class);
            kinds.addAll(covers);
            covers = Collections.unmodifiableSet(kinds);
            checks = List.copyOf(checks);
            files = List.copyOf(files);
            ignoredReasons = Collections.unmodifiableSortedMap(new TreeMap<>(ignoredReasons));
            totals = totals == null ? List.of() : List.copyOf(totals);
        }

        /** What stands there when no statement was read. */
        public static StatementFacts none() {
            return new StatementFacts(
                    0, 0, 0, Set.of(), "", 0, "", "", null, false, List.of(), List.of(), Map.of(),
                    List.of());
        }
    }

    /**
     * What counts of one kind and currency.
     *
     * @param amount positive
     */
    public record Total(Kind kind, Currency currency, long count, BigDecimal amount) {
        public Total {
            amount = scaled(amount, currency);
        }
    }

    /**
     * The books, as they were read.
     *
     * @param entries what is booked in the day, of the kinds that the statement covers
     * @param settledDuringRun those of them that only a look-up saw
     */
    public record LedgerFacts(long entries, long settledDuringRun) {}

    /** What became of the missed callbacks. */
    public record Replays(long applied, long alreadyApplied, long refused, long failed) {
        public static Replays none() {
            return new Replays(0, 0, 0, 0);
        }
    }

    /**
     * What this run did to the alerts.
     *
     * @param opened breaks whose action is alert and that this revision filed first
     */
    public record Alerts(long opened, long stillOpen, long closed) {
        public static Alerts none() {
            return new Alerts(0, 0, 0);
        }
    }

    /** What the provider took, exact, positive when it costs. */
    public record Fee(Currency currency, BigDecimal amount) {
        public Fee {
            amount = scaled(amount, currency);
        }
    }

    /**
     * The other movements of one category and currency, summed; gross and net are signed as they
     * moved the merchant's balance, the fee is positive when it costs.
     */
    public record Movement(
            String category,
            Currency currency,
            long count,
            BigDecimal gross,
            BigDecimal fee,
            BigDecimal net) {
        public Movement {
            gross = scaled(gross, currency);
            fee = scaled(fee, currency);
            net = scaled(net, currency);
        }
    }

    /**
     * Why repairs are held back.
     *
     * @param count the missed callbacks, or the entries that the books do not know
     * @param of the statement's payments, or its entries, that the count is a share of
     * @param limit the share that is allowed, {@code 0.05} say
     */
    public record Hold(Breaker by, long count, long of, BigDecimal limit) {}

    /** Which circuit breaker tripped. */
    public enum Breaker {
        MISSED_CALLBACKS,
        SUSPECT_BOOKS
    }

    /**
     * What kept the run from concluding.
     *
     * @param reason one line: what was expected and found
     * @param file the file's name, or empty
     * @param line from 1; 0 where no line is meant
     */
    public record Problem(String reason, String file, long line) {}

    /**
     * What the statement says otherwise than the one that the revision before used; see {@link
     * StatementChange} for the parts. All counts are 0 where it is the same entries in other bytes.
     *
     * @param notCompared why that cannot be told, the counts being 0; empty where it can
     */
    public record RevisedStatement(
            int previousRevision,
            String previousSha256,
            long added,
            long changed,
            long withdrawn,
            long other,
            List<StatementChange.Sum> sums,
            List<StatementChange.Row> rows,
            String notCompared) {
        public RevisedStatement {
            sums = List.copyOf(sums);
            rows = List.copyOf(rows);
        }

        public static RevisedStatement of(int revision, String sha256, StatementChange change) {
            return new RevisedStatement(
                    revision,
                    sha256,
                    change.added(),
                    change.changed(),
                    change.withdrawn(),
                    change.other(),
                    change.sums(),
                    change.rows(),
                    "");
        }

        /** The statement before is gone, or cannot be read any more. */
        public static RevisedStatement unknown(int revision, String sha256, String why) {
            return new RevisedStatement(revision, sha256, 0, 0, 0, 0, List.of(), List.of(), why);
        }
    }

    /** This summary as summary.json: UTF-8 text that ends with a line feed. */
    public String toJson() {
        return SummaryJson.write(this);
    }

    /**
     * Reads a summary.json that {@link #toJson} wrote; keys that it does not know are ignored.
     *
     * @throws IllegalArgumentException whose one-line message says what is wrong with the text
     */
    public static Summary fromJson(String json) {
        return SummaryJson.read(json);
    }

    /** No more decimals than the amount has, and no fewer than its currency. */
    private static BigDecimal scaled(BigDecimal amount, Currency currency) {
        BigDecimal stripped = amount.stripTrailingZeros();
        int decimals = Math.max(0, currency.getDefaultFractionDigits());
        return stripped.scale() < decimals ? stripped.setScale(decimals) : stripped;
    }
}
