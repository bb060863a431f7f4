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

    /**
     * Maximum number of consecutive reads without a message after the end was signalled, about one
     * second in total.
     */
    private static final int MAX_EMPTY_READS = 200;

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
            for (int emptyReads = 0; emptyReads <= MAX_EMPTY_READS; ) {
                boolean last = ending;
                QueueMessage message = queue.receive(5);
                if (message == null && last) {
                    emptyReads = manager.made() <= open ? MAX_EMPTY_READS + 1 : emptyReads + 1;
                } else if (message != null) {
                    emptyReads = 0;
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
