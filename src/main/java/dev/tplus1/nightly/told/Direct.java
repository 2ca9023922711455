package dev.tplus1.nightly.told;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Samples;
import dev.tplus1.alert.Sent;
import dev.tplus1.alert.channel.Channels;
import dev.tplus1.breaks.BreakRecord;
import dev.tplus1.breaks.History.Standing;
import dev.tplus1.job.Alerting;
import dev.tplus1.report.ReportFolder;

import org.jspecify.annotations.Nullable;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** Sends straight to channels, once, recording nothing: samples, and what cannot be recorded. */
public final class Direct {
    private final Recording.Job job;
    private final Alerting alerting;
    private final Clock clock;
    private final ChannelSink.@Nullable Opener opener;

    public Direct(Recording.Job job, Alerting alerting, Clock clock) {
        this(job, alerting, clock, null);
    }

    Direct(Recording.Job job, Alerting alerting, Clock clock, ChannelSink.@Nullable Opener opener) {
        this.job = job;
        this.alerting = alerting;
        this.clock = clock;
        this.opener = opener;
    }

    /**
     * What a channel answered.
     *
     * @param taken whether it has the digest
     * @param said what it said besides, or why it has not; may be empty
     */
    public record Answer(String channel, boolean taken, String said) {}

    /**
     * Sends a sample to these channels, in their order.
     *
     * @param most for all together
     */
    public List<Answer> sample(List<ChannelSettings> channels, Duration most) {
        Instant at = clock.instant();
        return send(
                channels,
                channel ->
                        Samples.digest(
                                job.id(), channel.name(), channel.language(), at, job.zone()),
                most);
    }

    /**
     * Tells each channel of ends that cannot be recorded, where its rule is about them.
     *
     * @param ends for each channel
     * @param most for all together
     */
    List<Answer> tell(
            Function<ChannelSettings, List<Ended>> ends, ReportFolder reports, Duration most) {
        Instant at = clock.instant();
        DigestLines lines = new DigestLines(job, reports);
        Map<String, Digest> digests = new LinkedHashMap<>();
        for (ChannelSettings channel : alerting.to().channels()) {
            Night night = new Night(new Unread(), LocalDate.ofInstant(at, job.zone()));
            ends.apply(channel).forEach(end -> night.ended(lines.of(end, 0)));
            Night.Telling told = night.of(channel.rule());
            if (!told.lines().isEmpty()) {
                digests.put(channel.name(), digest(channel, told, at));
            }
        }
        return send(
                alerting.to().channels().stream()
                        .filter(channel -> digests.containsKey(channel.name()))
                        .toList(),
                channel -> digests.getOrDefault(channel.name(), nothing(channel, at)),
                most);
    }

    private Digest nothing(ChannelSettings channel, Instant at) {
        return digest(channel, new Night.Telling(List.of(), 0, List.of()), at);
    }

    private Digest digest(ChannelSettings channel, Night.Telling told, Instant at) {
        return new Digest(
                Digest.SCHEMA,
                Digest.identity(job.id(), "direct " + at, channel.name()),
                job.id(),
                at,
                job.zone(),
                channel.language(),
                "",
                false,
                0,
                Digest.Totals.of(told.lines()),
                told.lines(),
                0,
                List.of(),
                null,
                List.of(),
                "",
                "");
    }

    private List<Answer> send(
            List<ChannelSettings> channels,
            Function<ChannelSettings, Digest> digest,
            Duration most) {
        AtomicBoolean late = new AtomicBoolean();
        ChannelSink.Opener opening =
                opener == null
                        ? settings -> Channels.open(settings, clock, alerting.trusted(), late::get)
                        : opener;
        Map<String, Answer> answers = Collections.synchronizedMap(new LinkedHashMap<>());
        channels.forEach(channel ->
                answers.put(
                        channel.name(),
                        new Answer(channel.name(), false, "no answer within " + seconds(most))));
        ChannelSink sink = new ChannelSink(channels, opening);
        try (sink) {
            List<Thread> sending = new ArrayList<>();
            for (ChannelSettings channel : channels) {
                sending.add(
                        Thread.ofPlatform()
                                .daemon()
                                .name("channel-" + channel.name())
                                .start(() ->
                                        answers.put(
                                                channel.name(),
                                                answer(
                                                        channel,
                                                        sink.send(
                                                                channel, digest.apply(channel))))));
            }
            Optional<Boolean> _ =
                    Bounded.within(
                            most,
                            () -> {
                                for (Thread each : sending) {
                                    each.join();
                                }
                                return true;
                            },
                            () -> {
                                late.set(true);
                                sink.close();
                            });
            return channels.stream()
                    .map(channel -> answers.get(channel.name()))
                    .filter(answer -> answer != null)
                    .toList();
        }
    }

    private static Answer answer(ChannelSettings channel, Sent sent) {
        return switch (sent) {
            case Sent.Accepted accepted -> new Answer(channel.name(), true, accepted.note());
            case Sent.Refused refused -> new Answer(channel.name(), false, refused.reason());
            case Sent.TryAgain again -> new Answer(channel.name(), false, again.reason());
        };
    }

    private static String seconds(Duration most) {
        return most.toSeconds() + " s";
    }

    /** There is no database to ask. */
    private static final class Unread implements Night.Records {
        @Override
        public List<Standing> standing(String account) {
            return List.of();
        }

        @Override
        public List<BreakRecord> undecided(String account) {
            return List.of();
        }
    }
}
