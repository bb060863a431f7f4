package io.millrace.engine.node;

import io.millrace.engine.message.MessageAssembly;

/**
 * The code of a JavaCompute node, in a jar in the {@code lib} folder of an application. The class
 * must be public and have a public constructor without parameters.
 *
 * <p>Each instance of the flow has its own object, which is created at deployment and used only by
 * the thread of the instance.
 */
public interface JavaCode extends AutoCloseable {

    /**
     * Processes a message. The trees of the message must not be changed, except the environment. To
     * change the message, change a copy of its root:
     *
     * <pre>{@code
     * MessageAssembly changed = message.withRoot(message.root().copy());
     * changed.body().add("checked", Value.of(true));
     * outputs.out(changed);
     * }</pre>
     *
     * <p>An exception is passed to the failure terminal of the node if that terminal is connected,
     * otherwise to the nearest catcher upstream. An exception of a node after this node cannot be
     * caught here: it is thrown again when this method ends.
     */
    void evaluate(MessageAssembly message, Outputs outputs) throws Exception;

    /** Releases the resources of this object when the instance ends. */
    @Override
    default void close() {}

    /** The output terminals of the node. Both methods return when the path after the node ends. */
    interface Outputs {

        /** Propagates a message to the terminal out. */
        void out(MessageAssembly message);

        /** Propagates a message to the terminal alternate. */
        void alternate(MessageAssembly message);

        /** Adds a note to the trace of the message. Does nothing if the message is not traced. */
        void note(String text);
    }
}
