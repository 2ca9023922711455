package dev.tplus1.alert.channel;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.MailAddress;
import dev.tplus1.alert.MailServer;
import dev.tplus1.alert.Rule;
import dev.tplus1.http.Secret;

import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;

/** A mail channel whose server is on this machine. */
final class MailFixture {
    static final String PASSWORD = "pa55-w0rd-marker";
    static final MailLimits LIMITS =
            new MailLimits(
                    Duration.ofSeconds(5),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(5),
                    1000,
                    1500);

    private static final Clock CLOCK = Clock.fixed(Digests.AT, ZoneOffset.UTC);

    private MailFixture() {}

    static MailServer server(int port, MailServer.Tls tls, boolean login) {
        return new MailServer(
                "localhost", port, tls, login ? "tplus1" : "", login ? new Secret(PASSWORD) : null);
    }

    static MailChannel channel(
            MailServer server, List<X509Certificate> trusted, MailLimits limits, String... to) {
        ChannelSettings.Email settings =
                new ChannelSettings.Email(
                        "mail",
                        Rule.EVERYTHING,
                        "en",
                        server,
                        new MailAddress("tplus1@shop.example"),
                        Stream.of(to).map(MailAddress::new).toList(),
                        true);
        return new MailChannel(settings, limits, CLOCK, trusted, () -> false);
    }
}
