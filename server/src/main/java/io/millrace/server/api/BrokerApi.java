package io.millrace.server.api;

import io.millrace.engine.error.Problem;
import io.millrace.flows.Broker;
import io.millrace.flows.Placement;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.server.access.Caller;
import io.millrace.server.api.Route.Scope;
import io.millrace.server.deploy.Action;
import io.millrace.server.deploy.Condition;
import io.millrace.server.deploy.Deployments;
import io.millrace.server.deploy.Target;
import io.millrace.server.deploy.Upload;
import io.millrace.server.log.LogLevels;
import io.millrace.server.telemetry.StatusValues;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The operations of the API below {@code /v1/broker}, the resource of the broker of this process.
 */
final class BrokerApi {

    private static final String APPLICATIONS = "/v1/broker/applications";
    private static final String APPLICATION = APPLICATIONS + "/{application}";
    private static final String FLOW = APPLICATION + "/flows/{flow}";
    private static final String GROUPS = "/v1/broker/groups";
    private static final String GROUP = GROUPS + "/{group}";
    private static final String LOG_LEVELS = "/v1/broker/log-levels";

    private final Broker broker;
    private final Deployments deployments;
    private final States states;
    private final AccessCheck access;
    private final String version;
    private final Instant started = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    BrokerApi(Broker broker, Deployments deployments, AccessCheck access, String version) {
        this.broker = broker;
        this.access = access;
        this.deployments = deployments;
        this.version = version;
        states = new States(broker, deployments, access);
    }

    /** The result of a change of applications or flows. */
    private record Changed(String state, List<States.Flow> flows) {}

    /** The result of a deployment. */
    private record Deployed(States.Application application, List<ProblemBody.Item> warnings) {}

    /** Returns an operation that makes a change. */
    private static Route change(
            String operation,
            String method,
            String path,
            Role role,
            Scope scope,
            Route.Handler handler) {
        return new Route(operation, method, path, role, scope, handler);
    }

    List<Route> routes() {
        List<Route> all = new ArrayList<>(reads());
        all.addAll(deployments());
        all.addAll(operations());
        all.addAll(new RepositoryApi(deployments, access).routes());
        all.addAll(new QueueApi(broker, deployments).routes());
        all.addAll(new MessageApi(broker, access).routes());
        all.addAll(new SettingsApi(broker, deployments, states).routes());
        all.addAll(new StatisticsApi(deployments).routes());
        all.addAll(new ResourcesApi(broker).routes());
        return all;
    }

    private List<Route> reads() {
        return List.of(
                Route.view(
                        "getBroker",
                        "/v1/broker",
                        Scope.LISTED,
                        request -> ApiResponse.ok(broker(request.caller()))),
                Route.view(
                        "getStatus",
                        "/v1/broker/status",
                        Scope.SERVER,
                        request -> ApiResponse.ok(StatusValues.of(broker.status()))),
                Route.view(
                        "getRevisions",
                        "/v1/broker/revisions",
                        Scope.LISTED,
                        request -> revisions(request, "")),
                Route.view(
                        "getApplications",
                        APPLICATIONS,
                        Scope.LISTED,
                        request -> ApiResponse.ok(states.applications(request.caller()))),
                Route.view(
                        "getApplication",
                        APPLICATION,
                        Scope.APPLICATION,
                        request -> ApiResponse.ok(application(request))),
                Route.view(
                        "getApplicationRevisions",
                        APPLICATION + "/revisions",
                        Scope.APPLICATION,
                        request -> revisions(request, request.path("application"))),
                Route.view(
                        "diffRevision",
                        APPLICATION + "/diff",
                        Scope.APPLICATION,
                        this::diffRevision),
                Route.view(
                        "getGroups",
                        GROUPS,
                        Scope.LISTED,
                        request -> ApiResponse.ok(states.groups(request.caller()))),
                Route.view(
                        "getLogLevels",
                        LOG_LEVELS,
                        Scope.SERVER,
                        request -> ApiResponse.ok(LogLevels.list(request.flag("all")))));
    }

    private List<Route> deployments() {
        return List.of(
                change(
                        "deploy",
                        "PUT",
                        APPLICATION,
                        Role.DEPLOY_FLOWS,
                        Scope.CONTENT,
                        this::deploy),
                change(
                        "deployPublished",
                        "POST",
                        APPLICATION + "/deploy",
                        Role.DEPLOY_FLOWS,
                        Scope.CONTENT,
                        this::deployPublished),
                change(
                        "undeploy",
                        "DELETE",
                        APPLICATION,
                        Role.DEPLOY_FLOWS,
                        Scope.APPLICATION,
                        this::undeploy),
                change(
                        "rollback",
                        "POST",
                        APPLICATION + "/rollback",
                        Role.DEPLOY_FLOWS,
                        Scope.CONTENT,
                        this::rollback),
                change(
                        "diffArchive",
                        "POST",
                        APPLICATION + "/diff",
                        Role.DEPLOY_FLOWS,
                        Scope.CONTENT,
                        this::diffArchive));
    }

    private List<Route> operations() {
        return List.of(
                operate(
                        "changeApplication",
                        "POST",
                        APPLICATION + "/{action}",
                        Scope.APPLICATION,
                        this::act),
                operate("assign", "PUT", FLOW + "/assignment", Scope.FLOW, this::assign),
                operate(
                        "resetAssignment",
                        "DELETE",
                        FLOW + "/assignment",
                        Scope.FLOW,
                        this::assign),
                operate("changeFlow", "POST", FLOW + "/{action}", Scope.FLOW, this::act),
                operate("changeGroup", "POST", GROUP + "/{action}", Scope.GROUP, this::act),
                operate(
                        "resetLogLevels",
                        "DELETE",
                        LOG_LEVELS,
                        Scope.SERVER,
                        BrokerApi::resetLevels),
                operate(
                        "setLogLevel",
                        "PUT",
                        LOG_LEVELS + "/{logger}",
                        Scope.SERVER,
                        BrokerApi::setLevel),
                operate(
                        "resetLogLevel",
                        "DELETE",
                        LOG_LEVELS + "/{logger}",
                        Scope.SERVER,
                        BrokerApi::resetLevel));
    }

    private static Route operate(
            String operation, String method, String path, Scope scope, Route.Handler handler) {
        return change(operation, method, path, Role.OPERATE, scope, handler);
    }

    private ApiResponse revisions(ApiRequest request, String application) {
        return ApiResponse.ok(access.visible(request.caller(), deployments.revisions(application)));
    }

    /** The level of a logger. */
    private record LogLevel(String level) {}

    private static ApiResponse setLevel(ApiRequest request) {
        String level = request.json(LogLevel.class).level();
        return ApiResponse.ok(
                LogLevels.set(
                        request.path("logger"), level == null ? "none" : level, request.author()));
    }

    private static ApiResponse resetLevel(ApiRequest request) {
        return ApiResponse.ok(LogLevels.reset(request.path("logger"), request.author()));
    }

    private static ApiResponse resetLevels(ApiRequest request) {
        LogLevels.resetAll(request.author());
        return ApiResponse.ok(LogLevels.list(false));
    }

    private Map<String, Object> broker(Caller caller) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("name", broker.name());
        state.put("version", version);
        state.put("configLocked", deployments.queues().isLocked());
        state.put("process", ProcessHandle.current().pid());
        state.put("started", started.toString());
        state.put("uptimeSeconds", Duration.between(started, Instant.now()).toSeconds());
        state.put(
                "applications",
                states.applications(caller).stream().filter(a -> !a.isLibrary()).count());
        state.put(
                "failedApplications",
                deployments.failures().keySet().stream()
                        .filter(name -> access.canView(caller, name))
                        .toList());
        return state;
    }

    private States.Application application(ApiRequest request) {
        return states.application(request.path("application"), request.caller());
    }

    private ApiResponse deploy(ApiRequest request) {
        return deploy(request, () -> upload(request));
    }

    private ApiResponse deployPublished(ApiRequest request) {
        return deploy(
                request,
                () -> deployments.fetch(request.path("application"), request.query("version")));
    }

    private ApiResponse deploy(ApiRequest request, Supplier<Upload> archive) {
        String name = request.path("application");
        String environment = request.query("environment");
        Condition condition = request.condition();
        boolean checkOnly = request.flag("checkOnly");
        try (Upload upload = archive.get()) {
            if (checkOnly) {
                List<Problem> warnings =
                        deployments.check(name, upload, environment, request.approval());
                return ApiResponse.ok(Map.of("warnings", items(warnings)));
            }
            List<Problem> warnings = deployments.deploy(name, upload, environment, condition);
            states.await(f -> f.application().equals(name));
            return ApiResponse.ok(new Deployed(application(request), items(warnings)));
        }
    }

    private Upload upload(ApiRequest request) {
        return deployments.receive(
                request.body().get(), request.header("millrace-sha256").orElse(""));
    }

    private static List<ProblemBody.Item> items(List<Problem> problems) {
        return problems.stream().map(ProblemBody.Item::of).toList();
    }

    private ApiResponse undeploy(ApiRequest request) {
        deployments.undeploy(request.path("application"), request.condition());
        return new ApiResponse(204, ApiResponse.JSON, null);
    }

    private ApiResponse rollback(ApiRequest request) {
        String name = request.path("application");
        long to = request.number("revision", 0);
        long restored = deployments.rollback(name, to, request.condition());
        states.await(f -> f.application().equals(name));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("restoredRevision", restored);
        result.put("application", application(request));
        return ApiResponse.ok(result);
    }

    private ApiResponse diffArchive(ApiRequest request) {
        try (Upload upload = upload(request)) {
            return ApiResponse.ok(
                    deployments.diff(
                            request.path("application"),
                            upload,
                            request.query("environment"),
                            request.approval()));
        }
    }

    private ApiResponse diffRevision(ApiRequest request) {
        return ApiResponse.ok(
                deployments.diff(request.path("application"), request.number("revision", 0)));
    }

    private ApiResponse assign(ApiRequest request) {
        String name = request.path("application");
        String flow = request.path("flow");
        Placement placement =
                request.method().equals("DELETE") ? null : request.json(Placement.class);
        deployments.assign(name, flow, placement, request.condition());
        states.await(f -> f.application().equals(name));
        return changed(states.flows(f -> f.application().equals(name) && f.flow().equals(flow)));
    }

    private static ApiResponse changed(List<States.Flow> flows) {
        return ApiResponse.ok(new Changed(States.state(flows), flows));
    }

    private ApiResponse act(ApiRequest request) {
        String word = request.path("action");
        Action action = null;
        for (Action known : Action.values()) {
            action = known.word().equals(word) ? known : action;
        }
        if (action == null) {
            throw ApiRequest.invalid("an action must be start, stop or restart (found %s)", word);
        }
        Target target =
                new Target(
                        request.parameters().containsKey("application")
                                ? request.path("application")
                                : "",
                        request.parameters().containsKey("flow") ? request.path("flow") : "",
                        request.parameters().containsKey("group")
                                ? request.path("group")
                                : request.query("group"));
        Set<FlowId> changed = Set.copyOf(deployments.act(target, action, request.condition()));
        states.await(f -> changed.contains(id(f)));
        return changed(states.flows(f -> changed.contains(id(f))));
    }

    private static FlowId id(FlowStatistics flow) {
        return new FlowId(flow.executionGroup(), flow.application(), flow.flow());
    }
}
