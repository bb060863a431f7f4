package io.millrace.benchmarks.mqsi;

import io.millrace.benchmarks.scenario.Request;
import io.millrace.benchmarks.scenario.Rfh2;
import io.millrace.engine.error.ErrorCode;
import io.millrace.engine.error.MillraceException;
import io.millrace.engine.message.Bytes;
import io.millrace.engine.message.Mqmd;
import io.millrace.engine.queue.QueueMessage;
import io.millrace.engine.queue.QueueSession;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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
final class InputAdapter implements Callable<InputAdapter.Fed> {

    /**
     * The report's program slept for 5 seconds on a queue of 5,000, in which an eighth of them was
     * removed. At ten times its rate that is half a second.
     */
    private static final Duration PAUSE_FOR_EACH = Duration.ofNanos(100_000);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int TYPES = 3;
    private static final List<byte[]> HEADERS =
            IntStream.rangeClosed(1, TYPES).mapToObj(InputAdapter::header).toList();

    /**
     * Result of the program.
     *
     * @param records read and put
     * @param paused nanoseconds that it slept because of full queues
     * @param ended when the last unit was committed, as {@link System#nanoTime} has it
     */
    record Fed(long records, long paused, long ended) {}

    private final QueueManager manager;
    private final Path file;
    private final Case test;
    private final CountDownLatch start;
    private final long pause;
    private long paused;
    private int turn;

    InputAdapter(QueueManager manager, Path file, Case test, CountDownLatch start) {
        this.manager = manager;
        this.file = file;
        this.test = test;
        this.start = start;
        this.pause = PAUSE_FOR_EACH.toNanos() * test.tuning().queueDepth();
    }

    private static byte[] header(int type) {
        String mcd =
                "<mcd><Msd>mrm</Msd><Set>bookings</Set><Type>type%d</Type><Fmt>tds</Fmt></mcd>";
        return Rfh2.before(new byte[0], Request.STRING, mcd.formatted(type)).bytes();
    }

    @Override
    public Fed call() throws IOException, InterruptedException {
        long records = 0;
        long ended = 0;
        try (QueueSession session = manager.broker().session();
                BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            start.await();
            List<QueueMessage> unit = unit(lines);
            while (!unit.isEmpty()) {
                send(session, unit);
                records += unit.size();
                unit = unit(lines);
            }
            ended = System.nanoTime();
        }
        return new Fed(records, paused, ended);
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
        byte[] header = HEADERS.get(Math.clamp(line.charAt(0) - '1', 0, TYPES - 1));
        byte[] record = line.getBytes(StandardCharsets.US_ASCII);
        byte[] body = Arrays.copyOf(header, header.length + record.length);
        System.arraycopy(record, 0, body, header.length, record.length);
        Mqmd descriptor =
                new Mqmd()
                        .format(Request.RFH2)
                        .encoding(Request.ENCODING)
                        .codedCharSetId(Request.CCSID)
                        .persistence(
                                test.persistent() ? Mqmd.PERSISTENCE_YES : Mqmd.PERSISTENCE_NO);
        return new QueueMessage(descriptor, Bytes.of(body));
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
        turn += unit.size();
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
