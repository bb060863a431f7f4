package io.millrace.server.access;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.Rights;
import io.millrace.flows.application.Administrator;
import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;

import java.util.Collection;
import java.util.List;

/**
 * The authenticated user of a request.
 *
 * @param user user with its roles
 * @param token identifier of the user's token; empty for the server's own token
 */
public record Caller(Administrator user, String token) {

    /** The local administrator, who authenticates with the server's own token. */
    public static final Caller LOCAL = new Caller(Administrator.LOCAL, "");

    /** The caller of operations that need no token. */
    public static final Caller NOBODY =
            new Caller(new Administrator("", List.of(), Rights.Context.NONE), "");

    public String name() {
        return user.name();
    }

    /** Whether this is the user of the server's own token. */
    public boolean isLocal() {
        return user == Administrator.LOCAL;
    }

    /** Returns the context fields that the user can set in messages. */
    public Rights.Context context() {
        return user.has(Role.ADMIN) ? Rights.Context.ALL : user.context();
    }

    /** Whether the user has a role for at least one object. */
    public boolean has(Role role) {
        return user.has(role);
    }

    /** Whether the user has a role for all objects. */
    public boolean hasForAll(Role role) {
        return user.hasForAll(role);
    }

    /** Whether the user has a role for an application in all execution groups. */
    public boolean hasForApplication(Role role, String application) {
        return user.hasForApplication(role, application);
    }

    /** Whether the user has a role for a flow. */
    public boolean hasForFlow(Role role, FlowId flow) {
        return user.hasForApplication(role, flow.application())
                || user.hasForGroup(role, flow.group());
    }

    /** Whether the user has a role for an execution group. */
    public boolean hasForGroup(Role role, String group) {
        return user.hasForGroup(role, group);
    }

    /** Whether the user has a role for a queue. */
    public boolean hasForQueue(Role role, String queue) {
        return user.hasForQueue(role, queue);
    }

    /** Requires a role for at least one object. */
    public void require(Role role) {
        require(has(role), role, "at least one application, execution group or queue");
    }

    /** Requires a role for all objects. */
    public void requireForAll(Role role) {
        require(hasForAll(role), role, "the server");
    }

    /** Requires a role for an application, or for the execution groups of all these flows. */
    public void requireForFlows(Role role, String application, Collection<FlowId> flows) {
        if (application.isEmpty()) {
            flows.forEach(flow -> require(hasForFlow(role, flow), role, describe(flow)));
        } else if (!hasForApplication(role, application)) {
            boolean all = !flows.isEmpty() && flows.stream().allMatch(f -> hasForFlow(role, f));
            require(all, role, "the application " + application);
        }
    }

    private static String describe(FlowId flow) {
        return "the flow %s of the application %s in the execution group %s"
                .formatted(flow.flow(), flow.application(), flow.group());
    }

    /** Requires a role for a queue. */
    public void requireForQueue(Role role, String queue) {
        require(hasForQueue(role, queue), role, "the queue " + queue);
    }

    /**
     * Requires a condition.
     *
     * @param object what the user needs the role for
     * @throws MillraceException with NOT_AUTHORIZED if the condition is false
     */
    public void require(boolean condition, Role role, String object) {
        if (!condition) {
            throw new MillraceException(
                    ErrorCode.NOT_AUTHORIZED,
                    """
                    user %s needs the role %s for %s; whoever maintains broker.yaml can grant it \
                    with users or userGroups\
                    """
                            .formatted(name(), role.word(), object));
        }
    }
}
