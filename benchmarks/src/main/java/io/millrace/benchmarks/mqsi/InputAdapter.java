package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.drive.Request;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/**
 * The program that reads a file and puts its records round robin on the input queues, several in a
 * unit of work. An MQRFH2 specifies the type of the record. If a queue is full, the unit is rolled
 * back and repeated after a pause.
 */
final class InputAdapter implements Callable<Long> {

    /**
     * The report's program slept for 5 seconds when a queue with 5,000 messages was full. An eighth
     * of the messages was processed meanwhile. Millrace is ten times as fast, so half a second is
     * equivalent.
     */
    private static final Duration PAUSE_FOR_EACH = Duration.ofNanos(100_000);

    /** Folder of the MQRFH2 for each type of record. */
    private static final List<String> FOLDERS =
            IntStream.rangeClosed(1, 3)
                    .mapToObj(
                            "<mcd><Msd>mrm</Msd><Set>bookings</Set><Type>type%d</Type><Fmt>tds</Fmt></mcd>"
                                    ::formatted)
                    .toList();

    private final QueueManager manager;
    private final Path file;
    private final Case test;
    private final CountDownLatch start;

    /** Number of records that were put. */
    int records;

    /** Nanoseconds of pauses because of full queues. */
    long paused;

    InputAdapter(QueueManager manager, Path file, Case test, CountDownLatch start) {
        this.manager = manager;
        this.file = file;
        this.test = test;
        this.start = start;
    }

    /** Returns when the last unit was committed, a value of {@link System#nanoTime}. */
    @Override
    public Long call() throws IOException, InterruptedException {
        try (QueueSession session = manager.broker().session();
                BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            start.await();
            List<QueueMessage> unit = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String mcd = FOLDERS.get(Math.clamp(line.charAt(0) - '1', 0, 2));
                byte[] record = line.getBytes(StandardCharsets.US_ASCII);
                unit.add(Request.afterRfh2(record, "MQSTR", mcd).message(test.persistent()));
                if (unit.size() == test.tuning().unitIn()) {
                    send(session, unit);
                }
            }
            send(session, unit);
            return System.nanoTime();
        }
    }

    private void send(QueueSession session, List<QueueMessage> unit) throws InterruptedException {
        List<String> queues = manager.inputs();
        Duration pause = PAUSE_FOR_EACH.multipliedBy(test.tuning().queueDepth());
        for (long begin = System.nanoTime(); !unit.isEmpty(); ) {
            try {
                for (int i = 0; i < unit.size(); i++) {
                    session.put(queues.get((records + i) % queues.size()), unit.get(i), true);
                }
                session.commit();
                records += unit.size();
                unit.clear();
            } catch (MillraceException e) {
                session.rollback();
                if (e.code() != ErrorCode.QUEUE_FULL
                        || System.nanoTime() - begin > 60_000_000_000L) {
                    throw e;
                }
                Thread.sleep(pause);
                paused += pause.toNanos();
            }
        }
    }
}
