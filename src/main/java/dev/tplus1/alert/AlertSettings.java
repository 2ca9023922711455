package dev.tplus1.alert;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who is told. Its text shows no secret.
 *
 * @param channels in the job file's order, each with a name of its own; at most {@link
 *     #MAX_CHANNELS}
 */
public record AlertSettings(List<ChannelSettings> channels) {
    public static final int MAX_CHANNELS = 20;
    public static final AlertSettings NONE = new AlertSettings(List.of());

    public AlertSettings {
        channels = List.copyOf(channels);
        if (channels.size() > MAX_CHANNELS) {
            throw new IllegalArgumentException("must be at most " + MAX_CHANNELS + " channels");
        }
        Set<String> names = new HashSet<>();
        for (ChannelSettings channel : channels) {
            if (!names.add(channel.name())) {
                throw new IllegalArgumentException("two channels are named " + channel.name());
            }
        }
    }
}
