package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A generator of message identifiers of 24 bytes: {@code MLR} and a blank, twelve bytes that are
 * random for each process, and a counter of eight bytes. Safe for use by several threads.
 */
public final class MessageIds {

    /** Number of bytes of MsgId, CorrelId and GroupId. */
    public static final int LENGTH = 24;

    private static final byte[] PREFIX = prefix();
    private static final AtomicLong COUNTER = new AtomicLong();

    private MessageIds() {}

    public static Bytes next() {
        byte[] id = new byte[LENGTH];
        System.arraycopy(PREFIX, 0, id, 0, PREFIX.length);
        ByteBuffer.wrap(id).putLong(PREFIX.length, COUNTER.incrementAndGet());
        return Bytes.of(id);
    }

    /**
     * Returns the identifier of the copy of a message on a queue, derived from the identifier of
     * the message. Different queues have different identifiers; the same queue always has the same
     * identifier.
     *
     * @param id identifier of {@link #LENGTH} bytes, as returned by {@link #next}
     */
    public static Bytes ofCopy(Bytes id, String queue) {
        // FNV-1a, 64 bits.
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < queue.length(); i++) {
            hash = (hash ^ queue.charAt(i)) * 0x100000001b3L;
        }
        byte[] copy = Arrays.copyOfRange(id.array(), id.start(), id.end());
        int last = LENGTH - Long.BYTES;
        ByteBuffer bytes = ByteBuffer.wrap(copy);
        bytes.putLong(last, bytes.getLong(last) ^ hash);
        return Bytes.of(copy);
    }

    /** Whether all bytes of an identifier are zero, which means that the identifier is not set. */
    public static boolean isNone(Bytes id) {
        for (int i = id.start(); i < id.end(); i++) {
            if (id.array()[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] prefix() {
        byte[] prefix = new byte[16];
        new SecureRandom().nextBytes(prefix);
        byte[] eye = "MLR ".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(eye, 0, prefix, 0, eye.length);
        return prefix;
    }
}
