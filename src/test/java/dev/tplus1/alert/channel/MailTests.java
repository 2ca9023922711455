package dev.tplus1.alert.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;

import dev.tplus1.alert.Digest;
import dev.tplus1.alert.Digests;
import dev.tplus1.alert.MailServer;
import dev.tplus1.alert.Sent;
import dev.tplus1.breaks.BreakType;

import jakarta.mail.BodyPart;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;

import okhttp3.tls.HeldCertificate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Date;
import java.util.List;

/** Mails as they arrive. */
final class MailTests {
    private static final String TO = "finance@shop.example";

    @TempDir private Path folder;
    private GreenMail mails;

    @BeforeEach
    void start() {
        mails = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtp"));
        mails.start();
    }

    @AfterEach
    void stop() {
        mails.stop();
    }

    private MailChannel channel(String... to) {
        return MailFixture.channel(
                MailFixture.server(mails.getSmtp().getPort(), MailServer.Tls.NONE, false),
                List.of(),
                MailFixture.LIMITS,
                to);
    }

    @Test
    void a_digest_arrives_as_text_and_as_html() throws Exception {
        Sent sent = channel(TO, "ops@shop.example").send(Digests.busy());

        MimeMessage[] got = mails.getReceivedMessages();
        assertThat(sent).isEqualTo(new Sent.Accepted(""));
        assertThat(got).hasSize(2);
        MimeMessage mail = got[0];
        assertThat(mail.getSubject())
                .isEqualTo(
                        "tplus1 shop: 1 date needs a person; 11 breaks to decide, CNY\u00a07,423.51"
                                + " and JPY\u00a095; 2 still open of earlier dates, CNY\u00a059.00;"
                                + " 1 channel not reached");
        assertThat(mail.getHeader("From", ",")).isEqualTo("tplus1@shop.example");
        assertThat(mail.getHeader("To", ",")).isEqualTo(TO + ", ops@shop.example");
        assertThat(mail.getMessageID())
                .isEqualTo("<dg_0123456789abcdef0123456789abcdef@shop.example>");
        assertThat(mail.getSentDate()).isEqualTo(Date.from(Digests.AT));
        assertThat(mail.getHeader("Auto-Submitted", ",")).isEqualTo("auto-generated");
        Multipart both = (Multipart) mail.getContent();
        assertThat(mail.getContentType()).startsWith("multipart/alternative");
        assertThat(both.getCount()).isEqualTo(2);
        assertThat(both.getBodyPart(0).getContentType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(text(both.getBodyPart(0)))
                .startsWith("tplus1 shop: 1 date needs a person; 11 breaks to decide")
                .contains(
                        "wechat-shop, 2026-11-28, revision 1 · Reconciled, decisions needed\r\n"
                                + "The day adds up. 11 breaks, CNY\u00a07,423.51 and JPY\u00a095,"
                                + " need your decision.\r\n"
                                + "· 3 entries, CNY\u00a0412.90, are watched.\r\n"
                                + "· 9 missed callbacks, CNY\u00a04,744.30, were repaired.\r\n"
                                + "· Still open of earlier dates: 2 breaks, CNY\u00a059.00; the"
                                + " oldest is of 2026-11-25, open 4 days.\r\n");
        assertThat(both.getBodyPart(1).getContentType()).isEqualTo("text/html; charset=UTF-8");
        assertThat(text(both.getBodyPart(1)))
                .contains("<html lang=\"en\">")
                .contains("◆ Reconciled, decisions needed")
                .contains(
                        "href=\"https://reports.example/shop/wechat-shop/2026-11-28/r1/report.html\"")
                .doesNotContain("<img", "<script", "src=", "url(");
    }

    private static String text(BodyPart part) throws Exception {
        return (String) part.getContent();
    }

    @Test
    void what_comes_from_outside_makes_no_element_link_or_header() throws Exception {
        Digest digest =
                Digests.make(
                        "en",
                        1,
                        List.of(
                                Digests.line(
                                        "<script>alert(1)</script>",
                                        Digest.Ended.FAILED,
                                        "",
                                        "\"><img src=x onerror=y> http://evil.example \u202etxt")),
                        List.of(
                                Digests.named(
                                        "b1",
                                        BreakType.UNKNOWN_ORDER,
                                        "1.00",
                                        "a\r\nBcc: all@evil.example\r\n")),
                        null,
                        List.of());
        Digest hostile =
                new Digest(
                        Digest.SCHEMA,
                        "dg_1",
                        "shop\r\nBcc: all@evil.example",
                        Digests.AT,
                        Digests.ZONE,
                        "en",
                        "",
                        false,
                        1,
                        digest.totals(),
                        digest.accounts(),
                        0,
                        digest.largest(),
                        null,
                        List.of(),
                        "",
                        "javascript:alert(1)");

        channel(TO).send(hostile);

        MimeMessage mail = mails.getReceivedMessages()[0];
        String html = text(((Multipart) mail.getContent()).getBodyPart(1));
        assertThat(mails.getReceivedMessages()).hasSize(1);
        assertThat(mail.getHeader("Bcc")).isNull();
        assertThat(mail.getHeader("Subject", "|").lines().skip(1))
                .allMatch(line -> line.startsWith(" "));
        assertThat(mail.getSubject())
                .isEqualTo(
                        "tplus1 shop‹U+000D›‹U+000A›Bcc: all‹@›evil‹.›example: 1 date needs a"
                                + " person");
        assertThat(html)
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .contains(
                        "&quot;&gt;&lt;img src=x onerror=y&gt; http‹://›evil‹.›example ‹U+202E›txt")
                .contains("a‹U+000D›‹U+000A›Bcc: all‹@›evil‹.›example")
                .doesNotContain("<script", "<img", "href=\"javascript", "\u202e");
    }

    @Test
    void a_small_workbook_goes_along_and_a_large_or_lost_one_does_not() throws Exception {
        Path small = workbook("small", 900);
        Path large = workbook("large", 1001);
        Path second = workbook("second", 601); // too much beside the first

        Digest digest =
                Digests.of(
                        List.of(
                                with("a", small.toString()),
                                with("b", large.toString()),
                                with("c", second.toString()),
                                with("d", folder.resolve("gone/report.xlsx").toString()),
                                with("e", "/etc/hostname")));
        channel(TO).send(digest);

        MimeMessage mail = mails.getReceivedMessages()[0];
        Multipart mixed = (Multipart) mail.getContent();
        Multipart both = (Multipart) mixed.getBodyPart(0).getContent();
        assertThat(mail.getContentType()).startsWith("multipart/mixed");
        assertThat(mixed.getCount()).isEqualTo(2);
        assertThat(mixed.getBodyPart(1).getFileName()).isEqualTo("a-2026-11-28-r1.xlsx");
        try (InputStream attached = mixed.getBodyPart(1).getInputStream()) {
            assertThat(attached.readAllBytes()).isEqualTo(Files.readAllBytes(small));
        }
        assertThat(text(both.getBodyPart(0)))
                .contains("1 workbook is attached. The workbook is too large to attach");
    }

    private Path workbook(String name, int bytes) throws Exception {
        Path file = Files.createDirectory(folder.resolve(name)).resolve("report.xlsx");
        return Files.write(file, new byte[bytes]);
    }

    private static Digest.Line with(String account, String workbook) {
        return new Digest.Line(
                account,
                "Alipay",
                Digests.DATE,
                1,
                Digest.Ended.RECONCILED,
                "",
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.Tally.NONE,
                Digest.StillOpen.NONE,
                "",
                0,
                "",
                workbook);
    }

    @Test
    void over_tls_the_login_is_checked() throws Exception {
        HeldCertificate certificate =
                new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
        useFor(certificate);
        GreenMail secured = new GreenMail(new ServerSetup(0, "127.0.0.1", "smtps"));
        try {
            secured.start();
            secured.setUser("tplus1", MailFixture.PASSWORD);
            int port = secured.getSmtps().getPort();
            MailChannel right =
                    MailFixture.channel(
                            MailFixture.server(port, MailServer.Tls.TLS, true),
                            List.of(certificate.certificate()),
                            MailChannel.LIMITS,
                            TO);

            assertThat(right.unreachable()).isEmpty();
            assertThat(right.send(Digests.busy("zh"))).isEqualTo(new Sent.Accepted(""));
            assertThat(secured.getReceivedMessages()).hasSize(1);
            assertThat(secured.getReceivedMessages()[0].getSubject())
                    .startsWith("tplus1 shop：1 个对账日需要人工处理；11 笔差异待处理");
            assertThat(GreenMailUtil.getWholeMessage(secured.getReceivedMessages()[0]))
                    .doesNotContain(MailFixture.PASSWORD);

            secured.setUser("tplus1", "another");
            assertThat(right.send(Digests.busy()))
                    .isInstanceOfSatisfying(
                            Sent.Refused.class,
                            refused ->
                                    assertThat(refused.reason())
                                            .contains("refused the login: 535"));
        } finally {
            secured.stop();
            System.clearProperty("greenmail.tls.keystore.file");
            System.clearProperty("greenmail.tls.keystore.password");
        }
    }

    /** GreenMail takes its certificate from a file that a system property names. */
    private void useFor(HeldCertificate certificate) throws Exception {
        char[] password = "changeit".toCharArray();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, password);
        keys.setKeyEntry(
                "localhost",
                certificate.keyPair().getPrivate(),
                password,
                new Certificate[] {certificate.certificate()});
        Path file = folder.resolve("mail.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            keys.store(out, password);
        }
        System.setProperty("greenmail.tls.keystore.file", file.toString());
        System.setProperty("greenmail.tls.keystore.password", "changeit");
    }
}
