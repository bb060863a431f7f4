package io.millrace.connectors.http;

import io.helidon.common.tls.Tls;
import io.helidon.webclient.api.Proxy;
import io.helidon.webclient.http1.Http1Client;
import io.helidon.webclient.http1.Http1ClientConfig;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Endpoint;

import java.time.Duration;
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
     */
    record Settings(
            Certificates tls, long timeoutMillis, long connectMillis, int poolSize) {

        static Settings of(ClientProperties.Server server) {
            Endpoint endpoint = server.endpoint();
            boolean plain = endpoint.tls() == Certificates.NONE;
            return new Settings(
                    plain ? null : endpoint.tls(),
                    server.timeoutMillis(),
                    endpoint.connectMillis(),
                    endpoint.poolSize());
        }
    }

    /** A client and the number of its users. */
    private static final class Shared {
        private final Http1Client client;
        private int users;

        Shared(Http1Client client) {
            this.client = client;
        }
    }

    private HttpClients() {}

    /**
     * Returns a client, which must be released.
     *
     * @throws io.millrace.engine.error.MillraceException with CERTIFICATES_UNUSABLE
     */
    static Http1Client acquire(Settings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.computeIfAbsent(settings, s -> new Shared(client(s)));
            shared.users++;
            return shared.client;
        }
    }

    /** Releases a client. Its connections are closed after its last user. */
    static void release(Settings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.get(settings);
            if (shared != null && --shared.users == 0) {
                OPEN.remove(settings);
                shared.client.closeResource();
            }
        }
    }

    private static Http1Client client(Settings settings) {
        Http1ClientConfig.Builder builder =
                Http1Client.builder()
                        .connectTimeout(Duration.ofMillis(settings.connectMillis()))
                        .readTimeout(Duration.ofMillis(settings.timeoutMillis()))
                        .followRedirects(false)
                        .proxy(Proxy.noProxy())
                        .shareConnectionCache(false)
                        .connectionCacheSize(Math.max(1, settings.poolSize()))
                        .keepAlive(settings.poolSize() > 0)
                        .sendExpectContinue(false)
                        .servicesDiscoverServices(false);
        Certificates tls = settings.tls();
        if (tls != null) {
            builder.tls(
                    Tls.builder()
                            .sslContext(CertificateFiles.context(tls))
                            .enabledProtocols(CertificateFiles.PROTOCOLS)
                            .enabledCipherSuites(CertificateFiles.CIPHERS)
                            .build());
        }
        return builder.build();
    }
}
