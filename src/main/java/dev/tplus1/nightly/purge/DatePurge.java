package dev.tplus1.nightly.purge;

import dev.tplus1.breaks.purge.OldBreaks.Stand;
import dev.tplus1.job.AccountFile;
import dev.tplus1.lease.Lease;
import dev.tplus1.nightly.known.PurgedDates.What;
import dev.tplus1.nightly.purge.Amount.Part;
import dev.tplus1.nightly.purge.Purged.Skipped;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Removes what of one date may go, under the date's lease. What is removed is marked first, so that
 * nobody is told of what is gone, wherever this is killed; the next purge goes on.
 *
 * @param stop whether it is to end after the transaction in hand
 */
record DatePurge(Means means, AccountFile account, Lease lease, BooleanSupplier stop) {

    /**
     * Removes these kinds of it.
     *
     * @param gone takes how much of each went
     * @return why not all of it went, if so
     */
    Optional<Skipped> remove(LocalDate date, Collection<Kind> kinds, Map<Kind, Part> gone) {
        Stand stand = means.breaks().stands(account.id(), date).get(date);
        if (stand == null
                || !stand.ended()
                || stand.open() > 0
                || means.revised().open(account.id(), date).isPresent()) {
            return Optional.of(meanwhile(date));
        }
        try {
            for (Kind kind : kinds) {
                if (stop.getAsBoolean()) {
                    return Optional.empty();
                }
                if (!Due.old(means, account, stand, kind)) {
                    return Optional.of(meanwhile(date));
                }
                Part part = remove(stand, kind);
                if (part == null) {
                    return Optional.of(meanwhile(date));
                }
                gone.put(kind, part);
            }
            return Optional.empty();
        } catch (IOException | DirectoryIteratorException e) {
            return Optional.of(failed(account.id(), date, e));
        }
    }

    private Skipped meanwhile(LocalDate date) {
        return new Skipped(
                account.id(), date, "it changed meanwhile; the next purge looks at it", false);
    }

    /** What an error of the file system is for people. */
    static Skipped failed(String account, LocalDate date, Exception e) {
        String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new Skipped(
                account,
                date,
                "its files cannot be removed: " + why + "; check the folders' owner",
                true);
    }

    /** None where it may not go any more. */
    private @Nullable Part remove(Stand stand, Kind kind) throws IOException {
        LocalDate date = stand.date();
        return switch (kind) {
            case STATEMENTS -> {
                mark(date, What.STATEMENTS);
                var found = means.statements().remove(account.id(), date);
                yield new Part(0, found.files(), found.bytes());
            }
            case REPORTS -> {
                mark(date, What.REPORTS);
                var found = means.reports().remove(account.id(), date);
                yield new Part(0, found.files(), found.bytes());
            }
            case BREAKS -> breaks(stand);
            case BATCH -> new Part(batch(stand), 0, 0);
            case NOTICES, OUTBOX -> throw new IllegalStateException(kind + " is of no date");
        };
    }

    private void mark(LocalDate date, What what) {
        lease.assertHeld();
        means.purged().mark(account.id(), date, what);
    }

    private @Nullable Part breaks(Stand stand) {
        String id = account.id();
        LocalDate date = stand.date();
        if (means.purged().at(id, date, What.BREAKS).isEmpty()
                && !means.breaks()
                        .begin(
                                id,
                                date,
                                "as retention.breaks is " + means.retention().breaks() + "d",
                                () -> mark(date, What.BREAKS))) {
            return null;
        }
        long rows = all(() -> means.breaks().deleteSome(id, date, lease::assertHeld));
        for (String run : stand.runs()) {
            rows += all(() -> means.tries().deleteSome(run, lease::assertHeld));
        }
        if (means.returns().mayGo(id, date)) {
            rows += all(() -> means.returns().deleteSome(id, date, lease::assertHeld));
        }
        return new Part(rows, 0, 0);
    }

    /** A part at a time, until nothing is left or it has to stop. */
    private long all(LongSupplier some) {
        return Purge.all(some, stop);
    }

    private long batch(Stand stand) {
        long rows = 0;
        for (List<Long> instances : means.batch().instances(stand.runs()).values()) {
            for (long instance : instances) {
                rows += means.batch().delete(instance, lease::assertHeld);
            }
        }
        return rows;
    }

    static Map<Kind, Part> nothing() {
        return new EnumMap<>(Kind.class);
    }
}
