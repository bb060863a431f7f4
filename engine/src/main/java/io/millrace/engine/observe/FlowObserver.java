package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

/**
 * Sees messages pass through the observed wiring of a flow. Called on the thread of the message,
 * between nodes; must be quick, must not throw, and must not keep or change the trees (a {@code
 * deepCopy} may be kept).
 *
 * <p>Nodes are called {@code flow.node}, or {@code flow.subflow.node} within subflows.
 */
public interface FlowObserver {

    /** A message enters a node. */
    default void entered(String node, String terminal, MessageAssembly message) {}

    /**
     * The node has returned, or thrown.
     *
     * @param nanos what the node took itself, without the nodes behind it
     * @param thrown the node's own error, before it goes to the failure terminal or upstream; null
     *     where there was none or one of a node behind it passed through
     */
    default void left(String node, long nanos, MillraceException thrown) {}

    /**
     * A node gives a message to one of its output terminals; {@code wired} says whether anybody is
     * there.
     */
    default void propagated(String node, String terminal, boolean wired, MessageAssembly message) {}

    /** An input node has a message; {@code bytes} is its size without the MQMD. */
    default void began(String inputNode, int bytes) {}

    /** The message's unit of work has ended. */
    default void ended(String inputNode, boolean committed, MillraceException failure) {}

    /**
     * Something a person who follows the message would like to know, for example why a parser was
     * chosen.
     */
    default void note(String node, String text) {}
}
