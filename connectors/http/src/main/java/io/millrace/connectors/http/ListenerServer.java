package io.millrace.connectors.http;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.Status;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http1.Http1Config;
import io.millrace.connectors.http.Routes.Route;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.node.ListeningEntry;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;

import org.slf4j.Logger;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open port of a listener. It is opened with its first route and closed after its last route,
 * when all its requests have ended. A process has one for each port.
 */
final class ListenerServer {

    private static final Logger LOG = EventLog.of(ListenerServer.class);

    /** Open servers by address. Its lock is held while a server is opened, changed or closed. */
    private static final Map<Object, ListenerServer> OPEN = new HashMap<>();

    private static final Duration STOP_WAIT = Duration.ofMillis(50);

    static {
        HelidonLog.connect();
    }

    private final Object address;
    private final Listener listener;
    private final Routes routes = new Routes();
    private final SlowClients slowClients;
    private final WebServer server;
    private final AtomicInteger inProgress = new AtomicInteger();

    private ListenerServer(Object address, Listener listener) {
        this.address = address;
        this.listener = listener;
        checkFree(listener);
        Tls tls = listener.isTls() ? tls(listener) : null;
        slowClients = new SlowClients(listener.idleMillis());
        server = start(configuration(listener, tls));
        LOG.info("listener {} is open at {}:{}", listener.name(), listener.host(), server.port());
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
            throw unusable(listener, "the port is in use; " + advice(listener), null);
        }
        return started;
    }

    /**
     * Opens the port and closes it again, because the server only logs the reason for a failure.
     */
    private static void checkFree(Listener listener) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listener.host(), listener.port()));
        } catch (IOException | UnresolvedAddressException e) {
            boolean isKnown = e.getMessage() != null && !(e instanceof UnknownHostException);
            throw unusable(
                    listener,
                    isKnown
                            ? e.getMessage() + "; " + advice(listener)
                            : "unknown host; correct host of the listener",
                    e);
        }
    }

    private static String advice(Listener listener) {
        return """
        choose another port (listeners: {%s: {port: N}} in application.yaml or \
        broker.yaml), or 0 for any free port, or find the process that uses it \
        (ss -ltnp 'sport = :%d')\
        """
                .formatted(listener.name(), listener.port());
    }

    private static MillraceException unusable(Listener listener, String why, Throwable cause) {
        return new MillraceException(
                ErrorCode.LISTENER_UNUSABLE,
                "the listener %s cannot be opened at %s:%d: %s"
                        .formatted(listener.name(), listener.host(), listener.port(), why),
                cause);
    }

    /**
     * Adds a route to the server of a listener, which is opened if necessary.
     *
     * @return registration of the route, which must be closed
     * @throws MillraceException with LISTENER_UNUSABLE or CERTIFICATES_UNUSABLE
     */
    static AutoCloseable open(Listener listener, Route route) {
        synchronized (OPEN) {
            Object address = address(listener);
            ListenerServer server = OPEN.get(address);
            if (server == null) {
                server = new ListenerServer(address, listener);
                OPEN.put(address, server);
            } else if (!isSame(listener, server.listener)) {
                throw new MillraceException(
                        ErrorCode.LISTENER_UNUSABLE,
                        """
                        the port %d of the listener %s is open with other settings, as listener \
                        %s; undeploy the applications that use it, or declare it once, in \
                        broker.yaml\
                        """
                                .formatted(
                                        listener.port(), listener.name(), server.listener.name()));
            }
            try {
                server.routes.add(route);
            } catch (MillraceException duplicate) {
                server.closeIfUnused();
                throw duplicate;
            }
            ListenerServer opened = server;
            return new Registration(opened, route);
        }
    }

    /** A route of a server, until it is closed. */
    private record Registration(ListenerServer server, Route route) implements ListeningEntry {

        @Override
        public String address() {
            String scheme = server.listener.isTls() ? "https" : "http";
            String host = server.listener.host();
            return "%s://%s:%d%s"
                    .formatted(
                            scheme,
                            host.contains(":") ? "[" + host + "]" : host,
                            server.server.port(),
                            route.pattern().text());
        }

        @Override
        public void close() {
            server.remove(route);
        }
    }

    private static Object address(Listener listener) {
        return listener.port() == 0 ? listener : listener.host() + ":" + listener.port();
    }

    private static boolean isSame(Listener one, Listener other) {
        return isSame(one.tls(), other.tls())
                && one.clientAuth() == other.clientAuth()
                && one.maxConnections() == other.maxConnections()
                && one.idleMillis() == other.idleMillis()
                && one.headerBytes() == other.headerBytes();
    }

    private static boolean isSame(Certificates one, Certificates other) {
        return one == null || other == null
                ? one == other
                : Objects.equals(one.certificate(), other.certificate())
                        && Objects.equals(one.key(), other.key())
                        && Objects.equals(one.keyStore(), other.keyStore())
                        && Objects.equals(one.trust(), other.trust());
    }

    private void remove(Route route) {
        synchronized (OPEN) {
            routes.remove(route);
            closeIfUnused();
        }
    }

    private void closeIfUnused() {
        if (routes.isEmpty() && inProgress.get() == 0 && OPEN.remove(address, this)) {
            server.stop();
            slowClients.close();
            LOG.info("listener {} is closed", listener.name());
        }
    }

    private void end() {
        if (inProgress.decrementAndGet() == 0 && routes.isEmpty()) {
            // The server cannot be stopped by the thread of one of its requests.
            Thread.ofVirtual().start(this::closeUnused);
        }
    }

    private void closeUnused() {
        synchronized (OPEN) {
            closeIfUnused();
        }
    }

    private WebServerConfig.Builder configuration(Listener from, Tls tls) {
        WebServerConfig.Builder builder =
                WebServer.builder()
                        .shutdownHook(false)
                        .featuresDiscoverServices(false)
                        .host(from.host())
                        .port(from.port())
                        .shutdownGracePeriod(STOP_WAIT)
                        .maxTcpConnections(from.maxConnections())
                        .idleConnectionTimeout(Duration.ofMillis(from.idleMillis()))
                        .idleConnectionPeriod(
                                Duration.ofMillis(Math.max(100, from.idleMillis() / 4)))
                        .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                        .errorHandling(ErrorHandling.builder().includeEntity(false).build())
                        .contentEncoding(
                                encodings ->
                                        encodings
                                                .contentEncodingsDiscoverServices(false)
                                                .addContentEncoding(new UnchangedEncodings()))
                        .protocolsDiscoverServices(false)
                        .addProtocol(
                                Http1Config.builder()
                                        .maxHeadersSize(from.headerBytes())
                                        .addReceiveListener(slowClients)
                                        .validatePath(true)
                                        .build())
                        .routing(HttpRouting.builder().any(this::handle));
        if (tls == null) {
            builder.addConnectionSelector(ProtocolRejection.tls(from.name()))
                    .addConnectionSelector(ProtocolRejection.stomp(from.name()));
        } else {
            builder.tls(tls);
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

    private void handle(ServerRequest request, ServerResponse response) {
        inProgress.incrementAndGet();
        try {
            List<String> path = PathPattern.segmentsOf(request.path().rawPath());
            String method = request.prologue().method().text();
            Route route = routes.find(method, path);
            if (route != null) {
                route.handler().handle(request, response, path, slowClients);
                return;
            }
            reject(request, response, routes.methods(path));
        } finally {
            end();
        }
    }

    /**
     * Rejects a request without a route.
     *
     * @param methods methods of the routes with the path of the request
     */
    private void reject(ServerRequest request, ServerResponse response, Set<String> methods) {
        String path = request.path().rawPath();
        String detail;
        Status status;
        if (methods.isEmpty()) {
            status = Status.NOT_FOUND_404;
            detail = "no flow has the path " + path;
        } else {
            status = Status.METHOD_NOT_ALLOWED_405;
            String allowed = String.join(", ", methods);
            response.header("Allow", allowed);
            detail =
                    "the path %s has no method %s; its methods are %s"
                            .formatted(path, request.prologue().method().text(), allowed);
        }
        LOG.debug(
                "a request at the listener {} is rejected: {}",
                listener.name(),
                PrintableText.line(detail));
        ProblemDetails.send(response, status, detail, List.of());
    }
}
