package io.millrace.connectors.http.port;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;
import io.millrace.engine.setting.LimitRegistry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;

/**
 * An open port of HTTP. Each request is processed on the virtual thread of its connection. Safe for
 * use by several threads.
 */
public final class HttpPort implements AutoCloseable {

    /** Maximum length of the first line of a request, including path and query. */
    private static final int MAX_REQUEST_LINE = 16 << 10;

    static {
        HelidonLog.connect();
    }

    private final Listener listener;
    private final Purpose purpose;
    private final SlowClients slowClients;
    private final OpenConnections connections = new OpenConnections();
    private final WebServer server;
    private final LimitRegistry.Registration limits;

    /**
     * The use of a port, for error messages.
     *
     * @param name name, for example {@code the administration API}
     * @param setting setting of the port, with the file that contains it
     * @param stopWait time that requests in progress have when the port is closed
     */
    public record Purpose(String name, String setting, Duration stopWait) {}

    /** The receiver of the requests of a port. */
    @FunctionalInterface
    public interface Handler {

        /** Processes a request and sends the response. */
        void handle(Exchange exchange);
    }

    private HttpPort(Listener listener, Purpose purpose, Handler handler) {
        this.listener = listener;
        this.purpose = purpose;
        checkFree();
        Tls tls = listener.isTls() ? tls(listener) : null;
        slowClients = new SlowClients(listener.idleMillis());
        server = start(configuration(tls, handler));
        String object = "%s (%s:%d)".formatted(purpose.name(), listener.host(), number());
        limits =
                LimitRegistry.PROCESS.add(
                        () -> List.of(connections.use(object, listener.maxConnections())));
    }

    /**
     * Opens the port of a listener.
     *
     * @throws MillraceException with LISTENER_UNUSABLE or CERTIFICATES_UNUSABLE
     */
    public static HttpPort open(Listener listener, Purpose purpose, Handler handler) {
        return new HttpPort(listener, purpose, handler);
    }

    private WebServer start(WebServerConfig.Builder configuration) {
        WebServer started = null;
        try {
            started = configuration.build().start();
        } finally {
            if (started == null || !started.isRunning()) {
                slowClients.close();
            }
        }
        if (!started.isRunning()) {
            // Another process has opened the port since the check.
            throw unusable("the port is in use; " + advice(), null);
        }
        return started;
    }

    /**
     * Opens the port and closes it again, because the server only logs the reason for a failure.
     */
    private void checkFree() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listener.host(), listener.port()));
        } catch (IOException | UnresolvedAddressException e) {
            throw unusable(reason(e), e);
        }
    }

    private String reason(Exception failure) {
        return Listener.isLocal(listener.host())
                ? failure.getMessage() + "; " + advice()
                : """
                the host is not an address of this machine; correct host of the listener (%s), \
                or set it to 0.0.0.0 for all addresses of this machine\
                """
                        .formatted(purpose.setting().replace("port: N", "host: ADDRESS"));
    }

    private String advice() {
        return """
        choose another port (%s), or 0 for any free port, or find the process that uses it \
        (ss -ltnp 'sport = :%d')\
        """
                .formatted(purpose.setting(), listener.port());
    }

    private MillraceException unusable(String why, Throwable cause) {
        return new MillraceException(
                ErrorCode.LISTENER_UNUSABLE,
                "%s cannot be opened at %s:%d: %s"
                        .formatted(purpose.name(), listener.host(), listener.port(), why),
                cause);
    }

    private WebServerConfig.Builder configuration(Tls tls, Handler handler) {
        Http1Config http =
                Http1Config.builder()
                        .maxHeadersSize(listener.headerBytes())
                        .maxPrologueLength(MAX_REQUEST_LINE)
                        .addReceiveListener(slowClients)
                        .validatePath(true)
                        .build();
        Duration idle = Duration.ofMillis(listener.idleMillis());
        WebServerConfig.Builder builder =
                WebServer.builder()
                        .shutdownHook(false)
                        .featuresDiscoverServices(false)
                        .host(listener.host())
                        .port(listener.port())
                        .shutdownGracePeriod(purpose.stopWait())
                        .maxTcpConnections(listener.maxConnections())
                        .idleConnectionTimeout(idle)
                        .idleConnectionPeriod(
                                Duration.ofMillis(Math.max(100, listener.idleMillis() / 4)))
                        .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                        .errorHandling(ErrorHandling.builder().includeEntity(false).build())
                        .contentEncoding(
                                encodings ->
                                        encodings
                                                .contentEncodingsDiscoverServices(false)
                                                .addContentEncoding(new UnchangedEncodings()))
                        .protocolsDiscoverServices(false)
                        .routing(
                                HttpRouting.builder()
                                        .any(
                                                (request, response) ->
                                                        handler.handle(
                                                                new Exchange(
                                                                        request,
                                                                        response,
                                                                        slowClients))));
        if (tls == null) {
            builder.addConnectionSelector(
                    PortConnections.plain(listener.name(), http, connections));
        } else {
            builder.tls(tls).addConnectionSelector(PortConnections.secure(http, connections));
        }
        return builder;
    }

    private static Tls tls(Listener listener) {
        return Tls.builder()
                .sslContext(CertificateFiles.context(listener.tls()))
                .enabledProtocols(CertificateFiles.PROTOCOLS)
                .enabledCipherSuites(CertificateFiles.CIPHERS)
                .clientAuth(
                        listener.clientAuth() == ClientAuth.REQUIRED
                                ? TlsClientAuth.REQUIRED
                                : listener.clientAuth() == ClientAuth.OPTIONAL
                                        ? TlsClientAuth.OPTIONAL
                                        : TlsClientAuth.NONE)
                .build();
    }

    /** Returns the number of the open port. */
    public int number() {
        return server.port();
    }

    /**
     * Returns the URL of a path.
     *
     * @param host host, which can be an address of IPv6
     */
    public String url(String host, String path) {
        return "%s://%s:%d%s"
                .formatted(
                        listener.isTls() ? "https" : "http",
                        host.contains(":") ? "[" + host + "]" : host,
                        server.port(),
                        path);
    }

    /** Closes the port. Must not be called on the thread of a request. */
    @Override
    public void close() {
        limits.close();
        server.stop();
        slowClients.close();
    }
}
