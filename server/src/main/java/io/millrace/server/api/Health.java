package io.millrace.server.api;

import io.millrace.server.deploy.Deployments;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The liveness, startup and readiness probes of a server, which need no token. A server is ready if
 * it has started all deployed applications and is not stopping.
 */
final class Health {

    private static final int UNAVAILABLE = 503;

    private final Deployments deployments;
    private volatile boolean started;
    private volatile boolean stopping;

    Health(Deployments deployments) {
        this.deployments = deployments;
    }

    void started() {
        started = true;
    }

    void stopping() {
        stopping = true;
    }

    List<Route> routes() {
        return List.of(
                Route.open("healthLive", "/health/live", request -> answer(true, "alive")),
                Route.open(
                        "healthStarted",
                        "/health/started",
                        request -> answer(started, started ? "started" : "starting")),
                Route.open("healthReady", "/health/ready", request -> ready()));
    }

    private ApiResponse ready() {
        int failed = deployments.failures().size();
        return answer(
                started && !stopping && failed == 0,
                stopping
                        ? "stopping"
                        : !started
                                ? "starting"
                                : failed == 0
                                        ? "ready"
                                        : failed + " application(s) were not started");
    }

    private static ApiResponse answer(boolean up, String reason) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("status", up ? "up" : "down");
        body.put("reason", reason);
        return ApiResponse.of(up ? 200 : UNAVAILABLE, body);
    }
}
