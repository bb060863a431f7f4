package io.millrace.engine.queue;

import java.util.Objects;

/**
 * A port on which an embedded store accepts clients.
 *
 * @param host network interface; loopback by default
 * @param port port number; 0 for any free port
 */
public record Acceptor(Protocol protocol, String host, int port) {

    public static final String LOOPBACK = "127.0.0.1";

    /** Protocol of the port. */
    public enum Protocol {
        /** The core protocol of Artemis, for other Millrace processes. */
        CORE,
        /** AMQP 1.0, for example for JMS with Qpid. */
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

    /** Returns an acceptor on a free port of the loopback interface. */
    public static Acceptor loopback(Protocol protocol) {
        return new Acceptor(protocol, LOOPBACK, 0);
    }
}
