package io.millrace.engine.node;

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
     * Checks what the description cannot say and compiles a node; called once per node of a
     * deployed flow. Properties were checked against the description before.
     *
     * @return null where a problem of severity ERROR was added to {@code context.problems()}
     */
    NodePlan compile(NodeDefinition node, DeployContext context);
}
