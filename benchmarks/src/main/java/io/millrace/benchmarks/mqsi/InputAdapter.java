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
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The program that reads a file and puts each record to one of the input queues, round robin,
 * several in a unit of work. An MQRFH2 specifies the type of the record. If a queue is full, the
 * unit is rolled back and repeated after a pause.
 */
final class InputAdapter implements Callable<Long> {

    /**
     * The report's program slept for 5 seconds on a queue of 5,000, in which an eighth of them was
     * removed. At ten times its rate that is half a second.
     */
    private static final Duration PAUSE_FOR_EACH = Duration.ofNanos(100_000);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The folder of the MQRFH2 for each type of record. */
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
    private final long pause;
    private volatile long records;
    private volatile long paused;
    private int turn;

    InputAdapter(QueueManager manager, Path file, Case test, CountDownLatch start) {
        this.manager = manager;
        this.file = file;
        this.test = test;
        this.start = start;
        this.pause = PAUSE_FOR_EACH.toNanos() * test.tuning().queueDepth();
    }

    /** Returns the number of records that were put. */
    long records() {
        return records;
    }

    /** Returns the nanoseconds of pauses because of full queues. */
    long paused() {
        return paused;
    }

    /** Returns when the last unit was committed, a value of {@link System#nanoTime}. */
    @Override
    public Long call() throws IOException, InterruptedException {
        try (QueueSession session = manager.broker().session();
                BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            start.await();
            List<QueueMessage> unit = unit(lines);
            while (!unit.isEmpty()) {
                send(session, unit);
                turn += unit.size();
                unit = unit(lines);
            }
            records = turn;
            return System.nanoTime();
        }
    }

    private List<QueueMessage> unit(BufferedReader lines) throws IOException {
        List<QueueMessage> unit = new ArrayList<>();
        while (unit.size() < test.tuning().unitIn()) {
            String line = lines.readLine();
            if (line == null) {
                break;
            }
            unit.add(message(line));
        }
        return unit;
    }

    private QueueMessage message(String line) {
        String mcd = FOLDERS.get(Math.clamp(line.charAt(0) - '1', 0, 2));
        byte[] record = line.getBytes(StandardCharsets.US_ASCII);
        return Request.afterRfh2(record, "MQSTR", mcd).message(test.persistent());
    }

    private void send(QueueSession session, List<QueueMessage> unit) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!sent(session, unit, deadline)) {
            long begin = System.nanoTime();
            LockSupport.parkNanos(pause);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            paused += System.nanoTime() - begin;
        }
    }

    private boolean sent(QueueSession session, List<QueueMessage> unit, long deadline) {
        List<String> queues = manager.inputs();
        try {
            for (int i = 0; i < unit.size(); i++) {
                session.put(queues.get((turn + i) % queues.size()), unit.get(i), true);
            }
            session.commit();
            return true;
        } catch (MillraceException e) {
            session.rollback();
            if (e.code() == ErrorCode.QUEUE_FULL && System.nanoTime() < deadline) {
                return false;
            }
            throw e;
        }
    }
}
