package io.millrace.server.api;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.resource.CertificateFiles;
import io.millrace.engine.resource.ClientAuth;
import io.millrace.engine.resource.Listener;
import io.millrace.flows.Broker;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.ServerHome;
import io.millrace.server.telemetry.Meters;

import org.slf4j.Logger;
import org.slf4j.bridge.SLF4JBridgeHandler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;

/**
 * The port of the administration API. Its address is in the file {@value #ADDRESS} of the server's
 * folder while it is open. Every request is processed on a virtual thread.
 */
public final class AdministrationServer implements AutoCloseable {

    /** File with the URL of the API. */
    public static final String ADDRESS = "address";

    private static final Logger LOG = EventLog.of(AdministrationServer.class);
    private static final Duration STOP_WAIT = Duration.ofMillis(500);

    /** Loggers are weakly referenced by their manager, which would lose the settings. */
    private static final java.util.logging.Logger HELIDON =
            java.util.logging.Logger.getLogger("io.helidon");

    private final WebServer server;
    private final Listener listener;
    private final ServerHome home;
    private final Health health;
    private final Meters meters;

    private AdministrationServer(
            WebServer server, Listener listener, ServerHome home, Health health, Meters meters) {
        this.meters = meters;
        this.server = server;
        this.listener = listener;
        this.home = home;
        this.health = health;
    }

    /**
     * Opens the port.
     *
     * @param version version of Millrace
     * @throws MillraceException with LISTENER_UNUSABLE, CERTIFICATES_UNUSABLE, EXPOSED_PASSWORD or
     *     DEPLOYMENT_STORE
     */
    public static AdministrationServer open(
            Listener listener,
            ServerHome home,
            Broker broker,
            Deployments deployments,
            String version) {
        connectLog();
        checkFree(listener);
        Health health = new Health(deployments);
        Meters meters = new Meters(broker, () -> deployments.failures().size());
        List<Route> routes = routes(broker, deployments, health, meters, version);
        ApiHandler handler = new ApiHandler(routes, new TokenGuard(AccessToken.of(home)));
        WebServer server = configuration(listener, handler).build().start();
        if (!server.isRunning()) {
            throw unusable(listener, "the port is in use", null);
        }
        AdministrationServer opened =
                new AdministrationServer(server, listener, home, health, meters);
        home.write(ADDRESS, (opened.url() + "\n").getBytes(), false);
        LOG.info("the administration API is open at {}", opened.url());
        return opened;
    }

    static List<Route> routes(
            Broker broker, Deployments deployments, Health health, Meters meters, String version) {
        List<Route> routes = new ArrayList<>(new BrokerApi(broker, deployments, version).routes());
        routes.addAll(health.routes());
        routes.add(
                new Route(
                        "GET",
                        "/metrics",
                        false,
                        request -> new ApiResponse(200, Meters.TYPE, meters.scrape())));
        routes.add(OpenApi.route());
        return routes;
    }

    private static synchronized void connectLog() {
        if (HELIDON.getUseParentHandlers()) {
            HELIDON.setUseParentHandlers(false);
            HELIDON.setLevel(Level.WARNING);
            HELIDON.addHandler(new SLF4JBridgeHandler());
        }
    }

    /**
     * Opens the port and closes it again, because the server only logs the reason for a failure.
     */
    private static void checkFree(Listener listener) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(listener.host(), listener.port()));
        } catch (IOException | UnresolvedAddressException e) {
            throw unusable(
                    listener, e.getMessage() == null ? "the host is unknown" : e.getMessage(), e);
        }
    }

    private static MillraceException unusable(Listener listener, String why, Throwable cause) {
        return new MillraceException(
                ErrorCode.LISTENER_UNUSABLE,
                """
                the administration API cannot be opened at %s:%d: %s; choose another port \
                (administration: {port: N} in broker.yaml), or 0 for any free port\
                """
                        .formatted(listener.host(), listener.port(), why),
                cause);
    }

    private static WebServerConfig.Builder configuration(Listener from, ApiHandler handler) {
        Duration idle = Duration.ofMillis(from.idleMillis());
        WebServerConfig.Builder builder =
                WebServer.builder()
                        .shutdownHook(false)
                        .featuresDiscoverServices(false)
                        .host(from.host())
                        .port(from.port())
                        .shutdownGracePeriod(STOP_WAIT)
                        .maxTcpConnections(from.maxConnections())
                        .idleConnectionTimeout(idle)
                        .connectionOptions(
                                SocketOptions.builder().tcpNoDelay(true).readTimeout(idle).build())
                        .errorHandling(ErrorHandling.builder().includeEntity(false).build())
                        .contentEncoding(e -> e.contentEncodingsDiscoverServices(false))
                        .protocolsDiscoverServices(false)
                        .addProtocol(
                                Http1Config.builder()
                                        .maxHeadersSize(from.headerBytes())
                                        .validatePath(true)
                                        .build())
                        .routing(HttpRouting.builder().any(handler::handle));
        return from.isTls() ? builder.tls(tls(from)) : builder;
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

    private static boolean isAny(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** Returns a URL of the API that this machine can use. */
    public String url() {
        String host = isAny(listener.host()) ? "localhost" : listener.host();
        return "%s://%s:%d"
                .formatted(
                        listener.isTls() ? "https" : "http",
                        host.contains(":") ? "[" + host + "]" : host,
                        server.port());
    }

    /** Reports that all deployed applications were started, as far as possible. */
    public void started() {
        health.started();
    }

    /** Reports that the server ends, so it is not ready. */
    public void stopping() {
        health.stopping();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(address());
        } catch (IOException e) {
            LOG.warn("cannot delete {}", address());
        }
        server.stop();
        meters.close();
    }

    private Path address() {
        return home.path().resolve(ADDRESS);
    }
}
