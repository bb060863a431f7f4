package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.common.TreeLocation;

import java.util.List;

/** A node that gets a message from a queue in the middle of a flow (IIB: "MQGet node"). */
public final class MQGet extends DescribedNode {

    private static final String SEGMENTS = "assembleSegments";
    private static final String OUTPUT_DATA = "outputDataLocation";
    private static final String RESULT_DATA = "resultDataLocation";
    private static final String INPUT_MQMD = "inputMQMDLocation";

    public MQGet() {
        super(
                """
                MQGet, MQ, transactional
                Gets a message from a queue, or browses it, and propagates it to out, alone or
                as a part of the input message. Messages can be selected by their identifiers. If
                the definition of the queue has an index for a selected identifier, the time of a
                get does not depend on the depth of the queue and on the number of waiting nodes.
                Without an index, the queue is searched from its beginning, and again when
                messages arrive; use a queue that contains few other messages.
                If this node gets the reply to a request of the same flow, put the request outside
                the unit of work (transactionMode no). Otherwise the request becomes visible only
                after the flow ends.

                in: Input message.
                out warning: The message from the queue with a BLOB body, if its headers cannot
                  be parsed. If the terminal is not connected, the node fails.
                out failure
                out out: The output message with the message from the queue.
                out noMessage: The output message without a message from the queue, if no
                  message arrives in time. If the terminal is not connected, processing of the
                  message ends.
                queue [required QUEUE, alias queueName]: Queue from which a message is read.
                getByMsgId [BOOLEAN = false, alias getWithMessageID]: Whether the message must
                  have the MsgId at inputMQMDLocation.
                getByCorrelId [BOOLEAN = false, alias getWithCorrelationID getWithCorrelID]:
                  Whether the message must have the CorrelId at inputMQMDLocation.
                getByGroupId [BOOLEAN = false]: Whether the message must have the GroupId at
                  inputMQMDLocation.
                inputMQMDLocation [TEXT = InputRoot.MQMD]: Folder with the identifiers of the
                  message, below InputRoot or InputLocalEnvironment.
                waitInterval [INTEGER 0..3600000 = 1000]: Maximum time to wait for a message, in
                  milliseconds; 0 for no wait.
                browse [BOOLEAN = false, alias browseOnly]: Whether the message stays on the
                  queue.
                assembleSegments [BOOLEAN = false]: Whether a message in segments is assembled
                  (MQMD.GroupId, MsgSeqNumber, Offset and MsgFlags). It is read when all its
                  segments are on the queue, as one message with the MQMD of the first segment.
                  Its maximum size is the limit messageBytes; the segments of a larger message
                  stay on the queue and the node fails. The index of the queue is not used.
                transactionMode [automatic|yes|no = automatic]: Whether the message is read in
                  the unit of work and therefore returns to the queue after a rollback:
                  `automatic`, if the input message is in the unit; `yes`; `no`.
                generateMode [message|localEnvironment|messageAndLocalEnvironment|none =
                  message]: Trees that the node creates. The other trees are taken from the input
                  message.
                copyMessage [none|copyHeaders|copyEntireMessage = none]: Parts of the input
                  message that are copied to a created message.
                copyLocalEnvironment [copyEntireLocalEnvironment|none =
                  copyEntireLocalEnvironment]: Whether the input LocalEnvironment is copied to a
                  created LocalEnvironment.
                outputDataLocation [TEXT = OutputRoot]: Folder or field to which the message is
                  assigned, below OutputRoot or OutputLocalEnvironment. OutputRoot replaces the
                  created message.
                resultDataLocation [TEXT = ResultRoot]: Part of the message from the queue that
                  is assigned, for example ResultRoot.XMLNSC.reply.
                domain [DOMAIN, alias messageDomain messageDomainProperty]: Domain of the body
                  if no header specifies it. The default is BLOB.
                messageSet [TEXT, alias messageSetProperty]: Message set of the body.
                messageType [TEXT, alias messageTypeProperty]: Name of the message in its
                  message set.
                messageFormat [TEXT, alias messageFormatProperty]: Physical format of the body.
                """,
                BodyProperties.PARSING);
    }

    @Override
    public NodePlan compile(NodeDefinition node, DeployContext context) {
        context.useQueue(node.text("queue"), node.place("queue"));
        TreeLocation output =
                TreeLocation.of(
                        node,
                        OUTPUT_DATA,
                        List.of("OutputRoot", "OutputLocalEnvironment"),
                        context);
        TreeLocation result = TreeLocation.of(node, RESULT_DATA, List.of("ResultRoot"), context);
        TreeLocation mqmd =
                TreeLocation.of(
                        node, INPUT_MQMD, List.of("InputRoot", "InputLocalEnvironment"), context);
        if (output == null || result == null || mqmd == null || !isUsed(output, node, context)) {
            return null;
        }
        if (node.flag("browse") && node.isGiven("transactionMode")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("transactionMode"),
                            "transactionMode cannot be combined with browse, which leaves the"
                                    + " message on the queue",
                            "remove transactionMode or browse");
            return null;
        }
        if (node.flag(SEGMENTS) && node.flag("getByMsgId")) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("getByMsgId"),
                            "getByMsgId cannot be combined with assembleSegments, because each"
                                    + " segment has its own MsgId",
                            "use getByGroupId or getByCorrelId");
            return null;
        }
        Defaults body = BodyProperties.defaultsWithBlob(node, context);
        QueueGetSettings settings =
                new QueueGetSettings(
                        node.text("queue"),
                        new MessageIdentifiers(
                                mqmd,
                                node.flag("getByMsgId"),
                                node.flag("getByCorrelId"),
                                node.flag("getByGroupId")),
                        node.integer("waitInterval"),
                        node.flag("browse"),
                        node.flag(SEGMENTS),
                        node.text("transactionMode"),
                        new GetResult(
                                node.text("generateMode"),
                                node.text("copyMessage"),
                                node.text("copyLocalEnvironment").equals("none"),
                                output,
                                result),
                        body);
        return NodePlan.of(c -> new QueueGet(c, settings), outsideUnit(node, settings));
    }

    /**
     * Whether the tree to which the message is assigned is created. Reports a problem if it is not.
     */
    private static boolean isUsed(TreeLocation output, NodeDefinition node, DeployContext context) {
        String mode = node.text("generateMode");
        boolean message = output.tree().equals("OutputRoot");
        boolean created =
                mode.equals("none")
                        || mode.equals("messageAndLocalEnvironment")
                        || mode.equals(message ? "message" : "localEnvironment");
        if (!created) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(OUTPUT_DATA),
                            "outputDataLocation is below "
                                    + output.tree()
                                    + ", which generateMode "
                                    + mode
                                    + " does not create",
                            "set generateMode to messageAndLocalEnvironment");
        }
        return created;
    }

    private static OutsideUnit outsideUnit(NodeDefinition node, QueueGetSettings settings) {
        if (!settings.browse() && settings.transactionMode().equals("no")) {
            return new OutsideUnit(
                    "gets messages outside the unit (transactionMode no)",
                    node.place("transactionMode"));
        }
        return settings.waitMillis() == 0
                ? null
                : new OutsideUnit(
                        "waits for messages (waitInterval), which would delay the messages of a"
                                + " shared unit",
                        node.place("waitInterval"));
    }
}
