package io.millrace.connectors.http;

import io.millrace.connectors.http.port.HelidonLog;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Endpoint;

import java.util.HashMap;
import java.util.Map;

/**
 * The clients of the flow instances, each with a pool of connections. The nodes with the same
 * settings share a client. Safe for use by several threads.
 */
final class HttpClients {

    private static final Map<Settings, Shared> OPEN = new HashMap<>();

    static {
        HelidonLog.connect();
    }

    /**
     * Settings of a client.
     *
     * @param tls certificates; null for the authorities of the JDK
     * @param proxy proxy; null if there is none
     */
    record Settings(
            Certificates tls,
            long timeoutMillis,
            long connectMillis,
            int poolSize,
            Endpoint proxy) {

        static Settings of(ClientProperties.Server server) {
            Endpoint endpoint = server.endpoint();
            boolean plain = endpoint.tls() == Certificates.NONE;
            return new Settings(
                    plain ? null : endpoint.tls(),
                    server.timeoutMillis(),
                    endpoint.connectMillis(),
                    endpoint.poolSize(),
                    endpoint.proxy());
        }
    }

    /** A client with its number of users. */
    private static final class Shared {
        private final ServerClient client;
        private int users;

        Shared(ServerClient client) {
            this.client = client;
        }
    }

    private HttpClients() {}

    /**
     * Returns a client, which must be released.
     *
     * @throws io.millrace.engine.error.MillraceException with CERTIFICATES_UNUSABLE
     */
    static ServerClient acquire(Settings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.computeIfAbsent(settings, s -> new Shared(ServerClient.of(s)));
            shared.users++;
            return shared.client;
        }
    }

    /** Releases a client. The connections are closed when the last user has finished. */
    static void release(Settings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.get(settings);
            if (shared != null && --shared.users == 0) {
                OPEN.remove(settings);
                shared.client.close();
            }
        }
    }
}
