package io.millrace.server.api;

import io.millrace.engine.setting.EffectiveSetting;
import io.millrace.engine.setting.Layer;
import io.millrace.engine.setting.SettingValue;
import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.flows.broker.NodeTerminals;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Deployments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The operation that shows an application with its effective settings and nodes. */
final class SettingsApi {

    private final Broker broker;
    private final Deployments deployments;
    private final States states;

    SettingsApi(Broker broker, Deployments deployments, States states) {
        this.broker = broker;
        this.deployments = deployments;
        this.states = states;
    }

    /**
     * A setting with its effective value.
     *
     * @param layer layer that has the value
     * @param written value in the file, with its parameters; null for a default
     * @param file file of the value; null for a default and for a value of an operator
     * @param line line of the value; null as the file
     */
    private record Setting(
            String setting,
            String value,
            String layer,
            String written,
            String file,
            Integer line) {}

    /** A node of a flow. */
    private record Node(String node, String type, List<String> inputs, List<String> outputs) {}

    private record Flow(String flow, String group, String state, List<Node> nodes) {}

    private record Shown(
            States.Application application, List<Setting> settings, List<Flow> flows) {}

    List<Route> routes() {
        return List.of(
                Route.view(
                        "showApplication",
                        "/v1/broker/applications/{application}/settings",
                        Route.Scope.APPLICATION,
                        request -> ApiResponse.ok(shown(request))));
    }

    private Shown shown(ApiRequest request) {
        String name = request.path("application");
        Caller caller = request.caller();
        boolean defaults = request.flag("defaults");
        States.Application application = states.application(name, caller);
        List<FlowStatistics> running = states.viewed(caller, name);
        List<Setting> settings = new ArrayList<>();
        for (EffectiveSetting setting : settings(application)) {
            if ((defaults || setting.value().isGiven())
                    && isViewed(setting.key(), name, caller, running)) {
                settings.add(setting(setting));
            }
        }
        return new Shown(application, settings, running.stream().map(this::flow).toList());
    }

    private List<EffectiveSetting> settings(States.Application application) {
        return application.origin().equals("run")
                ? broker.applicationSettings(application.name())
                : deployments.settings(application.name());
    }

    /** Whether a user can view a setting. Settings of a flow require a role for the flow. */
    private static boolean isViewed(
            String key, String application, Caller caller, List<FlowStatistics> viewed) {
        int end = key.indexOf('#');
        if (end < 0 || caller.hasForApplication(Role.VIEW, application)) {
            return true;
        }
        String owner = key.substring(0, end);
        return viewed.stream()
                .anyMatch(
                        f ->
                                owner.equals(f.flow())
                                        || owner.equals(f.executionGroup() + "/" + f.flow()));
    }

    private Setting setting(EffectiveSetting setting) {
        SettingValue value = setting.value();
        boolean isInFile = value.isGiven() && value.layer() != Layer.OPERATOR;
        return new Setting(
                setting.key(),
                setting.shown(),
                value.layer().label(),
                value.isGiven() ? setting.shownWritten() : null,
                isInFile ? deployments.inArchives(value.place().source().name()) : null,
                isInFile ? value.place().line() : null);
    }

    private Flow flow(FlowStatistics flow) {
        List<Node> nodes = new ArrayList<>();
        Map<String, NodeTerminals> all =
                broker.nodes(new FlowId(flow.executionGroup(), flow.application(), flow.flow()));
        all.forEach(
                (name, node) ->
                        nodes.add(
                                new Node(
                                        name.substring(flow.flow().length() + 1),
                                        node.type(),
                                        node.inputs(),
                                        node.outputs())));
        return new Flow(flow.flow(), flow.executionGroup(), States.state(flow), nodes);
    }
}
