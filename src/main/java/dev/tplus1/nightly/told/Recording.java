package dev.tplus1.nightly.told;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.breaks.Break;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.History;
import dev.tplus1.breaks.History.Standing;
import dev.tplus1.breaks.Revision;
import dev.tplus1.breaks.Revisions;
import dev.tplus1.breaks.audit.Audit;
import dev.tplus1.breaks.audit.AuditHead;
import dev.tplus1.breaks.told.Untold;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.job.Alerting;
import dev.tplus1.outbox.Notices;
import dev.tplus1.outbox.Notices.Undelivered;
import dev.tplus1.report.BreakGroups.Group;
import dev.tplus1.report.ReportFolder;
import dev.tplus1.report.Summary;
import dev.tplus1.report.index.ReportIndex;

import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Records what a run has to tell: one notice for each channel whose rule chooses something, in the
 * transaction that marks it told. Whatever is concluded and not told is told, also by a run that
 * was killed before it could; what is told once is not told again. Thread-safe.
 */
public final class Recording {
    /** How many of an account's oldest open breaks are looked at one by one. */
    static final int MOST_OLD = 10_000;

    private static final int RUN_BYTES = 16;

    private final Database database;
    private final Job job;
    private final Alerting alerting;
    private final Clock clock;
    private final Revisions revisions;
    private final History history;
    private final ReportFolder reports;
    private final Untold untold;
    private final Notices notices;

    /**
     * The job as people are told of it.
     *
     * @param file its file, as commands name it
     */
    public record Job(String id, String file, List<Account> accounts) {
        public Job {
            accounts = List.copyOf(accounts);
        }

        /** The zone in which a digest of several accounts shows its times. */
        public ZoneId zone() {
            return accounts.isEmpty() ? ZoneOffset.UTC : accounts.getFirst().zone();
        }

        @Nullable Account account(String account) {
            return accounts.stream()
                    .filter(each -> each.id().equals(account))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * @param database tplus1's own, its tables made
     */
    public Recording(
            Database database, Job job, Alerting alerting, ReportFolder reports, Clock clock) {
        this.database = database;
        this.job = job;
        this.alerting = alerting;
        this.clock = clock;
        this.revisions = new Revisions(database, clock);
        this.history = new History(database);
        this.reports = reports;
        this.untold = new Untold(database, job.id());
        this.notices = new Notices(database, job.id(), clock);
    }

    /**
     * Records what was concluded since anything was told last, and these ends, each once on a day.
     *
     * @return how many notices there are to deliver for it
     * @throws DatabaseException when the database does not answer; then nothing is marked told
     */
    public int record(List<Ended> ends) {
        try {
            return database.retrying(() ->
                    Objects.requireNonNull(database.transactions().execute(_ -> recorded(ends))));
        } catch (DataAccessException | TransactionException e) {
            throw DatabaseException.of("what is to be told cannot be recorded", e);
        }
    }

    private int recorded(List<Ended> ends) {
        Instant at = clock.instant();
        LocalDate today = LocalDate.ofInstant(at, job.zone());
        List<Revision.Id> concluded = latest(untold.take(at));
        List<Ended> ended =
                ends.stream()
                        .filter(end ->
                                untold.take(end.account(), end.date(), end.outcome().name(), today))
                        .toList();
        if (alerting.to().channels().isEmpty() || (concluded.isEmpty() && ended.isEmpty())) {
            return 0;
        }
        StringBuilder run = new StringBuilder(today.toString());
        Night night = new Night(new Stored(), today);
        for (Revision.Id id : concluded) {
            Summary summary = add(night, id);
            run.append('\n').append(id).append(summary.outcome()).append(summary.finishedAt());
        }
        DigestLines lines = new DigestLines(job, reports);
        for (Ended end : ended) {
            night.ended(lines.of(end, standing(end)));
            run.append('\n').append(end);
        }
        return write(night, hash(run.toString()), at);
    }

    /**
     * The revision that a date stays with which this run did not conclude; 0 for none, and where
     * another is under way, which may have replayed something already.
     */
    private int standing(Ended end) {
        if (revisions.underWay(end.account(), end.date()).isPresent()) {
            return 0;
        }
        return revisions.latest(end.account(), end.date()).map(r -> r.id().number()).orElse(0);
    }

    /** Of a date that was concluded more than once since, the newest revision is what is true. */
    private static List<Revision.Id> latest(List<Revision.Id> ids) {
        Map<List<Object>, Revision.Id> latest = new LinkedHashMap<>();
        for (Revision.Id id : ids) {
            latest.merge(
                    List.of(id.account(), id.date()),
                    id,
                    (a, b) -> a.number() > b.number() ? a : b);
        }
        return List.copyOf(latest.values());
    }

    private Summary add(Night night, Revision.Id id) {
        Counts counts = new Counts();
        Summary summary = each(id, (group, found) -> counts.add(group, found));
        night.concluded(
                new DigestLines(job, reports).of(summary, counts),
                breaks ->
                        each(
                                id,
                                (group, found) -> {
                                    if (Night.toDecide(group)) {
                                        breaks.accept(found);
                                    }
                                }));
        return summary;
    }

    /** Takes a break in its group. */
    private interface Grouped {
        void take(Group group, Break found);
    }

    private Summary each(Revision.Id id, Grouped breaks) {
        // a date's classification is recorded with its conclusion, so the mode is a run's
        Consumer<Break> grouped = found -> breaks.take(Group.of(found, Summary.Mode.RUN), found);
        return Summary.fromJson(
                revisions
                        .recorded(id, finding -> grouped.accept(finding.found()))
                        .orElseThrow(() -> new IllegalStateException(id + " is not concluded")));
    }

    private int write(Night night, String run, Instant at) {
        AuditHead head = new Audit(database).head();
        List<Undelivered> undelivered = notices.undelivered();
        List<Undelivered> dead = notices.dead();
        int written = 0;
        for (ChannelSettings channel : alerting.to().channels()) {
            Night.Telling told = night.of(channel.rule());
            if (told.lines().isEmpty()) {
                continue;
            }
            Digest digest =
                    new Digest(
                            Digest.SCHEMA,
                            Digest.identity(job.id(), run, channel.name()),
                            job.id(),
                            at,
                            job.zone(),
                            channel.language(),
                            run,
                            false,
                            told.counted(),
                            Digest.Totals.of(told.lines()),
                            told.lines(),
                            0,
                            told.largest(),
                            head.events() == 0
                                    ? null
                                    : new Digest.AuditHead(head.head(), head.events()),
                            failing(undelivered, dead, channel.name()),
                            new DigestLines(job, reports).command(told),
                            index());
            if (channel.rule().tells(digest) && notices.write(channel.name(), run, digest.json())) {
                written++;
            }
        }
        return written;
    }

    private String index() {
        Path page = reports.root().resolve(ReportIndex.NAME);
        return page.toAbsolutePath().normalize().toString();
    }

    /**
     * A channel's own dead notices, which nothing sends any more, and the others' troubles: if it
     * gets this digest, it gets its own waiting ones as well.
     */
    private static List<Digest.Failing> failing(
            List<Undelivered> undelivered, List<Undelivered> dead, String channel) {
        return Stream.concat(
                        dead.stream().filter(each -> each.channel().equals(channel)),
                        undelivered.stream().filter(each -> !each.channel().equals(channel)))
                .map(each ->
                        new Digest.Failing(
                                each.channel(),
                                each.waiting(),
                                each.dead(),
                                each.since(),
                                each.lastError()))
                .toList();
    }

    private static String hash(String run) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(run.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, RUN_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What the database has, read once for all channels. */
    private final class Stored implements Night.Records {
        private final Map<String, List<Standing>> standing = new LinkedHashMap<>();

        @Override
        public List<Standing> standing(String account) {
            return standing.computeIfAbsent(account, history::standing);
        }

        @Override
        public List<BreakRecord> undecided(String account) {
            return history.undecided(account, MOST_OLD);
        }
    }
}
