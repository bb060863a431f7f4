package io.millrace.server.api;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.error.PrintableText;
import io.millrace.engine.queue.ClientConnection;
import io.millrace.engine.resource.Secret;
import io.millrace.engine.work.InDoubtBranch;
import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.DataSourceStatus;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.queue.WorkUnits;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The operations of the API on resources of flows and clients: units of work, client connections
 * and data sources.
 */
final class ResourcesApi {

    private static final String UNITS = "/v1/broker/units";
    private static final String CONNECTIONS = "/v1/broker/connections";
    private static final String DATA_SOURCES = "/v1/broker/data-sources";

    private final Broker broker;

    ResourcesApi(Broker broker) {
        this.broker = broker;
    }

    /** A branch that was ended. */
    private record Branch(String id, String unit, String resource) {
        static Branch of(InDoubtBranch branch) {
            return new Branch(branch.id(), branch.unit(), branch.resource());
        }
    }

    /**
     * The result of a change of a unit.
     *
     * @param branches branches that were committed or rolled back
     */
    private record Ended(String unit, String action, List<Branch> branches) {}

    private record Connection(
            String id,
            String user,
            String clientId,
            String protocol,
            String address,
            String opened,
            int sessions,
            int readers,
            int writers) {

        static Connection of(ClientConnection c) {
            return new Connection(
                    c.id(),
                    c.user(),
                    c.clientId(),
                    c.protocol(),
                    c.address(),
                    c.opened().toString(),
                    c.sessions(),
                    c.readers(),
                    c.writers());
        }
    }

    /**
     * A data source.
     *
     * @param application application that declares it; empty for one in broker.yaml
     * @param url URL without secrets
     */
    private record DataSource(
            String name, String application, String url, String user, long inUse, int poolSize) {

        static DataSource of(DataSourceStatus status) {
            return new DataSource(
                    status.definition().name(),
                    status.application(),
                    Secret.masked(status.definition().url()),
                    status.definition().user(),
                    status.inUse(),
                    status.definition().poolSize());
        }
    }

    /**
     * The result of a test of a data source.
     *
     * @param error reason why the database cannot be reached; empty if it can
     */
    private record Tested(
            String name, String application, boolean reachable, long millis, String error) {}

    List<Route> routes() {
        return List.of(
                Route.view(
                        "getUnits", UNITS, Scope.SERVER, request -> ApiResponse.ok(units().json())),
                operate("endUnit", "POST", UNITS + "/{unit}/{outcome}", this::end),
                Route.view(
                        "getConnections",
                        CONNECTIONS,
                        Scope.SERVER,
                        request ->
                                ApiResponse.ok(
                                        broker.store().connections().stream()
                                                .map(Connection::of)
                                                .toList())),
                operate("closeConnection", "DELETE", CONNECTIONS + "/{connection}", this::close),
                Route.view(
                        "getDataSources",
                        DATA_SOURCES,
                        Scope.SERVER,
                        request ->
                                ApiResponse.ok(
                                        broker.dataSources().stream()
                                                .map(DataSource::of)
                                                .toList())),
                operate("testDataSource", "POST", DATA_SOURCES + "/{dataSource}/test", this::test));
    }

    private static Route operate(
            String operation, String method, String path, Route.Handler handler) {
        return new Route(operation, method, path, Role.OPERATE, Scope.SERVER, handler);
    }

    private WorkUnits units() {
        return new WorkUnits(broker.store().units(), broker.unresolved().report());
    }

    private ApiResponse end(ApiRequest request) {
        String unit = request.path("unit");
        String outcome = request.path("outcome");
        List<Branch> branches =
                switch (outcome) {
                    case "commit", "rollback" ->
                            broker.unresolved().end(unit, outcome.equals("commit")).stream()
                                    .map(Branch::of)
                                    .toList();
                    case "backout" -> backOut(unit);
                    case "forget" -> {
                        broker.unresolved().forget(unit);
                        yield List.of();
                    }
                    default ->
                            throw ApiRequest.invalid(
                                    "the outcome must be backout, commit, rollback or forget"
                                            + " (found %s)",
                                    outcome);
                };
        return ApiResponse.ok(new Ended(unit, outcome, branches));
    }

    private List<Branch> backOut(String unit) {
        if (!broker.store().backOut(unit)) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_BRANCH,
                    "no unit of work %s is open; see ./millrace uow list".formatted(unit));
        }
        return List.of();
    }

    private ApiResponse close(ApiRequest request) {
        String id = request.path("connection");
        if (!broker.store().disconnect(id)) {
            throw new MillraceException(
                    ErrorCode.UNKNOWN_CONNECTION,
                    "no client has the connection %s; see ./millrace connections".formatted(id));
        }
        return new ApiResponse(204, ApiResponse.JSON, null);
    }

    private ApiResponse test(ApiRequest request) {
        String name = request.path("dataSource");
        String application = request.query("application");
        long begin = System.nanoTime();
        String error = "";
        try {
            broker.connect(application, name);
        } catch (MillraceException e) {
            if (e.code() == ErrorCode.UNKNOWN_APPLICATION
                    || e.code() == ErrorCode.UNKNOWN_DATA_SOURCE) {
                throw e;
            }
            error = e.code().id() + " " + PrintableText.line(e.getMessage());
        }
        return ApiResponse.ok(
                new Tested(
                        name,
                        application,
                        error.isEmpty(),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin),
                        error));
    }
}
