package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.FlowCalls;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.nodes.mq.MessageSelection;
import io.millrace.nodes.mq.QueueSearch;

import org.jspecify.annotations.Nullable;

/**
 * The calls of one instance through a request queue. The request and the reply are put and got
 * outside the unit of the instance. They expire when the timeout has passed.
 */
final class QueueCaller implements AutoCloseable {

    private static final int TENTH_MILLIS = 100;

    private final NodeContext context;
    private final String queue;
    private final String replyQueue;
    private final long timeoutMillis;
    private @Nullable QueueSession session;

    QueueCaller(NodeContext context, String queue, String replyQueue, long timeoutMillis) {
        this.context = context;
        this.queue = queue;
        this.replyQueue = replyQueue;
        this.timeoutMillis = timeoutMillis;
    }

    /**
     * Calls the flow that reads the queue. Returns the Properties and the body of the reply.
     *
     * @throws MillraceException with CALL_FAILED, CALL_UNFINISHED or FLOW_STOPPED
     */
    MessageAssembly call(MessageAssembly message) {
        if (session == null) {
            session = context.queueStore().session();
        }
        Mqmd sent = session.put(queue, request(message), false);
        QueueSearch replies = new QueueSearch(context.queueStore(), replyQueue, context::isStopped);
        QueueMessage reply =
                replies.take(
                        session,
                        MessageSelection.ALL.with(QueueIndex.CORREL_ID, sent.msgId()),
                        timeoutMillis);
        if (reply == null) {
            throw unanswered();
        }
        session.commit();
        String error = QueuedMessage.error(reply, context.assembler());
        if (error != null) {
            throw new MillraceException(
                    ErrorCode.CALL_FAILED,
                    "the flow that reads queue " + queue + " failed: " + error);
        }
        return QueuedMessage.read(reply, context.assembler(), context::note);
    }

    private QueueMessage request(MessageAssembly message) {
        Written written = QueuedMessage.write(message, context.assembler());
        Mqmd descriptor =
                QueuedMessage.descriptor(written)
                        .msgType(Mqmd.TYPE_REQUEST)
                        .replyToQ(replyQueue)
                        .persistence(Mqmd.PERSISTENCE_NO);
        if (timeoutMillis != FlowCalls.NO_TIMEOUT) {
            descriptor.expiry((int) Math.max(1, timeoutMillis / TENTH_MILLIS));
        }
        return new QueueMessage(descriptor, written.body());
    }

    private MillraceException unanswered() {
        if (context.isStopped() || Thread.currentThread().isInterrupted()) {
            return new MillraceException(
                    ErrorCode.FLOW_STOPPED,
                    "the flow was stopped while it waited for a reply on queue " + replyQueue);
        }
        return new MillraceException(
                ErrorCode.CALL_UNFINISHED,
                "no reply arrived on queue "
                        + replyQueue
                        + " within "
                        + timeoutMillis
                        + " ms; check that a flow with a CallableFlowInput node reads queue "
                        + queue);
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}
