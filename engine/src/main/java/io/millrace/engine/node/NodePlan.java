package io.millrace.engine.node;

/** A compiled node, shared by all instances of its flow; immutable. */
@FunctionalInterface
public interface NodePlan {

    /** Makes the node of one flow instance, on the thread that deploys. */
    Node instantiate(NodeContext context);

    /**
     * Whether all that the node does is undone when its unit of work is rolled back. Only then may
     * several messages share a unit, because a message that is rolled back for another one's sake
     * is run again.
     */
    default boolean staysInUnit() {
        return false;
    }

    /** A plan whose nodes do nothing that a rollback does not undo. */
    static NodePlan inUnit(NodePlan plan) {
        return new NodePlan() {
            @Override
            public Node instantiate(NodeContext context) {
                return plan.instantiate(context);
            }

            @Override
            public boolean staysInUnit() {
                return true;
            }
        };
    }
}
