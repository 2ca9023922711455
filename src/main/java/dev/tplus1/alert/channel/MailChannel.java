package dev.tplus1.alert.channel;

import dev.tplus1.alert.Channel;
import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.MailAddress;
import dev.tplus1.alert.MailServer;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Secret;

import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * E-mail by SMTP: one connection and one mail for all recipients, whose Message-ID is made of the
 * digest's id, so that one that was sent twice can be told. Each answer of the server is waited for
 * no longer than the limits say.
 */
final class MailChannel implements Channel {
    static final MailLimits LIMITS =
            new MailLimits(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    2 << 20,
                    8 << 20);

    private static final String PROTOCOL = "smtp";

    private final ChannelSettings.Email settings;
    private final MailLimits limits;
    private final Clock clock;
    private final BooleanSupplier stopping;
    private final Session session;
    private final Set<Secret> secrets;

    MailChannel(
            ChannelSettings.Email settings,
            MailLimits limits,
            Clock clock,
            List<X509Certificate> trusted,
            BooleanSupplier stopping) {
        this.settings = settings;
        this.limits = limits;
        this.clock = clock;
        this.stopping = stopping;
        this.session = Session.getInstance(properties(settings.server(), limits, trusted));
        this.secrets = secrets(settings.server());
    }

    private static Properties properties(
            MailServer server, MailLimits limits, List<X509Certificate> trusted) {
        Properties all = new Properties();
        String smtp = "mail." + PROTOCOL + ".";
        all.setProperty(smtp + "host", server.host());
        all.setProperty(smtp + "port", Integer.toString(server.port()));
        all.setProperty(smtp + "connectiontimeout", millis(limits.connect()));
        all.setProperty(smtp + "timeout", millis(limits.read()));
        all.setProperty(smtp + "writetimeout", millis(limits.write()));
        all.setProperty(smtp + "auth", Boolean.toString(server.password() != null));
        all.setProperty(smtp + "sendpartial", "true"); // one wrong address is not everybody's fault
        all.setProperty(smtp + "quitwait", "false");
        all.setProperty(smtp + "ssl.checkserveridentity", "true");
        all.setProperty(smtp + "ssl.enable", Boolean.toString(server.tls() == MailServer.Tls.TLS));
        String starttls = Boolean.toString(server.tls() == MailServer.Tls.STARTTLS);
        all.setProperty(smtp + "starttls.enable", starttls);
        all.setProperty(smtp + "starttls.required", starttls);
        if (!trusted.isEmpty()) {
            all.put(smtp + "ssl.socketFactory", Exchange.sockets(trusted));
        }
        return all;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** The password, and the forms in which a login sends it. */
    private static Set<Secret> secrets(MailServer server) {
        Set<Secret> secrets = new HashSet<>();
        Secret password = server.password();
        if (password != null) {
            secrets.add(password);
            String plain = "\0" + server.username() + "\0" + password.reveal();
            for (String text : List.of(password.reveal(), plain)) {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                secrets.add(new Secret(Base64.getEncoder().encodeToString(bytes)));
            }
        }
        return secrets;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public Sent send(Digest digest) {
        if (stopping.getAsBoolean()) {
            return new Sent.TryAgain(server() + ": stopped before it was sent", Duration.ZERO);
        }
        MailAnswer answers = new MailAnswer(server(), secrets);
        try {
            Address[] to = addresses();
            MimeMessage mail =
                    MailWriter.write(session, digest, settings, to, clock.instant(), limits);
            try (Transport transport = connected()) {
                transport.sendMessage(mail, to);
            }
            return new Sent.Accepted("");
        } catch (MessagingException e) {
            return answers.of(e);
        }
    }

    private Transport connected() throws MessagingException {
        Transport transport = session.getTransport(PROTOCOL);
        MailServer server = settings.server();
        @Nullable Secret password = server.password();
        transport.connect(
                server.host(),
                server.port(),
                password == null ? null : server.username(),
                password == null ? null : password.reveal());
        return transport;
    }

    private Address[] addresses() throws AddressException {
        Address[] to = new Address[settings.to().size()];
        for (int i = 0; i < to.length; i++) {
            MailAddress address = settings.to().get(i);
            to[i] = new InternetAddress(address.address(), true);
        }
        return to;
    }

    private String server() {
        return "mail server " + settings.server();
    }

    /** Connects, secures the connection and logs in; sends nothing. */
    @Override
    public String unreachable() {
        try (Transport _ = connected()) {
            return "";
        } catch (MessagingException e) {
            return switch (new MailAnswer(server(), secrets).of(e)) {
                case Sent.Accepted _ -> "";
                case Sent.Refused refused -> refused.reason();
                case Sent.TryAgain later -> later.reason();
            };
        }
    }

    @Override
    public void close() {
        // each mail has a connection of its own, which is closed with it
    }
}
