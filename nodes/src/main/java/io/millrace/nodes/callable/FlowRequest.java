package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.node.CalledMessage;

/** A message that a flow passes to a callable flow, and the reply. */
abstract class FlowRequest implements CalledMessage {

    private MessageAssembly reply;

    /** Replaces the reply. The trees must be copies that the flow does not keep. */
    void reply(MessageAssembly copy) {
        reply = copy;
    }

    /** Returns the reply; null for none. Only the root and the LocalEnvironment are set. */
    MessageAssembly replied() {
        return reply;
    }

    @Override
    public Element reply() {
        return reply == null ? null : reply.root();
    }

    @Override
    public String missingReply() {
        return "a flow that calls this one fails with " + ErrorCode.NO_REPLY.id();
    }

    /**
     * Returns copies of the parts of a message that a call passes: Properties, body and
     * LocalEnvironment. They are parsed completely, because a tree belongs to one thread.
     */
    static MessageAssembly copy(MessageAssembly message) {
        Element root = MessageAssembly.emptyTree(MessageAssembly.ROOT);
        Element properties = message.root().child("Properties");
        if (properties != null) {
            root.addLast(properties.deepCopy());
        }
        Element body = message.body();
        if (body != null) {
            root.addLast(body.deepCopy().domain(body.owningDomain()));
        }
        return MessageAssembly.of(root).withLocalEnvironment(message.localEnvironment().deepCopy());
    }
}
