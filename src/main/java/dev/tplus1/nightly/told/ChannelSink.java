package dev.tplus1.nightly.told;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Sent;
import dev.tplus1.outbox.Message;
import dev.tplus1.outbox.Sink;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hands each notice to its channel, which is opened when it has one. Thread-safe. */
final class ChannelSink implements Sink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ChannelSink.class);

    private final Map<String, ChannelSettings> settings = new HashMap<>();
    private final Map<String, Channel> open = new HashMap<>();
    private final Opener opener;
    private boolean closed;

    /** Makes a channel from its settings, connecting to nothing. */
    public interface Opener {
        Channel open(ChannelSettings settings);
    }

    ChannelSink(List<ChannelSettings> channels, Opener opener) {
        channels.forEach(channel -> settings.put(channel.name(), channel));
        this.opener = opener;
    }

    @Override
    public Outcome take(Message message) {
        ChannelSettings channel = settings.get(message.key());
        if (channel == null) {
            return new Outcome.Refused("the job file has no channel of this name any more");
        }
        Digest digest;
        try {
            digest = Digest.parse(message.payload());
        } catch (IllegalArgumentException _) {
            return new Outcome.Refused("no digest that this version can read");
        }
        return switch (send(channel, digest)) {
            case Sent.Accepted _ -> new Outcome.Taken();
            case Sent.Refused refused -> new Outcome.Refused(refused.reason());
            case Sent.TryAgain again -> new Outcome.Unknown(again.reason(), again.retryAfter());
        };
    }

    /** One channel's own mistake is not to keep the others from theirs. */
    Sent send(ChannelSettings channel, Digest digest) {
        try {
            Sent sent = opened(channel).send(digest);
            if (sent instanceof Sent.Accepted(String note) && !note.isEmpty()) {
                LOG.warn("channel {}: {}", channel.name(), note);
            }
            return sent;
        } catch (RuntimeException e) {
            LOG.error("channel {} failed", channel.name(), e);
            return new Sent.TryAgain("failed unexpectedly; --verbose shows more", Duration.ZERO);
        }
    }

    private synchronized Channel opened(ChannelSettings channel) {
        if (closed) {
            throw new IllegalStateException("the channels are closed");
        }
        return open.computeIfAbsent(channel.name(), _ -> opener.open(channel));
    }

    /** Ends what is under way; nothing is sent after it. */
    @Override
    public void close() {
        List<Channel> channels;
        synchronized (this) {
            closed = true;
            channels = List.copyOf(open.values());
            open.clear();
        }
        channels.forEach(Channel::close);
    }
}
