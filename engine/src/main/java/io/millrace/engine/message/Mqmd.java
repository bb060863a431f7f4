package io.millrace.engine.message;

import java.time.Instant;
import java.util.Objects;

/**
 * The message descriptor (MQMD version 2): the properties that a queue stores with the bytes of a
 * message.
 *
 * <p>Names, meanings and initial values are the same as in the MQMD structure of WebSphere MQ. The
 * creator of the message fills the descriptor. After it is passed on, it must not be changed;
 * change a {@link #copy} instead. Strings have no padding to the fixed lengths of the structure.
 * Identifiers have 24 bytes.
 */
public final class Mqmd implements Cloneable {

    public static final int PERSISTENCE_NO = 0;
    public static final int PERSISTENCE_YES = 1;

    /** Value of the persistence: the default of the queue applies. */
    public static final int PERSISTENCE_AS_QUEUE = 2;

    public static final int EXPIRY_UNLIMITED = -1;

    /** Value of the priority: the default of the queue applies. */
    public static final int PRIORITY_AS_QUEUE = -1;

    public static final int TYPE_REQUEST = 1;
    public static final int TYPE_REPLY = 2;
    public static final int TYPE_REPORT = 4;
    public static final int TYPE_DATAGRAM = 8;

    /**
     * Encoding in which integers, packed decimals and floats are big-endian ("normal"), as on z/OS
     * and in network order.
     */
    public static final int ENCODING_BIG_ENDIAN = 273;

    /**
     * Encoding in which integers, packed decimals and floats are little-endian ("reversed"), as on
     * Intel machines.
     */
    public static final int ENCODING_LITTLE_ENDIAN = 546;

    public static final int CCSID_UTF8 = 1208;

    private static final Bytes NO_ID = Bytes.of(new byte[24]);
    private static final Bytes NO_TOKEN = Bytes.of(new byte[32]);

    private int report;
    private int msgType = TYPE_DATAGRAM;
    private int expiry = EXPIRY_UNLIMITED;
    private int feedback;
    private int encoding = ENCODING_BIG_ENDIAN;
    private int codedCharSetId = CCSID_UTF8;
    private String format = "";
    private int priority = PRIORITY_AS_QUEUE;
    private int persistence = PERSISTENCE_AS_QUEUE;
    private Bytes msgId = NO_ID;
    private Bytes correlId = NO_ID;
    private int backoutCount;
    private String replyToQ = "";
    private String replyToQMgr = "";
    private String userIdentifier = "";
    private Bytes accountingToken = NO_TOKEN;
    private String applIdentityData = "";
    private int putApplType;
    private String putApplName = "";
    private Instant putTime = Instant.EPOCH;
    private String applOriginData = "";
    private Bytes groupId = NO_ID;
    private int msgSeqNumber = 1;
    private int offset;
    private int msgFlags;
    private int originalLength = -1;
    private String sourceQueue = "";

    /** Returns a copy that can be changed. */
    public Mqmd copy() {
        try {
            return (Mqmd) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the report options, the sum of MQRO_ values. */
    public int report() {
        return report;
    }

    public Mqmd report(int value) {
        report = value;
        return this;
    }

    /**
     * Returns the message type: 1 request, 2 reply, 4 report, 8 datagram; types from 65,536 are
     * defined by applications.
     */
    public int msgType() {
        return msgType;
    }

    public Mqmd msgType(int value) {
        msgType = value;
        return this;
    }

    /**
     * Returns the remaining lifetime in tenths of a second, or -1 if the message does not expire.
     */
    public int expiry() {
        return expiry;
    }

    public Mqmd expiry(int tenths) {
        expiry = tenths;
        return this;
    }

    public int feedback() {
        return feedback;
    }

    public Mqmd feedback(int value) {
        feedback = value;
        return this;
    }

    /**
     * Returns the number encoding of the section after this header: 273 for big-endian, 546 for
     * little-endian; other values are mixed.
     */
    public int encoding() {
        return encoding;
    }

    public Mqmd encoding(int value) {
        encoding = value;
        return this;
    }

    /**
     * Returns the coded character set of the section after this header, for example 1208 for UTF-8.
     */
    public int codedCharSetId() {
        return codedCharSetId;
    }

    public Mqmd codedCharSetId(int value) {
        codedCharSetId = value;
        return this;
    }

    /**
     * Returns the format of the section after this header, for example {@code MQHRF2} or {@code
     * MQSTR}; empty if there is none.
     */
    public String format() {
        return format;
    }

    public Mqmd format(String value) {
        format = value.stripTrailing();
        return this;
    }

    /** Returns the priority, 0 to 9, or -1 for the queue's default. */
    public int priority() {
        return priority;
    }

    public Mqmd priority(int value) {
        priority = value;
        return this;
    }

    /** Returns the persistence: 0 non-persistent, 1 persistent, 2 as set by the queue's default. */
    public int persistence() {
        return persistence;
    }

    public Mqmd persistence(int value) {
        persistence = value;
        return this;
    }

    public boolean isPersistent() {
        return persistence == PERSISTENCE_YES;
    }

    /**
     * Returns the message identifier of 24 bytes. If all bytes are zero, the store generates an
     * identifier.
     */
    public Bytes msgId() {
        return msgId;
    }

    public Mqmd msgId(Bytes id) {
        msgId = fixed(id, 24);
        return this;
    }

    /** Returns the correlation identifier of 24 bytes; all bytes are zero if there is none. */
    public Bytes correlId() {
        return correlId;
    }

    public Mqmd correlId(Bytes id) {
        correlId = fixed(id, 24);
        return this;
    }

    /** Returns the number of times that a unit of work with only this message was rolled back. */
    public int backoutCount() {
        return backoutCount;
    }

    public Mqmd backoutCount(int value) {
        backoutCount = value;
        return this;
    }

    public String replyToQ() {
        return replyToQ;
    }

    public Mqmd replyToQ(String value) {
        replyToQ = value.strip();
        return this;
    }

    public String replyToQMgr() {
        return replyToQMgr;
    }

    public Mqmd replyToQMgr(String value) {
        replyToQMgr = value.strip();
        return this;
    }

    public String userIdentifier() {
        return userIdentifier;
    }

    public Mqmd userIdentifier(String value) {
        userIdentifier = value.stripTrailing();
        return this;
    }

    /** Returns the accounting token of 32 bytes. */
    public Bytes accountingToken() {
        return accountingToken;
    }

    public Mqmd accountingToken(Bytes value) {
        accountingToken = fixed(value, 32);
        return this;
    }

    public String applIdentityData() {
        return applIdentityData;
    }

    public Mqmd applIdentityData(String value) {
        applIdentityData = value.stripTrailing();
        return this;
    }

    public int putApplType() {
        return putApplType;
    }

    public Mqmd putApplType(int value) {
        putApplType = value;
        return this;
    }

    public String putApplName() {
        return putApplName;
    }

    public Mqmd putApplName(String value) {
        putApplName = value.stripTrailing();
        return this;
    }

    /**
     * Returns the time at which the message was put (PutDate and PutTime combined); the epoch if
     * unknown.
     */
    public Instant putTime() {
        return putTime;
    }

    public Mqmd putTime(Instant value) {
        putTime = Objects.requireNonNull(value);
        return this;
    }

    public String applOriginData() {
        return applOriginData;
    }

    public Mqmd applOriginData(String value) {
        applOriginData = value.stripTrailing();
        return this;
    }

    /** Returns the group identifier of 24 bytes; all zero if the message is not in a group. */
    public Bytes groupId() {
        return groupId;
    }

    public Mqmd groupId(Bytes value) {
        groupId = fixed(value, 24);
        return this;
    }

    /** Returns the sequence number in the group, from 1. */
    public int msgSeqNumber() {
        return msgSeqNumber;
    }

    public Mqmd msgSeqNumber(int value) {
        msgSeqNumber = value;
        return this;
    }

    public int offset() {
        return offset;
    }

    public Mqmd offset(int value) {
        offset = value;
        return this;
    }

    /** Returns the message flags, the sum of MQMF_ values. */
    public int msgFlags() {
        return msgFlags;
    }

    public Mqmd msgFlags(int value) {
        msgFlags = value;
        return this;
    }

    /** Returns the original length; -1 if undefined. */
    public int originalLength() {
        return originalLength;
    }

    public Mqmd originalLength(int value) {
        originalLength = value;
        return this;
    }

    /**
     * Returns the queue from which the message was read; empty if the message did not come from a
     * queue.
     */
    public String sourceQueue() {
        return sourceQueue;
    }

    public Mqmd sourceQueue(String value) {
        sourceQueue = value;
        return this;
    }

    /**
     * Returns an identifier with the fixed length of the structure. A longer identifier is
     * truncated; a shorter one is padded with zeros at the end.
     */
    private static Bytes fixed(Bytes id, int length) {
        if (id.length() == length) {
            return id;
        }
        byte[] array = new byte[length];
        System.arraycopy(id.array(), id.start(), array, 0, Math.min(length, id.length()));
        return Bytes.of(array);
    }
}
