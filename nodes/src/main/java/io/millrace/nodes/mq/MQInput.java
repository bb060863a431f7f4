package io.millrace.nodes.mq;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.node.DeployContext;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.NodePlan;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.parser.MessageAssembler.Defaults;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.work.OutsideUnit;
import io.millrace.nodes.common.BodyProperties;
import io.millrace.nodes.common.DescribedNode;
import io.millrace.nodes.mq.QueueInputSettings.GroupSettings;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** A node that reads messages from a queue and starts the flow (WMQI: "MQInput node"). */
public final class MQInput extends DescribedNode {

    /** Properties that have no effect on messages that stay on the queue. */
    private static final List<String> WITHOUT_BROWSE =
            List.of("transactionMode", "orderMode", "backoutThreshold", "backoutQueue");

    private static final String GROUPS = "commitByMessageGroup";
    private static final String SEGMENTS = "assembleSegments";

    /** Properties that determine which message is read next, or whether it is in the unit. */
    private static final List<String> WITHOUT_GROUPS =
            List.of("browse", "matchMsgId", "matchCorrelId", "orderMode", "transactionMode");

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
                matchMsgId [TEXT]: MsgId that messages must have, in hexadecimal digits. A value of
                  less than 24 bytes is padded with zeros. The default is any MsgId. With an index
                  of the queue, the time to find a message does not depend on the depth.
                matchCorrelId [TEXT]: CorrelId that messages must have, as for matchMsgId.
                browse [BOOLEAN = false, alias browseOnly]: Whether messages stay on the queue.
                  Each message is then processed once, outside the unit of work. All instances
                  share the position on the queue. After a start, and after a connection to the
                  queues was lost, the queue is browsed from its beginning.
                resetBrowseTimeout [INTEGER -1..86400000 = -1]: Time without a message, in
                  milliseconds, after which the queue is browsed from its beginning again; -1 for
                  never.
                convert [BOOLEAN = false]: Whether received data is converted to
                  convertCodedCharSetId and convertEncoding: all headers, and a body with the Format
                  MQSTR. A body with another Format keeps its bytes, CCSID and Encoding. If data
                  cannot be converted, the message is handled as if it could not be parsed.
                convertCodedCharSetId [INTEGER 1..65535 = 1208, alias convertCcsid]: CCSID of
                  converted data.
                convertEncoding [INTEGER 1..1048575 = 273]: Encoding of converted data: 273 for
                  big-endian numbers, 546 for little-endian numbers.
                commitByMessageGroup [BOOLEAN = false]: Whether all messages of a group (MQMD.GroupId
                  and MsgFlags) are processed in one unit of work. A group is read when all its
                  messages are on the queue. If one of its messages fails, the whole group is rolled
                  back, and reaches the backout threshold as a whole. Other messages are processed
                  one by one. A search for a complete group reads the queue from its beginning, so
                  use a queue that contains few other messages. The maximum total size of the
                  messages of a group is an eighth of the heap, but at least the maximum size of a
                  message. Their maximum number is half of maxUncommittedMessages of the broker,
                  because a group that is backed out is read and put in one unit. The messages of a
                  larger group are handled one by one as if they could not be parsed. This also
                  applies to groups with an MsgSeqNumber that is not 1 to 1000000, and
                  to the first group on the queue if the queue contains more than 10000
                  incomplete groups, or more than 1000000 messages of such groups. The segments of
                  a message are assembled, as with assembleSegments.
                logicalOrder [BOOLEAN = true]: Whether the messages of a group are processed in the
                  order of MQMD.MsgSeqNumber; otherwise in the order of the queue. It applies to
                  commitByMessageGroup.
                assembleSegments [BOOLEAN = false]: Whether a message in segments is assembled
                  (MQMD.GroupId, MsgSeqNumber, Offset and MsgFlags). It is processed when all its
                  segments are on the queue, as one message with the MQMD of the first segment; if
                  it fails, all segments are rolled back together. Otherwise each segment is
                  processed as a message, and a warning reports the first one. A search for a
                  complete message reads the queue from its beginning, so use a queue that
                  contains few other messages. The maximum size of the message is the limit
                  messageBytes, the maximum number of segments is that of the messages of a group.
                  The segments of a larger message are handled one by one as if they could not be
                  parsed.
                groupTimeout [INTEGER 0..86400000 = 0]: Time in milliseconds that an incomplete
                  group, or an incomplete message with assembleSegments, waits for a further
                  message or segment. After this time, its messages are handled as if they could
                  not be parsed. 0 means no limit: the messages stay on the queue, and a warning
                  describes them after a minute.
                backoutThreshold [INTEGER 0..999999999 = 0, with transactionMode yes|automatic]: Number of backouts after which a message is no
                  longer processed. 0 means the value of the queue definition, or 1 if the
                  definition has none.
                backoutQueue [QUEUE, with transactionMode yes|automatic]: Queue for messages that cannot be processed. The default
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
        checkBrowse(node, context);
        checkGroups(node, context);
        MessageSelection selection = selection(node, context);
        Defaults body = BodyProperties.defaultsWithBlob(node, context);
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
                        body,
                        gate,
                        selection,
                        conversion(node, context),
                        node.flag("browse")
                                ? new BrowseCursor(
                                        node.text("queue"),
                                        selection,
                                        node.integer("resetBrowseTimeout"))
                                : null,
                        node.flag(GROUPS) || node.flag(SEGMENTS)
                                ? new GroupSettings(
                                        node.flag(GROUPS),
                                        node.flag("logicalOrder"),
                                        node.integer("groupTimeout"))
                                : null);
        NodePlan plan =
                c ->
                        settings.groups() == null
                                ? new QueueReading(c, settings)
                                : new GroupReading(c, settings, settings.groups());
        return NodePlan.of(plan, outsideUnit(node, gate));
    }

    private static void checkGroups(NodeDefinition node, DeployContext context) {
        boolean byGroup = node.flag(GROUPS);
        if (!byGroup) {
            requireFlag(node, "logicalOrder", GROUPS, context);
        }
        if (!byGroup && !node.flag(SEGMENTS)) {
            requireFlag(node, "groupTimeout", GROUPS, context);
            return;
        }
        String mode = byGroup ? GROUPS : SEGMENTS;
        for (String property : WITHOUT_GROUPS) {
            boolean whole = property.equals("transactionMode") && node.text(property).equals("yes");
            boolean selects = !byGroup && property.equals("matchCorrelId");
            if (node.isGiven(property) && !whole && !selects) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place(property),
                                "%s cannot be combined with %s (found %s)"
                                        .formatted(property, mode, node.text(property)),
                                "remove %s or %s".formatted(property, mode));
            }
        }
        if (byGroup && node.isGiven(SEGMENTS)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(SEGMENTS),
                            SEGMENTS
                                    + " has no effect with commitByMessageGroup, which always"
                                    + " assembles the segments of messages",
                            "remove " + SEGMENTS);
        }
    }

    /** Reports properties that have no effect on messages that stay on the queue. */
    private static void checkBrowse(NodeDefinition node, DeployContext context) {
        if (!node.flag("browse")) {
            requireFlag(node, "resetBrowseTimeout", "browse", context);
            return;
        }
        for (String property : WITHOUT_BROWSE) {
            if (node.isGiven(property)) {
                context.problems()
                        .error(
                                ErrorCode.BAD_VALUE,
                                node.place(property),
                                property
                                        + " cannot be combined with browse, which leaves the"
                                        + " messages on the queue",
                                "remove " + property + " or browse");
            }
        }
    }

    /** Reports a property that has an effect only if another property is true. */
    private static void requireFlag(
            NodeDefinition node, String property, String flag, DeployContext context) {
        if (node.isGiven(property) && !node.flag(flag)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property + " has no effect without " + flag,
                            "set " + flag + ": true or remove " + property);
        }
    }

    private static MessageSelection selection(NodeDefinition node, DeployContext context) {
        MessageSelection msgId =
                selected(MessageSelection.ALL, QueueIndex.MSG_ID, "matchMsgId", node, context);
        return selected(msgId, QueueIndex.CORREL_ID, "matchCorrelId", node, context);
    }

    private static MessageSelection selected(
            MessageSelection before,
            QueueIndex field,
            String property,
            NodeDefinition node,
            DeployContext context) {
        String digits = node.text(property);
        if (digits.isEmpty()) {
            return before;
        }
        if (digits.length() > 2 * MessageIds.LENGTH
                || digits.length() % 2 != 0
                || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place(property),
                            property
                                    + " must be an even number of hexadecimal digits, at most "
                                    + 2 * MessageIds.LENGTH
                                    + " (found '"
                                    + digits
                                    + "')");
            return before;
        }
        byte[] id = Arrays.copyOf(HexFormat.of().parseHex(digits), MessageIds.LENGTH);
        return before.with(field, Bytes.of(id));
    }

    private static DataConversion conversion(NodeDefinition node, DeployContext context) {
        requireFlag(node, "convertCodedCharSetId", "convert", context);
        requireFlag(node, "convertEncoding", "convert", context);
        int ccsid = node.integer("convertCodedCharSetId");
        if (!Ccsid.isKnown(ccsid)) {
            context.problems()
                    .error(
                            ErrorCode.BAD_VALUE,
                            node.place("convertCodedCharSetId"),
                            "convertCodedCharSetId must be a known CCSID (found " + ccsid + ")",
                            "for example 1208 (UTF-8), 819 (ISO 8859-1) or 500 (EBCDIC)");
        }
        return node.flag("convert")
                ? new DataConversion(ccsid, node.integer("convertEncoding"))
                : null;
    }

    private static OutsideUnit outsideUnit(NodeDefinition node, OrderGate gate) {
        if (node.flag(GROUPS)) {
            return new OutsideUnit(
                    "requires a unit for each group (commitByMessageGroup)", node.place(GROUPS));
        }
        if (node.flag(SEGMENTS)) {
            return new OutsideUnit(
                    "requires a unit for each message (assembleSegments)", node.place(SEGMENTS));
        }
        if (node.flag("browse")) {
            return new OutsideUnit("browses messages outside the unit", node.place("browse"));
        }
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
