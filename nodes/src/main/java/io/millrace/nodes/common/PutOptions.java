package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.node.PropertyDescription;
import io.millrace.engine.node.PropertyKind;
import io.millrace.engine.work.OutsideUnit;

import java.util.List;

/**
 * How a message is put; values as in nodes' properties and in LocalEnvironment destinations.
 *
 * @param transaction automatic, yes or no
 * @param persistence automatic, yes, no or asQdef
 * @param newMsgId whether the message gets an id of its own
 * @param newCorrelId whether the message gets a correlation id of its own
 * @param request whether the message is made a request
 * @param replyToQ what a request says; empty to leave what the message says
 * @param replyToQMgr as replyToQ
 */
public record PutOptions(
        String transaction,
        String persistence,
        boolean newMsgId,
        boolean newCorrelId,
        boolean request,
        String replyToQ,
        String replyToQMgr) {

    private static final List<String> TRANSACTIONS = List.of("automatic", "yes", "no");
    private static final List<String> PERSISTENCES = List.of("automatic", "yes", "no", "asQdef");
    private static final List<String> ANSWERS = List.of("yes", "no");

    public static final PropertyDescription TRANSACTION_MODE =
            PropertyDescription.choice(
                    "transactionMode",
                    "automatic",
                    TRANSACTIONS,
                    "Whether the message is put in the unit of work: automatic, when the message"
                            + " that came in is; yes; or no, at once and whatever becomes of the"
                            + " unit.");
    public static final PropertyDescription PERSISTENCE_MODE =
            PropertyDescription.choice(
                    "persistenceMode",
                    "automatic",
                    PERSISTENCES,
                    "Whether the message is persistent: automatic, as its MQMD says; yes; no; or as"
                            + " the queue's definition says.");
    public static final PropertyDescription NEW_MSG_ID =
            PropertyDescription.optional(
                    "newMsgId",
                    PropertyKind.BOOLEAN,
                    "false",
                    "Whether the message gets a new MsgId instead of its MQMD's.");
    public static final PropertyDescription NEW_CORREL_ID =
            PropertyDescription.optional(
                    "newCorrelId",
                    PropertyKind.BOOLEAN,
                    "false",
                    "Whether the message gets a new CorrelId instead of its MQMD's.");
    public static final PropertyDescription REQUEST =
            PropertyDescription.optional(
                    "request",
                    PropertyKind.BOOLEAN,
                    "false",
                    "Whether the message is made a request, with replyToQ and replyToQMgr in its"
                            + " MQMD.");
    public static final PropertyDescription REPLY_TO_Q =
            PropertyDescription.optional(
                    "replyToQ",
                    PropertyKind.QUEUE,
                    "",
                    "For a request: the queue that replies go to; empty leaves the MQMD's.");
    public static final PropertyDescription REPLY_TO_QMGR =
            PropertyDescription.optional(
                    "replyToQMgr",
                    PropertyKind.TEXT,
                    "",
                    "For a request: the queue manager that replies go to; empty leaves the"
                            + " MQMD's.");

    /** What a node's properties say; the node has all of the properties above. */
    public static PutOptions of(NodeDefinition node) {
        return new PutOptions(
                node.text("transactionMode"),
                node.text("persistenceMode"),
                node.flag("newMsgId"),
                node.flag("newCorrelId"),
                node.flag("request"),
                node.text("replyToQ"),
                node.text("replyToQMgr"));
    }

    /**
     * What the node does outside the unit because of its transactionMode; null for nothing.
     *
     * @param node the node of these options
     */
    public OutsideUnit outsideUnit(NodeDefinition node) {
        return transaction.equals("no")
                ? new OutsideUnit(
                        "puts messages outside the unit (transactionMode no)",
                        node.place("transactionMode"))
                : null;
    }

    /**
     * These options, but for what a folder of the LocalEnvironment says (Defaults or a
     * DestinationData).
     *
     * @param folder null for none
     */
    public PutOptions overriddenBy(Element folder) {
        if (folder == null || folder.firstChild() == null) {
            return this;
        }
        return new PutOptions(
                word(folder, "transactionMode", TRANSACTIONS, transaction),
                word(folder, "persistenceMode", PERSISTENCES, persistence),
                word(folder, "newMsgId", ANSWERS, newMsgId ? "yes" : "no").equals("yes"),
                word(folder, "newCorrelId", ANSWERS, newCorrelId ? "yes" : "no").equals("yes"),
                request,
                text(folder, "replyToQ", replyToQ),
                text(folder, "replyToQMgr", replyToQMgr));
    }

    private static String text(Element folder, String name, String otherwise) {
        String given = folder.textOf(name);
        return given == null ? otherwise : given.strip();
    }

    private static String word(Element folder, String name, List<String> words, String otherwise) {
        String given = folder.textOf(name);
        if (given == null) {
            return otherwise;
        }
        String stripped = given.strip();
        for (String word : words) {
            if (word.equalsIgnoreCase(stripped)) {
                return word;
            }
        }
        throw new MillraceException(
                ErrorCode.PROPERTY_VALUE,
                "LocalEnvironment says "
                        + name
                        + " '"
                        + given
                        + "'; expected one of "
                        + String.join(", ", words),
                Insert.of(given));
    }
}
