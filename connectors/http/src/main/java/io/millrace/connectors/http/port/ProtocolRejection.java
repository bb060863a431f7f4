package io.millrace.connectors.http.port;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;

import org.slf4j.Logger;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The rejection of clients that use TLS or STOMP at a listener of HTTP without TLS. The first
 * connection of each machine is reported. Safe for use by several threads.
 */
final class ProtocolRejection {

    private static final Logger LOG = EventLog.of(ProtocolRejection.class);

    /** First byte of a TLS handshake. */
    private static final int HANDSHAKE = 0x16;

    /** First commands of a STOMP client. HTTP has a blank after the method CONNECT. */
    private static final List<String> STOMP =
            List.of("CONNECT\n", "CONNECT\r", "STOMP\n", "STOMP\r");

    private static final String TLS_REASON =
            """
            the client uses TLS, which this listener does not have; correct the URL of the client \
            (http://), or set tls of the listener\
            """;
    private static final String STOMP_REASON =
            "the listener is for HTTP (found STOMP); correct the port of the client";

    private static final String TLS_ANSWER =
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    private static final String STOMP_ANSWER =
            "ERROR\nmessage:%s %s\n\n\0".formatted(ErrorCode.CONFIGURATION.id(), STOMP_REASON);

    /** Maximum number of clients that are reported, so that clients cannot fill the log. */
    private static final int MAX_REPORTED = 1_000;

    private final String listener;
    private final Predicate<BufferData> kind;
    private final String reason;
    private final String answer;
    private final Set<String> clients = ConcurrentHashMap.newKeySet();

    private ProtocolRejection(
            String listener, Predicate<BufferData> kind, String reason, String answer) {
        this.listener = listener;
        this.kind = kind;
        this.reason = reason;
        this.answer = answer;
    }

    /** Returns the rejection of clients that use TLS. */
    static ProtocolRejection tls(String listener) {
        return new ProtocolRejection(
                listener, data -> data.get(0) == HANDSHAKE, TLS_REASON, TLS_ANSWER);
    }

    /** Returns the rejection of clients that use STOMP. */
    static ProtocolRejection stomp(String listener) {
        return new ProtocolRejection(
                listener, ProtocolRejection::isStomp, STOMP_REASON, STOMP_ANSWER);
    }

    /** Whether a connection that begins with these bytes is rejected. */
    boolean applies(BufferData data) {
        return kind.test(data);
    }

    private static boolean isStomp(BufferData data) {
        return STOMP.stream().anyMatch(command -> begins(data, command));
    }

    private static boolean begins(BufferData data, String text) {
        if (data.available() < text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (data.get(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns a connection that rejects the client and ends before the first request. */
    ServerConnection connection(ConnectionContext context) {
        return new Rejected(context);
    }

    private void report(ConnectionContext context) {
        String client = context.remotePeer().host();
        if (clients.size() < MAX_REPORTED && clients.add(client)) {
            LOG.warn(
                    "{} a client at {} is rejected at the listener {}, port {}: {}",
                    ErrorCode.CONFIGURATION.id(),
                    client,
                    listener,
                    context.localPeer().port(),
                    reason);
        }
    }

    /** A connection that ends before the first request. */
    private final class Rejected implements ServerConnection {

        private final ConnectionContext context;

        private Rejected(ConnectionContext context) {
            this.context = context;
        }

        /**
         * Answers in plain text, so that the client can report the reason. Helidon closes the
         * connection afterwards.
         */
        @Override
        public void handle(Limit limit) {
            report(context);
            byte[] bytes = answer.getBytes(StandardCharsets.US_ASCII);
            context.dataWriter().writeNow(BufferData.create(bytes));
        }

        @Override
        public Duration idleTime() {
            return Duration.ZERO;
        }

        @Override
        public void close(boolean interrupt) {
            // Helidon closes the connection.
        }
    }
}
