package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.ValidationProperties;

/** A node that reads messages from a queue and starts the flow (WMQI: "MQInput node"). */
public final class MQInput extends DescribedNode {

    public MQInput() {
        super(
                """
                MQInput, MQ, transactional, input
                Reads messages from a queue, parses their headers and propagates them to out. If
                a node after out throws an exception, the message is propagated to catch. If
                catch is not connected, the unit of work is rolled back and the message is read
                again, until its backout count reaches the threshold. The message is then
                propagated to failure or, if failure is not connected, moved to the backout
                queue or the dead-letter queue. A message whose headers
                cannot be parsed, or whose body cannot be parsed with parseTiming immediate or
                complete, is handled in this way at the first attempt.

                out failure: Messages that reached the backout threshold, or that cannot be parsed
                  before they are propagated, with an ExceptionList.
                out out: Messages from the queue.
                out catch: The message as it was received, with the ExceptionList, if a node
                  after out throws an exception.
                queue [required QUEUE, alias queueName]: Queue from which messages are read.
                domain [DOMAIN, alias messageDomain messageDomainProperty]: Domain of the body
                  if no header specifies it. The default is BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the body.
                messageType [TEXT, alias messageTypeProperty]: Name of the message in its
                  message set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the body.
                topic [TEXT, alias topicProperty]: Value of Properties.Topic for messages
                  without a topic.
                transactionMode [yes|no|automatic = yes]: Whether messages are read in a unit of
                  work and therefore return to the queue after a rollback: `yes`; `no`;
                  `automatic`, only persistent messages.
                orderMode [default|byUserId|byQueueOrder = default]: Order of messages with
                  several instances: `default`, no order; `byUserId`, messages with the same
                  MQMD.UserIdentifier in sequence; `byQueueOrder`, all messages in sequence.
                backoutThreshold [INTEGER 0..999999999 = 0]: Number of backouts after which a message is no
                  longer processed. 0 means the value of the queue definition, or 1 if the
                  definition has none.
                backoutQueue [QUEUE]: Queue for messages that cannot be processed. The default
                  is the backout queue in the queue definition or, if it has none, the dead-letter
                  queue.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        context.useQueue(node.text("queue"), node.place("queue"));
        if (!node.text("backoutQueue").isEmpty()) {
            context.useQueue(node.text("backoutQueue"), node.place("backoutQueue"));
            if (node.text("backoutQueue").equals(node.text("queue"))) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place("backoutQueue"),
                                "backoutQueue must be another queue than queue (found "
                                        + node.text("queue")
                                        + ")",
                                "the node would receive the failed messages again");
            }
        }
        MessageTemplate template = BodyProperties.template(node, context);
        OrderMode order = OrderMode.of(node.text("orderMode"));
        OrderGate gate =
                order == OrderMode.DEFAULT
                        ? null
                        : new OrderGate(order == OrderMode.BY_QUEUE_ORDER);
        QueueInputSettings settings =
                new QueueInputSettings(
                        node.text("queue"),
                        node.text("transactionMode"),
                        node.integer("backoutThreshold"),
                        node.text("backoutQueue"),
                        node.text("topic"),
                        new MessageAssembler.Defaults(
                                template,
                                BodyProperties.timing(node),
                                BodyProperties.options(node, context),
                                true,
                                ValidationProperties.of(node, template, context)),
                        gate);
        NodePlan plan = c -> new QueueReading(c, settings);
        return NodePlan.of(plan, outsideUnit(node, gate));
    }

    private static OutsideUnit outsideUnit(NodeDefinition node, OrderGate gate) {
        if (node.text("transactionMode").equals("no")) {
            return new OutsideUnit(
                    "reads messages outside the unit (transactionMode no)",
                    node.place("transactionMode"));
        }
        return gate == null
                ? null
                : new OutsideUnit(
                        """
                        keeps the order of messages among instances (orderMode), which requires a \
                        unit for each message\
                        """,
                        node.place("orderMode"));
    }
}
