package io.millrace.engine.node;

import io.millrace.engine.work.OutsideUnit;

import org.jspecify.annotations.Nullable;

/** A compiled node. All instances of the flow share the plan. Immutable. */
@FunctionalInterface
public interface NodePlan {

    /** Creates the node of one flow instance, on the thread of the deployment. */
    Node instantiate(NodeContext context);

    /**
     * Returns the effect of the node that a rollback of its unit does not undo. Messages share a
     * unit only in flows without such nodes, because a message that is rolled back together with
     * another message is processed again.
     */
    default @Nullable OutsideUnit outsideUnit() {
        return UNKNOWN;
    }

    /**
     * Effect that is assumed for nodes whose type does not declare which effects a rollback undoes.
     */
    OutsideUnit UNKNOWN =
            new OutsideUnit("is of a type that does not declare what a rollback undoes", null);

    /** Returns a plan of nodes with effects that a rollback undoes completely. */
    static NodePlan inUnit(NodePlan plan) {
        return of(plan, null);
    }

    /** Returns a plan of nodes with an effect that a rollback does not undo. */
    static NodePlan of(NodePlan plan, @Nullable OutsideUnit outside) {
        return new NodePlan() {
            @Override
            public Node instantiate(NodeContext context) {
                return plan.instantiate(context);
            }

            @Override
            public @Nullable OutsideUnit outsideUnit() {
                return outside;
            }
        };
    }
}
