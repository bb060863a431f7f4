package io.millrace.server.api;

import io.millrace.flows.application.Administrator.Role;
import io.millrace.flows.broker.FlowId;
import io.millrace.server.access.Caller;
import io.millrace.server.deploy.Approval;

import java.util.Collection;

/**
 * The approval of one change by the roles of a user. Changes that add Java code require another
 * role.
 */
final class RoleApproval implements Approval {

    private final Caller caller;
    private Role role;

    /**
     * @param role role that changes without Java code require
     */
    RoleApproval(Caller caller, Role role) {
        this.caller = caller;
        this.role = role;
    }

    @Override
    public void code(String application, String what) {
        role = Role.DEPLOY_CODE;
        caller.require(
                caller.user().hasForSomeFlows(role, application),
                role,
                "the application %s, because it contains Java code (%s)"
                        .formatted(application, what));
    }

    @Override
    public void flows(String application, Collection<FlowId> flows) {
        caller.requireForFlows(role, application, flows);
    }
}
