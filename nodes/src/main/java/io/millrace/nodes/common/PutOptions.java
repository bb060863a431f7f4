package io.millrace.nodes.common;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Element;
import io.millrace.engine.node.NodeDefinition;
import io.millrace.engine.work.OutsideUnit;

import java.util.List;

/**
 * Options of a put, with the values of node properties and of destinations in the LocalEnvironment.
 *
 * @param transaction value of transactionMode: automatic, yes or no
 * @param persistence value of persistenceMode: automatic, yes, no or asQdef
 * @param newMsgId whether the message gets a new MsgId
 * @param newCorrelId whether the message gets a new CorrelId
 * @param segmentationAllowed whether the message can be put in segments
 * @param alternateUserAuthority whether the put requires the rights of the UserIdentifier
 * @param request whether the message becomes a request
 * @param replyToQ reply queue of a request; empty to keep the reply queue of the message
 * @param replyToQMgr reply queue manager of a request; empty to keep the reply queue manager of the
 *     message
 */
public record PutOptions(
        String transaction,
        String persistence,
        boolean newMsgId,
        boolean newCorrelId,
        boolean segmentationAllowed,
        boolean alternateUserAuthority,
        boolean request,
        String replyToQ,
        String replyToQMgr) {

    private static final List<String> TRANSACTIONS = List.of("automatic", "yes", "no");
    private static final List<String> PERSISTENCES = List.of("automatic", "yes", "no", "asQdef");
    private static final List<String> ANSWERS = List.of("yes", "no");

    /** Properties of the unit of work and the persistence of a message. */
    public static final String MODES =
            """
            transactionMode [automatic|yes|no = automatic]: Whether the message is put in
              the unit of work: `automatic`, if the input message is in the unit; `yes`; `no`,
              immediately and whatever the outcome of the unit is.
            persistenceMode [automatic|yes|no|asQdef = automatic]: Whether the message is
              persistent: `automatic`, as in its MQMD; `yes`; `no`; `asQdef`, as in the
              queue definition.
            """;

    /** Returns the options of a node that has only the properties {@link #MODES}. */
    public static PutOptions modes(NodeDefinition node, boolean newMsgId) {
        return new PutOptions(
                node.text("transactionMode"),
                node.text("persistenceMode"),
                newMsgId,
                false,
                false,
                false,
                false,
                "",
                "");
    }

    /** Returns the options of a node that has all properties for these options. */
    public static PutOptions of(NodeDefinition node) {
        return new PutOptions(
                node.text("transactionMode"),
                node.text("persistenceMode"),
                node.flag("newMsgId"),
                node.flag("newCorrelId"),
                node.flag("segmentationAllowed"),
                node.flag("alternateUserAuthority"),
                node.flag("request"),
                node.text("replyToQ"),
                node.text("replyToQMgr"));
    }

    /**
     * Returns the effect of the node outside the unit of work that its transactionMode causes; null
     * for none.
     *
     * @param node node with these options
     */
    public OutsideUnit outsideUnit(NodeDefinition node) {
        return transaction.equals("no")
                ? new OutsideUnit(
                        "puts messages outside the unit (transactionMode no)",
                        node.place("transactionMode"))
                : null;
    }

    /**
     * Returns these options, overridden by the values in a folder of the LocalEnvironment (Defaults
     * or DestinationData).
     *
     * @param folder folder; null for none
     */
    public PutOptions overriddenBy(Element folder) {
        if (folder == null || folder.firstChild() == null) {
            return this;
        }
        return new PutOptions(
                word(folder, "transactionMode", TRANSACTIONS, transaction),
                word(folder, "persistenceMode", PERSISTENCES, persistence),
                flag(folder, "newMsgId", newMsgId),
                flag(folder, "newCorrelId", newCorrelId),
                flag(folder, "segmentationAllowed", segmentationAllowed),
                flag(folder, "alternateUserAuthority", alternateUserAuthority),
                request,
                text(folder, "replyToQ", replyToQ),
                text(folder, "replyToQMgr", replyToQMgr));
    }

    private static boolean flag(Element folder, String name, boolean otherwise) {
        return word(folder, name, ANSWERS, otherwise ? "yes" : "no").equals("yes");
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
                "the LocalEnvironment specifies "
                        + name
                        + " '"
                        + given
                        + "'; expected one of "
                        + String.join(", ", words),
                Insert.of(given));
    }
}
