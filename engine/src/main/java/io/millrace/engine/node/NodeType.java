package io.millrace.engine.node;

import java.util.List;
import java.util.function.Function;

/**
 * A type of node, found by {@link java.util.ServiceLoader}. One instance serves a process; safe to
 * use from several threads.
 */
public interface NodeType {

    /**
     * Name, terminals, properties and documentation: what checks, the reference page and editors
     * are made from.
     */
    NodeDescription description();

    /**
     * The output terminals that a single node has beside those of the description: a type may let
     * its nodes name terminals of their own (IIB: dynamic terminals).
     *
     * @param properties what the node gives for a property, by its name; one text unless it is a
     *     list, none where it gives nothing. It may be wrong still.
     * @return names, in the order of the properties and without those of the description
     */
    default List<String> ownTerminals(Function<String, List<String>> properties) {
        return List.of();
    }

    /**
     * Checks what the description cannot say and compiles a node; called once per node of a
     * deployed flow. Properties were checked against the description before.
     *
     * @return null where a problem of severity ERROR was added to {@code context.problems()}
     */
    NodePlan compile(NodeDefinition node, DeployContext context);
}
