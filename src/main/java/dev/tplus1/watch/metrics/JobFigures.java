package dev.tplus1.watch.metrics;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of a job's accounts, whoever ran them. Immutable.
 *
 * @param accounts all that the job has
 * @param deadNotices what its channels did not take, and is not tried any more
 * @param deadLetters what its outbox has of that kind; jobs that share the outbox share them; empty
 *     where it could not be asked
 */
public record JobFigures(List<OfAccount> accounts, long deadNotices, OptionalLong deadLetters) {
    public JobFigures {
        accounts = List.copyOf(accounts);
    }

    /**
     * An account.
     *
     * @param last its last run; none where none is known
     * @param reconciled its latest reconciled date; none where it has none
     * @param latest of its latest concluded date's latest revision; none where it has none, and
     *     while that revision is being applied
     * @param open how many breaks of all dates wait for a person, by type, types without any too
     * @param oldestOpen when the business date of the oldest of them began; none where there are
     *     none
     * @param held how many dates are held back, approved ones until a run has applied them
     * @param missing how many dates that are over have no conclusion
     */
    public record OfAccount(
            String account,
            @Nullable Run last,
            @Nullable Reconciled reconciled,
            @Nullable Found latest,
            Map<String, Long> open,
            @Nullable Instant oldestOpen,
            long held,
            long missing) {
        public OfAccount {
            open = sorted(open);
        }
    }

    /**
     * How a run ended.
     *
     * @param at when an account's last run did
     * @param date of the latest business date that was run, which the outcome is of; none where it
     *     is not known
     * @param outcome one of {@link #OUTCOMES}
     */
    public record Run(Instant at, @Nullable LocalDate date, String outcome) {
        public Run {
            if (!OUTCOMES.contains(outcome)) {
                throw new IllegalArgumentException("no outcome: " + outcome);
            }
        }

        /** One whose date is not known. */
        public Run(Instant at, String outcome) {
            this(at, null, outcome);
        }

        /** Whether both dates are known, and this one's is the later one. */
        boolean isOfLaterDateThan(Run other) {
            return date != null && other.date != null && date.isAfter(other.date);
        }
    }

    /**
     * A reconciled date.
     *
     * @param concluded when it was
     * @param began when the date itself did, in its zone
     */
    public record Reconciled(Instant concluded, Instant began) {}

    /**
     * What a revision found and did, as its summary says.
     *
     * @param breaks by type, types without any too
     * @param replays by result
     */
    public record Found(
            long statementEntries,
            long ledgerEntries,
            long matched,
            Map<String, Long> breaks,
            Map<String, Long> replays) {
        public Found {
            breaks = sorted(breaks);
            replays = sorted(replays);
        }
    }

    /** How a run can end. */
    public static final List<String> OUTCOMES =
            List.of(
                    "RECONCILED",
                    "HELD",
                    "NOT_READY",
                    "REFUSED",
                    "SUSPECT_EMPTY",
                    "FAILED",
                    "STOPPED",
                    "BUSY");

    private static SortedMap<String, Long> sorted(Map<String, Long> counts) {
        return Collections.unmodifiableSortedMap(new TreeMap<>(counts));
    }
}
