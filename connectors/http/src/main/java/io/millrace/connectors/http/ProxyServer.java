package io.millrace.connectors.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webclient.api.DefaultDnsResolver;
import io.helidon.webclient.api.DnsAddressLookup;
import io.helidon.webclient.api.Proxy;
import io.helidon.webclient.http1.Http1ClientRequest;
import io.helidon.webclient.spi.DnsResolver;
import io.millrace.engine.resource.Credentials;
import io.millrace.engine.resource.Endpoint;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * An HTTP proxy of a client. The proxy receives requests without TLS with the complete URL, and
 * opens tunnels for requests with TLS (RFC 9110, 9.3.6). The names of servers are resolved by the
 * proxy.
 */
final class ProxyServer implements DnsResolver {

    private static final DnsResolver OWN = DefaultDnsResolver.create();

    private final String host;
    private final int port;
    private final Credentials credentials;
    private final Proxy open;

    /**
     * Password of {@link #tunnel}. The same object must be used each time, because connections are
     * looked up by identity.
     */
    private String password;

    private Proxy tunnel;

    private ProxyServer(String host, int port, Credentials credentials) {
        this.host = host;
        this.port = port;
        this.credentials = credentials;
        open = Proxy.builder().host(host).port(port).build();
    }

    static ProxyServer of(Endpoint endpoint) {
        URI uri = URI.create(endpoint.url());
        return new ProxyServer(uri.getHost(), uri.getPort(), endpoint.credentials());
    }

    /**
     * Adds the proxy and the proxy credentials to a request.
     *
     * @param isSecure whether the request is sent through a tunnel, which has the credentials
     */
    void addTo(Http1ClientRequest request, boolean isSecure) {
        String secret = credentials.password().reveal();
        if (credentials.user().isEmpty()) {
            request.proxy(open);
        } else if (isSecure) {
            request.proxy(tunnel(secret));
        } else {
            request.proxy(open)
                    .header(
                            HeaderValues.create(
                                    HeaderNames.PROXY_AUTHORIZATION,
                                    false,
                                    true,
                                    ClientCall.basic(credentials.user(), secret)));
        }
    }

    private synchronized Proxy tunnel(String secret) {
        if (!secret.equals(password)) {
            password = secret;
            tunnel =
                    Proxy.builder()
                            .host(host)
                            .port(port)
                            .username(credentials.user())
                            .password(secret.toCharArray())
                            .build();
        }
        return tunnel;
    }

    /**
     * Returns the resolved address of the proxy. For other hosts, returns an unresolved address.
     */
    @Override
    public InetAddress resolveAddress(String name, DnsAddressLookup lookup) {
        if (name.equals(host)) {
            return OWN.resolveAddress(name, lookup);
        }
        try {
            return InetAddress.getByAddress(name, new byte[4]);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "http://" + host + ":" + port;
    }
}
