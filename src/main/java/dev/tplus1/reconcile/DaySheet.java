package dev.tplus1.reconcile;

import dev.tplus1.diff.Pairing;
import dev.tplus1.diff.Total;
import dev.tplus1.entry.BookEntry;
import dev.tplus1.entry.BusinessDate;
import dev.tplus1.entry.StatementEntry;
import dev.tplus1.reconcile.ProofSheet.Figure;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.Objects;

/**
 * Where what is judged goes: the proof, the buckets and the findings. Several threads may have a
 * sheet each, which are added up in the end. One thread.
 */
final class DaySheet {
    private final Instant start;
    private final Instant end;
    private final ProofSheet proof = new ProofSheet();
    private final Buckets buckets = new Buckets();
    private final Findings findings;
    private long ledgerEntries;
    private long matched;
    private int unexplainedEntries;

    DaySheet(BusinessDate day, Findings findings) {
        this.start = day.start();
        this.end = day.end();
        this.findings = findings;
    }

    ProofSheet proof() {
        return proof;
    }

    Buckets buckets() {
        return buckets;
    }

    Findings findings() {
        return findings;
    }

    long ledgerEntries() {
        return ledgerEntries;
    }

    long matched() {
        return matched;
    }

    int unexplainedEntries() {
        return unexplainedEntries;
    }

    /** Takes what another thread judged. */
    void add(DaySheet other) {
        proof.add(other.proof);
        buckets.add(other.buckets);
        findings.count(other.findings);
        matched += other.matched;
        unexplainedEntries += other.unexplainedEntries;
    }

    void counted(Total total) {
        proof.add(Figure.STATEMENT, total);
    }

    void booked(Total total) {
        ledgerEntries += total.count();
        proof.add(Figure.LEDGER, total);
    }

    void booked(BookEntry entry) {
        ledgerEntries++;
        proof.add(Figure.LEDGER, entry.key(), entry.amount());
    }

    void matched(Total total) {
        matched += total.count();
        buckets.add(Buckets.Bucket.MATCHED, total);
    }

    void matched(StatementEntry entry) {
        matched++;
        buckets.add(Buckets.Bucket.MATCHED, entry);
    }

    void crossed(StatementEntry entry) {
        buckets.add(Buckets.Bucket.CROSSED, entry);
        proof.add(Figure.CROSS_CUTOFF, entry.key(), entry.amount());
    }

    /**
     * An entry of the statement that is a break.
     *
     * @param booked what is booked under its key, if anything
     * @param inBooks what the books know of it, booked or not
     */
    void broken(
            StatementEntry entry,
            Judgement judgement,
            @Nullable BookEntry booked,
            @Nullable BookEntry inBooks) {
        buckets.add(Buckets.Bucket.BROKEN, entry);
        unexplainedEntries += suspicious(judgement.rule()) ? 1 : 0;
        findings.ofStatement(
                entry, judgement, Objects.requireNonNull(judgement.type()), booked, inBooks);
        prove(entry, judgement.rule(), booked);
    }

    private void prove(StatementEntry entry, int rule, @Nullable BookEntry booked) {
        if (booked == null) {
            proof.add(Figure.ONLY_IN_STATEMENT, entry.key(), entry.amount());
        } else if (rule == 2) {
            proof.add(Figure.ONLY_IN_STATEMENT, entry.key(), entry.amount());
            if (inDay(booked)) {
                proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
            }
        } else {
            if (rule == 3) {
                proof.add(
                        Figure.AMOUNT_DIFFERENCE,
                        entry.key(),
                        entry.amount().minus(booked.amount()));
            }
            if (!inDay(booked)) {
                proof.add(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
            }
        }
    }

    /** A booking that the statement does not have. */
    void broken(BookEntry booked, BookRules.Verdict.Broken broken) {
        unexplainedEntries += suspicious(broken.rule()) ? 1 : 0;
        onlyBooked(booked);
        findings.ofBooks(booked, broken.type(), broken.foundAs(), broken.note());
    }

    /** A booking that only the books have, whether it is a break of its own or not. */
    void onlyBooked(BookEntry booked) {
        proof.add(Figure.ONLY_IN_LEDGER, booked.key(), booked.amount());
    }

    /** A booking that another date's statement carries. */
    void carried(BookEntry booked) {
        proof.subtract(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
    }

    /** What was carried is not after all. */
    void notCarried(BookEntry booked) {
        proof.add(Figure.CROSS_CUTOFF, booked.key(), booked.amount());
        onlyBooked(booked);
    }

    /**
     * Whether a rule is one of those that, in great number, say that the books are wrong as a
     * whole.
     */
    private static boolean suspicious(int rule) {
        return (rule >= 7 && rule <= 9) || rule == 15 || rule == 25;
    }

    private boolean inDay(BookEntry entry) {
        Instant time = entry.time();
        return time != null && !time.isBefore(start) && time.isBefore(end);
    }

    /** Judges what one key's rows alone tell, on a day that knows no other. */
    static final class Pieces implements Pairing.Pieces {
        private final BusinessDate day;
        private final DaySheet sheet;
        private final BookRules rules;

        Pieces(BusinessDate day, DaySheet sheet, BookRules rules) {
            this.day = day;
            this.sheet = sheet;
            this.rules = rules;
        }

        @Override
        public void differ(StatementEntry entry, BookEntry booked) {
            Judgement judgement = StatementRules.booked(day, entry, booked);
            if (judgement.type() == null) {
                // the join says that they differ; whoever judges has the last word
                sheet.matched(entry);
            } else {
                sheet.broken(entry, judgement, booked, booked);
            }
        }

        @Override
        public void lone(StatementEntry payment, @Nullable BookEntry order) {
            sheet.broken(payment, StatementRules.lone(payment, order), null, null);
        }

        @Override
        public void alone(BookEntry booked) {
            if (rules.judge(booked) instanceof BookRules.Verdict.Broken broken) {
                sheet.broken(booked, broken);
            } else {
                throw new IllegalStateException("another date knows of " + booked.key());
            }
        }
    }
}
