package io.millrace.connectors.camel;

import io.millrace.engine.node.NodeContext;

/**
 * The context of a sending node, shared by the flow instances. The context exists while at least
 * one instance exists. Safe for use by several threads.
 */
final class SharedContext {

    private final ComponentSettings settings;
    private ComponentContext context;
    private int users;

    SharedContext(ComponentSettings settings) {
        this.settings = settings;
    }

    /** Returns the context, which must be released. */
    synchronized ComponentContext acquire(NodeContext node) {
        if (context == null) {
            context = ComponentContext.open(settings, node.resources(), node.label());
        }
        users++;
        return context;
    }

    synchronized void release() {
        users--;
        if (users == 0) {
            context.close();
            context = null;
        }
    }
}
