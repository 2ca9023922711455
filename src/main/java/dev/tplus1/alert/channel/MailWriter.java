package dev.tplus1.alert.channel;

import dev.tplus1.alert.ChannelSettings;
import dev.tplus1.alert.Digest;
import dev.tplus1.alert.message.MailText;

import jakarta.activation.DataHandler;
import jakarta.mail.Address;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;

import java.time.Instant;
import java.util.Date;
import java.util.List;

/** Writes a digest as a mail: text, the same as HTML, and the workbooks that are small. */
final class MailWriter {
    private static final String UTF_8 = "UTF-8";
    private static final String XLSX =
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

    private MailWriter() {}

    static MimeMessage write(
            Session session,
            Digest digest,
            ChannelSettings.Email settings,
            Address[] to,
            Instant now,
            MailLimits limits)
            throws MessagingException {
        Attachments attachments =
                settings.attach()
                        ? Attachments.of(digest, limits)
                        : new Attachments(List.of(), false);
        MailText text = MailText.of(digest, attachments.workbooks().size(), attachments.missing());
        String id = "<" + digest.id() + "@" + settings.from().domain() + ">";
        MimeMessage mail =
                new MimeMessage(session) {
                    @Override
                    protected void updateMessageID() throws MessagingException {
                        setHeader("Message-ID", id);
                    }
                };
        mail.setFrom(new InternetAddress(settings.from().address(), true));
        mail.setRecipients(Message.RecipientType.TO, to);
        mail.setSubject(text.subject(), UTF_8);
        mail.setSentDate(Date.from(now));
        mail.setHeader("Auto-Submitted", "auto-generated"); // RFC 3834: nothing answers it
        MimeMultipart both = new MimeMultipart("alternative");
        both.addBodyPart(text(text.plain(), "plain"));
        both.addBodyPart(text(text.html(), "html"));
        if (attachments.workbooks().isEmpty()) {
            mail.setContent(both);
        } else {
            MimeMultipart mixed = new MimeMultipart("mixed");
            MimeBodyPart body = new MimeBodyPart();
            body.setContent(both);
            mixed.addBodyPart(body);
            for (Attachments.Workbook workbook : attachments.workbooks()) {
                mixed.addBodyPart(attached(workbook));
            }
            mail.setContent(mixed);
        }
        mail.saveChanges();
        return mail;
    }

    private static MimeBodyPart text(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(text, UTF_8, subtype);
        return part;
    }

    private static MimeBodyPart attached(Attachments.Workbook workbook) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setDataHandler(new DataHandler(new ByteArrayDataSource(workbook.bytes(), XLSX)));
        part.setFileName(workbook.name());
        part.setDisposition(MimeBodyPart.ATTACHMENT);
        return part;
    }
}
