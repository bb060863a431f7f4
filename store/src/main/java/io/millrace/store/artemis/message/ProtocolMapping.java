package io.millrace.store.artemis.message;

import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.parser.Ccsid;
import io.millrace.engine.queue.MessageIds;
import io.millrace.engine.queue.QueueMessage;

import org.apache.activemq.artemis.api.core.ActiveMQBuffers;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.reader.MessageUtil;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The mapping of messages to and from AMQP, JMS, MQTT and STOMP clients. Text is Format MQSTR with
 * its CCSID, application properties are the {@code usr} folder of an MQRFH2, identifiers are 24
 * bytes. Safe for use by several threads.
 */
final class ProtocolMapping {

    static final byte[] NO_HEADER = {};

    private static final String TEXT = "MQSTR";

    /**
     * Property with the MQRFH2 of a Millrace message, stored separately so that clients receive
     * only the body.
     */
    private static final SimpleString HEADER = SimpleString.of(MqmdProperties.PREFIX + "rfh2");

    /**
     * Properties from which the AMQP protocol of Artemis takes content type and message identifier.
     */
    private static final SimpleString CONTENT_TYPE = SimpleString.of("JMS_AMQP_ContentType");

    private static final SimpleString MESSAGE_ID = SimpleString.of("NATIVE_MESSAGE_ID");

    /**
     * Property with the kind of JMS message. If the property is null, the content type determines
     * the kind.
     */
    private static final SimpleString JMS_TYPE = SimpleString.of("JMS_AMQP_MA_x-opt-jms-msg-type");

    private static final SimpleString CONTENT_TYPE_UTF8 =
            SimpleString.of("text/plain;charset=utf-8");
    private static final String QUEUE_SCHEME = "queue://";
    private static final String MQTT_PREFIX = "mqtt.";
    private static final int MAX_HEADER = 32 << 10;

    private final Identifiers identifiers = new Identifiers();

    /**
     * Adds the properties that clients need to a Millrace message, and returns the bytes that
     * clients receive as the body.
     */
    Bytes show(Mqmd md, Bytes body, ICoreMessage message) {
        String format = md.format();
        int ccsid = md.codedCharSetId();
        Bytes rest = body;
        if (format.equals(UsrHeader.FORMAT)) {
            UsrHeader.Header header = UsrHeader.read(body, md.encoding());
            if (header != null && header.length() <= MAX_HEADER) {
                message.putBytesProperty(HEADER, body.slice(0, header.length()).toArray());
                header.user().forEach((name, value) -> putProperty(message, name, value));
                format = header.format();
                ccsid = header.ccsid() > 0 ? header.ccsid() : ccsid;
                rest = body.slice(header.length(), body.length());
            }
        }
        if (format.equals(TEXT)) {
            message.putStringProperty(CONTENT_TYPE, contentType(ccsid));
            message.putObjectProperty(JMS_TYPE, null);
        }
        message.putStringProperty(MESSAGE_ID, SimpleString.of(identifiers.toForeign(md.msgId())));
        if (!MessageIds.isNone(md.correlId())) {
            message.putStringProperty(
                    MessageUtil.CORRELATIONID_HEADER_NAME,
                    SimpleString.of(identifiers.toForeign(md.correlId())));
        }
        if (!md.replyToQ().isEmpty()) {
            message.putStringProperty(
                    MessageUtil.REPLYTO_HEADER_NAME, SimpleString.of(QUEUE_SCHEME + md.replyToQ()));
        }
        return rest;
    }

    private static SimpleString contentType(int ccsid) {
        if (ccsid == Mqmd.CCSID_UTF8) {
            return CONTENT_TYPE_UTF8;
        }
        return Ccsid.isKnown(ccsid)
                ? SimpleString.of("text/plain;charset=" + Ccsid.charset(ccsid).name())
                : CONTENT_TYPE_UTF8;
    }

    private static void putProperty(ICoreMessage message, String name, Object value) {
        if (isApplicationProperty(name)) {
            message.putObjectProperty(name, value);
        }
    }

    /** Returns the header that {@link #show} stored separately; empty if there is none. */
    byte[] hiddenHeader(ICoreMessage message) {
        return message.getObjectProperty(HEADER) instanceof byte[] header ? header : NO_HEADER;
    }

    /** Returns the message that a client sent. */
    QueueMessage read(ICoreMessage message, Bytes raw, long now) {
        Mqmd md = MqmdProperties.fields(message, now);
        Bytes body = raw;
        String format = "";
        Bytes written = message.getType() == Message.TEXT_TYPE ? text(raw) : null;
        if (written != null) {
            body = written;
            format = TEXT;
        } else if (isMqtt(message) && isText(raw)) {
            format = TEXT;
        }
        readIdentifiers(message, md);
        Map<String, Object> user = new LinkedHashMap<>();
        for (SimpleString name : message.getPropertyNames()) {
            String text = name.toString();
            Object value = message.getObjectProperty(name);
            if (value != null && isApplicationProperty(text)) {
                user.put(text, value instanceof SimpleString s ? s.toString() : value);
            }
        }
        if (user.isEmpty()) {
            return new QueueMessage(md.format(format), body);
        }
        byte[] header = UsrHeader.write(user, format);
        byte[] whole = new byte[header.length + body.length()];
        System.arraycopy(header, 0, whole, 0, header.length);
        System.arraycopy(body.array(), body.start(), whole, header.length, body.length());
        return new QueueMessage(md.format(UsrHeader.FORMAT), Bytes.of(whole));
    }

    /** Reads the identifiers of a message that a client sent. */
    void readIdentifiers(ICoreMessage message, Mqmd md) {
        Object id = message.getObjectProperty(MESSAGE_ID);
        if (id == null) {
            id = message.getUserID();
        }
        md.msgId(
                identifiers.toBytes(
                        id == null ? "artemis-" + message.getMessageID() : id.toString()));
        Object correlation = message.getCorrelationID();
        if (correlation instanceof byte[] bytes) {
            md.correlId(Bytes.of(bytes));
        } else if (correlation != null) {
            md.correlId(identifiers.toBytes(correlation.toString()));
        }
        SimpleString replyTo = message.getReplyTo();
        if (replyTo != null) {
            String text = replyTo.toString();
            int scheme = text.indexOf("://");
            md.replyToQ(scheme < 0 ? text : text.substring(scheme + 3)).msgType(Mqmd.TYPE_REQUEST);
        }
        Object group = message.getObjectProperty(Message.HDR_GROUP_ID);
        if (group != null) {
            md.groupId(identifiers.toBytes(group.toString()));
        }
    }

    /** Returns the text of a text message; null if its bytes are not text. */
    private static Bytes text(Bytes raw) {
        if (raw.isEmpty()) {
            return Bytes.EMPTY;
        }
        try {
            SimpleString text =
                    ActiveMQBuffers.wrappedBuffer(raw.toArray()).readNullableSimpleString();
            return text == null ? Bytes.EMPTY : Bytes.utf8(text.toString());
        } catch (IndexOutOfBoundsException | NegativeArraySizeException notText) {
            return null;
        }
    }

    private static boolean isMqtt(ICoreMessage message) {
        return message.getPropertyNames().stream()
                .anyMatch(name -> name.toString().startsWith(MQTT_PREFIX));
    }

    /**
     * Whether a payload is text. MQTT payloads have no such indicator, so UTF-8 without a zero byte
     * is treated as text.
     */
    private static boolean isText(Bytes raw) {
        for (int i = 0; i < raw.length(); i++) {
            if (raw.at(i) == 0) {
                return false;
            }
        }
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw.array(), raw.start(), raw.length()));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Whether a name does not belong to the broker, a protocol or Millrace. */
    private static boolean isApplicationProperty(String name) {
        return !name.startsWith("_AMQ")
                && !name.startsWith("__")
                && !name.startsWith("JMS")
                && !name.startsWith("NATIVE_")
                && !name.startsWith("x-opt-")
                && !name.startsWith(MQTT_PREFIX)
                && !name.startsWith(MqmdProperties.PREFIX);
    }
}
