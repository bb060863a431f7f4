package io.millrace.engine.node;

import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.parser.MessageAssembler;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * A message that is passed to a flow by a call. A called message is never redelivered. If the unit
 * of work is rolled back, the caller receives the failure.
 *
 * <p>The caller creates the message. Until the call returns, only the thread of the instance uses
 * the message. Trees of the caller must be passed as full copies, because a tree belongs to one
 * thread.
 */
public interface CalledMessage {

    /** Returns the output terminal of the input node to which the message is propagated. */
    default String terminal() {
        return "out";
    }

    /** Returns the size of the message in bytes, for statistics; 0 if the size is unknown. */
    int size();

    /**
     * Builds new trees for the message. Called again for the catch terminal. If this fails, the
     * message takes the failure path.
     *
     * @param assembler assembler of the flow's application
     * @param trace receiver of notes for the trace of the message
     */
    MessageAssembly assemble(MessageAssembler assembler, Consumer<String> trace);

    /**
     * Builds the trees of a message that {@link #assemble} could not parse. They contain everything
     * that can be parsed; the body is a BLOB.
     */
    MessageAssembly assembleRaw(MessageAssembler assembler, Consumer<String> trace);

    /**
     * Returns the Root of the reply that the flow has sent; null if there is none. The caller can
     * use it when {@link FlowCalls#call} has returned normally.
     */
    @Nullable Element reply();

    /**
     * Returns the properties of the reply that are not part of its Root, such as {@code status
     * 404}; empty if there is none.
     */
    default String replyProperties() {
        return "";
    }

    /**
     * Returns a description of what the caller receives if the flow sends no reply. The log shows
     * it after "no reply: ". Empty if no caller waits for a reply.
     */
    default String missingReply() {
        return "";
    }
}
