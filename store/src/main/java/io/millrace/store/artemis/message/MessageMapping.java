package io.millrace.store.artemis.message;

import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.Insert;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.FailureReport;
import io.millrace.engine.queue.QueueMessage;

import org.apache.activemq.artemis.api.core.ActiveMQBuffer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInternalErrorException;
import org.apache.activemq.artemis.api.core.ICoreMessage;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.core.message.LargeBodyReader;
import org.apache.activemq.artemis.core.message.impl.CoreMessage;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A mapping of messages of the queue API to messages of Artemis, and back. The bytes of the body
 * are written once, by the session that sends the message, and read once. Safe for use by several
 * threads.
 */
public final class MessageMapping {

    /**
     * Maximum number of bytes that the MQMD and application properties can add to the bytes after
     * the MQMD.
     */
    public static final int MAX_HEADER_BYTES = 64 << 10;

    /** Maximum number of bytes of a large body that are read or written together. */
    public static final int FILE_BUFFER = 1 << 20;

    private static final int PROPERTIES_ROOM = 320;

    private final ProtocolMapping foreign;
    private final boolean interop;
    private final String ownUser;
    private final boolean trustsUnsigned;
    private final int maxMessageBytes;

    /**
     * @param interop whether clients of other protocols can read the messages; the messages then
     *     also have the properties that such clients need
     * @param ownUser user of Millrace's own sessions; the identity in messages that they put is
     *     trusted
     * @param trustsUnsigned whether the broker is embedded. Then messages without an authenticated
     *     user are from Millrace, and the context fields of all other messages have been checked
     */
    public MessageMapping(
            boolean interop, String ownUser, boolean trustsUnsigned, int maxMessageBytes) {
        this.foreign = new ProtocolMapping();
        this.interop = interop;
        this.ownUser = ownUser;
        this.trustsUnsigned = trustsUnsigned;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Returns the approximate size in bytes of a message with this body. */
    public static int room(Bytes body) {
        return body.length() + PROPERTIES_ROOM;
    }

    /**
     * Writes everything except the body to an empty message, whose durability must match the
     * descriptor.
     *
     * @param routing anycast for a queue, multicast for a topic
     * @return body of the message for Artemis
     */
    public Bytes write(Mqmd md, Bytes body, RoutingType routing, CoreMessage message) {
        Bytes rest = body;
        message.setExpiration(MqmdProperties.expiration(md, System.currentTimeMillis()));
        message.setTimestamp(md.putTime().toEpochMilli());
        message.setPriority((byte) md.priority());
        MqmdProperties.write(md, message);
        if (interop) {
            rest = foreign.show(md, body, message);
        }
        message.setRoutingType(routing);
        return rest;
    }

    /** Marks a written message as one of several copies, whose ids are derived from its id. */
    public static void writeCopied(CoreMessage message) {
        MqmdProperties.writeCopied(message);
    }

    /** Adds the reason why a flow moved the message. */
    public static void writeFailure(CoreMessage message, FailureReport failure) {
        MqmdProperties.writeFailure(message, failure);
    }

    /** Returns a received or browsed message. */
    public QueueMessage read(ICoreMessage message, String queue, int backoutCount)
            throws ActiveMQException {
        long now = System.currentTimeMillis();
        String user = message.getValidatedUserID();
        QueueMessage read;
        boolean own = user == null || user.equals(ownUser);
        if (own && message.containsProperty(MqmdProperties.ID)) {
            Mqmd md = MqmdProperties.read(message, queue, now);
            if (user == null && !trustsUnsigned) {
                md.userIdentifier("");
            }
            read =
                    new QueueMessage(
                            md,
                            body(message, queue, foreign.hiddenHeader(message)),
                            MqmdProperties.readFailure(message));
        } else if (trustsUnsigned && MqmdProperties.isWritten(message)) {
            Mqmd md = MqmdProperties.read(message, queue, now).userIdentifier(user);
            read = new QueueMessage(md, body(message, queue, foreign.hiddenHeader(message)));
        } else {
            read = foreign.read(message, body(message, queue, ProtocolMapping.NO_HEADER), now);
            if (trustsUnsigned) {
                ContextProperties.read(message, read.descriptor());
            }
            read.descriptor().userIdentifier(user == null ? "" : user);
        }
        read.descriptor().sourceQueue(queue).backoutCount(backoutCount);
        return read;
    }

    /**
     * Returns a descriptor with the MsgId, CorrelId and GroupId of a message on a queue. Its body
     * is not read.
     */
    public Mqmd identifiers(ICoreMessage message, String queue) {
        String user = message.getValidatedUserID();
        boolean own = user == null || user.equals(ownUser);
        boolean written =
                own && message.containsProperty(MqmdProperties.ID)
                        || trustsUnsigned && MqmdProperties.isWritten(message);
        Mqmd md = new Mqmd();
        if (written) {
            MqmdProperties.readIdentifiers(message, queue, md);
        } else {
            foreign.readIdentifiers(message, md);
        }
        return md;
    }

    /**
     * Returns one array with the separately stored header, if there is one, and the bytes of the
     * body.
     */
    private Bytes body(ICoreMessage message, String queue, byte[] header) throws ActiveMQException {
        if (message.isLargeMessage()) {
            return Bytes.of(large(message, header, queue));
        }
        if (isCompressed(message)) {
            checkSize(inflatedSize(message, queue), queue);
        }
        ActiveMQBuffer buffer = message.getDataBuffer();
        byte[] array = room(buffer.readableBytes(), header, queue);
        buffer.readBytes(array, header.length, array.length - header.length);
        return Bytes.of(array);
    }

    /** Returns the number of bytes that a body has when it is received. */
    public static long bodyBytes(ICoreMessage message) throws ActiveMQException {
        if (message.isLargeMessage()) {
            try (LargeBodyReader file = message.getLargeBodyReader()) {
                return file.getSize();
            }
        }
        return message.getDataBuffer().readableBytes();
    }

    /** Returns a body that the broker stores in a file. */
    private byte[] large(ICoreMessage message, byte[] header, String queue)
            throws ActiveMQException {
        if (message instanceof ClientMessage received) {
            byte[] array = room(received.getBodySize(), header, queue);
            received.saveToOutputStream(new ArrayStream(array, header.length));
            return array;
        }
        try (LargeBodyReader file = message.getLargeBodyReader()) {
            file.open();
            byte[] array = room(file.getSize(), header, queue);
            int at = header.length;
            while (at < array.length) {
                int part = Math.min(FILE_BUFFER, array.length - at);
                int count = file.readInto(ByteBuffer.wrap(array, at, part));
                if (count <= 0) {
                    throw new ActiveMQInternalErrorException(
                            "the file of a message on queue " + queue + " is too short");
                }
                at += count;
            }
            return isCompressed(message) ? inflated(message, array, header, queue) : array;
        }
    }

    /**
     * Whether the message is compressed. The property, which clients can set to any value, is read
     * as Artemis reads it.
     */
    private static boolean isCompressed(ICoreMessage message) {
        Object specified = message.getObjectProperty(Message.HDR_LARGE_COMPRESSED);
        return specified != null && Boolean.parseBoolean(specified.toString());
    }

    /**
     * Returns a body that the client compressed ({@code compressLargeMessages}) and that has not
     * been decompressed by an Artemis client.
     *
     * @param packed header, followed by the body as received
     */
    private byte[] inflated(ICoreMessage message, byte[] packed, byte[] header, String queue)
            throws ActiveMQException {
        byte[] array = room(inflatedSize(message, queue), header, queue);
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(packed, header.length, packed.length - header.length);
            int at = header.length;
            int more = 1;
            while (at < array.length && more > 0) {
                more = inflater.inflate(array, at, array.length - at);
                at += more;
            }
            if (at < array.length) {
                throw new DataFormatException("it ends after " + (at - header.length) + " bytes");
            }
            return array;
        } catch (DataFormatException e) {
            throw notInflated(queue, e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Returns the uncompressed length of a compressed body, as specified by its client. */
    private static long inflatedSize(ICoreMessage message, String queue) throws ActiveMQException {
        Object size = message.getObjectProperty(Message.HDR_LARGE_BODY_SIZE);
        if (size instanceof Long bytes && bytes >= 0) {
            return bytes;
        }
        throw notInflated(queue, "its property " + Message.HDR_LARGE_BODY_SIZE + " is " + size);
    }

    private static ActiveMQException notInflated(String queue, String why) {
        return new ActiveMQInternalErrorException(
                "the compressed body of a message on queue " + queue + " cannot be read: " + why);
    }

    private void checkSize(long bodySize, String queue) {
        if (bodySize > maxMessageBytes) {
            throw new MillraceException(
                    ErrorCode.MESSAGE_TOO_LARGE,
                    "a message of "
                            + bodySize
                            + " bytes on queue "
                            + queue
                            + " is larger than the limit messageBytes of "
                            + maxMessageBytes
                            + " bytes; increase limits.messageBytes in broker.yaml until the"
                            + " message has been consumed or moved",
                    Insert.of(queue),
                    Insert.of(bodySize),
                    Insert.of(maxMessageBytes));
        }
    }

    private byte[] room(long bodySize, byte[] header, String queue) {
        checkSize(bodySize, queue);
        byte[] array = new byte[header.length + (int) bodySize];
        System.arraycopy(header, 0, array, 0, header.length);
        return array;
    }

    /** A stream that fills an array from an offset. */
    private static final class ArrayStream extends OutputStream {
        private final byte[] array;
        private int at;

        ArrayStream(byte[] array, int at) {
            this.array = array;
            this.at = at;
        }

        @Override
        public void write(int b) {
            array[at++] = (byte) b;
        }

        @Override
        public void write(byte[] source, int from, int count) {
            System.arraycopy(source, from, array, at, count);
            at += count;
        }
    }
}
