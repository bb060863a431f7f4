package io.millrace.connectors.mail;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;

import java.util.Map;

/** A node of a flow instance that sends e-mails. */
final class EmailNode implements Node {

    private final NodeContext context;
    private final EmailProperties properties;
    private final Credentials credentials;
    private final Certificates tls;
    private final SmtpServer own;
    private final Terminal out;

    /**
     * Creates the node.
     *
     * @throws MillraceException with UNKNOWN_RESOURCE or BAD_VALUE for the resources of the node
     */
    EmailNode(NodeContext context, EmailProperties properties) {
        this.context = context;
        this.properties = properties;
        credentials =
                resource(
                        context.resources().credentials(),
                        "credentials " + properties.credentials(),
                        properties.credentials());
        tls =
                resource(
                        context.resources().certificates(),
                        "certificates " + properties.tls(),
                        properties.tls());
        own = ownServer();
        out = context.terminal("out");
    }

    /** Returns the server of the properties; null if they do not specify one. */
    private SmtpServer ownServer() {
        String endpoint = properties.endpoint();
        if (!endpoint.isEmpty()) {
            Endpoint found =
                    resource(context.resources().endpoints(), "endpoint " + endpoint, endpoint);
            return configured(SmtpServer.of(endpoint, found));
        }
        return properties.server().isEmpty()
                ? null
                : configured(
                        SmtpServer.of(SmtpServer.Address.of("server", properties.server()), tls));
    }

    private SmtpServer configured(SmtpServer server) {
        return server.withTls(tls)
                .withCredentials(credentials)
                .withTimeout(properties.timeoutMillis());
    }

    /** Returns a resource; null for an empty name. */
    private <T> T resource(Map<String, T> declared, String what, String name) {
        T found = declared.get(name);
        if (found == null && !name.isEmpty()) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_RESOURCE,
                    "%s: %s is not declared".formatted(context.label(), what));
        }
        return found;
    }

    @Override
    public void evaluate(int terminal, MessageAssembly message) {
        Element email = message.localEnvironment().at("Destination", "Email");
        SmtpServer server = server(email);
        EmailFields fields = properties.fields().with(message.root().child(EmailOutputHeader.NAME));
        EmailAddresses addresses = EmailAddresses.of(fields);
        String subject = EmailAddresses.line("Subject", fields.subject());
        EmailContent content = EmailContent.of(properties, message, email, context);
        String id = send(server, addresses, subject, content);
        if (out.isWired()) {
            out.propagate(written(message, server, id));
        }
    }

    /** Sends an e-mail and returns the message identifier. */
    private String send(
            SmtpServer server, EmailAddresses addresses, String subject, EmailContent content) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The library searches for the writers of multiparts with this loader.
        thread.setContextClassLoader(EmailNode.class.getClassLoader());
        try {
            Session session = server.session();
            EmailMessage email =
                    EmailMessage.of(
                            session, addresses, subject, content, context.clock().instant());
            new SmtpDelivery(server, session).send(email, addresses.recipients());
            return email.getMessageID();
        } catch (MessagingException e) {
            throw new MillraceException(
                    ErrorCode.PROPERTY_VALUE, "the e-mail cannot be written: " + e.getMessage(), e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Returns the server of a message: an endpoint, or a host with an optional port. Credentials of
     * the node's endpoint are only for the endpoint's server.
     *
     * @param email folder LocalEnvironment.Destination.Email; null if there is none
     */
    private SmtpServer server(Element email) {
        String given = email == null ? null : email.textOf("SMTPServer");
        String login = email == null ? null : email.textOf("SecurityIdentity");
        SmtpServer server = given == null ? own : server(given.strip());
        if (server == null) {
            throw new MillraceException(
                    ErrorCode.DESTINATION_MISSING,
                    "the e-mail has no server; set endpoint or"
                            + " LocalEnvironment.Destination.Email.SMTPServer");
        }
        return login == null
                ? server
                : server.withCredentials(
                        resource(
                                context.resources().credentials(),
                                "credentials " + login,
                                login.strip()));
    }

    private SmtpServer server(String given) {
        Endpoint endpoint = context.resources().endpoints().get(given);
        if (endpoint != null) {
            return SmtpServer.of(given, endpoint)
                    .withCredentials(credentials)
                    .withTimeout(properties.timeoutMillis());
        }
        SmtpServer.Address address =
                SmtpServer.Address.of("LocalEnvironment.Destination.Email.SMTPServer", given);
        return own != null && own.address().equals(address)
                ? own
                : configured(SmtpServer.of(address, tls));
    }

    /** Returns the message with a LocalEnvironment that contains the result. */
    private static MessageAssembly written(MessageAssembly message, SmtpServer server, String id) {
        Element tree = message.localEnvironment().copy();
        Element found = tree.child("WrittenDestination");
        Element written = found == null ? tree.add("WrittenDestination") : found;
        Element before = written.child("Email");
        if (before != null) {
            before.remove();
        }
        Element data = written.add("Email").add("DestinationData");
        data.add("SMTPServer", server.address().toString());
        data.add("messageId", id);
        return message.withLocalEnvironment(tree);
    }
}
