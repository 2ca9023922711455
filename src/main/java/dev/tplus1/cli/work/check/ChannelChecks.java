package dev.tplus1.cli.work.check;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.channel.Channels;
import dev.tplus1.cli.speech.CheckLine;
import dev.tplus1.cli.speech.CheckLine.Failure;
import dev.tplus1.cli.speech.Speech;
import dev.tplus1.cli.speech.alert.Notices;
import dev.tplus1.job.Alerting;
import dev.tplus1.outbox.Notices.Undelivered;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks whether people can be told, and what they have not been told; sends nothing. */
final class ChannelChecks {
    private final Alerting alerting;
    private final Clock clock;

    ChannelChecks(Alerting alerting, Clock clock) {
        this.alerting = alerting;
        this.clock = clock;
    }

    /**
     * A line for each channel, and one more for each that has something outstanding.
     *
     * @param outstanding by channel
     */
    List<CheckLine> lines(Map<String, Undelivered> outstanding) {
        List<CheckLine> lines = new ArrayList<>();
        for (ChannelSettings settings : alerting.to().channels()) {
            String what = "channel " + settings.name();
            String why = unreachable(settings);
            lines.add(
                    why.isEmpty()
                            ? CheckLine.ok(what, settings.type() + ", reachable")
                            : new CheckLine(Failure.UNREACHABLE, what, why));
        }
        outstanding.forEach((channel, each) ->
                lines.add(
                        CheckLine.warning(
                                "notices " + channel,
                                Notices.outstanding(each.waiting(), each.dead())
                                        + " since "
                                        + Speech.second(each.since(), ZoneOffset.UTC)
                                        + " UTC"
                                        + (each.lastError().isEmpty()
                                                ? ""
                                                : ": " + Speech.line(each.lastError())))));
        return lines;
    }

    private String unreachable(ChannelSettings settings) {
        try (Channel channel = Channels.open(settings, clock, alerting.trusted(), () -> false)) {
            return Speech.line(channel.unreachable());
        }
    }
}
