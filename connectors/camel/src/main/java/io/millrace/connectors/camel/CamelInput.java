package io.millrace.connectors.camel;

import io.millrace.engine.node.CalledFlow;
import io.millrace.engine.node.CalledMessage;
import io.millrace.engine.node.CalledPlan;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;

/** A node that receives messages from a component of Apache Camel. */
public final class CamelInput extends DescribedNode {

    public CamelInput() {
        super(
                """
                CamelInput, Camel, none, input
                Receives messages from a component of Apache Camel and propagates them to out. The
                component receives the result after the unit of work has ended. It acknowledges the
                message after a commit. After a rollback, it delivers the message again if it can
                repeat messages. LocalEnvironment.Camel.Headers contains the
                headers of the message. If a node after out throws an exception, the message is
                propagated to catch. If catch is not connected, the unit of work is rolled back.

                out failure: Messages that cannot be parsed or propagated to out, with an
                  ExceptionList.
                out out: Received messages.
                out catch: The message as it was received, with the ExceptionList, if a node
                  after out throws an exception.
                """,
                ComponentCheck.PROPERTIES,
                """
                maxWaiting [INTEGER 1..100000 = 1000]: Maximum number of received messages that wait
                  for a free instance of the flow. For further messages, the component receives an
                  error.
                domain [DOMAIN, alias messageDomainProperty]: Domain of the body. The default is
                  JSON for a body that is a map or list, and otherwise BLOB. A message without a body
                  has an empty BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the body.
                messageType [TEXT, alias messageTypeProperty]: Name of the message in its message
                  set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the body.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        ComponentSettings settings = ComponentCheck.of(node, context, true);
        Defaults defaults = BodyProperties.defaults(node, context).transactional(false);
        return settings == null || context.problems().hasErrors()
                ? null
                : new Plan(
                        settings,
                        node.integer("maxWaiting"),
                        defaults,
                        context.limits().messageBytes(),
                        new OutsideUnit(
                                Guarantee.of(settings.scheme()).text(settings.scheme()),
                                node.place()));
    }

    /**
     * A compiled node.
     *
     * @param maxBytes maximum size of a body
     */
    record Plan(
            ComponentSettings settings,
            int maxWaiting,
            Defaults defaults,
            int maxBytes,
            OutsideUnit outsideUnit)
            implements CalledPlan {

        @Override
        public AutoCloseable open(CalledFlow flow) {
            return Receptions.open(flow.calls(), () -> Reception.open(this, flow));
        }

        /** Creates a message without headers. */
        @Override
        public CalledMessage accept(QueueMessage message) {
            return new ReceivedExchange(
                    new ExchangeBody(message.body(), ""),
                    ExchangeHeaders.none(settings.shown()),
                    defaults);
        }
    }
}
