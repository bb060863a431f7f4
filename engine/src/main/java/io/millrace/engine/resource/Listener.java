package io.millrace.engine.resource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Objects;

/**
 * A port on which input nodes receive requests. All input nodes with the same listener share the
 * port.
 *
 * @param name name, to which nodes refer
 * @param host network interface; loopback unless the configuration specifies another
 * @param port port number; 0 lets the system choose a free one
 * @param tls certificate and key of the port; {@link Certificates#NONE} for an explicit choice of
 *     plain text; null if nothing was chosen, which means plain text and is possible only on
 *     loopback
 * @param clientAuth whether clients must present a certificate
 * @param maxConnections maximum number of open connections
 * @param idleMillis time without data after which a connection is closed, also while a client sends
 *     a request or does not read the response
 * @param headerBytes maximum size of the headers of a request
 */
public record Listener(
        String name,
        String host,
        int port,
        @Nullable Certificates tls,
        ClientAuth clientAuth,
        int maxConnections,
        long idleMillis,
        int headerBytes) {

    public static final String LOOPBACK = "127.0.0.1";
    public static final int DEFAULT_PORT = 7_800;
    public static final int DEFAULT_MAX_CONNECTIONS = 10_000;
    public static final long DEFAULT_IDLE_MILLIS = 60_000;
    public static final int DEFAULT_HEADER_BYTES = 16_384;

    /** The listener of nodes that do not name one, unless a file declares it. */
    public static final Listener DEFAULT = plain("http", DEFAULT_PORT);

    public Listener {
        Objects.requireNonNull(name);
        Objects.requireNonNull(clientAuth);
        if (host.isBlank()) {
            throw new IllegalArgumentException("the host of a listener must not be empty");
        }
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    "the port of a listener must be 0 to 65535 (found " + port + ")");
        }
    }

    /** Returns a listener on loopback without TLS. */
    public static Listener plain(String name, int port) {
        return new Listener(
                name,
                LOOPBACK,
                port,
                null,
                ClientAuth.NONE,
                DEFAULT_MAX_CONNECTIONS,
                DEFAULT_IDLE_MILLIS,
                DEFAULT_HEADER_BYTES);
    }

    public boolean isTls() {
        return tls != null && tls != Certificates.NONE;
    }

    /** Whether another listener has the same port on the same interface. */
    public boolean conflicts(Listener other) {
        return isSamePort(host, port, other.host, other.port);
    }

    /** Whether two ports cannot be open at the same time. */
    public static boolean isSamePort(String host, int port, String otherHost, int otherPort) {
        return port != 0
                && port == otherPort
                && (host.equals(otherHost) || isAny(host) || isAny(otherHost));
    }

    private static boolean isAny(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** Whether a host is an address of this machine, on which a port can be opened. */
    public static boolean isLocal(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Whether a host is localhost or a loopback address. Other names are not resolved. */
    public static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException name) {
            return false;
        }
    }
}
