package io.millrace.connectors.http;

import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A monitor of clients of a listener that do not complete a request or do not read a response. The
 * timeouts of Helidon apply only between requests. The connection of a slow client is closed by an
 * interrupt of its virtual thread.
 */
final class SlowClients implements Http1ConnectionListener, AutoCloseable {

    /** The thread of a connection, which can read a part of a request or send a response. */
    private static final class Reading {
        private final Thread thread;
        private long since;
        private boolean active;

        Reading(Thread thread) {
            this.thread = thread;
        }

        synchronized void begin() {
            active = true;
            since = System.nanoTime();
        }

        synchronized void progress() {
            since = System.nanoTime();
        }

        synchronized void end() {
            active = false;
        }

        synchronized void interruptAfter(long nanos) {
            if (active && System.nanoTime() - since > nanos) {
                thread.interrupt();
            }
        }
    }

    /** The threads of the connections. Those that have ended are removed by the watch. */
    private final Map<Thread, Reading> all = new ConcurrentHashMap<>();

    private final long idleNanos;
    private final Thread watch;

    SlowClients(long idleMillis) {
        idleNanos = idleMillis * 1_000_000;
        watch = Thread.ofVirtual().name("slow-clients").start(() -> watch(idleMillis));
    }

    private void watch(long idleMillis) {
        try {
            while (true) {
                Thread.sleep(Math.max(50, idleMillis / 4));
                all.keySet().removeIf(thread -> !thread.isAlive());
                all.values().forEach(reading -> reading.interruptAfter(idleNanos));
            }
        } catch (InterruptedException closed) {
            all.clear();
        }
    }

    /** Begins the reading of a part of a request, or a response, by the current thread. */
    void begin() {
        all.computeIfAbsent(Thread.currentThread(), Reading::new).begin();
    }

    /** Notes that the client has sent or read data. */
    void progress() {
        Reading reading = all.get(Thread.currentThread());
        if (reading != null) {
            reading.progress();
        }
    }

    /** Ends the part of the current thread, which is not interrupted afterwards. */
    void end() {
        Reading reading = all.get(Thread.currentThread());
        if (reading != null) {
            reading.end();
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
