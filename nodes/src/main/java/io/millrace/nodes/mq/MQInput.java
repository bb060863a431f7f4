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

/** Takes messages from a queue; flows begin here (WMQI: "MQInput node"). */
public final class MQInput implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "MQInput",
                            "MQ",
                            Promise.TRANSACTIONAL,
                            "Takes messages from a queue, finds their headers and gives them to"
                                + " out. When something behind out throws, the message goes to"
                                + " catch; where that is not wired, all is undone and the message"
                                + " comes again, until it was backed out as often as the threshold"
                                + " says: then it goes to failure, or to the backout queue, or to"
                                + " the dead-letter queue. A message that cannot be read goes the"
                                + " same way at once.")
                    .beginsFlows()
                    .out(
                            "failure",
                            "Gives messages that cannot be read, or that were backed out too often,"
                                    + " with an ExceptionList.")
                    .out("out", "Gives the messages.")
                    .out(
                            "catch",
                            "Gives the message as it was received, with the ExceptionList, when"
                                    + " something behind out threw.")
                    .property(
                            PropertyDescription.required(
                                            "queue",
                                            PropertyKind.QUEUE,
                                            "The queue to take messages from.")
                                    .alias("queueName"),
                            PropertyDescription.optional(
                                            "domain",
                                            PropertyKind.DOMAIN,
                                            "",
                                            "The domain whose parser reads bodies where no header"
                                                    + " names one; BLOB where nobody does.")
                                    .alias("messageDomain", "messageDomainProperty"),
                            PropertyDescription.optional(
                                            "messageSet",
                                            PropertyKind.TEXT,
                                            "",
                                            "The message set of bodies in the domain.")
                                    .alias("messageSetProperty"),
                            PropertyDescription.optional(
                                            "messageType",
                                            PropertyKind.TEXT,
                                            "",
                                            "The message's name in its message set.")
                                    .alias("messageTypeProperty"),
                            PropertyDescription.optional(
                                            "messageFormat",
                                            PropertyKind.TEXT,
                                            "",
                                            "The physical format of bodies in the domain.")
                                    .alias("messageFormatProperty"),
                            PropertyDescription.optional(
                                            "topic",
                                            PropertyKind.TEXT,
                                            "",
                                            "What Properties.Topic says for messages that bring no"
                                                    + " topic of their own.")
                                    .alias("topicProperty"),
                            PropertyDescription.choice(
                                    "transactionMode",
                                    "yes",
                                    List.of("yes", "no", "automatic"),
                                    "Whether messages are taken in a unit of work, so that they"
                                            + " come again when it is rolled back: yes; no; or"
                                            + " automatic, only persistent ones."),
                            PropertyDescription.choice(
                                    "orderMode",
                                    "default",
                                    OrderMode.WORDS,
                                    "With several instances: default, no order; byUserId, messages"
                                        + " with the same MQMD.UserIdentifier one after the other;"
                                        + " byQueueOrder, all messages one after the other."),
                            PropertyDescription.optional(
                                    "backoutThreshold",
                                    PropertyKind.INTEGER,
                                    "0",
                                    "How often a message is backed out before it is no longer"
                                        + " tried; 0 for what the queue's definition says, which"
                                        + " means 1 where it says nothing."),
                            PropertyDescription.optional(
                                    "backoutQueue",
                                    PropertyKind.QUEUE,
                                    "",
                                    "Where messages go that cannot be processed; where empty, what"
                                            + " the queue's definition says, else the dead-letter"
                                            + " queue."),
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
                    "takes messages outside the unit (transactionMode no)",
                    node.place("transactionMode"));
        }
        return gate == null
                ? null
                : new OutsideUnit(
                        "keeps messages in order among instances (orderMode), for which each needs"
                                + " its own unit",
                        node.place("orderMode"));
    }
}
