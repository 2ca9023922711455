package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tplus1.alert.Digests;
import dev.tplus1.alert.MailAddress;
import dev.tplus1.alert.MailServer;
import dev.tplus1.alert.Sent;
import dev.tplus1.http.Secret;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What a mail server says no to, and when. */
final class MailRefusalTests {
    private static final String A = "a@shop.example";
    private static final String B = "b@shop.example";

    private static Sent send(Map<String, String> answers, String... to) throws IOException {
        try (SmtpScript server = new SmtpScript(answers)) {
            return MailFixture.channel(
                            MailFixture.server(server.port(), MailServer.Tls.NONE, false),
                            List.of(),
                            MailFixture.LIMITS,
                            to)
                    .send(Digests.busy());
        }
    }

    private static String reason(Sent sent) {
        return switch (sent) {
            case Sent.Accepted accepted -> accepted.note();
            case Sent.Refused refused -> refused.reason();
            case Sent.TryAgain later -> later.reason();
        };
    }

    @ParameterizedTest
    @CsvSource({
        "MAIL, 451 4.3.0 try later, true",
        "MAIL, 550 5.7.1 sender not known, false",
        "RCPT, 452 4.2.2 mailbox full, true",
        "RCPT, 550 5.1.1 no such user, false",
        "DATA, 421 4.4.2 bye, true",
        "DATA, 554 5.6.0 no mails today, false",
        "'.', 452 4.3.1 disk full, true",
        "'.', 552 5.3.4 too big, false"
    })
    void four_is_for_now_and_five_for_good(String command, String answer, boolean later)
            throws Exception {
        Sent sent = send(Map.of(command, answer), A);

        assertThat(sent).isInstanceOf(later ? Sent.TryAgain.class : Sent.Refused.class);
        assertThat(reason(sent)).startsWith("mail server localhost:").contains(answer);
    }

    @Test
    void a_recipient_that_is_refused_does_not_keep_it_from_the_others() throws Exception {
        Sent sent = send(Map.of("RCPT TO:<A@", "550 5.1.1 no such user"), A, B);

        assertThat(sent).isInstanceOf(Sent.Accepted.class);
        assertThat(reason(sent))
                .contains("took it for 1 of 2: a@shop.example")
                .contains("550 5.1.1 no such user");
    }

    @Test
    void where_one_recipient_may_be_taken_later_it_is_tried_again() throws Exception {
        Sent sent =
                send(
                        Map.of(
                                "RCPT TO:<A@",
                                "550 5.1.1 no such user",
                                "RCPT TO:<B@",
                                "450 4.2.0 greylisted"),
                        A,
                        B);

        assertThat(sent).isInstanceOf(Sent.TryAgain.class);
        assertThat(reason(sent)).contains("550 5.1.1 no such user", "450 4.2.0 greylisted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT", "EHLO", "MAIL", "."})
    void a_server_that_says_nothing_is_not_waited_for_long(String command) throws Exception {
        Sent sent = send(Map.of(command, ""), A);

        assertThat(sent).isInstanceOf(Sent.TryAgain.class);
        assertThat(reason(sent)).startsWith("mail server localhost:");
    }

    @Test
    void no_server_is_tried_again() throws Exception {
        SmtpScript gone = new SmtpScript(Map.of());
        gone.close();
        MailChannel channel =
                MailFixture.channel(
                        MailFixture.server(gone.port(), MailServer.Tls.NONE, false),
                        List.of(),
                        MailFixture.LIMITS,
                        A);

        Sent sent = channel.send(Digests.busy());

        assertThat(sent).isInstanceOf(Sent.TryAgain.class);
        assertThat(channel.unreachable()).startsWith("mail server localhost:" + gone.port());
    }

    @Test
    void starttls_secures_the_connection_before_the_login() throws Exception {
        try (SmtpScript server = new SmtpScript(Map.of())) {
            MailChannel channel =
                    MailFixture.channel(
                            MailFixture.server(server.port(), MailServer.Tls.STARTTLS, true),
                            List.of(server.certificate()),
                            MailFixture.LIMITS,
                            A);

            assertThat(channel.unreachable()).isEmpty();
            Sent sent = channel.send(Digests.busy());

            assertThat(sent).isEqualTo(new Sent.Accepted(""));
            assertThat(server.heard()).contains("STARTTLS");
            assertThat(server.heard().stream().filter(line -> line.contains("AUTH")))
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("[tls] AUTH PLAIN"));
        }
    }

    @Test
    void without_starttls_neither_password_nor_mail_is_sent() throws Exception {
        try (SmtpScript server =
                new SmtpScript(Map.of("EHLO", "250-localhost\r\n250 AUTH PLAIN"))) {
            Sent sent = secured(server, List.of(server.certificate())).send(Digests.busy());

            assertThat(sent).isInstanceOf(Sent.TryAgain.class);
            assertThat(reason(sent)).contains("STARTTLS is required");
            assertThat(server.heard()).noneMatch(line -> line.contains("AUTH"));
        }
    }

    @Test
    void a_certificate_that_nobody_vouches_for_ends_it() throws Exception {
        try (SmtpScript server = new SmtpScript(Map.of())) {
            Sent sent = secured(server, List.of()).send(Digests.busy());

            assertThat(sent).isInstanceOf(Sent.TryAgain.class);
            assertThat(server.heard()).noneMatch(line -> line.contains("AUTH"));
        }
    }

    private static MailChannel secured(SmtpScript server, List<X509Certificate> trusted) {
        return MailFixture.channel(
                MailFixture.server(server.port(), MailServer.Tls.STARTTLS, true),
                trusted,
                MailFixture.LIMITS,
                A);
    }

    @ParameterizedTest
    @CsvSource({"535 5.7.8 wrong: pa55-w0rd-marker, false", "454 4.7.0 not now, true"})
    void a_login_that_is_refused_does_not_show_the_password(String answer, boolean later)
            throws Exception {
        try (SmtpScript server = new SmtpScript(Map.of("AUTH", answer))) {
            Sent sent = secured(server, List.of(server.certificate())).send(Digests.busy());

            assertThat(sent).isInstanceOf(later ? Sent.TryAgain.class : Sent.Refused.class);
            assertThat(reason(sent))
                    .contains("refused the login: " + answer.substring(0, 9))
                    .doesNotContain(MailFixture.PASSWORD);
        }
    }

    @Test
    void the_pause_is_left_to_whoever_sends_it_again() throws Exception {
        Sent sent = send(Map.of("MAIL", "451 later"), A);

        assertThat(sent)
                .isInstanceOfSatisfying(
                        Sent.TryAgain.class,
                        later -> assertThat(later.retryAfter()).isEqualTo(Duration.ZERO));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "a@",
                "@b",
                "a b@c",
                "a@b\r\nBcc: x@y",
                "a@b,c@d",
                "<a@b>",
                "a@-b",
                "ü@b"
            })
    void what_is_no_address_is_a_mistake(String address) {
        assertThatThrownBy(() -> new MailAddress(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be an e-mail address such as finance@shop.example");
    }

    @Test
    void a_server_that_cannot_be_used_is_a_mistake() {
        Secret password = new Secret(MailFixture.PASSWORD);

        assertThatThrownBy(() -> new MailServer("h", 25, MailServer.Tls.NONE, "me", password))
                .hasMessageStartingWith("must not log in without tls");
        assertThatThrownBy(() -> new MailServer("h", 25, MailServer.Tls.TLS, "", password))
                .hasMessageStartingWith("needs both username and password");
        assertThatThrownBy(() -> new MailServer("h\r\nx", 25, MailServer.Tls.TLS, "", null))
                .hasMessageStartingWith("must be a host");
        assertThatThrownBy(() -> new MailServer("h", 0, MailServer.Tls.TLS, "", null))
                .hasMessageStartingWith("must be a port");
        assertThat(new MailServer("h", 465, MailServer.Tls.TLS, "me", password).toString())
                .isEqualTo("h:465");
    }
}
