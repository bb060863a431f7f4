package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Element;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.MessageContext;
import io.millrace.nodes.common.MessagePut;
import io.millrace.nodes.common.PutOptions;
import io.millrace.nodes.common.ValidationProperties;

import java.util.ArrayList;
import java.util.List;

/** A node that puts the message on one or more queues (WMQI: "MQOutput node"). */
public final class MQOutput extends DescribedNode {

    public MQOutput() {
        super(
                """
                MQOutput, MQ, transactional
                Puts the message on the queue that the property queue specifies, on the ReplyToQ
                of the MQMD, or on each queue in LocalEnvironment.Destination.MQ.DestinationData.
                Then records each put in LocalEnvironment.WrittenDestination.MQ and propagates the
                message to out.

                destination MQ: DestinationData Defaults MQDestinationList
                destination MQ.DestinationData: queueName queueManagerName transactionMode
                  persistenceMode newMsgId newCorrelId segmentationAllowed alternateUserAuthority
                  replyToQ replyToQMgr
                destination MQ.Defaults: queueName queueManagerName transactionMode
                  persistenceMode newMsgId newCorrelId segmentationAllowed alternateUserAuthority
                  replyToQ replyToQMgr
                destination MQDestinationList.DestinationData: queueName queueManagerName transactionMode
                  persistenceMode newMsgId newCorrelId segmentationAllowed alternateUserAuthority
                  replyToQ replyToQMgr
                destination MQDestinationList.Defaults: queueName queueManagerName transactionMode
                  persistenceMode newMsgId newCorrelId segmentationAllowed alternateUserAuthority
                  replyToQ replyToQMgr
                destination MQDestinationList: DestinationData Defaults
                in: Input message.
                out failure
                out out: The message after the put, with LocalEnvironment.WrittenDestination.MQ.
                queue [QUEUE, alias queueName, with destinationMode fixed|list]: Queue for the destination mode fixed, and for
                  entries of a list without a queue name.
                destinationMode [fixed|reply|list = fixed]: Destination of the message: `fixed`,
                  the property queue; `reply`, the ReplyToQ of its MQMD; `list`, the queues in
                  its LocalEnvironment. The options of a list entry override
                  Destination.MQ.Defaults, which override the properties of the node.
                """,
                PutOptions.MODES,
                """
                newMsgId [BOOLEAN = false]: Whether a new MsgId replaces the MsgId in the MQMD.
                newCorrelId [BOOLEAN = false]: Whether a new CorrelId replaces the CorrelId in
                  the MQMD.
                segmentationAllowed [BOOLEAN = false]: Whether a message that is larger than
                  maxMessageBytes of its queue is put in segments: adds MQMF_SEGMENTATION_ALLOWED
                  to MQMD.MsgFlags, which also applies if the input message has it. All segments
                  are put in one unit. MQInput and MQGet assemble them with assembleSegments. The
                  limit messageBytes of the broker applies to the whole message.
                alternateUserAuthority [BOOLEAN = false]: Whether the user in MQMD.UserIdentifier
                  of the message must have the right `put` for the queue in broker.yaml. Queues in
                  memory have no users and accept all messages. The rights of a remote broker
                  are unknown, so the put fails.
                messageContext [passAll|passIdentity|setAll|setIdentity|default|none = passAll]:
                  Source of the identity and origin fields of the MQMD: `pass...`, the input
                  message; `set...`, the MQMD of the tree; `default`, the broker; `none`, the
                  fields are empty.
                request [BOOLEAN = false]: Whether the message becomes a request, with replyToQ
                  and replyToQMgr in its MQMD.
                replyToQ [QUEUE, with request true]: Reply queue of a request. The default is the reply queue in
                  the MQMD.
                replyToQMgr [TEXT, with request true]: Reply queue manager of a request. The default is the reply
                  queue manager in the MQMD.
                """,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        String mode = node.text("destinationMode");
        String queue = node.text("queue");
        if (!queue.isEmpty()) {
            context.useQueue(queue, node.place("queue"));
        } else if (mode.equals("fixed")) {
            context.problems()
                    .error(
                            ErrorCode.MISSING_KEY,
                            node.place(),
                            "MQOutput node "
                                    + node.name()
                                    + " requires the property queue, because its destinationMode "
                                    + "is fixed");
            return null;
        }
        if (!node.text("replyToQ").isEmpty()) {
            context.useQueue(node.text("replyToQ"), node.place("replyToQ"));
        }
        PutOptions options = PutOptions.of(node);
        MessageContext messageContext = MessageContext.of(node.text("messageContext"));
        Validation validation = ValidationProperties.of(node);
        NodePlan plan =
                c ->
                        new Output(
                                c,
                                mode,
                                queue,
                                options,
                                messageContext,
                                validation,
                                new MessagePut(c),
                                c.terminal("out"));
        OutsideUnit listed =
                new OutsideUnit(
                        "puts to a list of destinations, which can have transactionMode no",
                        node.place("destinationMode"));
        return NodePlan.of(plan, mode.equals("list") ? listed : options.outsideUnit(node));
    }

    private record Output(
            NodeContext context,
            String mode,
            String queue,
            PutOptions options,
            MessageContext messageContext,
            Validation validation,
            MessagePut put,
            Terminal out)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element root = context.sent(message.root(), NodeContext.QUEUE_HEADERS);
            Written written = context.assembler().write(root, validation);
            List<Destination> destinations = destinations(message, written.descriptor());
            List<WrittenDestination.Entry> entries = new ArrayList<>(destinations.size());
            for (Destination destination : destinations) {
                if (destination.options().alternateUserAuthority()) {
                    put.authorize(written.descriptor().userIdentifier(), destination.queue());
                }
                Mqmd descriptor = written.descriptor().copy();
                messageContext.apply(descriptor, context);
                Mqmd settled =
                        put.put(
                                destination.queue(),
                                descriptor,
                                written.body(),
                                destination.options());
                entries.add(
                        new WrittenDestination.Entry(
                                destination.queue(), destination.queueManager(), settled));
            }
            if (out.isWired()) {
                out.propagate(WrittenDestination.in(message, entries, context.broker()));
            }
        }

        private List<Destination> destinations(MessageAssembly message, Mqmd descriptor) {
            return switch (mode) {
                case "reply" -> List.of(Destination.reply(descriptor, options));
                case "list" -> Destination.list(message.localEnvironment(), queue, options);
                default -> List.of(new Destination(queue, "", options));
            };
        }
    }
}
