package io.millrace.engine.node;

/** A compiled node, shared by all instances of its flow; immutable. */
@FunctionalInterface
public interface NodePlan {

    /** Makes the node of one flow instance, on the thread that deploys. */
    Node instantiate(NodeContext context);
}
