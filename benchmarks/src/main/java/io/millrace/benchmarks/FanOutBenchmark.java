package io.millrace.benchmarks;

import io.millrace.benchmarks.drive.ScratchFolder;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueDefinition;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;
import io.millrace.flows.Broker;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages put round robin to few or many queues, 1,000 messages in a unit of work. The time per
 * message must not jump at any number of queues. Older engines were slower with more than 30
 * queues, because they closed one queue to open another one.
 */
public class FanOutBenchmark extends EngineBenchmark {

    private static final int UNIT = 1_000;

    @Param({"1", "30", "31", "100", "1000"})
    private int queues;

    private final QueueMessage message =
            new QueueMessage(
                    new Mqmd().persistence(Mqmd.PERSISTENCE_NO), Bytes.utf8("a short message"));
    private final List<String> names = new ArrayList<>();
    private Path home;
    private Broker broker;
    private QueueSession session;

    @Setup
    public void open() throws IOException {
        home = Files.createTempDirectory("millrace-benchmark");
        broker = Broker.builder().home(home).start();
        for (int i = 0; i < queues; i++) {
            names.add("FAN.OUT." + i);
            broker.createQueue(QueueDefinition.named(names.get(i)));
        }
        session = broker.store().session();
    }

    @Setup(Level.Iteration)
    public void clear() {
        names.forEach(broker.store()::clear);
    }

    @TearDown
    public void close() throws IOException {
        session.close();
        broker.close();
        ScratchFolder.delete(home);
    }

    @Benchmark
    @OperationsPerInvocation(UNIT)
    public void put() {
        for (int i = 0; i < UNIT; i++) {
            session.put(names.get(i % queues), message, true);
        }
        session.commit();
    }
}
