package io.millrace.connectors.http;

import io.helidon.common.tls.Tls;
import io.helidon.http.Method;
import io.helidon.webclient.api.ConnectedSocketChannelInfo;
import io.helidon.webclient.api.ConnectedSocketInfo;
import io.helidon.webclient.api.ConnectionListener;
import io.helidon.webclient.api.Proxy;
import io.helidon.webclient.http1.Http1Client;
import io.helidon.webclient.http1.Http1ClientConfig;
import io.helidon.webclient.http1.Http1ClientRequest;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;

import java.net.SocketException;
import java.net.URI;
import java.time.Duration;

/**
 * A client of servers with a pool of connections. Safe for use by several threads.
 *
 * @param plain client for requests without TLS
 * @param secure client for requests with TLS; the same without a proxy
 * @param proxy proxy; null if there is none
 * @param tls certificates; null for the authorities of the JDK
 */
record ServerClient(Http1Client plain, Http1Client secure, ProxyServer proxy, Certificates tls) {

    static ServerClient of(HttpClients.Settings settings) {
        if (settings.proxy() == null) {
            Http1Client client = builder(settings).proxy(Proxy.noProxy()).build();
            return new ServerClient(client, client, null, settings.tls());
        }
        ProxyServer proxy = ProxyServer.of(settings.proxy());
        // A proxy receives the whole URL, a server at the other end of a tunnel only the path.
        return new ServerClient(
                builder(settings).dnsResolver(proxy).build(),
                builder(settings).dnsResolver(proxy).relativeUris(true).build(),
                proxy,
                settings.tls());
    }

    private static Http1ClientConfig.Builder builder(HttpClients.Settings settings) {
        Http1ClientConfig.Builder builder =
                Http1Client.builder()
                        .connectTimeout(Duration.ofMillis(settings.connectMillis()))
                        .readTimeout(Duration.ofMillis(settings.timeoutMillis()))
                        .followRedirects(false)
                        .shareConnectionCache(false)
                        .connectionCacheSize(Math.max(1, settings.poolSize()))
                        .keepAlive(settings.poolSize() > 0)
                        .sendExpectContinue(false)
                        .connectionListener(new HandshakeLimit((int) settings.connectMillis()))
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
        return builder;
    }

    /**
     * The timeout of a TLS handshake. Helidon sets the socket timeout only after the handshake.
     * Without this limit, a server that does not answer the handshake would block the flow forever.
     */
    private record HandshakeLimit(int millis) implements ConnectionListener {

        @Override
        public void socketConnected(ConnectedSocketInfo connection) throws SocketException {
            connection.socket().setSoTimeout(millis);
        }

        @Override
        public void socketChannelConnected(ConnectedSocketChannelInfo connection) {
            // Only HTTP/2 uses channels.
        }
    }

    /** Creates a request to a server. */
    Http1ClientRequest request(String method, URI server) {
        boolean isSecure = "https".equals(server.getScheme());
        Http1ClientRequest request = (isSecure ? secure : plain).method(Method.create(method));
        if (proxy != null) {
            proxy.addTo(request, isSecure);
        }
        return request.uri(URI.create(server.getScheme() + "://" + server.getRawAuthority()));
    }

    /** Returns the way to the servers, for errors. */
    String way() {
        return proxy == null ? "" : " through the proxy " + proxy;
    }

    void close() {
        plain.closeResource();
        secure.closeResource();
    }
}
