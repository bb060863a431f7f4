package io.millrace.connectors.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.connectors.mail.MailServer.Received;
import io.millrace.engine.error.ProblemsException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.parser.Ccsid;

import jakarta.mail.BodyPart;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The form of e-mails and where their contents come from. */
@Timeout(300)
class EmailOutputTest {

    private static final String ADDRESSES = "from: shop@example.org, to: a@example.org";

    @TempDir Path folder;

    private final MailServer server = new MailServer();
    private MailFlow flow;

    @BeforeEach
    void start() {
        flow = new MailFlow(folder);
    }

    @AfterEach
    void stop() {
        flow.close();
        server.close();
    }

    private void deploy(String domain, String properties, String statements) {
        flow.deploy(
                domain,
                "endpoint: mail, " + properties,
                statements,
                "endpoints: {mail: {url: \"smtp://127.0.0.1:%d\"}}\n".formatted(server.port()));
    }

    private Received sent(String text) {
        assertThat(flow.send(text)).startsWith("sent 127.0.0.1:" + server.port() + " <");
        return server.received.getLast();
    }

    /** Returns the text of an e-mail without the line end that SMTP adds. */
    private static String content(MimeMessage email) throws Exception {
        return email.getContent().toString().replace("\r\n", "\n").stripTrailing();
    }

    @Test
    void anEmailHasTheAddressesOfTheNodeAndTheBodyOfTheMessage() throws Exception {
        deploy(
                "BLOB",
                """
                from: "Läden <shop@example.org>", to: "a@example.org, B <b@example.org>",
                cc: c@example.org, bcc: "hidden@example.org, a@example.org", replyTo: e@example.org,
                subject: "Bestellung für Zoë"\
                """,
                "");
        Received received = sent("Grüße\n.\nend");
        MimeMessage email = received.message();
        assertThat(received.sender()).isEqualTo("shop@example.org");
        assertThat(received.recipients())
                .containsExactly(
                        "a@example.org", "b@example.org", "c@example.org", "hidden@example.org");
        assertThat(received.text()).doesNotContain("hidden@example.org", "Bcc");
        assertThat(received.text().chars()).as("ASCII").allMatch(c -> c < 0x80);
        assertThat(email.getFrom()[0]).hasToString("=?UTF-8?Q?L=C3=A4den?= <shop@example.org>");
        assertThat(email.getHeader("To", null)).isEqualTo("a@example.org, B <b@example.org>");
        assertThat(email.getHeader("Cc", null)).isEqualTo("c@example.org");
        assertThat(email.getReplyTo()[0]).hasToString("e@example.org");
        assertThat(email.getSubject()).isEqualTo("Bestellung für Zoë");
        assertThat(email.getContentType()).isEqualTo("text/plain; charset=UTF-8");
        assertThat(content(email)).isEqualTo("Grüße\n.\nend");
        assertThat(email.getMessageID()).endsWith("@example.org>");
        assertThat(email.getSentDate()).isNotNull();
    }

    @Test
    void fieldsOfTheMessageReplaceProperties() throws Exception {
        deploy(
                "XMLNSC",
                ADDRESSES + ", subject: own, text: The order.",
                """
                SET OutputRoot.XMLNSC = NULL;
                SET OutputRoot.EmailOutputHeader.To = InputRoot.XMLNSC.order.mail;
                SET OutputRoot.EmailOutputHeader.From = 'other@example.org';
                SET OutputRoot.EmailOutputHeader."Reply-To" = 'reply@example.org';
                SET OutputRoot.EmailOutputHeader.Subject = 'Order ' || InputRoot.XMLNSC.order.id;
                SET OutputRoot.XMLNSC = InputRoot.XMLNSC;
                """);
        Received received = sent("<order><id>7</id><mail>x@example.org</mail></order>");
        assertThat(received.sender()).isEqualTo("other@example.org");
        assertThat(received.recipients()).containsExactly("x@example.org");
        MimeMessage email = received.message();
        assertThat(email.getSubject()).isEqualTo("Order 7");
        assertThat(email.getReplyTo()[0]).hasToString("reply@example.org");
        assertThat(content(email)).isEqualTo("The order.");
    }

    @Test
    void aTextIsConvertedToTheCharsetOfItsType() throws Exception {
        deploy("BLOB", ADDRESSES + ", contentType: text/html", "");
        Bytes ebcdic = Bytes.of("<b>ÄÖ</b>".getBytes(Ccsid.charset(500)));
        assertThat(flow.send(ebcdic, 500)).startsWith("sent");
        MimeMessage email = server.received.getLast().message();
        assertThat(email.getContentType()).isEqualTo("text/html; charset=UTF-8");
        assertThat(content(email)).isEqualTo("<b>ÄÖ</b>");
        deploy("BLOB", ADDRESSES + ", contentType: text/plain; charset=ISO-8859-1", "");
        MimeMessage latin = sent("ÄÖ").message();
        assertThat(latin.getInputStream().readAllBytes()).startsWith(-60, -42);
        assertThat(flow.send("€")).startsWith("3006 ");
    }

    @Test
    void aFieldIsAttachedAsItsValueAndAFolderAsItsBytes() throws Exception {
        deploy(
                "XMLNSC",
                ADDRESSES
                        + ", text: See order.xml, attachment: InputRoot.XMLNSC,"
                        + " attachmentName: order.xml",
                "");
        MimeMessage email = sent("<order><id>7</id></order>").message();
        assertThat(email.getContentType()).startsWith("multipart/mixed;");
        Multipart parts = (Multipart) email.getContent();
        assertThat(parts.getBodyPart(0).getContent()).isEqualTo("See order.xml");
        BodyPart file = parts.getBodyPart(1);
        assertThat(file.getContentType()).startsWith("application/xml;");
        assertThat(file.getDisposition()).isEqualTo("attachment");
        assertThat(file.getFileName()).isEqualTo("order.xml");
        assertThat(text(file)).isEqualTo("<order><id>7</id></order>");

        deploy(
                "XMLNSC",
                ADDRESSES
                        + ", text: t, attachment: InputRoot.XMLNSC.order.id,"
                        + " attachmentEncoding: 7bit, attachmentContentType: text/csv",
                "");
        BodyPart field =
                ((Multipart) sent("<order><id>7</id></order>").message().getContent())
                        .getBodyPart(1);
        assertThat(field.getContentType()).isEqualTo("text/csv; charset=UTF-8; name=attachment");
        assertThat(text(field)).isEqualTo("7");
        assertThat(flow.send("<order><id>ä</id></order>"))
                .startsWith("4008 the encoding 7bit requires ASCII text");
        assertThat(flow.send("<order/>"))
                .isEqualTo(
                        "4008 the message does not have the attachment InputRoot.XMLNSC.order.id;"
                                + " correct attachment");

        deploy("XMLNSC", ADDRESSES + ", text: t, attachment: InputRoot.XMLNSC.order.lines", "");
        Multipart lines =
                (Multipart) sent("<order><lines><l>1</l></lines></order>").message().getContent();
        assertThat(text(lines.getBodyPart(1))).isEqualTo("<lines><l>1</l></lines>");
    }

    private static String text(BodyPart part) throws Exception {
        return new String(part.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void aMessageCanHaveSeveralAttachments() throws Exception {
        deploy(
                "JSON",
                ADDRESSES + ", attachment: InputRoot.JSON, text: own",
                """
                DECLARE email REFERENCE TO OutputLocalEnvironment;
                CREATE FIELD OutputLocalEnvironment.Destination.Email AS email;
                SET email.BodyContentType = 'text/html';
                SET email.MultiPartContentType = 'Related';
                SET email.Attachment[1].Content = X'00FF0D0A';
                SET email.Attachment[1].ContentType = 'image/png';
                SET email.Attachment[1].ContentName = 'logo';
                SET email.Attachment[2].Content = 'Grüße';
                SET email.Attachment[2].ContentEncoding = 'quoted-printable';
                CREATE LASTCHILD OF email AS email NAME 'Attachment';
                CREATE FIELD email.Content AS email;
                CREATE LASTCHILD OF email DOMAIN('JSON') NAME 'JSON';
                SET email.JSON.Data = InputRoot.JSON.Data;
                """);
        MimeMessage email = sent("{\"id\":7}").message();
        assertThat(email.getContentType()).startsWith("multipart/related;");
        Multipart parts = (Multipart) email.getContent();
        assertThat(parts.getCount()).isEqualTo(4);
        assertThat(parts.getBodyPart(0).getContentType()).startsWith("text/html;");
        assertThat(parts.getBodyPart(1).getInputStream().readAllBytes())
                .isEqualTo(new byte[] {0, -1, 13, 10});
        assertThat(parts.getBodyPart(1).getHeader("Content-ID")).containsExactly("<logo>");
        assertThat(parts.getBodyPart(1).getDisposition()).isEqualTo("inline");
        assertThat(parts.getBodyPart(2).getContent()).isEqualTo("Grüße");
        assertThat(parts.getBodyPart(3).getContentType()).startsWith("application/json;");
        assertThat(text(parts.getBodyPart(3))).isEqualTo("{\"id\":7}");
    }

    @Test
    void aMimeBodyIsTheContentButNotTheRecipients() throws Exception {
        deploy("MIME", ADDRESSES + ", subject: s", "");
        Received received =
                sent(
                        """
                        To: wrong@example.org\r
                        Bcc: wrong@example.org\r
                        Content-Type: multipart/mixed; boundary=b\r
                        \r
                        --b\r
                        Content-Type: text/plain\r
                        \r
                        text\r
                        --b--\r
                        """);
        assertThat(received.recipients()).containsExactly("a@example.org");
        assertThat(received.text()).doesNotContain("wrong@example.org");
        Multipart parts = (Multipart) received.message().getContent();
        assertThat(parts.getBodyPart(0).getContent()).isEqualTo("text");
        assertThat(received.message().getSubject()).isEqualTo("s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "To | 'a@example.org\r\nBcc: x@example.org' | To must not contain line breaks",
                "Cc | 'a@example.org\nx' | Cc must not contain line breaks",
                "From | 'a@example.org>\r\nRCPT TO:<x@example.org' | From must not contain line",
                "Reply-To | 'a@example.org\rx' | Reply-To must not contain line breaks",
                "Subject | 'offer\r\nBcc: x@example.org' | Subject must not contain line breaks",
                "To | 'a@example.org> SIZE=1' | To must be e-mail addresses separated by commas",
                "To | a | To must be e-mail addresses separated by commas",
                "To | 'all: a@example.org;' | To must not contain groups",
                "To | ä@example.org | To must have only ASCII characters before @",
                "From | 'a@example.org, b@example.org' | From must be one address"
            })
    void headersCannotBeInjected(String field, String value, String failure) {
        deploy(
                "BLOB",
                ADDRESSES,
                """
                SET OutputRoot.BLOB = NULL;
                SET OutputRoot.EmailOutputHeader."%s" = CAST(X'%s' AS CHARACTER CCSID 1208);
                SET OutputRoot.BLOB = InputRoot.BLOB;
                """
                        .formatted(field, Bytes.utf8(value).hex()));
        assertThat(flow.send("text")).startsWith("4008 " + failure);
        assertThat(server.received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ContentName", "ContentType"})
    void headersOfAttachmentsCannotBeInjected(String field) {
        deploy(
                "BLOB",
                ADDRESSES,
                """
                SET OutputLocalEnvironment.Destination.Email.Attachment.Content = 'text';
                SET OutputLocalEnvironment.Destination.Email.Attachment.%s =
                  'text/plain' || CAST(X'0D0A' AS CHARACTER CCSID 1208) || 'Bcc: x@example.org';
                """
                        .formatted(field));
        assertThat(flow.send("text"))
                .startsWith(
                        "4008 LocalEnvironment.Destination.Email.Attachment[1]."
                                + field
                                + " must not contain line breaks");
        assertThat(server.received).isEmpty();
    }

    @Test
    void senderRecipientAndServerAreRequired() {
        deploy("BLOB", "to: a@example.org", "");
        assertThat(flow.send("text"))
                .isEqualTo(
                        "4004 the e-mail has no sender; set the property 'from' or the field"
                                + " EmailOutputHeader.From");
        deploy("BLOB", "from: a@example.org", "");
        assertThat(flow.send("text"))
                .isEqualTo(
                        "4004 the e-mail has no recipient; set the property 'to' or the field"
                                + " EmailOutputHeader.To");
        flow.deploy("BLOB", ADDRESSES, "", "");
        assertThat(flow.send("text")).startsWith("4004 the e-mail has no server");
    }

    @Test
    void theContentAndTheRecipientsAreLimited() {
        flow.deploy(
                "BLOB",
                ADDRESSES + ", server: \"127.0.0.1:%d\"".formatted(server.port()),
                """
                DECLARE i INTEGER 0;
                DECLARE all CHARACTER 'a@example.org';
                WHILE i < 1000 DO
                  SET i = i + 1;
                  SET all = all || ',a' || CAST(i AS CHARACTER) || '@example.org';
                END WHILE;
                SET OutputRoot.BLOB = NULL;
                SET OutputRoot.EmailOutputHeader.To = all;
                SET OutputRoot.BLOB = InputRoot.BLOB;
                """,
                "");
        assertThat(flow.send("text"))
                .isEqualTo("4008 an e-mail must have at most 1000 recipients (found 1001)");
        flow.deploy(
                "BLOB",
                ADDRESSES + ", server: \"127.0.0.1:%d\"".formatted(server.port()),
                """
                SET OutputLocalEnvironment.Destination.Email.Attachment[1].Content = InputRoot.BLOB.BLOB;
                SET OutputLocalEnvironment.Destination.Email.Attachment[2].Content = InputRoot.BLOB.BLOB;
                """,
                "limits: {messageBytes: 10000}\n");
        assertThat(flow.send("x".repeat(5_000)))
                .isEqualTo("3003 the content of the e-mail exceeds the limit messageBytes (10000)");
    }

    @Test
    void propertiesAreChecked() {
        assertThatThrownBy(
                        () ->
                                deploy(
                                        "BLOB",
                                        "server: \"a:99999\", to: a, subject: \"a\\n"
                                                + "b\", contentType: html, attachmentName: n,"
                                                + " attachmentEncoding: 7bit",
                                        ""))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        e ->
                                assertThat(e.problems().stream().map(p -> p.text()))
                                        .containsExactlyInAnyOrder(
                                                "server cannot be combined with endpoint (found"
                                                        + " a:99999)",
                                                "server must have the form host or host:port, with"
                                                        + " a port of 1 to 65535 (found a:99999)",
                                                "to must be e-mail addresses separated by commas:"
                                                        + " Missing final '@domain' (found a)",
                                                "subject must not contain line breaks or other"
                                                        + " control characters (found a\\nb)",
                                                "contentType must be a type such as text/html or"
                                                        + " application/pdf (found html)",
                                                "attachmentName requires attachment",
                                                "attachmentEncoding requires attachment"));
        assertThatThrownBy(() -> deploy("BLOB", "attachment: \"Body.x[1]\"", ""))
                .isInstanceOf(ProblemsException.class)
                .hasMessageContaining("attachment must be a path that begins with");
    }
}
