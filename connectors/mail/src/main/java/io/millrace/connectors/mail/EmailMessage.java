package io.millrace.connectors.mail;

import io.millrace.engine.message.Bytes;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.mail.BodyPart;
import jakarta.mail.Header;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** An e-mail in the form of MIME (RFC 5322, RFC 2045). */
final class EmailMessage extends MimeMessage {

    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    private EmailMessage(Session session) {
        super(session);
    }

    private EmailMessage(Session session, InputStream content) throws MessagingException {
        super(session, content);
    }

    /**
     * Returns an e-mail with a new identifier. Recipients of blind copies are not part of the
     * e-mail.
     *
     * @param subject subject without control characters; empty if there is none
     */
    static EmailMessage of(
            Session session,
            EmailAddresses addresses,
            String subject,
            EmailContent content,
            Instant now)
            throws MessagingException {
        EmailMessage email;
        if (content.isMime()) {
            email = new EmailMessage(session, new Source(content.text()).getInputStream());
            email.removeOtherHeaders();
        } else {
            email = new EmailMessage(session);
            email.fill(content);
        }
        email.setFrom(addresses.from());
        email.setRecipients(RecipientType.TO, array(addresses.to()));
        email.setRecipients(RecipientType.CC, array(addresses.cc()));
        if (!addresses.replyTo().isEmpty()) {
            email.setReplyTo(array(addresses.replyTo()));
        }
        if (!subject.isEmpty()) {
            email.setSubject(subject, UTF_8);
        }
        email.setSentDate(Date.from(now));
        String sender = addresses.from().getAddress();
        String domain = sender.substring(sender.lastIndexOf('@'));
        email.setHeader("Message-ID", "<" + UUID.randomUUID() + domain + ">");
        email.setHeader("MIME-Version", "1.0");
        if (!content.isMime()) {
            email.saveChanges();
        }
        return email;
    }

    private static InternetAddress[] array(List<InternetAddress> addresses) {
        return addresses.toArray(InternetAddress[]::new);
    }

    /** Removes the headers that do not describe the content, for example recipients. */
    private void removeOtherHeaders() throws MessagingException {
        for (Header header : Collections.list(getAllHeaders())) {
            if (!header.getName().toLowerCase(Locale.ROOT).startsWith("content-")) {
                removeHeader(header.getName());
            }
        }
    }

    private void fill(EmailContent content) throws MessagingException {
        if (content.attachments().isEmpty()) {
            setDataHandler(new DataHandler(new Source(content.text())));
            return;
        }
        MimeMultipart parts = new MimeMultipart(content.multipart());
        MimeBodyPart text = new MimeBodyPart();
        text.setDataHandler(new DataHandler(new Source(content.text())));
        parts.addBodyPart(text);
        for (EmailContent.Part attachment : content.attachments()) {
            parts.addBodyPart(part(attachment, content.multipart()));
        }
        setContent(parts);
    }

    private static BodyPart part(EmailContent.Part attachment, String multipart)
            throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setDataHandler(new DataHandler(new Source(attachment)));
        part.setHeader("Content-Transfer-Encoding", attachment.encoding());
        switch (multipart) {
            case "mixed" -> {
                part.setDisposition(Part.ATTACHMENT);
                part.setFileName(attachment.name());
            }
            case "related" -> {
                part.setDisposition(Part.INLINE);
                part.setFileName(attachment.name());
                part.setContentID("<" + attachment.name().replaceAll("[^!-;=?-~]", "_") + ">");
            }
            default -> {
                // An alternative form of the text is displayed; a mail client does not save it as a
                // file.
            }
        }
        return part;
    }

    /**
     * Does nothing. The Message-ID is already set; the generated one would contain the local host
     * name.
     */
    @Override
    protected void updateMessageID() {}

    /** The bytes of a part. */
    private record Source(EmailContent.Part part) implements DataSource {

        @Override
        public InputStream getInputStream() {
            Bytes bytes = part.bytes();
            return new ByteArrayInputStream(bytes.array(), bytes.start(), bytes.length());
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            throw new IOException("read only");
        }

        @Override
        public String getContentType() {
            return part.type();
        }

        @Override
        public String getName() {
            return part.name();
        }
    }
}
