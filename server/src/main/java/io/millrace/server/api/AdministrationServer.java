package io.millrace.server.api;

import io.millrace.connectors.http.port.HttpPort;
import io.millrace.engine.error.EventLog;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.AuditLog;
import io.millrace.engine.resource.Listener;
import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator;
import io.millrace.server.access.UserTokens;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.ServerHome;
import io.millrace.server.telemetry.Meters;

import org.slf4j.Logger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The HTTP server of the administration API. While its port is open, the file {@value
 * ServerHome#ADDRESS} in the server's folder contains the address. Every request is processed on a
 * virtual thread.
 */
public final class AdministrationServer implements AutoCloseable {

    private static final Logger LOG = EventLog.of(AdministrationServer.class);
    private static final Duration STOP_WAIT = Duration.ofMillis(500);

    private static final HttpPort.Purpose PURPOSE =
            new HttpPort.Purpose(
                    "the administration API",
                    "administration: {port: N} in broker.yaml",
                    STOP_WAIT);

    private final HttpPort port;
    private final Listener listener;
    private final ServerHome home;
    private final Health health;
    private final Meters meters;
    private final EventStream events;
    private final AuditLog audit;

    private AdministrationServer(
            HttpPort port,
            Listener listener,
            ServerHome home,
            Health health,
            Meters meters,
            EventStream events,
            AuditLog audit) {
        this.events = events;
        this.audit = audit;
        this.meters = meters;
        this.port = port;
        this.listener = listener;
        this.home = home;
        this.health = health;
    }

    /**
     * Opens the port.
     *
     * @param administrators users besides the local administrator
     * @param version version of Millrace
     * @throws MillraceException with LISTENER_UNUSABLE, CERTIFICATES_UNUSABLE, EXPOSED_PASSWORD or
     *     DEPLOYMENT_STORE
     */
    public static AdministrationServer open(
            Listener listener,
            ServerHome home,
            Broker broker,
            Deployments deployments,
            List<Administrator> administrators,
            String version) {
        UserTokens tokens = new UserTokens(home, administrators, InstantSource.system());
        AuditLog audit =
                broker.store()
                        .audit()
                        .orElseGet(() -> new AuditLog(home.home(), InstantSource.system()));
        TokenGuard guard = new TokenGuard(AccessToken.of(home), tokens, audit);
        AccessCheck access = new AccessCheck(broker);
        Health health = new Health(deployments);
        Meters meters = new Meters(broker, () -> deployments.failures().size());
        EventStream events = new EventStream(broker, access, guard::isValid);
        deployments.onRevision(events::add);
        broker.onQueueEvent(events::add);
        List<Route> routes =
                routes(broker, deployments, tokens, access, health, meters, events, version);
        ApiHandler handler =
                new ApiHandler(routes, guard, access, new ApiAudit(audit), deployments::inArchives);
        HttpPort port = HttpPort.open(listener, PURPOSE, handler::handle);
        AdministrationServer opened =
                new AdministrationServer(port, listener, home, health, meters, events, audit);
        home.write(ServerHome.ADDRESS, (opened.url() + "\n").getBytes(), false);
        LOG.info("the administration API is open at {}", opened.url());
        return opened;
    }

    static List<Route> routes(
            Broker broker,
            Deployments deployments,
            UserTokens tokens,
            AccessCheck access,
            Health health,
            Meters meters,
            EventStream events,
            String version) {
        List<Route> routes =
                new ArrayList<>(new BrokerApi(broker, deployments, access, version).routes());
        routes.addAll(new UsersApi(tokens).routes());
        routes.addAll(health.routes());
        routes.add(
                Route.view(
                        "getMetrics",
                        "/metrics",
                        Route.Scope.SERVER,
                        request -> new ApiResponse(200, Meters.TYPE, meters.scrape())));
        routes.add(events.route());
        routes.add(OpenApi.route(routes));
        return routes;
    }

    private static boolean isAny(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** Returns a URL at which clients on this machine can reach the API. */
    public String url() {
        String host = isAny(listener.host()) ? "localhost" : listener.host();
        return port.url(host, "");
    }

    /**
     * Reports that the start of the deployed applications is complete. Some of them may have
     * failed.
     */
    public void started() {
        health.started();
    }

    /** Reports that the server is stopping and therefore not ready. */
    public void stopping() {
        health.stopping();
        events.close();
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(address());
        } catch (IOException e) {
            LOG.warn("cannot delete {}", address());
        }
        port.close();
        audit.summarize();
        meters.close();
    }

    private Path address() {
        return home.path().resolve(ServerHome.ADDRESS);
    }
}
