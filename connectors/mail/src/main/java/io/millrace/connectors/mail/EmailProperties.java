package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.nodes.common.TreeLocation;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The properties of a node that sends e-mails.
 *
 * @param endpoint name of the endpoint; empty if there is none
 * @param server host and port; empty if there is none
 * @param credentials name of the credentials; empty for the credentials of the endpoint
 * @param tls name of the certificates; empty for the certificates of the endpoint
 * @param timeoutMillis timeout of the node; 0 if the timeout of the endpoint applies
 * @param fields addresses and subject
 * @param text text of the e-mail; null for the body of the message
 * @param contentType type of the text
 * @param multipart relation of the text and the attachments: mixed, alternative or related
 * @param attachment attached part of the message; null if there is none
 */
record EmailProperties(
        String endpoint,
        String server,
        String credentials,
        String tls,
        long timeoutMillis,
        EmailFields fields,
        String text,
        String contentType,
        String multipart,
        Attachment attachment) {

    /** Properties of the server. */
    static final String SERVER =
            """
            endpoint [ENDPOINT]: Name of the endpoint of the SMTP server. Its credentials,
              certificates, timeouts and retries apply.
            server [TEXT, alias smtpServer]: Host of the SMTP server, instead of an endpoint, with an
              optional port after a colon. The default port is 25. A connection to another machine
              is encrypted with STARTTLS.
            credentials [CREDENTIALS, alias securityIdentity]: Name of the credentials, instead of
              the credentials of the endpoint.
            tls [CERTIFICATES]: Name of the certificates, instead of the certificates of the
              endpoint.
            timeout [SECONDS 0..86400 = 0]: Maximum time without an answer from the server, in
              seconds. 0 for the timeout of the endpoint; without an endpoint, 30 s.
            """;

    /** Properties of the header of an e-mail. */
    static final String ADDRESSES =
            """
            to [TEXT, alias toAddresses]: Addresses of the recipients, separated by commas.
            cc [TEXT, alias ccAddresses]: Addresses of recipients of copies, separated by commas.
            bcc [TEXT, alias bccAddresses]: Addresses of recipients that are not visible in the
              e-mail, separated by commas.
            from [TEXT, alias fromAddress]: Address of the sender.
            replyTo [TEXT, alias replyToAddress]: Addresses for replies, separated by commas.
            subject [TEXT]: Subject of the e-mail.
            """;

    /** Properties of the content of an e-mail. */
    static final String CONTENT =
            """
            text [TEXT]: Text of the e-mail. Without it, the body of the message is the text.
            contentType [TEXT = text/plain, alias bodyContentType]: Type of the text, for example
              text/html. The charset of a text is UTF-8 unless the type has a parameter charset.
            attachment [TEXT]: Field or folder that is attached, for example InputRoot.XMLNSC or
              InputLocalEnvironment.Variables.Report. A field is attached as its value, a folder as
              the bytes that its domain writes.
            attachmentName [TEXT = attachment]: File name of the attachment.
            attachmentContentType [TEXT]: Type of the attachment. The default is application/json or
              application/xml for JSON or XML, text/plain for other text, and otherwise
              application/octet-stream.
            attachmentEncoding [base64|quoted-printable|7bit = base64, alias attachmentContentEncoding]:
              Transfer encoding of the attachment. quoted-printable and 7bit are for text.
            multipart [mixed|alternative|related = mixed, alias multiPartContentType]: How text and
              attachments belong together. `mixed`, independent files; `alternative`, the same
              content in other forms; `related`, parts to which the text refers by cid: and the name
              of the attachment.
            """;

    private static final Map<String, Function<MessageAssembly, Element>> TREES =
            Map.of(
                    "InputRoot", MessageAssembly::root,
                    "Root", MessageAssembly::root,
                    "InputBody", MessageAssembly::body,
                    "Body", MessageAssembly::body,
                    "InputLocalEnvironment", MessageAssembly::localEnvironment,
                    "LocalEnvironment", MessageAssembly::localEnvironment,
                    "Environment", MessageAssembly::environment);

    /**
     * An attached part of a message.
     *
     * @param text location as in the property
     * @param contentType type; empty for the type of the part
     */
    record Attachment(
            String text, TreeLocation location, String name, String contentType, String encoding) {

        /**
         * Returns the part of a message.
         *
         * @throws MillraceException with PROPERTY_VALUE if the message does not have the attachment
         */
        Element find(MessageAssembly message) {
            Element tree = TREES.get(location.tree()).apply(message);
            Element found = tree == null ? null : location.find(tree);
            if (found == null) {
                throw new MillraceException(
                        ErrorCode.PROPERTY_VALUE,
                        "the message does not have the attachment %s; correct attachment"
                                .formatted(text));
            }
            return found;
        }
    }

    static EmailProperties of(NodeDefinition node, DeployContext context) {
        if (!node.text("endpoint").isEmpty() && !node.text("server").isBlank()) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("server"),
                            "server cannot be combined with endpoint (found "
                                    + node.text("server")
                                    + ")");
        }
        context.requireScheme(
                node.text("endpoint"), List.of("smtp", "smtps"), node.place("endpoint"));
        for (String list : List.of("to", "cc", "bcc", "from", "replyTo")) {
            check(node, list, context, () -> EmailAddresses.parse(list, node.text(list)));
        }
        check(node, "subject", context, () -> EmailAddresses.line("subject", node.text("subject")));
        check(node, "server", context, () -> SmtpServer.Address.of("server", node.text("server")));
        check(
                node,
                "contentType",
                context,
                () -> EmailContent.type("contentType", node.text("contentType")));
        return new EmailProperties(
                node.text("endpoint"),
                node.text("server").strip(),
                node.text("credentials"),
                node.text("tls"),
                node.millis("timeout"),
                new EmailFields(
                        node.text("to"),
                        node.text("cc"),
                        node.text("bcc"),
                        node.text("from"),
                        node.text("replyTo"),
                        node.text("subject")),
                node.isGiven("text") ? node.text("text") : null,
                node.text("contentType"),
                node.text("multipart"),
                attachment(node, context));
    }

    private static Attachment attachment(NodeDefinition node, DeployContext context) {
        if (node.text("attachment").isBlank()) {
            for (String name :
                    List.of("attachmentName", "attachmentContentType", "attachmentEncoding")) {
                if (node.isGiven(name)) {
                    context.problems()
                            .error(
                                    ErrorCode.BAD_VALUE,
                                    node.place(name),
                                    name + " requires attachment");
                }
            }
            return null;
        }
        check(
                node,
                "attachmentContentType",
                context,
                () ->
                        EmailContent.type(
                                "attachmentContentType", node.text("attachmentContentType")));
        check(
                node,
                "attachmentName",
                context,
                () -> EmailAddresses.line("attachmentName", node.text("attachmentName")));
        TreeLocation location =
                TreeLocation.of(
                        node, "attachment", TREES.keySet().stream().sorted().toList(), context);
        return new Attachment(
                node.text("attachment").strip(),
                location,
                node.text("attachmentName"),
                node.text("attachmentContentType"),
                node.text("attachmentEncoding"));
    }

    /** Reports the exception of a check as a problem of a property. */
    private static void check(
            NodeDefinition node, String property, DeployContext context, Runnable check) {
        if (node.text(property).isBlank()) {
            return;
        }
        try {
            check.run();
        } catch (MillraceException e) {
            context.problems().error(ErrorCode.BAD_VALUE, node.place(property), e.getMessage());
        }
    }
}
