package io.millrace.server.deploy;

import io.millrace.flows.broker.FlowId;

import java.util.Collection;

/**
 * The decision whether a user may make a change. If the user may not, its methods throw an
 * exception before anything is changed.
 */
public interface Approval {

    /** The approval of all changes. */
    Approval ALL =
            new Approval() {
                @Override
                public void code(String application, String what) {}

                @Override
                public void flows(String application, Collection<FlowId> flows) {}
            };

    /**
     * Called if an application contains Java code, before code of the application is loaded.
     *
     * @param what first file or node with code
     */
    void code(String application, String what);

    /**
     * Checks the rights to the flows before and after a change. Called while no other change can be
     * made.
     *
     * @param application application that is changed; empty for an execution group
     */
    void flows(String application, Collection<FlowId> flows);
}
