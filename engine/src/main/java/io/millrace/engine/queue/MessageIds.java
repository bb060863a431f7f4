package io.millrace.engine.queue;

import io.millrace.engine.message.Bytes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes message identifiers: 24 bytes, of which the first four are {@code MLR} and a blank, the
 * next twelve are random once for each process, and the last eight count. Safe to use from several
 * threads.
 */
public final class MessageIds {

    /** How many bytes MsgId, CorrelId and GroupId have. */
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
     * The id of a message's copy on a queue, made of the message's: another for each queue, and the
     * same each time.
     *
     * @param id of {@link #LENGTH} bytes, as {@link #next} makes them
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

    /** Whether an id is all zero, which means that there is none. */
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
