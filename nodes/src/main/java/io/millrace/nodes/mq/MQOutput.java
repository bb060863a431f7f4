package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.MessageAssembly;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.Node;
import io.millrace.engine.node.NodeContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodeDescription;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.node.NodeType;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.node.Terminal;
import io.millrace.engine.parser.MessageAssembler.Written;
import io.millrace.engine.parser.Validation;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.Description;
import io.millrace.nodes.common.Description.Promise;
import io.millrace.nodes.common.MessageContext;
import io.millrace.nodes.common.MessagePut;
import io.millrace.nodes.common.PutOptions;
import io.millrace.nodes.common.ValidationProperties;

import java.util.ArrayList;
import java.util.List;

/** Puts the message to one or more queues (WMQI: "MQOutput node"). */
public final class MQOutput implements NodeType {

    private static final NodeDescription DESCRIPTION =
            Description.of(
                            "MQOutput",
                            "MQ",
                            Promise.TRANSACTIONAL,
                            """
                            Puts the message to a queue: the queue of the property queue, the \
                            ReplyToQ of the MQMD, or each queue in \
                            LocalEnvironment.Destination.MQ.DestinationData. Then records each \
                            put in LocalEnvironment.WrittenDestination.MQ and propagates the \
                            message to out.\
                            """)
                    .in("in", "Input message.")
                    .failure()
                    .out(
                            "out",
                            """
                            The message after the put, with \
                            LocalEnvironment.WrittenDestination.MQ.\
                            """)
                    .property(
                            PropertyDescription.optional(
                                            "queue",
                                            PropertyKind.QUEUE,
                                            "",
                                            """
                                            Queue for the destination mode fixed, and for entries \
                                            of a list without a queue name.\
                                            """)
                                    .alias("queueName"),
                            PropertyDescription.choice(
                                    "destinationMode",
                                    "fixed",
                                    List.of("fixed", "reply", "list"),
                                    """
                                    Destination of the message: `fixed`, the property queue; \
                                    `reply`, the ReplyToQ of its MQMD; `list`, the queues in its \
                                    LocalEnvironment. The options of a list entry override \
                                    Destination.MQ.Defaults, which override the properties of the \
                                    node.\
                                    """),
                            PutOptions.TRANSACTION_MODE,
                            PutOptions.PERSISTENCE_MODE,
                            PutOptions.NEW_MSG_ID,
                            PutOptions.NEW_CORREL_ID,
                            MessageContext.PROPERTY,
                            PutOptions.REQUEST,
                            PutOptions.REPLY_TO_Q,
                            PutOptions.REPLY_TO_QMGR,
                            ValidationProperties.OF_OUTPUT,
                            ValidationProperties.FAILURE_ACTION)
                    .build();

    @Override
    public NodeDescription description() {
        return DESCRIPTION;
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
                                    + " needs the property queue, for its destinationMode is"
                                    + " fixed");
            return null;
        }
        if (!node.text("replyToQ").isEmpty()) {
            context.useQueue(node.text("replyToQ"), node.place("replyToQ"));
        }
        PutOptions options = PutOptions.of(node);
        MessageContext messageContext = MessageContext.of(node.text("messageContext"));
        Validation validation = ValidationProperties.of(node);
        NodePlan plan = c -> new Output(c, mode, queue, options, messageContext, validation);
        OutsideUnit listed =
                new OutsideUnit(
                        "puts to a list of destinations, which can have transactionMode no",
                        node.place("destinationMode"));
        return NodePlan.of(plan, mode.equals("list") ? listed : options.outsideUnit(node));
    }

    private static final class Output implements Node {
        private final NodeContext context;
        private final String mode;
        private final String queue;
        private final PutOptions options;
        private final MessageContext messageContext;
        private final Validation validation;
        private final MessagePut put;
        private final Terminal out;

        Output(
                NodeContext context,
                String mode,
                String queue,
                PutOptions options,
                MessageContext messageContext,
                Validation validation) {
            this.context = context;
            this.mode = mode;
            this.queue = queue;
            this.options = options;
            this.messageContext = messageContext;
            this.validation = validation;
            put = new MessagePut(context);
            out = context.terminal("out");
        }

        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Written written = context.assembler().write(message.root(), validation);
            List<Destination> destinations = destinations(message, written.descriptor());
            List<WrittenDestination.Entry> entries = new ArrayList<>(destinations.size());
            for (Destination destination : destinations) {
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
