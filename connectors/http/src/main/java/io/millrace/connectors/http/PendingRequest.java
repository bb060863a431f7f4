package io.millrace.connectors.http;

import io.millrace.engine.message.Bytes;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A request with a client that waits for the reply. Any flow of the process can find the request by
 * its identifier. The reply is sent when the unit of work that contains it has been committed. Safe
 * for use by several threads.
 */
final class PendingRequest {

    private static final Map<Bytes, PendingRequest> ALL = new ConcurrentHashMap<>();
    private static final AtomicLong COUNT = new AtomicLong();
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final byte[] RANDOM_BYTES = new byte[4096];

    /** Number of random bytes that identifiers contain. Guarded by the bytes. */
    private static int used = RANDOM_BYTES.length;

    /** Random part of the identifiers of this process, so they cannot be guessed. */
    private static final long PROCESS = RANDOM.nextLong();

    private final Bytes id;
    private final CompletableFuture<HttpReply> reply = new CompletableFuture<>();

    /** Unit of work that contains the reply; null if there is none. */
    private Object owner;

    /** Last reply of the unit of work; null if there is none. */
    private HttpReply prepared;

    private boolean ended;

    private PendingRequest(Bytes id) {
        this.id = id;
    }

    /**
     * Creates a request that waits for a reply and that all flows find. The caller must end the
     * request.
     */
    static PendingRequest create() {
        PendingRequest request = unregistered();
        ALL.put(request.id, request);
        return request;
    }

    /** Creates a request for flow tests that only the receiving flow can answer. */
    static PendingRequest unregistered() {
        byte[] id =
                ByteBuffer.allocate(24)
                        .putLong(PROCESS)
                        .putLong(random())
                        .putLong(COUNT.incrementAndGet())
                        .array();
        return new PendingRequest(Bytes.of(id));
    }

    /** Returns the next random number. A call of the source of random numbers returns many. */
    private static long random() {
        synchronized (RANDOM_BYTES) {
            if (used == RANDOM_BYTES.length) {
                RANDOM.nextBytes(RANDOM_BYTES);
                used = 0;
            }
            long number = ByteBuffer.wrap(RANDOM_BYTES).getLong(used);
            used += Long.BYTES;
            return number;
        }
    }

    /** Returns the request with an identifier; null if it is unknown or has ended. */
    static PendingRequest find(Bytes id) {
        return ALL.get(id);
    }

    /** Returns the identifier: 24 bytes. */
    Bytes id() {
        return id;
    }

    /**
     * Prepares the reply of a unit of work. A later reply of the same unit replaces an earlier one,
     * for example after an error was caught.
     *
     * @return false if another unit contains a reply, or if the client no longer waits
     */
    synchronized boolean prepare(Object unit, HttpReply value) {
        if (ended || reply.isDone() || owner != null && owner != unit) {
            return false;
        }
        owner = unit;
        prepared = value;
        return true;
    }

    /** Sends the reply of a unit of work that has been committed. */
    synchronized void send() {
        reply.complete(prepared);
    }

    /** Lets another unit of work reply after the rollback of the unit with the reply. */
    synchronized void release() {
        owner = null;
        prepared = null;
    }

    /**
     * Waits for the reply.
     *
     * @return null if the time passes, or if the thread is interrupted
     */
    HttpReply await(long nanos) {
        try {
            return reply.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the request: later replies are rejected. */
    void end() {
        ALL.remove(id);
        synchronized (this) {
            ended = true;
        }
    }
}
