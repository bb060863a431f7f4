package io.millrace.benchmarks.mqsi;

import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueReader;
import io.millrace.engine.queue.QueueSession;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/**
 * The program that receives the flows' output, several messages in a unit of work, and writes it to
 * a file: first the records, then the commit.
 */
final class OutputAdapter implements Callable<Long> {

    /** Number of reads without a message, one second in total, after which the adapter stops. */
    private static final int PATIENCE = 200;

    private final QueueManager manager;
    private final Path file;
    private final int unit;
    private final CountDownLatch start;
    private volatile boolean ending;

    OutputAdapter(QueueManager manager, Path file, Case test, CountDownLatch start) {
        this.manager = manager;
        this.file = file;
        this.unit = test.tuning().unitOut();
        this.start = start;
    }

    /** Signals the end of the output. The adapter ends the next time that the queue is empty. */
    void end() {
        ending = true;
    }

    /** Returns the time of the last commit, a value of {@link System#nanoTime}. */
    @Override
    public Long call() throws IOException, InterruptedException {
        try (QueueSession session = manager.broker().session();
                QueueReader queue = session.reader(QueueManager.OUTPUT);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            start.await();
            int open = 0;
            for (int vain = 0; vain <= PATIENCE; ) {
                boolean last = ending;
                QueueMessage message = queue.receive(5);
                if (message == null && last) {
                    vain = manager.made() <= open ? PATIENCE + 1 : vain + 1;
                } else if (message != null) {
                    vain = 0;
                    out.write(message.body().toArray());
                    if (++open == unit) {
                        out.flush();
                        session.commit();
                        open = 0;
                    }
                }
            }
            out.flush();
            session.commit();
            return System.nanoTime();
        }
    }
}
