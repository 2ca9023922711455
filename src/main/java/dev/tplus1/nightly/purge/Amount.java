package dev.tplus1.nightly.purge;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;

/**
 * How much of a kind goes, or went.
 *
 * @param account none where it is of no account
 * @param dates how many dates it is of; 0 where it is of none
 * @param rows of tables
 * @param bytes of the files
 * @param oldest the first of the dates, or when the first of it was written; none where there is
 *     nothing
 * @param newest the last one
 */
public record Amount(
        @Nullable String account,
        Kind kind,
        long dates,
        long rows,
        long files,
        long bytes,
        @Nullable LocalDate oldest,
        @Nullable LocalDate newest) {

    static Amount none(@Nullable String account, Kind kind) {
        return new Amount(account, kind, 0, 0, 0, 0, null, null);
    }

    /** With a date more. */
    Amount and(LocalDate date, Part part) {
        return new Amount(
                account,
                kind,
                dates + 1,
                rows + part.rows(),
                files + part.files(),
                bytes + part.bytes(),
                oldest == null || date.isBefore(oldest) ? date : oldest,
                newest == null || date.isAfter(newest) ? date : newest);
    }

    /** Whether there is anything. */
    boolean any() {
        return dates > 0 || rows > 0 || files > 0;
    }

    /** Of one date. */
    record Part(long rows, long files, long bytes) {}
}
