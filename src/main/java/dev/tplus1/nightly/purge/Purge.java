package dev.tplus1.nightly.purge;

import dev.tplus1.breaks.History;
import dev.tplus1.breaks.RevisedStatements;
import dev.tplus1.breaks.told.Untold;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseSettings;
import dev.tplus1.database.Schema;
import dev.tplus1.entry.SettingException;
import dev.tplus1.job.AccountFile;
import dev.tplus1.job.JobFile;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.lease.Leases;
import dev.tplus1.nightly.purge.Amount.Part;
import dev.tplus1.nightly.purge.Purged.End;
import dev.tplus1.nightly.purge.Purged.Skipped;
import dev.tplus1.outbox.Spent;
import dev.tplus1.provider.Providers;
import dev.tplus1.report.ReportException;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.index.ReportIndex;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Removes what a job's retention lets go, date by date, the oldest first, each under its lease. A
 * date that is not ended, has an open break, or is a neighbour of such a one stays whole. What
 * guards that nothing is applied twice stays: revisions, leases, the callback log; and so does the
 * audit trail. Close it when done.
 */
public final class Purge implements AutoCloseable {
    /**
     * Letters of a job's id; a lease's name has room for this many beside what says whose it is.
     */
    private static final int WHOLE = 57;

    /** Letters of a longer one, before what tells it from others that begin alike. */
    private static final int BEGIN = 24;

    /** Bytes of its hash: in hex they fill the room up. */
    private static final int HASH = 16;

    private final JobFile job;
    private final Clock clock;
    private final Database own;
    private final @Nullable Database books;
    private final Leases leases;
    private final Means means;

    private Purge(JobFile job, Clock clock, Database own, @Nullable Database books) {
        this.job = job;
        this.clock = clock;
        this.own = own;
        this.books = books;
        this.leases = new Leases(own);
        this.means = Means.of(job, own, leases, clock);
    }

    /**
     * Opens the databases that it needs, and makes or upgrades the tables.
     *
     * @throws SettingException where the books leave no messages, and outbox is to be purged
     */
    public static Purge open(JobFile job, Clock clock) {
        List<Schema> callback =
                Arrays.stream(job.booksSchemas()).filter(Schema.CALLBACK::equals).toList();
        boolean outbox = job.retention().outbox() != null;
        if (outbox && callback.isEmpty()) {
            throw new SettingException(
                    "retention.outbox: these books leave no messages behind; leave it out");
        }
        DatabaseSettings connection = job.ledger().connection();
        Database own = Database.open("database", job.database());
        @Nullable Database books = null;
        try {
            own.migrate(Schema.OWN);
            if (outbox) {
                books = connection == null ? own : Database.open("ledger", connection);
                books.migrate(Schema.CALLBACK);
            }
            return new Purge(job, clock, own, books);
        } catch (RuntimeException e) {
            if (books != null && books != own) {
                books.close();
            }
            own.close();
            throw e;
        }
    }

    /** What would go now; changes nothing. */
    public Purged look() {
        Result result = new Result();
        for (AccountFile account : job.accounts()) {
            Due due = Due.of(means, account);
            result.take(due);
            due.dates().forEach((date, kinds) -> result.add(account.id(), date, kinds));
        }
        for (Spending each : spending()) {
            result.add(each.amount());
        }
        return result.purged(End.DONE, null);
    }

    /**
     * Removes it.
     *
     * @param stop asked between two transactions: whether to end
     */
    public Purged run(BooleanSupplier stop) {
        return switch (leases.acquire(work(job.job()))) {
            case HeldBy holder -> new Result().purged(End.RUNNING_ELSEWHERE, holder);
            case LeaseOutcome.Acquired(Lease lease) -> {
                try (lease) {
                    yield held(stop);
                }
            }
        };
    }

    /** What the purge of a job holds, which has room for no more than a job's id. */
    static String work(String job) {
        return "purge " + (job.length() <= WHOLE ? job : job.substring(0, BEGIN) + "~" + hash(job));
    }

    private static String hash(String job) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(job.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, HASH));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private Purged held(BooleanSupplier stop) {
        Result result = new Result();
        for (AccountFile account : job.accounts()) {
            if (stop.getAsBoolean()) {
                break;
            }
            Due due = Due.of(means, account);
            result.take(due);
            for (Map.Entry<LocalDate, Map<Kind, Part>> each : due.dates().entrySet()) {
                if (stop.getAsBoolean()) {
                    break;
                }
                date(account, each.getKey(), each.getValue(), stop, result);
            }
        }
        for (Spending each : spending()) {
            if (!stop.getAsBoolean()) {
                result.add(each.amount(all(each.some(), stop)));
            }
        }
        if (result.removed(Kind.REPORTS)) {
            try {
                index();
            } catch (ReportException e) {
                // what went is gone all the same, and the next run writes it
                result.page = String.valueOf(e.getMessage());
            }
        }
        boolean failed = result.skipped.stream().anyMatch(Skipped::failed);
        return result.purged(
                stop.getAsBoolean() ? End.STOPPED : failed ? End.FAILED : End.DONE, null);
    }

    private void date(
            AccountFile account,
            LocalDate date,
            Map<Kind, Part> kinds,
            BooleanSupplier stop,
            Result result) {
        switch (leases.acquire(account.id(), date)) {
            case HeldBy holder ->
                    result.skipped.add(
                            new Skipped(
                                    account.id(),
                                    date,
                                    "host "
                                            + holder.host()
                                            + ", process "
                                            + holder.process()
                                            + " is at work on it; the next purge looks at it",
                                    false));
            case LeaseOutcome.Acquired(Lease lease) -> {
                try (lease) {
                    Map<Kind, Part> gone = DatePurge.nothing();
                    new DatePurge(means, account, lease, stop)
                            .remove(date, kinds.keySet(), gone)
                            .ifPresent(result.skipped::add);
                    result.add(account.id(), date, gone);
                }
            }
        }
    }

    /** Deletes a part at a time, until nothing is left or it has to stop. */
    static long all(LongSupplier some, BooleanSupplier stop) {
        long rows = 0;
        while (!stop.getAsBoolean()) {
            long gone = some.getAsLong();
            if (gone == 0) {
                break;
            }
            rows += gone;
        }
        return rows;
    }

    /**
     * What is of no account.
     *
     * @param amount how much of it may go
     * @param some deletes a part of it
     */
    private record Spending(Amount amount, LongSupplier some) {
        /** The same with the rows that went. */
        Amount amount(long rows) {
            return new Amount(null, amount.kind(), 0, rows, 0, 0, amount.oldest(), amount.newest());
        }
    }

    private List<Spending> spending() {
        List<Spending> all = new ArrayList<>();
        Instant now = clock.instant();
        Integer notices = job.retention().notices();
        if (notices != null) {
            Instant before = now.minus(Duration.ofDays(notices));
            LocalDate day = LocalDate.ofInstant(before, ZoneOffset.UTC);
            Spent spent = Spent.notices(own, job.job());
            Untold told = new Untold(own, job.job());
            Spent.Old old = spent.old(before);
            all.add(
                    new Spending(
                            amount(Kind.NOTICES, old, told.old(day)),
                            () -> {
                                long rows = spent.deleteSome(before);
                                return rows > 0 ? rows : told.forgetSome(day);
                            }));
        }
        Integer outbox = job.retention().outbox();
        if (outbox != null) {
            Instant before = now.minus(Duration.ofDays(outbox));
            Spent spent = Spent.outbox(Objects.requireNonNull(books));
            all.add(
                    new Spending(
                            amount(Kind.OUTBOX, spent.old(before), 0),
                            () -> spent.deleteSome(before)));
        }
        return all;
    }

    private static Amount amount(Kind kind, Spent.Old old, long more) {
        return new Amount(
                null, kind, 0, old.rows() + more, 0, 0, day(old.oldest()), day(old.newest()));
    }

    private static @Nullable LocalDate day(@Nullable Instant at) {
        return at == null ? null : LocalDate.ofInstant(at, ZoneOffset.UTC);
    }

    /** The page over all dates names no report that is gone. */
    private void index() {
        History history = new History(own);
        RevisedStatements revised = means.revised();
        new ReportIndex(new ReportFolder(job.reports()), job.job(), clock)
                .write(
                        false,
                        () ->
                                job.accounts().stream()
                                        .map(account ->
                                                new ReportIndex.Account(
                                                        account.id(),
                                                        Providers.format(account.settings())
                                                                .providerName(),
                                                        account.zone(),
                                                        history.standing(account.id()),
                                                        revised.open(account.id())))
                                        .toList());
    }

    @Override
    public void close() {
        leases.close();
        if (books != null && books != own) {
            books.close();
        }
        own.close();
    }

    /** Adds up. */
    private static final class Result {
        private final Map<String, Map<Kind, Amount>> amounts = new LinkedHashMap<>();
        private final List<Amount> others = new ArrayList<>();
        private final List<Purged.Staying> staying = new ArrayList<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private final List<String> left = new ArrayList<>();
        private String page = "";

        void take(Due due) {
            staying.addAll(due.staying());
            skipped.addAll(due.unreadable());
            left.addAll(due.left());
        }

        void add(String account, LocalDate date, Map<Kind, Part> kinds) {
            Map<Kind, Amount> its =
                    amounts.computeIfAbsent(account, _ -> new EnumMap<>(Kind.class));
            kinds.forEach((kind, part) ->
                    its.put(
                            kind,
                            its.getOrDefault(kind, Amount.none(account, kind)).and(date, part)));
        }

        void add(Amount amount) {
            if (amount.any()) {
                others.add(amount);
            }
        }

        boolean removed(Kind kind) {
            return amounts.values().stream().anyMatch(its -> its.containsKey(kind));
        }

        Purged purged(End end, @Nullable HeldBy holder) {
            List<Amount> all = new ArrayList<>();
            amounts.values().forEach(its -> all.addAll(its.values()));
            all.addAll(others);
            return new Purged(
                    end,
                    all,
                    staying,
                    skipped,
                    left.subList(0, Math.min(left.size(), Purged.MOST)),
                    page,
                    holder);
        }
    }
}
