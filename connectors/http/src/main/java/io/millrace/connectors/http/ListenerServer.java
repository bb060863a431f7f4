package io.millrace.connectors.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.millrace.connectors.http.Routes.Route;
import io.millrace.connectors.http.port.Exchange;
import io.millrace.connectors.http.port.HttpPort;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.node.ListeningEntry;
import io.millrace.engine.resource.Certificates;
import io.millrace.engine.resource.Listener;

import org.slf4j.Logger;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open port of a listener. The server is opened with the first route. It is closed after the
 * last route is removed and all requests have ended. A process has one for each port.
 */
final class ListenerServer {

    private static final Logger LOG = EventLog.of(ListenerServer.class);

    /**
     * Open servers by address. The lock of this map is held while a server is opened, changed or
     * closed.
     */
    private static final Map<Object, ListenerServer> OPEN = new HashMap<>();

    private static final Duration STOP_WAIT = Duration.ofMillis(50);

    private final Object address;
    private final Listener listener;
    private final Routes routes = new Routes();
    private final HttpPort port;
    private final AtomicInteger inProgress = new AtomicInteger();

    private ListenerServer(Object address, Listener listener) {
        this.address = address;
        this.listener = listener;
        port =
                HttpPort.open(
                        listener,
                        new HttpPort.Purpose(
                                "the listener " + listener.name(),
                                """
                                listeners: {%s: {port: N}} in application.yaml or broker.yaml\
                                """
                                        .formatted(listener.name()),
                                STOP_WAIT),
                        this::handle);
        LOG.info("listener {} is open at {}:{}", listener.name(), listener.host(), port.number());
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

    /** A route of a server. Closing the registration removes the route. */
    private record Registration(ListenerServer server, Route route) implements ListeningEntry {

        @Override
        public String address() {
            return server.port.url(server.listener.host(), route.pattern().text());
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
            port.close();
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

    private void handle(Exchange exchange) {
        inProgress.incrementAndGet();
        try {
            ServerRequest request = exchange.request();
            List<String> path = PathPattern.segmentsOf(request.path().rawPath());
            String method = request.prologue().method().text();
            Route route = routes.find(method, path);
            if (route != null) {
                route.handler().handle(exchange, path);
                return;
            }
            reject(exchange, routes.methods(path));
        } finally {
            end();
        }
    }

    /**
     * Rejects a request without a route.
     *
     * @param methods methods of the routes with the path of the request
     */
    private void reject(Exchange exchange, Set<String> methods) {
        ServerRequest request = exchange.request();
        String path = request.path().rawPath();
        String detail;
        Status status;
        if (methods.isEmpty()) {
            status = Status.NOT_FOUND_404;
            detail = "no flow has the path " + path;
        } else {
            status = Status.METHOD_NOT_ALLOWED_405;
            String allowed = String.join(", ", methods);
            exchange.response().header("Allow", allowed);
            detail =
                    "the path %s has no method %s; its methods are %s"
                            .formatted(path, request.prologue().method().text(), allowed);
        }
        LOG.debug(
                "a request at the listener {} is rejected: {}",
                listener.name(),
                PrintableText.line(detail));
        ProblemDetails.send(exchange, status, detail, List.of());
    }
}
