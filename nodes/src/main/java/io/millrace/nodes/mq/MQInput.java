package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.parser.MessageAssembler;
import io.millrace.engine.parser.MessageTemplate;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.ValidationProperties;

import java.util.List;

/** Reads messages from a queue and starts the flow (WMQI: "MQInput node"). */
public final class MQInput implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "MQInput",
                            "MQ",
                            Promise.TRANSACTIONAL,
                            """
                            Reads messages from a queue, parses their headers and propagates them \
                            to out. If a node after out throws an exception, the message is \
                            propagated to catch. If catch is not connected, the unit of work is \
                            rolled back and the message is read again, until its backout count \
                            reaches the threshold. It then goes to failure, to the backout queue, \
                            or to the dead-letter queue. A message that cannot be parsed goes \
                            there immediately.\
                            """)
                    .beginsFlows()
                    .out(
                            "failure",
                            """
                            Messages that cannot be parsed or that reached the backout threshold, \
                            with an ExceptionList.\
                            """)
                    .out("out", "Messages from the queue.")
                    .out(
                            "catch",
                            """
                            The message as it was received, with the ExceptionList, if a node \
                            after out throws an exception.\
                            """)
                    .property(
                            PropertyDescription.required(
                                            "queue",
                                            PropertyKind.QUEUE,
                                            "Queue that messages are read from.")
                                    .alias("queueName"),
                            PropertyDescription.optional(
                                            "domain",
                                            PropertyKind.DOMAIN,
                                            "",
                                            """
                                            Domain of the body if no header names one. If neither \
                                            names a domain, BLOB.\
                                            """)
                                    .alias("messageDomain", "messageDomainProperty"),
                            PropertyDescription.optional(
                                            "messageSet",
                                            PropertyKind.TEXT,
                                            "",
                                            "Message set of the body.")
                                    .alias("messageSetProperty"),
                            PropertyDescription.optional(
                                            "messageType",
                                            PropertyKind.TEXT,
                                            "",
                                            "Name of the message in its message set.")
                                    .alias("messageTypeProperty"),
                            PropertyDescription.optional(
                                            "messageFormat",
                                            PropertyKind.TEXT,
                                            "",
                                            "Physical format of the body.")
                                    .alias("messageFormatProperty"),
                            PropertyDescription.optional(
                                            "topic",
                                            PropertyKind.TEXT,
                                            "",
                                            "Value of Properties.Topic for messages without a"
                                                    + " topic.")
                                    .alias("topicProperty"),
                            PropertyDescription.choice(
                                    "transactionMode",
                                    "yes",
                                    List.of("yes", "no", "automatic"),
                                    """
                                    Whether messages are read in a unit of work and therefore \
                                    return to the queue after a rollback: `yes`; `no`; \
                                    `automatic`, only persistent messages.\
                                    """),
                            PropertyDescription.choice(
                                    "orderMode",
                                    "default",
                                    OrderMode.WORDS,
                                    """
                                    Order of messages with several instances: `default`, no \
                                    order; `byUserId`, messages with the same MQMD.UserIdentifier \
                                    in sequence; `byQueueOrder`, all messages in sequence.\
                                    """),
                            PropertyDescription.optional(
                                    "backoutThreshold",
                                    PropertyKind.INTEGER,
                                    "0",
                                    """
                                    Number of backouts after which a message is no longer \
                                    processed. 0 means the value of the queue definition, or 1 if \
                                    the definition has none.\
                                    """),
                            PropertyDescription.optional(
                                    "backoutQueue",
                                    PropertyKind.QUEUE,
                                    "",
                                    """
                                    Queue for messages that cannot be processed. If empty, the \
                                    backout queue of the queue definition, otherwise the \
                                    dead-letter queue.\
                                    """),
                            BodyProperties.PARSE_TIMING,
                            ValidationProperties.OF_INPUT,
                            ValidationProperties.FAILURE_ACTION,
                            BodyProperties.OPTIONS)
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        context.useQueue(node.text("queue"), node.place("queue"));
        if (!node.text("backoutQueue").isEmpty()) {
            context.useQueue(node.text("backoutQueue"), node.place("backoutQueue"));
        }
        if (node.integer("backoutThreshold") < 0) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("backoutThreshold"),
                            "backoutThreshold is "
                                    + node.integer("backoutThreshold")
                                    + "; it is not negative");
            return null;
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
                        keeps the order of messages among instances (orderMode), which needs a \
                        unit for each message\
                        """,
                        node.place("orderMode"));
    }
}
