package io.millrace.store.artemis.message;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.MessageIds;

import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.SimpleString;

import java.time.Instant;

/**
 * An MQMD in the properties of an Artemis message. Fields that Artemis also has (persistence,
 * priority, expiration, time) are stored in those. Other fields are properties if they differ from
 * the initial value of the MQMD, so that small messages stay small.
 */
final class MqmdProperties {

    static final String PREFIX = "mq_";
    static final SimpleString ID = name("id");
    private static final SimpleString CORREL = name("correl");
    private static final SimpleString GROUP = name("group");
    static final SimpleString TOKEN = name("token");
    private static final SimpleString REPORT = name("report");
    private static final SimpleString TYPE = name("type");
    private static final SimpleString FEEDBACK = name("feedback");
    private static final SimpleString ENCODING = name("encoding");
    private static final SimpleString CCSID = name("ccsid");
    private static final SimpleString FORMAT = name("format");
    private static final SimpleString REPLY_QUEUE = name("replyq");
    private static final SimpleString REPLY_MANAGER = name("replyqm");
    static final SimpleString USER = name("user");
    static final SimpleString IDENTITY = name("identity");
    static final SimpleString APPL_TYPE = name("appltype");
    static final SimpleString APPL_NAME = name("applname");
    static final SimpleString ORIGIN = name("origin");
    private static final SimpleString SEQUENCE = name("seq");
    private static final SimpleString OFFSET = name("offset");
    private static final SimpleString FLAGS = name("flags");
    private static final SimpleString ORIGINAL_LENGTH = name("origlen");

    private static final SimpleString COPIED = name("copied");
    private static final SimpleString FAILURE = name("failure");

    private static final int TOKEN_LENGTH = 32;
    private static final long MILLIS_PER_TENTH = 100;

    private MqmdProperties() {}

    private static SimpleString name(String suffix) {
        return SimpleString.of(PREFIX + suffix);
    }

    /**
     * Returns the expiration time of a message put now with a descriptor; 0 if it does not expire,
     * as in Artemis.
     */
    static long expiration(Mqmd md, long now) {
        return md.expiry() < 0 ? 0 : now + md.expiry() * MILLIS_PER_TENTH;
    }

    /** Whether a session of Millrace wrote the descriptor. */
    static boolean isWritten(ICoreMessage message) {
        return message.getObjectProperty(ID) instanceof byte[] id && id.length == MessageIds.LENGTH;
    }

    static void write(Mqmd md, ICoreMessage message) {
        message.putBytesProperty(ID, md.msgId().toArray());
        writeId(message, CORREL, md.correlId());
        writeId(message, GROUP, md.groupId());
        writeId(message, TOKEN, md.accountingToken());
        write(message, REPORT, md.report(), 0);
        write(message, TYPE, md.msgType(), Mqmd.TYPE_DATAGRAM);
        write(message, FEEDBACK, md.feedback(), 0);
        write(message, ENCODING, md.encoding(), Mqmd.ENCODING_BIG_ENDIAN);
        write(message, CCSID, md.codedCharSetId(), Mqmd.CCSID_UTF8);
        write(message, FORMAT, md.format());
        write(message, REPLY_QUEUE, md.replyToQ());
        write(message, REPLY_MANAGER, md.replyToQMgr());
        write(message, USER, md.userIdentifier());
        write(message, IDENTITY, md.applIdentityData());
        write(message, APPL_TYPE, md.putApplType(), 0);
        write(message, APPL_NAME, md.putApplName());
        write(message, ORIGIN, md.applOriginData());
        write(message, SEQUENCE, md.msgSeqNumber(), 1);
        write(message, OFFSET, md.offset(), 0);
        write(message, FLAGS, md.msgFlags(), 0);
        write(message, ORIGINAL_LENGTH, md.originalLength(), -1);
    }

    /**
     * Marks a message to which several queues refer. The id of each copy is derived from the
     * message's id.
     */
    static void writeCopied(ICoreMessage message) {
        message.putBooleanProperty(COPIED, true);
    }

    static void writeFailure(ICoreMessage message, FailureReport failure) {
        message.putStringProperty(FAILURE, SimpleString.of(failure.write()));
    }

    /** Returns the reason why a flow moved the message; null if no flow moved the message. */
    static FailureReport readFailure(ICoreMessage message) {
        Object written = message.getObjectProperty(FAILURE);
        return written == null ? null : FailureReport.read(written.toString());
    }

    /** Returns the descriptor of a queued message that was written by Millrace. */
    static Mqmd read(ICoreMessage message, String queue, long now) {
        Mqmd md = fields(message, now);
        readIdentifiers(message, queue, md);
        if (message.containsProperty(TOKEN)) {
            md.accountingToken(readId(message, TOKEN, TOKEN_LENGTH));
        }
        return md.report(read(message, REPORT, 0))
                .msgType(read(message, TYPE, Mqmd.TYPE_DATAGRAM))
                .feedback(read(message, FEEDBACK, 0))
                .encoding(read(message, ENCODING, Mqmd.ENCODING_BIG_ENDIAN))
                .codedCharSetId(read(message, CCSID, Mqmd.CCSID_UTF8))
                .format(read(message, FORMAT))
                .replyToQ(read(message, REPLY_QUEUE))
                .replyToQMgr(read(message, REPLY_MANAGER))
                .userIdentifier(read(message, USER))
                .applIdentityData(read(message, IDENTITY))
                .putApplType(read(message, APPL_TYPE, 0))
                .putApplName(read(message, APPL_NAME))
                .applOriginData(read(message, ORIGIN))
                .msgSeqNumber(read(message, SEQUENCE, 1))
                .offset(read(message, OFFSET, 0))
                .msgFlags(read(message, FLAGS, 0))
                .originalLength(read(message, ORIGINAL_LENGTH, -1));
    }

    /** Reads MsgId, CorrelId and GroupId of a message written by Millrace. */
    static void readIdentifiers(ICoreMessage message, String queue, Mqmd md) {
        Bytes id = readId(message, ID, MessageIds.LENGTH);
        md.msgId(message.containsProperty(COPIED) ? MessageIds.ofCopy(id, queue) : id);
        if (message.containsProperty(CORREL)) {
            md.correlId(readId(message, CORREL, MessageIds.LENGTH));
        }
        if (message.containsProperty(GROUP)) {
            md.groupId(readId(message, GROUP, MessageIds.LENGTH));
        }
    }

    /** Returns a descriptor with the fields that each Artemis message has, from any sender. */
    static Mqmd fields(ICoreMessage message, long now) {
        Mqmd md =
                new Mqmd()
                        .persistence(
                                message.isDurable() ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO)
                        .priority(message.getPriority());
        if (message.getTimestamp() > 0) {
            md.putTime(Instant.ofEpochMilli(message.getTimestamp()));
        }
        if (message.getExpiration() > 0) {
            long left = (message.getExpiration() - now + MILLIS_PER_TENTH - 1) / MILLIS_PER_TENTH;
            md.expiry(Math.clamp(left, 1, Integer.MAX_VALUE));
        }
        return md;
    }

    private static void writeId(ICoreMessage message, SimpleString name, Bytes id) {
        if (!MessageIds.isNone(id)) {
            message.putBytesProperty(name, id.toArray());
        }
    }

    private static void write(ICoreMessage message, SimpleString name, int value, int initial) {
        if (value != initial) {
            message.putIntProperty(name, value);
        }
    }

    private static void write(ICoreMessage message, SimpleString name, String value) {
        if (!value.isEmpty()) {
            message.putStringProperty(name, SimpleString.of(value));
        }
    }

    private static Bytes readId(ICoreMessage message, SimpleString name, int length) {
        return message.getObjectProperty(name) instanceof byte[] id
                ? Bytes.of(id)
                : Bytes.of(new byte[length]);
    }

    private static int read(ICoreMessage message, SimpleString name, int initial) {
        return message.getObjectProperty(name) instanceof Integer value ? value : initial;
    }

    private static String read(ICoreMessage message, SimpleString name) {
        Object value = message.getObjectProperty(name);
        return value == null ? "" : value.toString();
    }
}
