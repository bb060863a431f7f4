package io.millrace.engine.queue;

import java.util.Objects;

/**
 * A port on which an embedded store listens for clients.
 *
 * @param host the interface; loopback unless the configuration says otherwise
 * @param port 0 lets the system choose a free one
 */
public record Acceptor(Protocol protocol, String host, int port) {

    public static final String LOOPBACK = "127.0.0.1";

    /** What is spoken at the port. */
    public enum Protocol {
        /** Artemis' own, for other Millrace processes. */
        CORE,
        /** AMQP 1.0, for JMS through Qpid among others. */
        AMQP,
        /** MQTT 3.1, 3.1.1 and 5. */
        MQTT,
        /** STOMP 1.0 to 1.2. */
        STOMP
    }

    public Acceptor {
        Objects.requireNonNull(protocol);
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("not a host and port: " + host + ":" + port);
        }
    }

    /** At a free port of the loopback interface. */
    public static Acceptor loopback(Protocol protocol) {
        return new Acceptor(protocol, LOOPBACK, 0);
    }
}
