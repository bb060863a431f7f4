package io.millrace.benchmarks;

import io.millrace.benchmarks.drive.Database;
import io.millrace.benchmarks.drive.Scenario;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.engine.queue.QueueStore;
import io.millrace.flows.Broker;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.util.concurrent.locks.LockSupport;

/**
 * The very complex flow, which processes all messages of a queue with one or several instances.
 * Queues are in memory and nothing else runs, so the speedup of two instances on two processors
 * shows how well the engine scales.
 */
public class InstancesBenchmark extends EngineBenchmark {

    /** Number of messages on the queue when the instances start. */
    public static final int MESSAGES = 2048;

    @Param({"1", "2", "4"})
    private int instances;

    @Param({"4096", "16384", "65536"})
    private int bytes;

    private Scenario scenario;
    private Broker broker;
    private QueueSession session;
    private QueueMessage message;

    @Setup
    public void open() {
        scenario = Scenario.of("additional-instances-" + instances);
        broker = Broker.builder().memory().start();
        broker.deploy(scenario.application(Database.NONE));
        session = broker.store().session();
        message = scenario.request(bytes).message(false);
    }

    @TearDown
    public void close() {
        session.close();
        broker.close();
    }

    /** Puts all messages first, so that no instance waits. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public long drained() {
        for (int i = 0; i < MESSAGES; i++) {
            session.put(scenario.inputQueue(), message, true);
        }
        session.commit();
        QueueStore store = broker.store();
        while (store.status(scenario.outputQueue()).depth() < MESSAGES) {
            LockSupport.parkNanos(1_000_000);
        }
        return store.clear(scenario.outputQueue());
    }
}
