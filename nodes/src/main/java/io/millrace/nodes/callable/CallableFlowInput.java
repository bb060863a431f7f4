package io.millrace.nodes.callable;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueStore;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

import java.util.ArrayList;
import java.util.List;

/** A node at which other flows call a flow (ACE: "CallableInput node"). */
public final class CallableFlowInput extends DescribedNode {

    public CallableFlowInput() {
        super(
                """
                CallableFlowInput, Callable Flow, none, input
                Starts the flow when a CallableFlowInvoke node calls its endpoint, or puts a
                request on its queue, for example from another process. The message
                has the Properties, the body and the LocalEnvironment of the calling flow, but
                no headers. The call has its own unit of work. If a node after out throws an
                exception, the message is propagated to catch. If catch is not connected, the
                unit of work is rolled back, and the exception is thrown in the calling flow.

                out failure: Messages that cannot be propagated to out, with an ExceptionList.
                out out: Messages of calls.
                out catch: The message as it was received, with the ExceptionList, if a node
                  after out throws an exception.
                endpoint [required TEXT, alias callableInputEndpoint]: Name of the endpoint,
                  unique in the application.
                maxWaiting [INTEGER 0..100000 = 100]: Maximum number of calls that wait for a free
                  instance of the flow. Further calls fail with MR4013.
                queue [QUEUE]: Queue from which requests of CallableFlowInvoke nodes are read.
                  A request leaves the queue when the reply is put. If the process ends before
                  that, the flow is called again. Requests do not have a LocalEnvironment.
                queueReaders [INTEGER 1..256 = 1]: Maximum number of requests of the queue that
                  are processed or wait for an instance at the same time.
                domain [DOMAIN, alias supportedMessageDomain]: Domain of messages in flow tests
                  and `exec`. The default is BLOB. Calls keep the domain of the calling flow.
                messageSet [TEXT, alias supportedMessageSet]: Message set of messages in flow
                  tests and `exec`.
                messageType [TEXT, alias supportedMessageType]: Name of the message in its
                  message set, in flow tests and `exec`.
                messageFormat [TEXT, alias supportedMessageFormat]: Physical format of the body
                  in flow tests and `exec`.
                """);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        context.declareEndpoint(node.text("endpoint"), node.place("endpoint"));
        String queue = node.text("queue");
        if (!queue.isEmpty()) {
            context.useQueue(queue, node.place("queue"));
        } else if (node.isGiven("queueReaders")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("queueReaders"),
                            "queueReaders has no effect without queue",
                            "set queue or remove queueReaders");
        }
        return new Plan(
                node.text("endpoint"),
                node.integer("maxWaiting"),
                queue,
                node.integer("queueReaders"),
                BodyProperties.template(node, context));
    }

    private record Plan(
            String endpoint,
            int maxWaiting,
            String queue,
            int queueReaders,
            MessageTemplate template)
            implements CalledPlan {

        @Override
        public boolean isInternal() {
            return true;
        }

        @Override
        public AutoCloseable open(CalledFlow flow) {
            AutoCloseable registered =
                    flow.endpoints().add(flow.application(), endpoint, flow.calls());
            QueueStore store = flow.queues();
            if (queue.isEmpty() || store == null) {
                return registered;
            }
            List<RequestReader> readers = new ArrayList<>();
            for (int i = 0; i < queueReaders; i++) {
                readers.add(RequestReader.start(flow, store, queue));
            }
            return () -> {
                readers.forEach(RequestReader::close);
                registered.close();
            };
        }

        @Override
        public CalledMessage accept(QueueMessage message) {
            return new ReceivedBytes(message, template);
        }
    }
}
