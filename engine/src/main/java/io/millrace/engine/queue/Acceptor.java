package io.millrace.engine.queue;

import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Objects;

/**
 * A port on which an embedded store accepts clients.
 *
 * @param host network interface; loopback unless the configuration specifies another
 * @param port port number; 0 lets the system choose a free one
 * @param tls certificate and key of the port; {@link Certificates#NONE} for an explicit choice of
 *     plain text; null if nothing was chosen, which means plain text and is possible only on
 *     loopback
 * @param clientAuth whether clients must present a certificate
 */
public record Acceptor(
        Protocol protocol,
        String host,
        int port,
        @Nullable Certificates tls,
        ClientAuth clientAuth) {

    public static final String LOOPBACK = Listener.LOOPBACK;

    /** Protocol of the port. */
    public enum Protocol {
        /** The core protocol of Artemis, for other Millrace processes. */
        CORE,
        /** AMQP 1.0, for example for JMS with Qpid. */
        AMQP,
        /** MQTT 3.1, 3.1.1 and 5. */
        MQTT,
        /** STOMP 1.0 to 1.2. */
        STOMP;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Acceptor {
        Objects.requireNonNull(protocol);
        Objects.requireNonNull(clientAuth);
        if (host.isBlank()) {
            throw new IllegalArgumentException("the host of an acceptor must not be empty");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "the port of an acceptor must be 0 to 65535 (found " + port + ")");
        }
    }

    /** A port without TLS. */
    public Acceptor(Protocol protocol, String host, int port) {
        this(protocol, host, port, null, ClientAuth.NONE);
    }

    /** Returns an acceptor on a free port of the loopback interface. */
    public static Acceptor loopback(Protocol protocol) {
        return new Acceptor(protocol, LOOPBACK, 0);
    }

    public Acceptor withPort(int value) {
        return new Acceptor(protocol, host, value, tls, clientAuth);
    }

    public Acceptor withTls(Certificates value, ClientAuth clients) {
        return new Acceptor(protocol, host, port, value, clients);
    }

    /** Whether another acceptor has the same port on the same interface. */
    public boolean conflicts(Acceptor other) {
        return Listener.isSamePort(host, port, other.host, other.port);
    }

    /** Describes the port that this acceptor shares with another one. */
    public String describeConflict(Acceptor other) {
        return "ports of acceptors must be different (%s is the port of %s and %s)"
                .formatted(port, other.protocol.word(), protocol.word());
    }

    public boolean isTls() {
        return tls != null && tls != Certificates.NONE;
    }

    /** Whether the port accepts connections without TLS on an interface other than loopback. */
    public boolean isExposed() {
        return !isTls() && !Listener.isLoopback(host);
    }
}
