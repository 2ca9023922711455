package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Makes channels from their settings. Nothing is connected to before it is sent to. */
public final class Channels {
    private Channels() {}

    /**
     * One channel; whoever opens it closes it.
     *
     * @param trusted certificates that are trusted beside those of the platform; may be empty
     * @param stopping whether the process was asked to stop: then nothing is sent any more
     */
    public static Channel open(
            ChannelSettings settings,
            Clock clock,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        throw new UnsupportedOperationException(settings.type());
    }
}
