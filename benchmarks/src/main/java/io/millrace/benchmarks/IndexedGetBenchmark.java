package io.millrace.benchmarks;

import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueIndex;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Broker;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Messages got by their CorrelId from a queue of other messages, while sessions wait for further
 * messages. The times with an index must not depend on the depth and on the number of waiting
 * sessions. Messages are not persistent, so no time is spent on the disk.
 */
public class IndexedGetBenchmark extends EngineBenchmark {

    private static final String QUEUE = "REPLIES";
    private static final int UNIT = 1_000;
    private static final int MAX_DEPTH = 200_000;

    /** First number of the identifiers for which sessions wait. */
    private static final int WAITED_FOR = 1 << 20;

    /** Number of the identifier of the message that is got. */
    private static final int WANTED = 1 << 30;

    private static final long LONG_MILLIS = 3_600_000;

    @Param({"0", "10000", "100000"})
    private int depth;

    @Param({"1", "5000"})
    private int waiting;

    private final Semaphore taken = new Semaphore(0);
    private Path home;
    private Broker broker;
    private QueueSession session;
    private ExecutorService sessions;
    private int next;

    @Setup
    public void open() throws IOException {
        home = Files.createTempDirectory("millrace-benchmark");
        broker = Broker.builder().home(home).start();
        broker.createQueue(QueueDefinition.named(QUEUE).withIndex(QueueIndex.CORREL_ID, MAX_DEPTH));
        session = broker.store().session();
        for (int i = 0; i < depth; i++) {
            put(i, true);
            if (i % UNIT == UNIT - 1) {
                session.commit();
            }
        }
        session.commit();
        sessions = Executors.newVirtualThreadPerTaskExecutor();
        for (int i = 0; i < waiting; i++) {
            int number = WAITED_FOR + i;
            sessions.submit(() -> takeAll(number));
        }
    }

    /** Takes the messages with an identifier until the thread is interrupted. */
    private void takeAll(int number) {
        try (QueueSession own = broker.store().session()) {
            while (own.take(QUEUE, id(number), md -> true, LONG_MILLIS) != null) {
                own.commit();
                taken.release();
            }
        }
    }

    private static Bytes id(int number) {
        return Bytes.of(ByteBuffer.allocate(24).putInt(20, number).array());
    }

    private void put(int number, boolean inUnit) {
        Mqmd md = new Mqmd().correlId(id(number)).persistence(Mqmd.PERSISTENCE_NO);
        session.put(QUEUE, new QueueMessage(md, Bytes.utf8("a short message")), inUnit);
    }

    @TearDown
    public void close() throws IOException {
        sessions.shutdownNow();
        sessions.close();
        session.close();
        broker.close();
        ScratchFolder.delete(home);
    }

    /** Puts a message and gets the message with the index. */
    @Benchmark
    public QueueMessage index() {
        put(WANTED, true);
        session.commit();
        QueueMessage message = session.take(QUEUE, id(WANTED), md -> true, LONG_MILLIS);
        session.commit();
        return message;
    }

    /** Puts a message and gets the message by a search from the beginning of the queue. */
    @Benchmark
    public QueueMessage search() {
        put(WANTED, true);
        session.commit();
        Bytes id = id(WANTED);
        QueueMessage message = session.take(QUEUE, m -> m.descriptor().correlId().equals(id));
        session.commit();
        return message;
    }

    /**
     * Puts a message for one of the waiting sessions. The session gets the message with the index.
     */
    @Benchmark
    public void waitingSession() throws InterruptedException {
        put(WAITED_FOR + next++ % waiting, false);
        taken.acquire();
    }
}
