package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

/**
 * Observes messages in the observed wiring of a flow. Called on the thread of the message, between
 * nodes. Must be fast, must not throw, and must not keep or change the trees (a {@code deepCopy}
 * can be kept).
 *
 * <p>Nodes are named {@code flow.node}, or {@code flow.subflow.node} in subflows.
 */
public interface FlowObserver {

    /** Called when a message enters a node. */
    default void entered(String node, String terminal, MessageAssembly message) {}

    /**
     * Called when the node has returned or thrown an exception.
     *
     * @param nanos time of the node itself, without the nodes after it
     * @param thrown error of the node itself, before it goes to the failure terminal or upstream;
     *     null if there was none, or if the error of a node after it passed through
     */
    default void left(String node, long nanos, @Nullable MillraceException thrown) {}

    /**
     * Called when a node propagates a message to an output terminal; {@code wired} is whether the
     * terminal is connected.
     */
    default void propagated(String node, String terminal, boolean wired, MessageAssembly message) {}

    /**
     * Called when an input node has received a message; {@code bytes} is its size without the MQMD.
     */
    default void began(String inputNode, int bytes) {}

    /** Called when the unit of work of the message has ended. */
    default void ended(String inputNode, boolean committed, @Nullable MillraceException failure) {}

    /**
     * Adds information for tracing the message, for example the reason for the choice of a parser.
     */
    default void note(String node, String text) {}
}
