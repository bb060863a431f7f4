package io.millrace.connectors.http.port;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A monitor of clients of a listener that do not complete a request or do not read a response. The
 * timeouts of Helidon apply only between requests. The connection of a slow client is closed by an
 * interrupt of its virtual thread.
 */
final class SlowClients implements Http1ConnectionListener, AutoCloseable {

    private static final long MIN_PAUSE_NANOS = Duration.ofMillis(50).toNanos();

    /** Maximum time between two parts of a body that is discarded. */
    private static final long DISCARD_NANOS = Duration.ofSeconds(5).toNanos();

    /** The thread of a connection, which can read a part of a request or send a response. */
    private static final class Transfer {
        private final Thread thread;
        private long deadline;
        private boolean active;

        Transfer(Thread thread) {
            this.thread = thread;
        }

        synchronized void begin(long nanos) {
            deadline = System.nanoTime() + nanos;
            active = true;
        }

        synchronized void end() {
            active = false;
        }

        synchronized void interruptIfLate() {
            if (active && System.nanoTime() - deadline > 0) {
                thread.interrupt();
            }
        }
    }

    /** The threads of the connections. The watch removes those that have ended. */
    private final Map<Thread, Transfer> all = new ConcurrentHashMap<>();

    private final long idleNanos;
    private final long discardNanos;
    private final Thread watch;

    SlowClients(long idleMillis) {
        idleNanos = Duration.ofMillis(idleMillis).toNanos();
        discardNanos = Math.min(idleNanos, DISCARD_NANOS);
        watch = Thread.ofVirtual().name("slow-clients").start(this::watch);
    }

    private void watch() {
        long pause = Math.max(MIN_PAUSE_NANOS, discardNanos / 4);
        try {
            while (true) {
                Thread.sleep(Duration.ofNanos(pause));
                all.keySet().removeIf(thread -> !thread.isAlive());
                all.values().forEach(Transfer::interruptIfLate);
            }
        } catch (InterruptedException closed) {
            all.clear();
        }
    }

    /** Returns the time without data after which a client is slow. */
    long idleNanos() {
        return idleNanos;
    }

    /** Returns a stream with monitored reads. */
    InputStream reading(InputStream from) {
        return reading(from, idleNanos);
    }

    /** Returns a stream with reads that are monitored with the time limit for discarded bodies. */
    InputStream discarding(InputStream from) {
        return reading(from, discardNanos);
    }

    private InputStream reading(InputStream from, long nanos) {
        return new FilterInputStream(from) {
            @Override
            public int read() throws IOException {
                begin(nanos);
                try {
                    return in.read();
                } catch (RuntimeException e) {
                    throw incomplete(e);
                } finally {
                    SlowClients.this.end();
                }
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                begin(nanos);
                try {
                    return in.read(bytes, offset, length);
                } catch (RuntimeException e) {
                    throw incomplete(e);
                } finally {
                    SlowClients.this.end();
                }
            }
        };
    }

    /** Returns a stream with monitored writes. */
    OutputStream writing(OutputStream to) {
        return new FilterOutputStream(to) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                begin();
                try {
                    out.write(bytes, offset, length);
                } catch (RuntimeException e) {
                    throw gone(e);
                } finally {
                    SlowClients.this.end();
                }
            }

            @Override
            public void flush() throws IOException {
                begin();
                try {
                    out.flush();
                } catch (RuntimeException e) {
                    throw gone(e);
                } finally {
                    SlowClients.this.end();
                }
            }
        };
    }

    /**
     * Converts an exception of Helidon, which otherwise answers with status 500 and waits for the
     * rest of the body without a time limit.
     */
    private static IOException incomplete(RuntimeException e) {
        return new IOException("the body of the request is incomplete or malformed", e);
    }

    /** Converts the unchecked exceptions that Helidon's sockets throw. */
    private static IOException gone(RuntimeException e) {
        return new IOException("the client has closed the connection", e);
    }

    /**
     * Registers that the current thread begins to read a part of a request or to send a response.
     */
    void begin() {
        begin(idleNanos);
    }

    private void begin(long nanos) {
        all.computeIfAbsent(Thread.currentThread(), Transfer::new).begin(nanos);
    }

    /**
     * Ends the part that the current thread reads or writes. The thread is not interrupted
     * afterwards.
     */
    void end() {
        Transfer transfer = all.get(Thread.currentThread());
        if (transfer != null) {
            transfer.end();
        }
    }

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        begin();
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        end();
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
