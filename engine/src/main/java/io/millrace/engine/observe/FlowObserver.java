package io.millrace.engine.observe;

import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;

import org.jspecify.annotations.Nullable;

/**
 * An observer of the messages of a flow. The observer is called on the thread of the message,
 * between nodes. The observer must be fast, must not throw exceptions, and must not keep or change
 * the trees. It can keep a {@code deepCopy}.
 *
 * <p>Nodes are named {@code flow.node}, or {@code flow.subflow.node} in subflows.
 */
public interface FlowObserver {

    /** An observer without an effect. */
    FlowObserver NONE = new FlowObserver() {};

    /** Called when a message enters a node. */
    default void entered(String node, String terminal, MessageAssembly message) {}

    /**
     * Called when a node sends a message to another process. Returns the Root to send: the same, or
     * a copy with further headers. The Root must not be changed.
     *
     * @param headers folder of Root with the headers that the node sends, for example {@code
     *     MQRFH2}
     */
    default Element sent(String node, Element root, String headers) {
        return root;
    }

    /**
     * Called when the node has returned or thrown an exception.
     *
     * @param nanos time of the node itself, without the nodes after it
     * @param thrown error of the node itself, before it is passed to the failure terminal or
     *     upstream; null if the node did not fail, or if the error came from a node after it
     */
    default void left(String node, long nanos, @Nullable MillraceException thrown) {}

    /**
     * Called when a node propagates a message to an output terminal.
     *
     * @param wired whether the terminal is connected
     */
    default void propagated(String node, String terminal, boolean wired, MessageAssembly message) {}

    /**
     * Called when an input node has received a message.
     *
     * @param bytes size of the message without the MQMD
     */
    default void began(String inputNode, int bytes) {}

    /** Called when the unit of work of the message has ended. */
    default void ended(String inputNode, boolean committed, @Nullable MillraceException failure) {}

    /**
     * Called after {@link #ended} if the message was not processed and will not be delivered again:
     * it was moved to another place, or it is lost.
     */
    default void failed(String inputNode) {}

    /**
     * Adds information for tracing the message, for example the reason for the choice of a parser.
     */
    default void note(String node, String text) {}
}
