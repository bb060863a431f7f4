package io.millrace.engine.node;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/**
 * A type of node, found by {@link java.util.ServiceLoader}. A process has one instance. Safe for
 * use by several threads.
 */
public interface NodeType {

    /**
     * Returns the name, terminals, properties and documentation of the type. Checks, the reference
     * page and editors use this description.
     */
    NodeDescription description();

    /**
     * Returns the output terminals that a node defines in addition to the terminals of the
     * description (IIB: dynamic terminals).
     *
     * @param properties function from the name of a property to its unchecked values: one value
     *     unless the property is a list, no value if it is not set
     * @return names, in the order of the properties, without the terminals of the description; null
     *     if a value is invalid, so that its terminal is unknown
     */
    default @Nullable List<String> ownTerminals(Function<String, List<String>> properties) {
        return List.of();
    }

    /**
     * Compiles a node and checks the rules that the description cannot express. Called once for
     * each node of a deployed flow, after its properties were checked against the description.
     *
     * @return null if an ERROR was added to {@code context.problems()}
     */
    @Nullable NodePlan compile(NodeDefinition node, DeployContext context);
}
