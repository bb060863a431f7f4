package io.millrace.engine.node;

import io.millrace.engine.work.OutsideUnit;

/** A compiled node, shared by all instances of its flow; immutable. */
@FunctionalInterface
public interface NodePlan {

    /** Makes the node of one flow instance, on the thread that deploys. */
    Node instantiate(NodeContext context);

    /**
     * What the node may do that is not undone when its unit of work is rolled back; null for
     * nothing. Only flows without such nodes may have several messages in a unit, because a message
     * that is rolled back for another one's sake is run again.
     */
    default OutsideUnit outsideUnit() {
        return UNKNOWN;
    }

    /** For nodes whose type does not say what a rollback undoes. */
    OutsideUnit UNKNOWN =
            new OutsideUnit("is of a type that does not say what a rollback undoes", null);

    /** A plan whose nodes do nothing that a rollback does not undo. */
    static NodePlan inUnit(NodePlan plan) {
        return of(plan, null);
    }

    /**
     * A plan whose nodes may do something that a rollback does not undo.
     *
     * @param outside null for nothing
     */
    static NodePlan of(NodePlan plan, OutsideUnit outside) {
        return new NodePlan() {
            @Override
            public Node instantiate(NodeContext context) {
                return plan.instantiate(context);
            }

            @Override
            public OutsideUnit outsideUnit() {
                return outside;
            }
        };
    }
}
