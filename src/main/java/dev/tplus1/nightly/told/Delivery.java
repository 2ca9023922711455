package dev.tplus1.nightly.told;

import dev.tplus1.alert.channel.Channels;
import dev.tplus1.database.Database;
import dev.tplus1.database.DatabaseException;
import dev.tplus1.http.Pauses;
import dev.tplus1.job.Alerting;
import dev.tplus1.lease.Lease;
import dev.tplus1.lease.LeaseLostException;
import dev.tplus1.lease.LeaseOutcome;
import dev.tplus1.lease.LeaseOutcome.HeldBy;
import dev.tplus1.lease.Leases;
import dev.tplus1.outbox.Letters;
import dev.tplus1.outbox.Notices;
import dev.tplus1.outbox.Relay;
import dev.tplus1.outbox.Round;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Delivers a job's notices to its channels, each at least once: one process at a time, so that a
 * channel gets them in order. Thread-safe.
 */
public final class Delivery {
    /** What a run gives to it at its end: a slow channel does not keep the night waiting. */
    public static final Duration AT_THE_END = Duration.ofSeconds(20);

    /** How often it is looked whether another process has ended its own delivery. */
    private static final Duration POLL = Duration.ofMillis(500);

    private static final int ID_BYTES = 8;

    private final Database database;
    private final String job;
    private final Alerting alerting;
    private final Pauses pauses;
    private final Notices notices;
    private final ChannelSink.@Nullable Opener opener;
    private final Clock clock;

    /**
     * @param database tplus1's own, its tables made
     */
    public Delivery(Database database, String job, Alerting alerting, Clock clock, Pauses pauses) {
        this(database, job, alerting, clock, pauses, null);
    }

    Delivery(
            Database database,
            String job,
            Alerting alerting,
            Clock clock,
            Pauses pauses,
            ChannelSink.@Nullable Opener opener) {
        this.database = database;
        this.job = job;
        this.alerting = alerting;
        this.clock = clock;
        this.pauses = pauses;
        this.opener = opener;
        this.notices = new Notices(database, job, clock);
    }

    /** What people look at and decide of the notices. */
    public Letters letters() {
        return notices.letters();
    }

    /**
     * Delivers what is due.
     *
     * @param most how long it may take; what is left then waits for the next delivery
     * @param patient whether to wait within that time for another process that delivers now
     * @param stopping whether the process was asked to stop
     * @throws DatabaseException when the database does not answer; nothing is lost
     */
    public Delivered deliver(Duration most, boolean patient, BooleanSupplier stopping) {
        Letters.Count count = notices.letters().count();
        if (count.waiting() == 0) {
            return delivered(Delivered.End.DONE, 0, 0, "");
        }
        AtomicBoolean late = new AtomicBoolean();
        BooleanSupplier over = () -> late.get() || stopping.getAsBoolean();
        ChannelSink sink = new ChannelSink(alerting.to().channels(), opener(over));
        try (sink) {
            Optional<Delivered> done =
                    Bounded.within(
                            most,
                            () -> leased(sink, patient, over),
                            () -> {
                                late.set(true);
                                sink.close();
                            });
            if (done.isEmpty() || late.get()) {
                long sent = done.map(Delivered::delivered).orElse(0L);
                return delivered(Delivered.End.LATE, sent, 0, "");
            }
            return done.get();
        }
    }

    private ChannelSink.Opener opener(BooleanSupplier stopping) {
        return opener == null
                ? settings -> Channels.open(settings, clock, alerting.trusted(), stopping)
                : opener;
    }

    private Delivered leased(ChannelSink sink, boolean patient, BooleanSupplier over) {
        try (Leases leases = new Leases(database)) {
            while (true) {
                switch (leases.acquire(lease(job))) {
                    case LeaseOutcome.Acquired(Lease lease) -> {
                        try (lease) {
                            return relayed(sink, lease, over);
                        }
                    }
                    case HeldBy holder -> {
                        if (!patient || over.getAsBoolean()) {
                            return delivered(
                                    Delivered.End.RUNNING_ELSEWHERE,
                                    0,
                                    0,
                                    "host " + holder.host() + ", process " + holder.process());
                        }
                        pauses.pause(POLL, over);
                    }
                }
            }
        }
    }

    private Delivered relayed(ChannelSink sink, Lease lease, BooleanSupplier over) {
        try (Relay relay =
                notices.relay(sink, alerting.tries(), lease::assertHeld, over, () -> {})) {
            Round round = relay.round();
            return delivered(
                    switch (round.end()) {
                        case DONE, LEFT_ALONE -> Delivered.End.DONE;
                        case STOPPED -> Delivered.End.STOPPED;
                    },
                    round.published(),
                    round.died(),
                    "");
        } catch (LeaseLostException _) {
            return delivered(Delivered.End.RUNNING_ELSEWHERE, 0, 0, "another process");
        }
    }

    private Delivered delivered(Delivered.End end, long sent, long died, String holder) {
        return new Delivered(end, sent, died, notices.undelivered(), holder);
    }

    /** A job's id and the words would be longer together than a lease's name. */
    static String lease(String job) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(job.getBytes(StandardCharsets.UTF_8));
            return "notices of job " + HexFormat.of().formatHex(Arrays.copyOf(hash, ID_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
