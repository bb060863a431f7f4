package io.millrace.store.artemis.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.queue.PutRules;
import io.millrace.engine.queue.QueueName;

import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.protocol.stomp.Stomp;
import org.apache.activemq.artemis.core.protocol.stomp.StompConnection;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrame;
import org.apache.activemq.artemis.core.protocol.stomp.StompFrameInterceptor;
import org.apache.activemq.artemis.core.protocol.stomp.StompSession;
import org.apache.activemq.artemis.core.security.CheckType;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.selector.filter.FilterException;
import org.apache.activemq.artemis.selector.impl.SelectorParser;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;
import org.apache.activemq.artemis.utils.CertificateUtil;
import org.apache.activemq.artemis.utils.CompositeAddress;

import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import javax.security.auth.Subject;

/**
 * A check of the frames of STOMP clients before the broker executes them. Artemis would accept some
 * of them and lose the message, for example a message for an unknown queue, and reports others in
 * its own terms. A rejected frame is answered with an ERROR frame, and the connection is closed, as
 * STOMP 1.2 requires. Safe for use by several threads.
 */
final class StompFrameCheck implements StompFrameInterceptor {

    private static final int MAX_PRIORITY = 9;

    /** Headers of SEND that Artemis reads as a number of milliseconds. */
    private static final List<String> TIMES =
            List.of(
                    Stomp.Headers.Send.EXPIRATION_TIME,
                    Stomp.Headers.Send.AMQ_SCHEDULED_TIME,
                    Stomp.Headers.Send.AMQ_SCHEDULED_DELAY);

    private static final List<String> VERSIONS = List.of("1.0", "1.1", "1.2");

    private static final List<String> ACKNOWLEDGEMENTS =
            List.of(
                    Stomp.Headers.Subscribe.AckModeValues.AUTO,
                    Stomp.Headers.Subscribe.AckModeValues.CLIENT,
                    Stomp.Headers.Subscribe.AckModeValues.CLIENT_INDIVIDUAL);

    /** Prefixes that other brokers use to distinguish queues and topics. */
    private static final Pattern PREFIX = Pattern.compile("/?(queue|topic)[:/]/?/?(.*)");

    /** Id in a MESSAGE frame: consumer and message. */
    private static final Pattern ID =
            Pattern.compile("\\d{1,18}" + StompSession.MESSAGE_ID_SEPARATOR + "\\d{1,18}");

    private final StoreSecurity security;
    private final UserRights rights;
    private final AuditLog audit;
    private final Supplier<Collection<String>> queues;

    StompFrameCheck(
            StoreSecurity security,
            UserRights rights,
            AuditLog audit,
            Supplier<Collection<String>> queues) {
        this.security = security;
        this.rights = rights;
        this.audit = audit;
        this.queues = queues;
    }

    @Override
    public boolean intercept(StompFrame frame, RemotingConnection connection) {
        StompConnection client = (StompConnection) connection;
        try {
            check(frame, client);
            return true;
        } catch (MillraceException e) {
            reject(frame, client, e.code().id() + ": " + e.getMessage());
            return false;
        }
    }

    private void check(StompFrame frame, StompConnection client) {
        if (frame.isPing()) {
            return;
        }
        String command = frame.getCommand();
        if (command.equals(Stomp.Commands.CONNECT) || command.equals(Stomp.Commands.STOMP)) {
            checkLogin(frame, client);
            return;
        }
        Client user = client.getSubject() == null ? null : Client.of(client.getSubject());
        if (!client.isValid() || user == null) {
            throw invalid("the first frame must be CONNECT (found " + command + ")");
        }
        switch (command) {
            case Stomp.Commands.SEND -> checkSend(frame, client, user);
            case Stomp.Commands.SUBSCRIBE -> checkSubscribe(frame, client, user);
            case Stomp.Commands.ACK, Stomp.Commands.NACK -> checkAcknowledge(frame, client);
            case Stomp.Commands.BEGIN -> checkBegin(frame, client);
            case Stomp.Commands.COMMIT, Stomp.Commands.ABORT ->
                    checkTransaction(frame.getHeader(Stomp.Headers.TRANSACTION), frame, client);
            default -> {
                // Artemis reports an unknown command.
            }
        }
    }

    private void checkLogin(StompFrame frame, StompConnection client) {
        String heartBeat = frame.getHeader(Stomp.Headers.Connect.HEART_BEAT);
        if (heartBeat != null && !heartBeat.matches("\\d{1,9},\\d{1,9}")) {
            throw invalid(
                    """
                    the header heart-beat must be two numbers of milliseconds, for example \
                    10000,10000 (found %s)\
                    """
                            .formatted(heartBeat));
        }
        String versions = frame.getHeader(Stomp.Headers.Connect.ACCEPT_VERSION);
        if (versions != null && Stream.of(versions.split(",")).noneMatch(VERSIONS::contains)) {
            throw invalid(
                    "the header accept-version must contain one of %s (found %s)"
                            .formatted(String.join(", ", VERSIONS), versions));
        }
        String login = frame.getHeader(Stomp.Headers.Connect.LOGIN);
        String passcode = frame.getHeader(Stomp.Headers.Connect.PASSCODE);
        X509Certificate[] shown = CertificateUtil.getCertsFromConnection(client);
        boolean hasCertificate = shown != null && shown.length > 0;
        if (!hasCertificate && (login == null || passcode == null)) {
            throw new MillraceException(
                    ErrorCode.NO_CREDENTIALS,
                    """
                    CONNECT must have the headers login and passcode: a user of broker.yaml, or \
                    the user in credentials.properties of the home folder\
                    """);
        }
        Subject subject = security.authenticate(login, passcode, client, null);
        if (subject == null) {
            throw new MillraceException(
                    ErrorCode.NO_CREDENTIALS,
                    """
                    the login of user %s failed: the user is unknown or the password is wrong; \
                    after several failures, logins are rejected for up to a minute\
                    """
                            .formatted(login == null ? "" : login),
                    Insert.of(login == null ? "" : login));
        }
        client.setSubject(subject);
    }

    private void checkSend(StompFrame frame, StompConnection client, Client user) {
        checkPriority(frame.getHeader(Stomp.Headers.Send.PRIORITY));
        checkWord(frame, Stomp.Headers.Send.PERSISTENT, List.of("true", "false"));
        String replyTo = frame.getHeader(Stomp.Headers.Send.REPLY_TO);
        if (replyTo != null && !QueueName.isValid(replyTo)) {
            throw invalid("the header reply-to is invalid: " + QueueName.describe(replyTo));
        }
        for (String name : TIMES) {
            checkNumber(name, frame.getHeader(name));
        }
        checkDestination(frame, Stomp.Headers.Send.DESTINATION_TYPE, CheckType.SEND, client, user);
        String transaction = frame.getHeader(Stomp.Headers.TRANSACTION);
        if (transaction != null) {
            checkTransaction(transaction, frame, client);
        }
    }

    private static void checkPriority(String text) {
        if (text != null && (text.length() != 1 || text.charAt(0) < '0' || text.charAt(0) > '9')) {
            throw invalid(
                    "the header priority must be 0 to " + MAX_PRIORITY + " (found " + text + ")");
        }
    }

    /**
     * Checks that a header has one of the permitted values, because Artemis ignores other values.
     */
    private static void checkWord(StompFrame frame, String header, List<String> values) {
        String found = frame.getHeader(header);
        if (found != null && !values.contains(found)) {
            throw invalid(
                    "the header %s must be %s (found %s)"
                            .formatted(header, String.join(" or ", values), found));
        }
    }

    private static void checkNumber(String header, String text) {
        try {
            if (text == null || Long.parseLong(text) >= 0) {
                return;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw invalid(
                "the header " + header + " must be a number of milliseconds (found " + text + ")");
    }

    private void checkSubscribe(StompFrame frame, StompConnection client, Client user) {
        checkDestination(
                frame, Stomp.Headers.Subscribe.SUBSCRIPTION_TYPE, CheckType.CONSUME, client, user);
        if (frame.getHeader(Stomp.Headers.Subscribe.ID) == null
                && !"1.0".equals(client.getVersion())) {
            throw invalid("SUBSCRIBE must have the header id, for example 1");
        }
        checkWord(frame, Stomp.Headers.Subscribe.ACK_MODE, ACKNOWLEDGEMENTS);
        String selector = frame.getHeader(Stomp.Headers.Subscribe.SELECTOR);
        if (selector == null) {
            return;
        }
        try {
            SelectorParser.parse(selector);
        } catch (FilterException e) {
            throw invalid(
                    "the selector "
                            + selector
                            + " is not valid; "
                            + (selector.contains("==")
                                    ? "write =, as in SQL (found ==)"
                                    : "write it as in SQL, for example colour = 'red'"));
        }
    }

    /** Checks the destination of a frame, and the right of the user to it. */
    private void checkDestination(
            StompFrame frame,
            String typeHeader,
            CheckType right,
            StompConnection client,
            Client user) {
        String command = frame.getCommand();
        String destination = frame.getHeader(Stomp.Headers.Send.DESTINATION);
        if (destination == null || destination.isEmpty()) {
            throw invalid(command + " must have the header destination, for example ORDERS.IN");
        }
        String type = frame.getHeader(typeHeader);
        boolean topic = RoutingType.MULTICAST.name().equals(type);
        if (type != null && !topic && !type.equals(RoutingType.ANYCAST.name())) {
            throw invalid(
                    "the header "
                            + typeHeader
                            + " must be ANYCAST (a queue) or MULTICAST (a topic) (found "
                            + type
                            + ")");
        }
        SimpleString name = SimpleString.of(destination);
        if (isInternal(name, client)) {
            return;
        }
        boolean exists = exists(name, client);
        if (topic && exists) {
            throw invalid(
                    destination
                            + " is a queue; remove the header "
                            + typeHeader
                            + " (found MULTICAST, which is for topics)");
        }
        if (!topic && !exists) {
            Refusals.add(audit, user.entry(Refusals.event(right), destination, AuditLog.UNKNOWN));
            throw unknown(destination, typeHeader, right, user);
        }
        if (!rights.may(user.getName(), right, destination)) {
            Refusals.add(audit, user.entry(Refusals.event(right), destination, AuditLog.REFUSED));
            throw MillraceException.of(
                            ErrorCode.QUEUE_NOT_AUTHORIZED,
                            Refusals.missingRight(
                                    user.getName(), Refusals.event(right), destination))
                    .inserts(Insert.of(user.getName()), Insert.of(destination))
                    .build();
        }
    }

    /** Whether a destination is an address of Artemis, which has no queue. */
    private static boolean isInternal(SimpleString name, StompConnection client) {
        return name.equals(
                client.getManager().getServer().getConfiguration().getManagementAddress());
    }

    private static boolean exists(SimpleString name, StompConnection client) {
        boolean qualified = CompositeAddress.isFullyQualified(name);
        Queue queue =
                client.getManager()
                        .getServer()
                        .locateQueue(qualified ? CompositeAddress.extractQueueName(name) : name);
        return queue != null
                && (qualified
                        ? queue.getAddress().equals(CompositeAddress.extractAddressName(name))
                        : queue.getRoutingType() == RoutingType.ANYCAST);
    }

    /** Returns the exception for an unknown queue. It names only queues that the user can use. */
    private MillraceException unknown(
            String destination, String typeHeader, CheckType right, Client user) {
        List<String> usable =
                queues.get().stream()
                        .filter(queue -> rights.may(user.getName(), right, queue))
                        .toList();
        var prefixed = PREFIX.matcher(destination);
        String hint = "";
        if (prefixed.matches()) {
            String name = prefixed.group(2);
            hint =
                    prefixed.group(1).equals("topic")
                            ? "; the destination of a topic is its name, with the header "
                                    + typeHeader
                                    + ":MULTICAST"
                            : "; the destination of a queue is its name"
                                    + (usable.contains(name) ? ": write " + name : "");
            return new MillraceException(
                    ErrorCode.UNKNOWN_QUEUE,
                    "unknown queue " + destination + hint,
                    Insert.of(destination));
        }
        String text = PutRules.unknownQueue(destination, usable).getMessage();
        return new MillraceException(
                ErrorCode.UNKNOWN_QUEUE,
                text.endsWith("correct its name")
                        ? text + ", or write " + typeHeader + ":MULTICAST for a topic"
                        : text,
                Insert.of(destination));
    }

    private static void checkAcknowledge(StompFrame frame, StompConnection client) {
        boolean has12 = "1.2".equals(client.getVersion());
        String header = has12 ? Stomp.Headers.Ack.ID : Stomp.Headers.Ack.MESSAGE_ID;
        String id = frame.getHeader(header);
        if (id == null) {
            throw invalid(frame.getCommand() + " must have the header " + header);
        }
        if (!ID.matcher(id).matches() || !isConsumer(id, client)) {
            throw invalid(
                    "unknown "
                            + header
                            + " "
                            + id
                            + " in "
                            + frame.getCommand()
                            + "; it must be the value of the header "
                            + (has12 ? "ack" : header)
                            + " of a message that this connection received");
        }
    }

    private static boolean isConsumer(String id, StompConnection client) {
        long consumer =
                Long.parseLong(id.substring(0, id.indexOf(StompSession.MESSAGE_ID_SEPARATOR)));
        try {
            return client.getSession().getCoreSession().locateConsumer(consumer) != null;
        } catch (Exception e) {
            return true; // Artemis reports that the session failed.
        }
    }

    private static void checkBegin(StompFrame frame, StompConnection client) {
        String id = frame.getHeader(Stomp.Headers.TRANSACTION);
        if (id == null) {
            throw invalid("BEGIN must have the header transaction");
        }
        if (isBegun(id, client)) {
            throw invalid(
                    "the transaction " + id + " has already begun; end it with COMMIT or ABORT");
        }
    }

    private static boolean isBegun(String id, StompConnection client) {
        Map<Object, StompSession> begun =
                client.getManager().getTransactedSessions().getOrDefault(client.getID(), Map.of());
        StompSession session = begun.get(id);
        return session != null && session.isTxPending();
    }

    /** Checks that a transaction has begun. Artemis would begin one that is never committed. */
    private static void checkTransaction(String id, StompFrame frame, StompConnection client) {
        if (id == null) {
            throw invalid(frame.getCommand() + " must have the header transaction");
        }
        if (!isBegun(id, client)) {
            throw invalid(
                    "unknown transaction "
                            + id
                            + " in "
                            + frame.getCommand()
                            + "; begin it with BEGIN on this connection");
        }
    }

    private static MillraceException invalid(String text) {
        return new MillraceException(ErrorCode.USAGE, text);
    }

    private static void reject(StompFrame request, StompConnection client, String text) {
        StompFrame error = client.getFrameHandler().createStompFrame(Stomp.Responses.ERROR);
        error.addHeader(Stomp.Headers.Error.MESSAGE, text);
        error.addHeader(Stomp.Headers.CONTENT_TYPE, "text/plain");
        String receipt = request.getHeader(Stomp.Headers.RECEIPT_REQUESTED);
        if (receipt != null) {
            error.addHeader(Stomp.Headers.Response.RECEIPT_ID, receipt);
        }
        error.setBody(text);
        client.sendFrame(error, client::destroy);
    }
}
