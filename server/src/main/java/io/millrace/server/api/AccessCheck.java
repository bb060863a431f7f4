package io.millrace.server.api;

import io.millrace.flows.Broker;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;
import io.millrace.flows.broker.FlowStatistics;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Revision;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A check that a user has the role that a request needs for the objects in its path. Changes are
 * checked again under the lock that excludes other changes: see {@link RoleApproval}.
 */
final class AccessCheck {

    private final Broker broker;

    AccessCheck(Broker broker) {
        this.broker = broker;
    }

    /**
     * Checks the role of a user for the objects of a request.
     *
     * @throws io.millrace.engine.error.MillraceException with NOT_AUTHORIZED
     */
    void check(Route route, ApiRequest request) {
        Caller caller = request.caller();
        Role role = route.role();
        switch (route.scope()) {
            case SERVER -> caller.requireForAll(role);
            case LISTED -> caller.require(role);
            case CONTENT -> {
                String application = request.path("application");
                caller.require(
                        caller.user().hasForSomeFlows(role, application),
                        role,
                        "the application " + application);
            }
            case APPLICATION, FLOW -> flows(caller, role, request);
            case GROUP -> group(caller, role, request.path("group"));
            case QUEUE -> queue(caller, role, request.path("queue"));
        }
    }

    private void flows(Caller caller, Role role, ApiRequest request) {
        String application = request.path("application");
        if (caller.hasForApplication(role, application)) {
            return;
        }
        String flow = request.parameters().containsKey("flow") ? request.path("flow") : "";
        String group = request.query("group");
        List<FlowId> selected =
                ids(
                        id ->
                                id.application().equals(application)
                                        && (flow.isEmpty() || id.flow().equals(flow))
                                        && (group.isEmpty() || id.group().equals(group)));
        if (role == Role.VIEW) {
            caller.require(
                    selected.stream().anyMatch(id -> caller.hasForFlow(role, id)),
                    role,
                    "the application " + application);
        } else {
            caller.requireForFlows(role, application, selected);
        }
    }

    private void group(Caller caller, Role role, String group) {
        if (!caller.hasForGroup(role, group)) {
            List<FlowId> selected = ids(id -> id.group().equals(group));
            boolean all =
                    !selected.isEmpty()
                            && selected.stream().allMatch(id -> caller.hasForFlow(role, id));
            caller.require(all, role, "the execution group " + group);
        }
    }

    /** Requires a role for a queue and, for an alias queue, also for its target queue. */
    void queue(Caller caller, Role role, String queue) {
        if (!caller.hasForAll(role)) {
            caller.requireForQueue(role, queue);
            broker.store()
                    .definition(queue)
                    .map(definition -> definition.rules().alias())
                    .filter(alias -> !alias.isEmpty())
                    .ifPresent(alias -> caller.requireForQueue(role, alias));
        }
    }

    private List<FlowId> ids(Predicate<FlowId> selected) {
        return broker.statistics().stream().map(AccessCheck::id).filter(selected).toList();
    }

    private static FlowId id(FlowStatistics flow) {
        return new FlowId(flow.executionGroup(), flow.application(), flow.flow());
    }

    /** Whether a user can view an application or at least one of its flows. */
    boolean canView(Caller caller, String application) {
        return caller.hasForApplication(Role.VIEW, application)
                || ids(id -> id.application().equals(application)).stream()
                        .anyMatch(id -> caller.hasForFlow(Role.VIEW, id));
    }

    /** Returns the revisions, reduced to the applications and queues that the user can view. */
    List<Revision> visible(Caller caller, List<Revision> revisions) {
        if (caller.hasForAll(Role.VIEW)) {
            return revisions;
        }
        return revisions.stream()
                .map(
                        revision ->
                                revision.only(
                                        application -> canView(caller, application),
                                        queue -> caller.hasForQueue(Role.VIEW, queue)))
                .filter(r -> !r.applications().isEmpty() || !r.queues().isEmpty())
                .toList();
    }

    /** Whether a user can view all objects of an event. */
    boolean canView(Caller caller, Map<String, Object> event) {
        if (caller.hasForAll(Role.VIEW)) {
            return true;
        }
        if (event.get("applications") instanceof Map<?, ?> applications) {
            return applications.keySet().stream().allMatch(a -> canView(caller, a.toString()))
                    && event.get("queues") instanceof Set<?> queues
                    && queues.stream()
                            .allMatch(queue -> caller.hasForQueue(Role.VIEW, queue.toString()));
        }
        if (event.get("queue") instanceof String queue) {
            return caller.hasForQueue(Role.VIEW, queue);
        }
        return caller.hasForFlow(
                Role.VIEW,
                new FlowId(
                        event.get("group").toString(),
                        event.get("application").toString(),
                        event.get("flow").toString()));
    }
}
