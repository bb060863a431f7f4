package io.millrace.nodes.callable;

import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/** A node at which other flows call a flow (ACE: "CallableInput node"). */
public final class CallableFlowInput extends DescribedNode {

    public CallableFlowInput() {
        super(
                """
                CallableFlowInput, Callable Flow, none, input
                Starts the flow when a CallableFlowInvoke node calls its endpoint. The message
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
        return new Plan(
                node.text("endpoint"),
                node.integer("maxWaiting"),
                BodyProperties.template(node, context));
    }

    private record Plan(String endpoint, int maxWaiting, MessageTemplate template)
            implements CalledPlan {

        @Override
        public boolean isInternal() {
            return true;
        }

        @Override
        public AutoCloseable open(CalledFlow flow) {
            return flow.endpoints().add(flow.application(), endpoint, flow.calls());
        }

        @Override
        public CalledMessage accept(QueueMessage message) {
            return new ReceivedBytes(message, template);
        }
    }
}
