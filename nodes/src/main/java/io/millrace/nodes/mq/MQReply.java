package io.millrace.nodes.mq;

import io.millrace.engine.message.Bytes;
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
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.MessagePut;
import io.millrace.nodes.common.PutOptions;
import io.millrace.nodes.common.ValidationProperties;

import java.util.List;

/** A node that puts a reply on the ReplyToQ of the message (WMQI: "MQReply node"). */
public final class MQReply extends DescribedNode {

    /**
     * MQRO_PASS_CORREL_ID: the reply has the CorrelId of the request. Otherwise its CorrelId is the
     * MsgId of the request.
     */
    private static final int PASS_CORREL_ID = 64;

    /** MQRO_PASS_MSG_ID: the reply has the MsgId of the request. Otherwise it has a new MsgId. */
    private static final int PASS_MSG_ID = 128;

    private static final Bytes NO_ID = Bytes.of(new byte[24]);

    public MQReply() {
        super(
                """
                MQReply, MQ, transactional
                Puts the message as a reply to the ReplyToQ of its MQMD. The report options of
                the MQMD determine the identifiers. By default, the reply has a new MsgId, and
                its CorrelId is the MsgId of the request.

                in: Input message.
                out failure
                out out: The message after the put, with LocalEnvironment.WrittenDestination.MQ.
                """,
                PutOptions.MODES,
                ValidationProperties.OF_OUTPUT);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        PutOptions options = PutOptions.modes(node, false);
        Validation validation = ValidationProperties.of(node);
        NodePlan plan =
                c -> new Reply(c, options, validation, new MessagePut(c), c.terminal("out"));
        return NodePlan.of(plan, options.outsideUnit(node));
    }

    private record Reply(
            NodeContext context,
            PutOptions options,
            Validation validation,
            MessagePut put,
            Terminal out)
            implements Node {
        @Override
        public void evaluate(int terminal, MessageAssembly message) {
            Element root = context.sent(message.root(), NodeContext.QUEUE_HEADERS);
            Written written = context.assembler().write(root, validation);
            Destination destination = Destination.reply(written.descriptor(), options);
            Mqmd descriptor = reply(written.descriptor());
            Mqmd settled = put.put(destination.queue(), descriptor, written.body(), options);
            if (out.isWired()) {
                var entry =
                        new WrittenDestination.Entry(
                                destination.queue(), destination.queueManager(), settled);
                out.propagate(WrittenDestination.in(message, List.of(entry), context.broker()));
            }
        }

        private static Mqmd reply(Mqmd request) {
            int report = request.report();
            Mqmd reply = request.copy().msgType(Mqmd.TYPE_REPLY).report(0);
            reply.correlId((report & PASS_CORREL_ID) != 0 ? request.correlId() : request.msgId());
            reply.msgId((report & PASS_MSG_ID) != 0 ? request.msgId() : NO_ID);
            return reply;
        }
    }
}
